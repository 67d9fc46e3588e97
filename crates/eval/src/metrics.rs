//! The measures, as functions of a ranked list of ids and the groups to find in it.

use std::collections::BTreeMap;

/// Where a ranked list finds each of the wanted groups.
///
/// A group is a list of ids of which any one will do; it is found at the rank of its first-ranked member. Ranks count
/// from 1. An id that the list holds twice counts where it stands first. A group without members is never found.
///
/// ```
/// use toolsift_eval::metrics::GroupRanks;
///
/// let groups = [vec!["create_issue", "issue_write"], vec!["send_mail"]];
/// let ranks = GroupRanks::new(&["list_issues", "issue_write", "create_issue"], &groups);
/// assert_eq!(ranks.first(), Some(2));
/// assert_eq!(ranks.recall_at(5), 0.5);
/// assert_eq!(ranks.mrr_at(5), 0.5);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupRanks {
    /// The ranks of the groups that were found, in rising order.
    found: Vec<usize>,
    /// How many groups there are to find.
    wanted: usize,
}

impl GroupRanks {
    /// Looks for every group in the list.
    ///
    /// # Complexity
    ///
    /// `O((r + m) log r)` for `r` ranked ids and `m` members of all groups together.
    pub fn new<R: AsRef<str>, M: AsRef<str>>(ranked: &[R], groups: &[Vec<M>]) -> Self {
        let mut rank_of = BTreeMap::new();
        for (rank, id) in (1_usize..).zip(ranked) {
            rank_of.entry(id.as_ref()).or_insert(rank);
        }
        let first = |group: &Vec<M>| group.iter().filter_map(|id| rank_of.get(id.as_ref()).copied()).min();
        let mut found: Vec<usize> = groups.iter().filter_map(first).collect();
        // A sum of floats depends on its order: in rank order it cannot depend on the order of the groups.
        found.sort_unstable();
        Self { found, wanted: groups.len() }
    }

    /// The rank of the first member of any group.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        self.found.first().copied()
    }

    /// The share of the groups that the first `k` ids find. 0 where there is no group to find.
    #[must_use]
    pub fn recall_at(&self, k: usize) -> f64 {
        if self.wanted == 0 { 0.0 } else { self.within(k).count() as f64 / self.wanted as f64 }
    }

    /// The normalised discounted cumulative gain of the first `k` ids, between 0 and 1. 0 where there is nothing to gain.
    ///
    /// Each group gains 1 at the rank of its first-ranked member, discounted by `1 / log2(rank + 1)`; a document that is
    /// the first member of two groups gains for both. The ideal list finds one group at each of the first
    /// `min(groups, k)` ranks. Shared members can beat that ideal, so the quotient is capped at 1.
    ///
    /// The formula is that of Järvelin and Kekäläinen (2002) with the discount that is usual since Burges et al. (2005).
    #[must_use]
    pub fn ndcg_at(&self, k: usize) -> f64 {
        let ideal: f64 = (1..=self.wanted.min(k)).map(discount).sum();
        if ideal == 0.0 {
            return 0.0;
        }
        // Not `sum`, which is -0.0 where nothing was found.
        let gained = self.within(k).map(discount).fold(0.0, |sum, gain| sum + gain);
        (gained / ideal).min(1.0)
    }

    /// The reciprocal of the rank of the first member of any group, or 0 where the first `k` ids hold none.
    #[must_use]
    pub fn mrr_at(&self, k: usize) -> f64 {
        self.within(k).next().map_or(0.0, |rank| 1.0 / rank as f64)
    }

    fn within(&self, k: usize) -> impl Iterator<Item = usize> + '_ {
        self.found.iter().copied().take_while(move |rank| *rank <= k)
    }
}

