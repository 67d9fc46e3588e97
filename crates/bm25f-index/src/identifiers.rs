//! Exact identifiers: a word of the query that is a tool's name.

mod table;

use std::ops::ControlFlow;

use ahash::RandomState;
use toolsift_core::{Standing, chars_prefix};
use toolsift_tokenizer::{MAX_FIELD_CHARS, MAX_QUERY_CHARS, for_each_term};

use self::table::Table;
use crate::dictionary::hash;
use crate::index::{Documents, Index};
use crate::lookup::{Looked, and_then};

/// What the rule must know of the documents, all by document number. Names that two documents share lead nowhere.
///
/// But for whole ids only trusted documents are in here: an un-vouched server could name its tool after anything a user may say. The tables hold numbers alone; what a
/// document is called is read from its id.
#[derive(Debug, Clone, Default)]
pub(crate) struct Identifiers {
    /// The dictionary's, so that what is known of a query's terms serves here, too.
    hasher: RandomState,
    /// By the whole name.
    names: Table,
    /// By the local name.
    local_names: Table,
    /// By the terms of the local name.
    local_terms: Table,
    /// By the terms of the name: the first of the documents that have them.
    name_terms: Table,
    /// How many terms a local name has at least, and a name at most.
    fewest: u32,
    most: u32,
    /// Documents whose name has the same terms as a later one's, each with the next of these; ascending.
    next: Vec<(u32, u32)>,
}

/// By what a document is found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hashes {
    pub(crate) name: u64,
    pub(crate) local_name: u64,
    pub(crate) name_terms: u64,
    /// Of the local name's terms.
    pub(crate) local_terms: u64,
    /// How many terms the name has, and the local name at least.
    pub(crate) terms: u32,
    pub(crate) terms_of_local: u32,
}

impl Identifiers {
    /// Collects the identifiers of documents in the order of their numbers.
    pub(crate) fn new(documents: &Documents, hashes: &[Hashes], hasher: RandomState) -> Self {
        let of = |number: u32| documents.get(number);
        // From the last to the first, so that documents whose names have the same terms follow each other in ascending order.
        // Table by table, so that one is in a near cache.
        let numbers = || (0..u32::try_from(documents.len()).unwrap_or(u32::MAX)).rev();
        let all = || numbers().zip(hashes.iter().rev());
        let trusted = || {
            let trusted = all().filter_map(|(number, hashes)| Some((number, of(number)?, hashes)));
            trusted.filter(|(_, document, _)| document.standing() == Standing::Trusted)
        };
        let mut names = Table::new(documents.len());
        for (number, hashes) in all() {
            // Two documents with one name are a tool and a skill: each has a place of its own.
            names.find(hashes.name, |_| false).take_or_mark(number);
        }
        let count = trusted().count();
        let [mut local_names, mut local_terms, mut name_terms] = [(); 3].map(|()| Table::new(count));
        for (number, document, hashes) in trusted() {
            let is_same = |other| of(other).is_some_and(|other| other.local_name() == document.local_name());
            local_names.find(hashes.local_name, is_same).take_or_mark(number);
        }
        for (number, document, hashes) in trusted() {
            let is_same = |other| of(other).is_some_and(|other| same_terms(other.local_name(), document.local_name()));
            local_terms.find(hashes.local_terms, is_same).take_or_mark(number);
        }
        let mut next = Vec::new();
        for (number, document, hashes) in trusted() {
            let is_same = |other| of(other).is_some_and(|other| same_terms(other.name(), document.name()));
            let after = name_terms.find(hashes.name_terms, is_same).replace(number);
            next.extend(after.map(|after| (number, after)));
        }
        next.reverse();
        next.shrink_to_fit();
        let fewest = hashes.iter().map(|hashes| hashes.terms_of_local).min().unwrap_or_default();
        let most = hashes.iter().map(|hashes| hashes.terms).max().unwrap_or_default();
        Self { hasher, names, local_names, local_terms, name_terms, fewest, most, next }
    }

    /// The next document whose name has the same terms.
    fn after(&self, number: u32) -> Option<u32> {
        let place = self.next.binary_search_by_key(&number, |(before, _)| *before).ok()?;
        self.next.get(place).map(|(_, after)| *after)
    }

    fn hash(&self, name: &str) -> u64 {
        hash(&self.hasher, name)
    }

    /// Whether any name may have so many terms. None is named by nothing.
    fn may_have(&self, terms: usize) -> bool {
        terms > 0 && (self.fewest as usize..=self.most as usize).contains(&terms)
    }

    /// The documents with a name: none, one, or a tool and a skill with one id, of which the tool comes first, whose number is the higher.
    fn of_name(&self, documents: &Documents, hash: u64, name: &str) -> impl Iterator<Item = u32> + use<> {
        let is_named = |number| documents.get(number).is_some_and(|document| document.name() == name);
        let mut ids: [Option<u32>; 2] = [None; 2];
        for (place, (number, _)) in ids.iter_mut().zip(self.names.all(hash, is_named)) {
            *place = Some(number);
        }
        ids.sort_unstable_by(|a, b| b.cmp(a));
        ids.into_iter().flatten()
    }
}

/// The hash of a text's terms.
pub(crate) fn hash_of_terms(hasher: &RandomState, text: &str) -> u64 {
    let mut all = 0;
    for_each_term(text, MAX_FIELD_CHARS, |term| {
        all = and_then(all, hash(hasher, term));
        ControlFlow::Continue(())
    });
    all
}

