//! Words of a query that say nothing about what is sought.

use std::ops::ControlFlow;

use ahash::AHashSet;

use crate::label::normalize_label;
use crate::query::MAX_QUERY_CHARS;
use crate::term::for_each_term;

/// Most entries that a list may have (ADR 0125, D15).
pub const MAX_STOPWORDS: usize = 256;

/// The default list: articles, conjunctions, common prepositions, copulas, pronouns and a few auxiliaries of English.
///
/// Deliberately no negations, question words or verbs. A query that mixes `can`, `or` or `it` with other words loses
/// them; where such words carry intent, give a list of your own, or none. Tools are indexed with all their words, so one named `get_the_x` is
/// found by its name.
pub const DEFAULT_STOPWORDS: &[&str] = &[
    "a", "an", "the", "and", "or", "but", "nor", "so", "if", "then", "of", "in", "on", "at", "to", "for", "from", "by",
    "with", "as", "into", "over", "under", "about", "is", "are", "was", "were", "be", "been", "being", "am", "i", "me",
    "my", "we", "us", "our", "you", "your", "he", "she", "it", "its", "him", "her", "his", "they", "them", "their",
    "this", "that", "these", "those", "do", "does", "did", "can", "could", "will", "would", "shall", "should", "may",
    "might",
];

/// A set of query terms to leave out.
///
/// Entries become terms the way a query does, so that `this` is found under its folded form; an entry of several words
/// is that many stopwords, not a phrase. The default is [`DEFAULT_STOPWORDS`].
///
/// ```
/// use toolsift_tokenizer::{Stopwords, query_terms};
///
/// let stopwords = Stopwords::new(["Please", "out of"])?;
/// assert_eq!(query_terms("please take it out of the box", &stopwords), ["take", "it", "the", "box"]);
/// # Ok::<(), toolsift_tokenizer::StopwordsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stopwords {
    words: AHashSet<String>,
    marks: Marks,
}

/// A bit for each entry, at a place that its length and its first and last byte give: most other terms have none there, and are not looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Marks([u64; 32]);

impl Marks {
    fn place(term: &str) -> Option<(usize, u64)> {
        let (first, last) = (*term.as_bytes().first()?, *term.as_bytes().last()?);
        // Of the names of tools and what people ask for, one word in twenty that is no default entry has one's place.
        let place = term.len() + usize::from(first) * 8 + usize::from(last) * 192;
        Some((place / 64 % 32, 1 << (place % 64)))
    }

    fn set(&mut self, term: &str) {
        let Some((word, bit)) = Self::place(term) else { return };
        self.0.get_mut(word).into_iter().for_each(|marks| *marks |= bit);
    }

    #[inline]
    fn has(&self, term: &str) -> bool {
        Self::place(term).is_some_and(|(word, bit)| self.0.get(word).is_some_and(|marks| marks & bit != 0))
    }
}

/// More entries than a list may have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("stopwords: {actual} entries, at most {MAX_STOPWORDS} are allowed")]
#[non_exhaustive]
pub struct StopwordsError {
    /// How many were given.
    pub actual: usize,
}

impl Stopwords {
    /// Leaves nothing out.
    #[must_use]
    pub fn none() -> Self {
        Self { words: AHashSet::new(), marks: Marks::default() }
    }

    /// A list of one's own, in place of the default. Empty entries are ignored, and an empty list leaves nothing out.
    ///
    /// # Errors
    ///
    /// [`StopwordsError`] for more than [`MAX_STOPWORDS`] entries.
    pub fn new<I>(entries: I) -> Result<Self, StopwordsError>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let mut actual = 0;
        let mut stopwords = Self::none();
        for entry in entries {
            actual += 1;
            if actual <= MAX_STOPWORDS {
                stopwords.insert(entry.as_ref());
            }
        }
        if actual > MAX_STOPWORDS {
            return Err(StopwordsError { actual });
        }
        Ok(stopwords)
    }

    /// Whether a *term* is left out.
    ///
    /// # Complexity
    ///
    /// One look-up in a hash set at most.
    #[must_use]
    #[inline]
    pub fn contains(&self, term: &str) -> bool {
        self.marks.has(term) && self.words.contains(term)
    }

    fn insert(&mut self, entry: &str) {
        let Some(label) = normalize_label(entry) else { return };
        for_each_term(&label, MAX_QUERY_CHARS, |term| {
            self.marks.set(term);
            self.words.insert(term.to_owned());
            ControlFlow::Continue(())
        });
    }
}

