//! Exact identifiers: a word of the query that is a tool's name.

use std::collections::BTreeSet;

use ahash::AHashMap;
use toolsift_core::{SearchDoc, SkillId, Standing, ToolId, chars_prefix};
use toolsift_tokenizer::{MAX_FIELD_CHARS, MAX_QUERY_CHARS, terms};

use crate::index::Index;

/// What the rule must know of the documents, all by document number. Names that two documents share lead nowhere.
///
/// Only trusted documents are in here: an un-vouched server could name its tool after anything a user may say.
#[derive(Debug, Clone, Default)]
pub(crate) struct Identifiers {
    local_names: AHashMap<Box<str>, Unique>,
    /// By the terms of the local name.
    local_terms: AHashMap<Box<str>, Unique>,
    /// By the terms of the id.
    id_terms: AHashMap<Box<str>, Vec<usize>>,
    /// Whether a word may also be the id of a skill.
    with_skills: bool,
}

/// The document that a name leads to, unless a second one has it.
#[derive(Debug, Clone, Copy)]
enum Unique {
    Document(usize),
    Ambiguous,
}

impl Identifiers {
    /// Collects the identifiers of documents in the order of their numbers.
    pub(crate) fn new(documents: &[&SearchDoc]) -> Self {
        let mut identifiers = Self::default();
        for (number, doc) in documents.iter().enumerate() {
            identifiers.with_skills |= doc.id.as_skill().is_some();
            if doc.standing != Standing::Trusted {
                continue;
            }
            let local_name = doc.local_name();
            for (map, name) in [
                (&mut identifiers.local_names, local_name.into()),
                (&mut identifiers.local_terms, key(&terms(local_name, MAX_FIELD_CHARS))),
            ] {
                map.entry(name).and_modify(|unique| *unique = Unique::Ambiguous).or_insert(Unique::Document(number));
            }
            let id_terms = key(&terms(doc.id.name(), MAX_FIELD_CHARS));
            identifiers.id_terms.entry(id_terms).or_default().push(number);
        }
        identifiers
    }
}

/// A sequence of terms as one key; no term holds a NUL.
fn key(terms: &[String]) -> Box<str> {
    terms.join("\0").into()
}

fn document(found: Option<&Unique>) -> Option<usize> {
    match found {
        Some(Unique::Document(number)) => Some(*number),
        _ => None,
    }
}

/// The documents that a query names, in the order in which it names them, each once, at most `limit`.
///
/// A word names a document whose id it is, and a trusted one whose local name it is if no other trusted one has it.
/// A plain word (`search`, `fetch`: a single term) does so only if it is the whole query. A whole query also names the trusted documents whose id
/// has its terms, and the one whose local name has them.
///
/// # Complexity
///
/// Linear in the query's cap of 512 characters: a few look-ups a word; and in the documents whose id has the query's terms.
pub(crate) fn named(index: &Index, query: &str, limit: usize) -> Vec<usize> {
    let query = chars_prefix(query, MAX_QUERY_CHARS).trim();
    let mut named = Vec::new();
    let mut seen = BTreeSet::new();
    let mut add = |number: usize| {
        if named.len() < limit && seen.insert(number) {
            named.push(number);
        }
    };
    for word in query.split_whitespace().flat_map(candidates) {
        let is_plain = terms(word, MAX_QUERY_CHARS).len() < 2;
        if is_plain && word != query {
            continue;
        }
        let tool = ToolId::new(word).ok().and_then(|id| index.number(&id));
        let skill = Some(word).filter(|_| index.identifiers.with_skills).and_then(|word| SkillId::new(word).ok());
        let skill = skill.and_then(|id| index.number(&ToolId::skill_key(&id)));
        let by_name = || document(index.identifiers.local_names.get(word)).filter(|_| !is_plain);
        let by_id = tool.or(skill).or_else(by_name);
        by_id.into_iter().chain(skill).for_each(&mut add);
    }
    let whole = key(&terms(query, MAX_QUERY_CHARS));
    if !whole.is_empty() {
        index.identifiers.id_terms.get(&whole).into_iter().flatten().copied().for_each(&mut add);
        document(index.identifiers.local_terms.get(&whole)).into_iter().for_each(&mut add);
    }
    named
}

/// A word as it stands, then what is left of it without quotes, commas, brackets and sentence marks.
fn candidates(word: &str) -> impl Iterator<Item = &str> {
    let pieces = word.split(|c: char| !c.is_alphanumeric() && !"_-./:".contains(c));
    std::iter::once(word)
        .chain(pieces.map(|piece| piece.trim_matches(['.', '/', ':', '-'])).filter(move |piece| *piece != word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Params;

    fn check(docs: &[(&str, Standing)], rows: &[(&str, &[&str])]) {
        let docs: Vec<SearchDoc> = docs
            .iter()
            .map(|(id, standing)| {
                let mut doc = SearchDoc::new(ToolId::new(id).unwrap());
                doc.standing = *standing;
                doc
            })
            .collect();
        let index = Index::build(&docs, &Params::default()).unwrap();
        for (query, expected) in rows {
            let found: Vec<_> = named(&index, query, 8).into_iter().map(|n| index.documents[n].id.as_str()).collect();
            assert_eq!(found, *expected, "{query:?}");
        }
    }

    use Standing::{Trusted, Untrusted};

    #[test]
    fn a_word_names_the_tool_whose_id_it_is_whoever_wrote_it() {
        check(
            &[("github__create_issue", Trusted), ("evil__create_issue", Untrusted), ("search", Untrusted)],
            &[
                ("please call github__create_issue now", &["github__create_issue"]),
                ("evil__create_issue, then `github__create_issue`.", &["evil__create_issue", "github__create_issue"]),
                ("github__create_issue github__create_issue", &["github__create_issue"]),
                ("(github__create_issue)/", &["github__create_issue"]),
                ("GITHUB__CREATE_ISSUE", &["github__create_issue"]),
                ("xgithub__create_issue", &[]),
                ("search", &["search"]),
                ("search the logs", &[]),
            ],
        );
    }

    #[test]
    fn a_local_name_must_be_trusted_unique_and_of_two_tokens_unless_it_is_the_whole_query() {
        check(
            &[
                ("github__create_issue", Trusted),
                ("evil__create_issue", Untrusted),
                ("a__list_files", Trusted),
                ("b__list_files", Trusted),
                ("web__fetch", Trusted),
                ("evil__read_mail", Untrusted),
            ],
            &[
                ("use create_issue here", &["github__create_issue"]),
                ("create issue", &["github__create_issue"]),
                ("Create Issues!", &["github__create_issue"]),
                ("please create issue", &[]),
                ("list_files", &[]),
                ("list files", &[]),
                ("a list files", &["a__list_files"]),
                ("fetch", &["web__fetch"]),
                ("fetch a page", &[]),
                ("read_mail", &[]),
                ("read mail", &[]),
            ],
        );
    }

    #[test]
    fn the_limit_counts() {
        let docs: Vec<SearchDoc> =
            ["a_b", "a-b", "a.b"].map(|id| SearchDoc::new(ToolId::new(id).unwrap())).into_iter().collect();
        let index = Index::build(&docs, &Params::default()).unwrap();
        assert_eq!(named(&index, "a b", 8), [0, 1, 2], "equal terms, in id order");
        assert_eq!(named(&index, "a b", 2), [0, 1]);
        assert!(named(&index, "a b", 0).is_empty());
    }
}
