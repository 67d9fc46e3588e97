//! From a query's text to the terms of the index.

use std::ops::{ControlFlow, Range};

use toolsift_core::limits::MAX_QUERY_TERMS;
use toolsift_tokenizer::{MAX_QUERY_CHARS, Stopwords, for_each_joined_term, for_each_term};

use crate::index::Index;
use crate::postings::TermEntry;
use crate::score::Score;

/// A query's terms, looked up.
#[derive(Debug, Default)]
pub(crate) struct Looked {
    /// The texts of all terms, one behind the other.
    text: String,
    /// Every term in order, repeats and stopwords included; then the joined ones.
    terms: Vec<Term>,
    /// How many of them are the query's own, in one piece.
    own: usize,
    /// The places of the distinct terms that count, in order of appearance.
    pub(crate) distinct: Vec<u32>,
    /// Those of them that rank, in order of appearance, with what is known of them.
    pub(crate) ranked: Vec<(u32, TermEntry)>,
    /// Known ones that do not, since enough rarer ones do.
    pub(crate) passed_over: Vec<u32>,
    /// Those that no document contains, neither alone nor as a part.
    pub(crate) unmatched: Vec<u32>,
}

#[derive(Debug, Clone)]
struct Term {
    range: Range<u32>,
    hash: u64,
    counts: bool,
}

impl Looked {
    /// A term by its place.
    pub(crate) fn term(&self, place: u32) -> &str {
        let range = self.terms.get(place as usize).map(|term| term.range.start as usize..term.range.end as usize);
        range.and_then(|range| self.text.get(range)).unwrap_or_default()
    }

    /// The query's terms in order, repeats and stopwords included.
    pub(crate) fn sequence(&self) -> impl Iterator<Item = &str> {
        (0..u32::try_from(self.own).unwrap_or(u32::MAX)).map(|place| self.term(place))
    }

    /// Their hashes.
    pub(crate) fn hashes(&self) -> impl Iterator<Item = u64> {
        self.terms.iter().take(self.own).map(|term| term.hash)
    }

    fn push(&mut self, index: &Index, term: &str) {
        let start = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.text.push_str(term);
        let end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.terms.push(Term { range: start..end, hash: index.dictionary.hash(term), counts: true });
    }

    /// The first place of a term's text.
    fn first(&self, place: u32) -> u32 {
        let Some(term) = self.terms.get(place as usize) else { return place };
        let is_same = |(other, found): (u32, &Term)| {
            (found.hash == term.hash && self.term(other) == self.term(place)).then_some(other)
        };
        (0..).zip(&self.terms).find_map(is_same).unwrap_or(place)
    }

    /// Leaves the stopwords out, unless nothing else is there.
    fn leave_out(&mut self, stopwords: &Stopwords) {
        let mut any = false;
        for at in 0..self.distinct.len() {
            let Some(place) = self.distinct.get(at).copied() else { continue };
            let counts = !stopwords.contains(self.term(place));
            any |= counts;
            if let Some(term) = self.terms.get_mut(place as usize) {
                term.counts = counts;
            }
        }
        if any {
            let terms = &self.terms;
            self.distinct.retain(|place| terms.get(*place as usize).is_some_and(|term| term.counts));
        }
    }

    /// Keeps of the known terms those that rank: in the fewest trusted documents, terms known only from untrusted names last, ties by appearance.
    fn choose(&mut self) {
        self.passed_over.clear();
        if self.ranked.len() <= MAX_QUERY_TERMS {
            return;
        }
        self.ranked.sort_unstable_by_key(|(place, entry)| (entry.trusted == 0, entry.trusted, *place));
        self.passed_over.extend(self.ranked.drain(MAX_QUERY_TERMS..).map(|(place, _)| place));
        self.ranked.sort_unstable_by_key(|(place, _)| *place);
        self.passed_over.sort_unstable();
    }
}

impl Index {
    /// Looks the terms of a query up.
    ///
    /// # Complexity
    ///
    /// Linear in the query's cap of 512 characters but for comparing the hashes of its terms, of which there are at most 511, with each other.
    pub(crate) fn look_up(&self, query: &str, stopwords: &Stopwords, looked: &mut Looked) {
        looked.text.clear();
        looked.terms.clear();
        for_each_term(query, MAX_QUERY_CHARS, |term| {
            looked.push(self, term);
            ControlFlow::Continue(())
        });
        looked.own = looked.terms.len();
        looked.distinct.clear();
        for place in 0..u32::try_from(looked.own).unwrap_or(u32::MAX) {
            if looked.first(place) == place {
                looked.distinct.push(place);
            }
        }
        looked.leave_out(stopwords);
        looked.ranked.clear();
        looked.unmatched.clear();
        for at in 0..looked.distinct.len() {
            let Some(place) = looked.distinct.get(at).copied() else { continue };
            match self.known(looked, place) {
                Some(entry) => looked.ranked.push((place, entry)),
                None => looked.unmatched.push(place),
            }
        }
        self.look_up_joined(query, stopwords, looked);
        looked.choose();
    }

    fn known(&self, looked: &Looked, place: u32) -> Option<TermEntry> {
        let hash = looked.terms.get(place as usize)?.hash;
        self.postings.entry(self.dictionary.get(hash, looked.term(place))?)
    }

    /// Looks for the words that a capital divides also in one piece, where some document has them so.
    fn look_up_joined(&self, query: &str, stopwords: &Stopwords, looked: &mut Looked) {
        for_each_joined_term(query, |term, parts| {
            let hash = self.dictionary.hash(term);
            let entry = self.dictionary.get(hash, term).and_then(|number| self.postings.entry(number));
            let Some(entry) = entry.filter(|_| !stopwords.contains(term)) else { return };
            for part in parts {
                let first = looked.first(u32::try_from(part).unwrap_or(u32::MAX));
                looked.unmatched.retain(|unmatched| *unmatched != first);
            }
            let place = u32::try_from(looked.terms.len()).unwrap_or(u32::MAX);
            looked.push(self, term);
            let is_new = !looked.distinct.iter().any(|known| looked.term(*known) == term);
            if is_new {
                looked.distinct.push(place);
                looked.ranked.push((place, entry));
            }
        });
    }

    /// The highest score of a document that has all ranked terms, and as many unknown ones as may still rank, everywhere.
    pub(crate) fn ceiling(&self, looked: &Looked) -> Score {
        let unknown = looked.unmatched.len().min(MAX_QUERY_TERMS.saturating_sub(looked.ranked.len()));
        let known = looked.ranked.iter().map(|(_, entry)| Score::of_impact(entry.highest));
        known.chain(std::iter::repeat_n(Score::of_impact(self.highest_unknown), unknown)).sum()
    }
}
