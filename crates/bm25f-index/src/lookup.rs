//! From a query's text to the terms of the index.

use std::ops::ControlFlow;

use toolsift_core::limits::MAX_QUERY_TERMS;
use toolsift_tokenizer::{MAX_QUERY_CHARS, Stopwords, for_each_joined_term, for_each_term};

use crate::index::Index;
use crate::postings::TermEntry;
use crate::score::Score;

/// A distinct word of a query: the number of a term or, with the highest bit, the place of a stranger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word(u32);

impl Word {
    const STRANGER: u32 = 1 << 31;

    fn number(self) -> Option<u32> {
        Some(self.0).filter(|number| number & Self::STRANGER == 0)
    }
}

/// A query's terms, looked up. Only words that no document has are kept as text; the others lie in the dictionary.
#[derive(Debug, Default)]
pub(crate) struct Looked {
    /// The texts of the strangers, one behind the other.
    text: String,
    /// Where each of them ends.
    ends: Vec<usize>,
    /// Every term in order, repeats and stopwords included.
    sequence: Vec<Word>,
    /// A bit for each of them, at a place that some share: most terms are seen to be new by it.
    seen: u64,
    /// The hash of that sequence.
    pub(crate) hash: u64,
    /// The stopwords, each once.
    left_out: Vec<Word>,
    /// The distinct terms that count, in order of appearance, then the joined ones.
    pub(crate) distinct: Vec<Word>,
    /// Those of them that rank, in the same order: the place among them and what is known of the term.
    pub(crate) ranked: Vec<(u32, TermEntry)>,
    /// Known ones that do not, since enough rarer ones do.
    pub(crate) passed_over: Vec<Word>,
    /// Those that no document contains, neither alone nor as a part.
    pub(crate) unmatched: Vec<Word>,
}

impl Looked {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.sequence.clear();
        (self.seen, self.hash) = (0, 0);
        self.left_out.clear();
        self.distinct.clear();
        self.ranked.clear();
        self.passed_over.clear();
        self.unmatched.clear();
    }

    /// How many terms there are, repeats and stopwords included.
    pub(crate) fn len(&self) -> usize {
        self.sequence.len()
    }

    /// Takes the next term of the query.
    #[inline]
    fn take(&mut self, index: &Index, stopwords: &Stopwords, term: &str) {
        let hash = index.dictionary.hash(term);
        let known = index.dictionary.get(hash, term).map(Word);
        let word = known.unwrap_or_else(|| self.stranger(term));
        self.hash = and_then(self.hash, hash);
        let mark = 1 << (word.0 % u64::BITS);
        let is_known = self.seen & mark != 0 && self.sequence.contains(&word);
        self.seen |= mark;
        self.sequence.push(word);
        if is_known {
            return;
        }
        if stopwords.contains(term) {
            self.left_out.push(word);
        } else {
            self.count(index, word);
        }
    }

    /// The word of a term that no document has: one that came before, or a new one.
    fn stranger(&mut self, term: &str) -> Word {
        let place = (0..self.ends.len()).find(|place| self.stranger_text(*place) == term).unwrap_or_else(|| {
            self.text.push_str(term);
            self.ends.push(self.text.len());
            self.ends.len() - 1
        });
        Word(Word::STRANGER | u32::try_from(place).unwrap_or_default())
    }

    fn stranger_text(&self, place: usize) -> &str {
        let start = place.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default();
        self.ends.get(place).and_then(|end| self.text.get(start..*end)).unwrap_or_default()
    }

    /// Takes a distinct word that counts: it ranks or is unmatched.
    #[inline]
    fn count(&mut self, index: &Index, word: Word) {
        match word.number().and_then(|number| index.postings.entry(number)) {
            Some(entry) => self.ranked.push((u32::try_from(self.distinct.len()).unwrap_or(u32::MAX), entry)),
            None => self.unmatched.push(word),
        }
        self.distinct.push(word);
    }

    /// Keeps of the known terms those that rank: in the fewest trusted documents, terms known only from untrusted names last, ties by appearance.
    fn choose(&mut self) {
        if self.ranked.len() <= MAX_QUERY_TERMS {
            return;
        }
        self.ranked.sort_unstable_by_key(|(place, entry)| (entry.trusted == 0, entry.trusted, *place));
        let too_many = self.ranked.get_mut(MAX_QUERY_TERMS..).unwrap_or_default();
        too_many.sort_unstable_by_key(|(place, _)| *place);
        self.passed_over.extend(self.ranked.drain(MAX_QUERY_TERMS..).map(|(_, entry)| Word(entry.number)));
        self.ranked.sort_unstable_by_key(|(place, _)| *place);
    }
}

