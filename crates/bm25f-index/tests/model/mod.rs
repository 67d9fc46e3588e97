//! The slow, obvious model of the index: for every query it looks at every document, counts, and sorts everything.
//!
//! It is written from the specification, with figures of its own: no constant of the crate under test is read here.
//! The fuzz target `index_differential` includes this file, too.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use toolsift_core::{SearchDoc, Standing};
use toolsift_tokenizer::{MAX_FIELD_CHARS, MAX_QUERY_CHARS, Stopwords};
use toolsift_tokenizer::{for_each_joined_term, normalize_labels, query_terms, terms};

/// Name, aliases, tags, description, parameters: what an occurrence is worth and how many terms are kept.
const FIELDS: [(f64, usize); 5] = [(3.0, 32), (2.0, 96), (2.0, 64), (1.0, 128), (1.0, 128)];

/// How many terms are kept of an untrusted document's name.
const UNTRUSTED_NAME: usize = 8;

/// The documents, in id order.
pub(crate) struct Model {
    documents: Vec<Document>,
    /// The mean length of each field over the documents that have it.
    averages: Vec<f64>,
    pub(crate) floor: bool,
    /// Whether names of untrusted documents are worth 1, and terms of fewer than 50 documents all as rare as one of one in 50.
    pub(crate) guarded: bool,
    /// What was found out of terms, so that it is found out once.
    facts: RefCell<BTreeMap<String, Rc<Facts>>>,
}

/// What holds of a term.
struct Facts {
    frequency: usize,
    among_trusted: usize,
    /// What it adds to each document.
    impacts: Vec<f64>,
}

struct Document {
    id: String,
    local: String,
    /// The terms of id and local name, however many.
    terms_of_id: Vec<String>,
    terms_of_local: Vec<String>,
    trusted: bool,
    fields: Vec<Vec<String>>,
    counts: Vec<BTreeMap<String, usize>>,
}

/// What the model finds.
#[derive(Debug, PartialEq)]
pub(crate) struct Found {
    /// Id, units of the score (a whole number, as every sum of them), whether the query names it.
    pub(crate) hits: Vec<(String, f64, bool)>,
    pub(crate) terms: Vec<String>,
    /// The terms that rank, in query order.
    pub(crate) ranked: Vec<String>,
    pub(crate) unmatched: Vec<String>,
    pub(crate) postings: usize,
}

/// What a field adds to a term: its place in [`FIELDS`], the frequency that counts, its length, the mean length and its
/// weighted frequency before the text pool is cut.
pub(crate) type Share = (usize, usize, usize, f64, f64);

impl Model {
    pub(crate) fn new(documents: &[SearchDoc], floor: bool) -> Self {
        let mut documents: Vec<Document> = documents.iter().map(Document::new).collect();
        documents.sort_by(|one, other| one.id.cmp(&other.id));
        let averages = (0..FIELDS.len()).map(|field| {
            let lengths = documents.iter().map(|document| document.fields[field].len()).filter(|length| *length > 0);
            lengths.clone().sum::<usize>() as f64 / lengths.count() as f64
        });
        Self { averages: averages.collect(), documents, floor, guarded: false, facts: RefCell::default() }
    }

    pub(crate) fn search(&self, query: &str, stopwords: &Stopwords, limit: usize) -> Found {
        let mut terms = query_terms(query, stopwords);
        let mut excused = Vec::new();
        let sequence = toolsift_tokenizer::terms(query, MAX_QUERY_CHARS);
        for_each_joined_term(query, |term, parts| {
            if self.frequency(term) == 0 || stopwords.contains(term) {
                return;
            }
            excused.extend(sequence[parts].iter().cloned());
            if !terms.iter().any(|known| known == term) {
                terms.push(term.to_owned());
            }
        });
        let (known, mut unmatched): (Vec<_>, Vec<_>) = terms.iter().cloned().partition(|term| self.frequency(term) > 0);
        unmatched.retain(|term| !excused.contains(term));
        let ranked = self.ranked(&known);
        let named = self.named(query);
        let mut hits: Vec<(String, f64, bool)> =
            named.iter().map(|&at| (self.documents[at].id.clone(), self.score(at, &ranked), true)).collect();
        let mut others: Vec<(String, f64, bool)> = (0..self.documents.len())
            .filter(|at| !named.contains(at))
            .map(|at| (self.documents[at].id.clone(), self.score(at, &ranked), false))
            .filter(|(_, score, _)| *score > 0.0)
            .collect();
        others.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        hits.append(&mut others);
        hits.truncate(limit);
        let postings = ranked.iter().map(|term| self.frequency(term)).sum();
        Found { hits, terms, ranked, unmatched, postings }
    }

