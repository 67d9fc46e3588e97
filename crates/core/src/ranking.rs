//! How trusted and un-vouched documents stand beside each other in an answer.

use serde::{Deserialize, Serialize};

use crate::limits::UNTRUSTED_PLACES;

/// Whether un-vouched documents are ranked among the trusted ones or as a list of their own.
///
/// ```
/// use toolsift_core::Ranking;
///
/// assert_eq!(serde_json::from_str::<Ranking>(r#""guarded""#)?, Ranking::Guarded);
/// assert_eq!(Ranking::shares(9, 9, 5), (3, 2));
/// assert_eq!(Ranking::shares(1, 9, 5), (1, 4), "free places may be filled");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Ranking {
    /// One list: every document counts for how rare a term is, and the better score comes first.
    #[default]
    Plain,
    /// Two lists, each with statistics of its own, whose scores are never compared: a page has trusted hits first, and [places](Self::shares) for
    /// un-vouched ones behind them. So no number of un-vouched tools moves a trusted one among its like, or pushes all of them off a page.
    Guarded,
}

impl Ranking {
    /// How many of so many trusted and so many un-vouched hits a guarded page of `limit` has.
    ///
    /// Un-vouched hits have [two places in five](UNTRUSTED_PLACES), rounded down, and those that trusted ones leave free; trusted hits have the rest.
    #[must_use]
    pub fn shares(trusted: usize, untrusted: usize, limit: usize) -> (usize, usize) {
        let (places, of) = UNTRUSTED_PLACES;
        // As limit * places / of, which could overflow.
        let places = limit / of * places + limit % of * places / of;
        let others = untrusted.min(places.max(limit.saturating_sub(trusted)));
        (trusted.min(limit - others), others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R3: by hand.
    #[test]
    fn trusted_hits_keep_their_places() {
        for (trusted, untrusted, limit, shares) in [
            (0, 0, 5, (0, 0)),
            (5, 0, 5, (5, 0)),
            (5, 1, 5, (4, 1)),
            (5, 2, 5, (3, 2)),
            (5, 200, 5, (3, 2)),
            (2, 200, 5, (2, 3)),
            (0, 200, 5, (0, 5)),
            (9, 9, 1, (1, 0)),
            (9, 9, 2, (2, 0)),
            (9, 9, 3, (2, 1)),
            (9, 9, 8, (5, 3)),
            (9, 9, 0, (0, 0)),
            (0, 9, 1, (0, 1)),
            (usize::MAX, usize::MAX, 1_000, (600, 400)),
            (usize::MAX, 0, usize::MAX, (usize::MAX, 0)),
        ] {
            assert_eq!(Ranking::shares(trusted, untrusted, limit), shares, "{trusted} and {untrusted} of {limit}");
        }
    }

    #[test]
    fn a_ranking_is_named_in_lower_case() {
        assert_eq!(serde_json::to_string(&[Ranking::Plain, Ranking::Guarded]).unwrap(), r#"["plain","guarded"]"#);
        assert!(serde_json::from_str::<Ranking>(r#""Plain""#).is_err());
    }
}
