//! The terms of a query.

use std::ops::{ControlFlow, Range};

use ahash::AHashSet;

use crate::ascii;
use crate::camel::Class;
use crate::normalize::{fold_case, nfkc_prefix};
use crate::stopwords::Stopwords;
use crate::term::{ascii_prefix, for_each_term, terms};
use crate::traits::class_of;

/// Longest part of a query that is read, in characters (ADR 0125, D6).
pub const MAX_QUERY_CHARS: usize = 512;

/// The distinct terms of a query in the order of their first appearance, without stopwords unless nothing else is left.
///
/// At most [`MAX_QUERY_CHARS`] characters are read, so there are never more than 512 terms; which of them rank is for the index to choose.
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
    let mut seen = AHashSet::new();
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

/// A word of a query that was divided inside, in one piece again.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Joined {
    /// The undivided word as a term.
    pub term: String,
    /// The terms that it was divided into.
    pub parts: Vec<String>,
}

/// The words of a query that [`query_terms`] divides between letters, each in one piece, in order and each once.
///
/// People write `GitHub` and servers call themselves `github`: an index looks for the whole next to its parts, where it knows it.
///
/// # Complexity
///
/// Linear in [`MAX_QUERY_CHARS`].
///
/// ```
/// use toolsift_tokenizer::joined_terms;
///
/// let joined = joined_terms("an issue on GitHub");
/// assert_eq!(joined[0].term, "github");
/// assert_eq!(joined[0].parts, ["git", "hub"]);
/// ```
#[must_use]
pub fn joined_terms(query: &str) -> Vec<Joined> {
    let text = nfkc_prefix(query, MAX_QUERY_CHARS);
    let mut joined: Vec<Joined> = divided(&text).filter_map(|(_, joined)| joined).collect();
    let mut seen = AHashSet::new();
    joined.retain(|joined| seen.insert(joined.term.clone()));
    joined
}

/// The words of [`joined_terms`] without an allocation for ASCII text: each with the places of its parts among the terms of the query, as
/// [`for_each_term`] gives them. A word that comes twice is handed out twice.
///
/// # Complexity
///
/// Linear in [`MAX_QUERY_CHARS`].
///
/// ```
/// use toolsift_tokenizer::for_each_joined_term;
///
/// let mut joined = Vec::new();
/// for_each_joined_term("an issue on GitHub", |term, parts| joined.push((term.to_owned(), parts)));
/// assert_eq!(joined, [("github".to_owned(), 3..5)]);
/// ```
pub fn for_each_joined_term(query: &str, mut visit: impl FnMut(&str, Range<usize>)) {
    if let Some(ascii) = ascii_prefix(query, MAX_QUERY_CHARS) {
        return ascii::for_each_joined_term(ascii, &mut visit);
    }
    let mut place = 0;
    for (parts, joined) in divided(&nfkc_prefix(query, MAX_QUERY_CHARS)) {
        let first = place;
        place += parts;
        if let Some(joined) = joined {
            visit(&joined.term, first..place);
        }
    }
}

/// Of each word how many terms it is divided into, and the word in one piece where it is to be sought so.
fn divided(text: &str) -> impl Iterator<Item = (usize, Option<Joined>)> + '_ {
    text.split(|c| class_of(c) == Class::Separator).map(|word| {
        let parts = terms(word, MAX_QUERY_CHARS);
        // Without capitals nothing divides, except a run of a script without spaces.
        let mut whole = terms(&fold_case(word), MAX_QUERY_CHARS);
        // `3D` is no name: a number before a capital is not joined to it.
        let after_letters = parts.iter().rev().skip(1).all(|part| !part.ends_with(char::is_numeric));
        let joins = parts.len() > 1 && whole.len() == 1 && after_letters;
        (parts.len(), whole.pop().filter(|_| joins).map(|term| Joined { term, parts }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Both ways to the joined words agree, and the places are those of the parts.
        #[test]
        fn places_and_parts_agree(query in "([a-zA-Z0-9]{0,8}[ _-]?|[A-Z][a-z]{1,4}|文件|É){0,8}") {
            let all = terms(&query, MAX_QUERY_CHARS);
            let mut found: Vec<(String, Vec<String>)> = Vec::new();
            for_each_joined_term(&query, |term, parts| {
                if found.iter().all(|(known, _)| known != term) {
                    found.push((term.to_owned(), all[parts].to_vec()));
                }
            });
            let expected: Vec<_> = joined_terms(&query).into_iter().map(|joined| (joined.term, joined.parts)).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn only_words_that_were_divided_are_joined() {
        let joined = |query: &str| joined_terms(query).into_iter().map(|joined| joined.term).collect::<Vec<_>>();
        assert_eq!(joined("GitHub create_issue, OAuth2 oauth2 GitHub"), ["github", "oauth2"]);
        assert_eq!(joined("getIssues 查询发票 PDF文件 ÉcoleÉtude"), ["getissue", "écoleétude"]);
        assert!(joined("create_pull_request HTTP s3 3D s3Bucket").is_empty());
        assert!(joined(&format!("{} GitHub", "x".repeat(MAX_QUERY_CHARS))).is_empty(), "beyond the cap");
    }

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