/// Whether a name has exactly these terms.
fn has_terms<'t>(name: &str, mut terms: impl Iterator<Item = &'t str>) -> bool {
    let mut is_same = true;
    for_each_term(name, MAX_FIELD_CHARS, |term| {
        is_same = terms.next() == Some(term);
        if is_same { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    is_same && terms.next().is_none()
}

fn same_terms(a: &str, b: &str) -> bool {
    // Nearly always the same text, or else another hash.
    a == b || {
        let terms = toolsift_tokenizer::terms(b, MAX_FIELD_CHARS);
        has_terms(a, terms.iter().map(String::as_str))
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
/// Linear in the query's cap of 512 characters: a few look-ups a word; and in the documents whose id has the query's terms, up to `limit`.
pub(crate) fn named(index: &Index, query: &str, looked: &Looked, limit: usize, named: &mut Vec<u32>) {
    let query = chars_prefix(query, MAX_QUERY_CHARS).trim();
    let identifiers = &index.identifiers;
    let of = |number: u32| index.documents.get(number);
    named.clear();
    let mut add = |number: u32| {
        if named.len() < limit && !named.contains(&number) {
            named.push(number);
        }
    };
    if !is_small(query) {
        for word in query.split_whitespace().flat_map(candidates) {
            let is_plain = is_small(word) || !has_two_terms(word);
            if is_plain && word != query {
                continue;
            }
            let hash = identifiers.hash(word);
            let mut of_name = identifiers.of_name(&index.documents, hash, word).peekable();
            if of_name.peek().is_none() && !is_plain {
                let is_local = |number| of(number).is_some_and(|document| document.local_name() == word);
                identifiers.local_names.unique(hash, is_local).into_iter().for_each(&mut add);
            }
            of_name.for_each(&mut add);
        }
    } else if !query.contains(' ') && identifiers.may_have(1) {
        identifiers.of_name(&index.documents, identifiers.hash(query), query).for_each(&mut add);
    }
    if !identifiers.may_have(looked.len()) {
        return;
    }
    let hash = looked.hash;
    let has_name = |number| of(number).is_some_and(|document| has_terms(document.name(), index.sequence(looked)));
    let mut next = identifiers.name_terms.all(hash, has_name).next().map(|(number, _)| number);
    let by_words = named.len();
    while let Some(number) = next.filter(|_| named.len() < limit) {
        if !named.iter().take(by_words).any(|known| *known == number) {
            named.push(number);
        }
        next = identifiers.after(number);
    }
    let has_local =
        |number| of(number).is_some_and(|document| has_terms(document.local_name(), index.sequence(looked)));
    let by_terms = identifiers.local_terms.unique(hash, has_local).filter(|number| !named.contains(number));
    named.extend(by_terms.filter(|_| named.len() < limit));
}

/// Whether a text is nothing but plain words, each a term at most, with blanks between.
fn is_small(text: &str) -> bool {
    // All bytes are looked at at once, which is faster than to stop at the first.
    text.bytes().fold(true, |all, byte| all & (byte == b' ' || byte.is_ascii_lowercase() || byte.is_ascii_digit()))
}

fn has_two_terms(word: &str) -> bool {
    let mut terms = 0;
    for_each_term(word, MAX_QUERY_CHARS, |_| {
        terms += 1;
        if terms < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    terms > 1
}

/// A word as it stands, then what is left of it without quotes, commas, brackets and sentence marks.
fn candidates(word: &str) -> impl Iterator<Item = &str> {
    let pieces = word.split(|c: char| !c.is_alphanumeric() && !"_-./:".contains(c));
    std::iter::once(word)
        .chain(pieces.map(|piece| piece.trim_matches(['.', '/', ':', '-'])).filter(move |piece| *piece != word))
}

#[cfg(test)]
mod tests {
    use toolsift_core::{SearchDoc, ToolId};
    use toolsift_tokenizer::Stopwords;

    use super::*;
    use crate::Params;

    fn named_of<'i>(index: &'i Index, query: &str, limit: usize) -> Vec<&'i str> {
        let (mut looked, mut found) = (Looked::default(), Vec::new());
        index.look_up(query, &Stopwords::none(), &mut looked);
        named(index, query, &looked, limit, &mut found);
        found.into_iter().map(|number| index.documents.get(number).unwrap().id.as_str()).collect()
    }

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
            assert_eq!(named_of(&index, query, 8), *expected, "{query:?}");
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
        assert_eq!(named_of(&index, "a b", 8), ["a-b", "a.b", "a_b"], "equal terms, in id order");
        assert_eq!(named_of(&index, "a b", 2), ["a-b", "a.b"]);
        assert!(named_of(&index, "a b", 0).is_empty());
    }

    /// An entry of a table keeps 11 bits of a hash: of ten thousand names some meet in all of them, and none is taken for the other.
    #[test]
    fn names_whose_hashes_look_alike_are_told_apart() {
        let ids: Vec<String> = (0..10_000).map(|number| format!("s{}__t{number}_x", number % 7)).collect();
        let docs: Vec<SearchDoc> = ids.iter().map(|id| SearchDoc::new(ToolId::new(id).unwrap())).collect();
        let index = Index::build(&docs, &Params::default()).unwrap();
        for (number, id) in ids.iter().enumerate() {
            let server = number % 7;
            for query in [id.clone(), format!("t{number}_x"), format!("t{number} x"), format!("s{server} t{number} x")]
            {
                assert_eq!(named_of(&index, &query, 8), [id], "{query:?}");
            }
            assert!(named_of(&index, &format!("s{} t{number} x", server + 1), 8).is_empty(), "of another server");
        }
    }

    #[test]
    fn plain_words() {
        for (text, is_plain) in [
            ("", true),
            ("fetch", true),
            ("s3 get", true),
            ("a_b", false),
            ("Fetch", false),
            ("a\tb", false),
            ("é", false),
        ] {
            assert_eq!(is_small(text), is_plain, "{text:?}");
        }
    }
}