    /// Terms of all fields, distinct ones a document, and those of the whole index.
    pub(crate) fn sizes(&self) -> (usize, usize, usize) {
        let mut distinct = BTreeMap::new();
        let mut tokens = 0;
        for document in &self.documents {
            let mut own = BTreeMap::new();
            for term in document.fields.iter().flatten() {
                tokens += 1;
                own.insert(term, ());
            }
            own.into_keys().for_each(|term| *distinct.entry(term).or_insert(0) += 1);
        }
        (tokens, distinct.values().sum(), distinct.len())
    }

    /// In how many documents a term stands.
    pub(crate) fn frequency(&self, term: &str) -> usize {
        self.facts(term).frequency
    }

    pub(crate) fn idf(&self, term: &str) -> f64 {
        self.idf_of(self.frequency(term))
    }

    fn idf_of(&self, frequency: usize) -> f64 {
        let (mut all, mut with) = (self.documents.len() as f64, frequency as f64);
        if self.guarded && self.documents.len() < 50 {
            (all, with) = (50.0, 1.0);
        }
        libm::log(1.0 + (all - with + 0.5) / (with + 0.5))
    }

    fn facts(&self, term: &str) -> Rc<Facts> {
        if let Some(facts) = self.facts.borrow().get(term) {
            return facts.clone();
        }
        let with = || self.documents.iter().filter(|document| document.has(term));
        let (frequency, among_trusted) = (with().count(), with().filter(|document| document.trusted).count());
        let idf = self.idf_of(frequency);
        let impacts = self.documents.iter().map(|document| units(idf, &self.shares_in(document, term))).collect();
        let facts = Rc::new(Facts { frequency, among_trusted, impacts });
        self.facts.borrow_mut().insert(term.to_owned(), facts.clone());
        facts
    }

    /// What the fields of a document add for a term.
    pub(crate) fn shares(&self, id: &str, term: &str) -> Vec<Share> {
        let document = self.documents.iter().find(|document| document.id == id);
        document.map_or_else(Vec::new, |document| self.shares_in(document, term))
    }

    fn shares_in(&self, document: &Document, term: &str) -> Vec<Share> {
        let mut shares = Vec::new();
        for (at, (mut weight, _)) in FIELDS.iter().copied().enumerate() {
            let Some(count) = document.counts[at].get(term) else { continue };
            if self.guarded && !document.trusted && at == 0 {
                weight = 1.0;
            }
            let (count, length, average) = ((*count).min(2), document.fields[at].len(), self.averages[at]);
            let mut ratio = length as f64 / average;
            if self.floor {
                ratio = ratio.max(1.0);
            }
            shares.push((at, count, length, average, weight * count as f64 / (1.0 - 0.75 + 0.75 * ratio)));
        }
        shares
    }

    /// What a term adds to a document's score, in units: 0 only where the document does not have it.
    pub(crate) fn impact(&self, id: &str, term: &str) -> f64 {
        units(self.idf(term), &self.shares(id, term))
    }

    fn score(&self, at: usize, ranked: &[String]) -> f64 {
        ranked.iter().map(|term| self.facts(term).impacts[at]).sum()
    }

    /// The 16 that rank, of those that the index knows, in query order.
    fn ranked(&self, known: &[String]) -> Vec<String> {
        let trusted = |term: &str| self.facts(term).among_trusted;
        let mut order: Vec<(bool, usize, usize)> = Vec::new();
        for (at, term) in known.iter().enumerate() {
            order.push((trusted(term) == 0, trusted(term), at));
        }
        order.sort_unstable();
        order.truncate(16);
        order.sort_unstable_by_key(|(_, _, at)| *at);
        order.into_iter().map(|(_, _, at)| known[at].clone()).collect()
    }

