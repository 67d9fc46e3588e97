//! Queries, stopwords and labels.

use std::collections::BTreeSet;

use toolsift_tokenizer::{
    MAX_LABEL_CHARS, MAX_LABELS, MAX_QUERY_CHARS, Stopwords, for_each_joined_term, joined_terms, normalize_label,
    normalize_labels, query_terms, terms,
};
use unicode_normalization::UnicodeNormalization;

/// A query gives its distinct terms without stopwords, unless these are all; joined words come with the places of their parts; labels are bounded and normal.
///
/// What stands before a `|` are stopwords, one a line, and the default list without one.
pub(crate) fn queries(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (own, query) = text.split_once('|').map_or((None, &*text), |(own, query)| (Some(own), query));
    let own = own.and_then(|own| Stopwords::new(own.lines()).ok());
    for stopwords in own.into_iter().chain([Stopwords::none(), Stopwords::default()]) {
        assert_eq!(query_terms(query, &stopwords), plainly(query, &stopwords));
    }
    joined(query);
    labels(&text);
}

/// The rule, read plainly.
fn plainly(query: &str, stopwords: &Stopwords) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for term in terms(query, MAX_QUERY_CHARS) {
        if !distinct.contains(&term) {
            distinct.push(term);
        }
    }
    let (left_out, kept): (Vec<_>, Vec<_>) = distinct.into_iter().partition(|term| stopwords.contains(term));
    if kept.is_empty() { left_out } else { kept }
}

/// Both ways to the joined words agree, and the places are those of the parts.
fn joined(query: &str) {
    let all = terms(query, MAX_QUERY_CHARS);
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for_each_joined_term(query, |term, parts| {
        if found.iter().all(|(known, _)| known != term) {
            found.push((term.to_owned(), all[parts].to_vec()));
        }
    });
    let expected = joined_terms(query).into_iter().map(|joined| (joined.term, joined.parts));
    assert_eq!(found, expected.collect::<Vec<_>>());
}

fn labels(text: &str) {
    let labels = normalize_labels(text.lines());
    assert!(labels.len() <= MAX_LABELS);
    assert_eq!(labels.iter().collect::<BTreeSet<_>>().len(), labels.len(), "each once");
    for label in &labels {
        assert!((1..=MAX_LABEL_CHARS).contains(&label.chars().count()), "{label:?}");
        assert!(!label.chars().any(char::is_control), "{label:?}");
        // Folding may leave a letter and a mark apart that belong together: `ß` and an accent become `ss` and that accent.
        if label.nfkc().eq(label.chars()) {
            assert_eq!(normalize_label(label).as_ref(), Some(label), "normal already");
        }
    }
}
