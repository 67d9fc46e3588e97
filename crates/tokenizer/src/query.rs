//! The terms of a query.

use std::ops::ControlFlow;

use crate::stopwords::Stopwords;
use crate::term::for_each_term;

/// Longest part of a query that is read, in characters (ADR 0125, D6).
pub const MAX_QUERY_CHARS: usize = 512;

/// The distinct terms of a query in the order of their first appearance, without stopwords unless nothing else is left.
///
/// At most [`MAX_QUERY_CHARS`] characters are read, so there are never more than 511 terms; which of them rank is for the index to choose.
///
/// # Complexity
///
/// Linear in [`MAX_QUERY_CHARS`].
///
/// ```
/// use toolsift_tokenizer::{Stopwords, query_terms};
///
/// let stopwords = Stopwords::default();
/// assert_eq!(query_terms("bill the customer, bill them", &stopwords), ["bill", "customer"]);
/// assert_eq!(query_terms("can it", &stopwords), ["can", "it"]);
/// ```
#[must_use]
pub fn query_terms(query: &str, stopwords: &Stopwords) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    let mut seen = ahash::AHashSet::new();
    for_each_term(query, MAX_QUERY_CHARS, |term| {
        if seen.insert(term.to_owned()) {
            distinct.push(term.to_owned());
        }
        ControlFlow::Continue(())
    });
    if distinct.iter().any(|term| !stopwords.contains(term)) {
        distinct.retain(|term| !stopwords.contains(term));
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ADR-060: what stands after the 512th character is not read, however long the query.
    #[test]
    fn a_query_is_read_up_to_its_cap() {
        let at_the_edge = format!("{} edge", "x".repeat(MAX_QUERY_CHARS - 5));
        assert_eq!(query_terms(&at_the_edge, &Stopwords::none()).last().unwrap(), "edge");
        let beyond = format!("{} edges", "x ".repeat(MAX_QUERY_CHARS / 2));
        assert_eq!(query_terms(&beyond, &Stopwords::none()), ["x"]);
        let megabyte = "é".repeat(1 << 20);
        assert_eq!(query_terms(&megabyte, &Stopwords::none()), ["é".repeat(32)]);
    }

    /// ADR-061: a repeated word counts once, in whatever form it is repeated.
    #[test]
    fn terms_are_distinct_in_order_of_first_appearance() {
        assert_eq!(
            query_terms("Refund refunds REFUND the_refund invoice", &Stopwords::none()),
            ["refund", "the", "invoice"]
        );
    }

    #[test]
    fn a_query_without_words_has_no_terms() {
        for query in ["", " \t\n", "?!…", "\u{200B}", "\u{301}\u{327}"] {
            assert!(query_terms(query, &Stopwords::default()).is_empty(), "{query:?}");
        }
    }
}