    /// The documents that the query names, in the order in which it does.
    fn named(&self, query: &str) -> Vec<usize> {
        let query: String = query.chars().take(MAX_QUERY_CHARS).collect();
        let mut named = Vec::new();
        for word in query.split_whitespace() {
            let pieces = word.split(|c: char| !c.is_alphanumeric() && !"_-./:".contains(c));
            let pieces = pieces.map(|piece| piece.trim_matches(['.', '/', ':', '-']));
            for candidate in [word].into_iter().chain(pieces) {
                named.extend(self.identified(candidate, query.trim()));
            }
        }
        let sequence = terms(&query, MAX_QUERY_CHARS);
        if !sequence.is_empty() {
            let trusted = || (0..self.documents.len()).filter(|at| self.documents[*at].trusted);
            named.extend(trusted().filter(|at| self.documents[*at].terms_of_id == sequence));
            named.extend(only(trusted().filter(|at| self.documents[*at].terms_of_local == sequence)));
        }
        let mut distinct = Vec::new();
        for at in named {
            if !distinct.contains(&at) {
                distinct.push(at);
            }
        }
        distinct
    }

    /// The document that a word of the query names.
    fn identified(&self, word: &str, query: &str) -> Option<usize> {
        let long = terms(word, MAX_QUERY_CHARS).len() >= 2;
        if !long && word != query {
            return None;
        }
        let position = self.documents.iter().position(|document| document.id == word);
        if position.is_some() || !long {
            return position;
        }
        only((0..self.documents.len()).filter(|at| self.documents[*at].trusted && self.documents[*at].local == word))
    }
}

impl Document {
    fn new(doc: &SearchDoc) -> Self {
        let id = doc.id.as_str();
        let foreign = doc.namespace.as_deref().filter(|namespace| !id.starts_with(namespace));
        let tags = foreign.into_iter().chain(doc.tags.iter().map(String::as_str));
        let labels = |labels: Vec<String>| labels.iter().flat_map(|label| terms(label, MAX_FIELD_CHARS)).collect();
        let mut left = MAX_FIELD_CHARS;
        let mut parameters = Vec::new();
        for text in &doc.parameters {
            let read: String = text.chars().take(left).collect();
            parameters.extend(terms(&read, MAX_FIELD_CHARS));
            left = left.saturating_sub(text.chars().count() + 1);
        }
        let mut fields: Vec<Vec<String>> = vec![
            terms(id, MAX_FIELD_CHARS),
            labels(normalize_labels(&doc.aliases)),
            labels(normalize_labels(tags)),
            doc.description.iter().flat_map(|text| terms(text, MAX_FIELD_CHARS)).collect(),
            parameters,
        ];
        let mut counts = Vec::new();
        if doc.standing != Standing::Trusted {
            fields[0].truncate(UNTRUSTED_NAME);
        }
        for (field, (_, kept)) in fields.iter_mut().zip(FIELDS) {
            field.truncate(kept);
            let mut count = BTreeMap::new();
            field.iter().for_each(|term| *count.entry(term.clone()).or_insert(0) += 1);
            counts.push(count);
        }
        let trusted = doc.standing == Standing::Trusted;
        let (terms_of_id, terms_of_local) = (terms(id, MAX_FIELD_CHARS), terms(doc.local_name(), MAX_FIELD_CHARS));
        Self {
            id: id.to_owned(),
            local: doc.local_name().to_owned(),
            terms_of_id,
            terms_of_local,
            trusted,
            fields,
            counts,
        }
    }

    fn has(&self, term: &str) -> bool {
        self.counts.iter().any(|count| count.contains_key(term))
    }
}

/// What such shares come to with such an idf, in units: 0 only where there are none.
fn units(idf: f64, shares: &[Share]) -> f64 {
    if shares.is_empty() {
        return 0.0;
    }
    let sum = |fields: std::ops::Range<usize>| -> f64 {
        shares.iter().filter(|share| fields.contains(&share.0)).map(|share| share.4).sum()
    };
    let x = sum(0..3) + sum(3..5).min(2.0);
    (idf * (x * (1.2 + 1.0) / (1.2 + x)) * 128.0).round().max(1.0)
}

/// The only one, if there is just one.
fn only(mut all: impl Iterator<Item = usize>) -> Option<usize> {
    all.next().filter(|_| all.next().is_none())
}