impl Default for Stopwords {
    fn default() -> Self {
        let mut stopwords = Self::none();
        DEFAULT_STOPWORDS.iter().for_each(|entry| stopwords.insert(entry));
        stopwords
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{query_terms, terms};

    /// ADR-247, ADR-248, C1-11: an entry is matched in the form that a query term has.
    #[test]
    fn every_default_entry_is_in_the_set_as_a_query_would_spell_it() {
        let stopwords = Stopwords::default();
        for entry in DEFAULT_STOPWORDS {
            for term in terms(entry, MAX_QUERY_CHARS) {
                assert!(stopwords.contains(&term), "{entry} as {term}");
            }
        }
        assert!(stopwords.contains("thi") && !stopwords.contains("this"));
        assert_eq!(stopwords, Stopwords::new(DEFAULT_STOPWORDS).unwrap());
    }

    /// ADR-249, ADR-250: fails where the set holds the raw spellings.
    #[test]
    fn does_this_tool_refund() {
        assert_eq!(query_terms("does this tool refund", &Stopwords::default()), ["tool", "refund"]);
        assert_eq!(query_terms("these or those refunds", &Stopwords::default()), ["refund"]);
    }

    /// ADR-243: a term is looked up in a hash set, however long the list.
    #[test]
    fn the_list_is_a_hash_set() {
        let Stopwords { words, .. } = Stopwords::default();
        let _: AHashSet<String> = words;
    }

    /// Most terms are not looked for: of all first and last letters and usual lengths, less than one in twenty has the place of a default entry.
    #[test]
    fn few_terms_share_a_place_with_an_entry() {
        let Stopwords { marks, .. } = Stopwords::default();
        let (mut all, mut marked) = (0, 0);
        for (first, last) in ('a'..='z').flat_map(|first| ('a'..='z').map(move |last| (first, last))) {
            for between in 1..=8 {
                all += 1;
                marked += usize::from(marks.has(&format!("{first}{}{last}", "x".repeat(between))));
            }
        }
        assert!(marked * 20 < all, "{marked} of {all}");
    }

    /// ADR-235: what is in the default list and what must not be.
    #[test]
    fn classes_of_the_default_list() {
        let stopwords = Stopwords::default();
        for word in ["the", "this", "these", "those", "does", "can", "or", "it", "a", "of", "is", "their", "would"] {
            assert!(terms(word, 100).iter().all(|term| stopwords.contains(term)), "{word}");
        }
        for word in [
            "not", "no", "never", "without", "what", "which", "who", "when", "where", "why", "how", "use", "get",
            "set", "run", "make", "list", "find", "out", "up", "all",
        ] {
            assert!(terms(word, 100).iter().all(|term| !stopwords.contains(term)), "{word}");
        }
    }

    /// ADR-239, ADR-241: a query of nothing but stopwords keeps its terms; an empty list leaves all of them.
    #[test]
    fn nothing_left_is_no_answer() {
        assert_eq!(query_terms("can it", &Stopwords::default()), ["can", "it"]);
        let empty: [&str; 0] = [];
        assert_eq!(Stopwords::new(empty).unwrap(), Stopwords::none());
        assert_eq!(query_terms("bill the customer", &Stopwords::none()), ["bill", "the", "customer"]);
    }

    /// ADR-240, ADR-256: entries are normalised like labels, then become terms like a query.
    #[test]
    fn an_entry_may_be_capitalised_plural_spaced_or_of_several_words() {
        let stopwords = Stopwords::new(["  INVOICES ", "out of", "", "   ", "ＴＯＯＬ"]).unwrap();
        for term in ["invoice", "out", "of", "tool"] {
            assert!(stopwords.contains(term), "{term}");
        }
        assert_eq!(stopwords.words.len(), 4, "empty entries add nothing");
    }

    /// ADR-242: the cap, on both sides of it.
    #[test]
    fn at_most_256_entries() {
        let entries = |n: usize| (0..n).map(|i| format!("w{i}")).collect::<Vec<_>>();
        assert!(Stopwords::new(entries(256)).is_ok());
        let error = Stopwords::new(entries(257)).unwrap_err();
        assert_eq!(error.to_string(), "stopwords: 257 entries, at most 256 are allowed");
    }
}