/// What a gain at this rank is worth.
fn discount(rank: usize) -> f64 {
    // The platform's logarithm may differ in the last bit.
    1.0 / libm::log2(rank as f64 + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1 / log2(3), computed elsewhere like every other number here.
    const SECOND: f64 = 0.630_929_753_571_457_5;
    /// 1 / log2(3) / (1 + 1 / log2(3)).
    const SECOND_OF_TWO: f64 = 0.386_852_807_234_541_6;

    struct Case {
        what: &'static str,
        ranked: &'static [&'static str],
        groups: &'static [&'static [&'static str]],
        k: usize,
        recall: f64,
        ndcg: f64,
        mrr: f64,
    }

    #[rustfmt::skip]
    const CASES: [Case; 15] = [
        Case { what: "found first", ranked: &["a", "b"], groups: &[&["a"]], k: 10, recall: 1.0, ndcg: 1.0, mrr: 1.0 },
        Case { what: "found second", ranked: &["b", "a"], groups: &[&["a"]], k: 10, recall: 1.0, ndcg: SECOND, mrr: 0.5 },
        Case { what: "found third", ranked: &["b", "c", "a"], groups: &[&["a"]], k: 10, recall: 1.0, ndcg: 0.5, mrr: 1.0 / 3.0 },
        Case { what: "just inside", ranked: &["b", "c", "a"], groups: &[&["a"]], k: 3, recall: 1.0, ndcg: 0.5, mrr: 1.0 / 3.0 },
        Case { what: "just outside", ranked: &["b", "c", "a"], groups: &[&["a"]], k: 2, recall: 0.0, ndcg: 0.0, mrr: 0.0 },
        Case { what: "not found", ranked: &["b"], groups: &[&["a"]], k: 10, recall: 0.0, ndcg: 0.0, mrr: 0.0 },
        Case { what: "one of two", ranked: &["x", "a"], groups: &[&["a"], &["b"]], k: 10, recall: 0.5, ndcg: SECOND_OF_TWO, mrr: 0.5 },
        Case { what: "any of: the better member counts", ranked: &["x", "b", "a"], groups: &[&["a", "b"]], k: 10, recall: 1.0, ndcg: SECOND, mrr: 0.5 },
        Case { what: "any of: a second member gains nothing", ranked: &["a", "b", "c"], groups: &[&["a", "b"], &["c"]], k: 10, recall: 1.0, ndcg: 0.919_720_789_148_187_6, mrr: 1.0 },
        Case { what: "the ideal is cut at k", ranked: &["a"], groups: &[&["a"], &["b"], &["c"]], k: 1, recall: 1.0 / 3.0, ndcg: 1.0, mrr: 1.0 },
        Case { what: "the order of the groups is nothing", ranked: &["a", "b", "c", "d", "e", "f"], groups: &[&["f"], &["e"], &["d"], &["c"], &["b"], &["a"]], k: 10, recall: 1.0, ndcg: 1.0, mrr: 1.0 },
        Case { what: "a shared member gains twice", ranked: &["x", "y", "a"], groups: &[&["a", "b"], &["a", "c"]], k: 10, recall: 1.0, ndcg: 0.613_147_192_765_458_4, mrr: 1.0 / 3.0 },
        Case { what: "a shared member does not beat 1", ranked: &["a"], groups: &[&["a", "b"], &["a", "c"]], k: 10, recall: 1.0, ndcg: 1.0, mrr: 1.0 },
        Case { what: "an id listed twice stands where it stands first", ranked: &["a", "a"], groups: &[&["a"]], k: 10, recall: 1.0, ndcg: 1.0, mrr: 1.0 },
        Case { what: "k = 0", ranked: &["a"], groups: &[&["a"]], k: 0, recall: 0.0, ndcg: 0.0, mrr: 0.0 },
    ];

    #[test]
    fn the_measures_are_the_ones_computed_by_hand() {
        for case in CASES {
            let groups: Vec<Vec<&str>> = case.groups.iter().map(|group| group.to_vec()).collect();
            let ranks = GroupRanks::new(case.ranked, &groups);
            for (measure, actual, expected) in [
                ("recall", ranks.recall_at(case.k), case.recall),
                ("ndcg", ranks.ndcg_at(case.k), case.ndcg),
                ("mrr", ranks.mrr_at(case.k), case.mrr),
            ] {
                // Whole numbers must come out whole; elsewhere the hand and the machine may round differently.
                let allowed = if expected.fract() == 0.0 { 0.0 } else { 1e-15 };
                assert!((actual - expected).abs() <= allowed, "{measure} of {}: {actual}, not {expected}", case.what);
            }
        }
    }

    #[test]
    fn nothing_to_find_scores_nothing() {
        for groups in [Vec::<Vec<&str>>::new(), vec![Vec::new()]] {
            let ranks = GroupRanks::new(&["a"], &groups);
            assert_eq!((ranks.recall_at(10), ranks.ndcg_at(10), ranks.mrr_at(10)), (0.0, 0.0, 0.0));
            assert_eq!(ranks.first(), None);
        }
    }

    /// The bits are written down so that a platform that computes another logarithm is found out.
    #[test]
    fn a_discount_has_the_same_bits_everywhere() {
        assert_eq!(GroupRanks::new(&["x", "a"], &[vec!["a"]]).ndcg_at(10).to_bits(), SECOND.to_bits());
    }
}