/// The hash of a sequence with one hash more.
pub(crate) fn and_then(sequence: u64, hash: u64) -> u64 {
    // An odd number whose bits are as good as random (the golden ratio).
    (sequence ^ hash).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

impl Index {
    /// Looks the terms of a query up.
    ///
    /// # Complexity
    ///
    /// Linear in the query's cap of 512 characters but for comparing its terms, of which there are at most 512, with each other.
    pub(crate) fn look_up(&self, query: &str, stopwords: &Stopwords, looked: &mut Looked) {
        looked.clear();
        for_each_term(query, MAX_QUERY_CHARS, |term| {
            looked.take(self, stopwords, term);
            ControlFlow::Continue(())
        });
        if looked.distinct.is_empty() {
            // Stopwords count where nothing else is there.
            for place in 0..looked.left_out.len() {
                looked.left_out.get(place).copied().into_iter().for_each(|word| looked.count(self, word));
            }
        }
        self.look_up_joined(query, stopwords, looked);
        looked.choose();
    }

    /// Looks for the words that a capital divides also in one piece, where some document has them so.
    fn look_up_joined(&self, query: &str, stopwords: &Stopwords, looked: &mut Looked) {
        for_each_joined_term(query, |term, parts| {
            let Some(number) = self.dictionary.get(self.dictionary.hash(term), term) else { return };
            if stopwords.contains(term) {
                return;
            }
            let parts = looked.sequence.get(parts).unwrap_or_default();
            looked.unmatched.retain(|unmatched| !parts.contains(unmatched));
            if !looked.distinct.contains(&Word(number)) {
                looked.count(self, Word(number));
            }
        });
    }

    /// The text of a word of a query.
    pub(crate) fn text<'a>(&'a self, looked: &'a Looked, word: Word) -> &'a str {
        let stranger = || looked.stranger_text((word.0 & !Word::STRANGER) as usize);
        word.number().map_or_else(stranger, |number| self.dictionary.term(number))
    }

    /// The texts of words of a query.
    pub(crate) fn texts(&self, looked: &Looked, words: &[Word]) -> Vec<String> {
        words.iter().map(|word| self.text(looked, *word).to_owned()).collect()
    }

    /// The query's terms in order, repeats and stopwords included.
    pub(crate) fn sequence<'a>(&'a self, looked: &'a Looked) -> impl Iterator<Item = &'a str> {
        looked.sequence.iter().map(|word| self.text(looked, *word))
    }

    /// The highest score of a document that has all ranked terms, and as many unknown ones as may still rank, everywhere.
    pub(crate) fn ceiling(&self, looked: &Looked) -> Score {
        let unknown = looked.unmatched.len().min(MAX_QUERY_TERMS.saturating_sub(looked.ranked.len()));
        let known = looked.ranked.iter().map(|(_, entry)| Score::of_impact(entry.highest));
        known.chain(std::iter::repeat_n(Score::of_impact(self.highest_unknown), unknown)).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A table finds a name by this hash: in another order, or with a term more or less, it is another one.
    #[test]
    fn sequences_have_hashes_of_their_own() {
        let of = |hashes: &[u64]| hashes.iter().fold(0, |sequence, hash| and_then(sequence, *hash));
        let (a, b, c) = (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, 0x0F1E_2D3C_4B5A_6978);
        let sequences = [&[a][..], &[b], &[a, b], &[b, a], &[a, a], &[a, b, c], &[a, c, b], &[c, b, a], &[a, b, a, b]];
        let distinct: BTreeSet<u64> = sequences.into_iter().map(of).collect();
        assert_eq!(distinct.len(), sequences.len());
    }
}
