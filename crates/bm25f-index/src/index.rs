//! The index itself: sorted documents, a dictionary, and one list of postings a term.

use ahash::AHashMap;
use toolsift_core::{SearchDoc, Standing, ToolId};

use crate::error::IndexError;
use crate::formula::PerField;
use crate::identifiers::Identifiers;
use crate::score::Score;

/// What may be chosen about an index. The defaults are what `docs/defaults.md` argues for.
///
/// ```
/// use toolsift_bm25f_index::Params;
///
/// let without = Params::default().with_length_floor(false);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Params {
    /// Whether a field shorter than the average counts as average (default: yes). Without it a short field may count up to
    /// four times, which is the textbook formula and what a server with a one-word name would choose.
    pub length_floor: bool,
}

impl Default for Params {
    fn default() -> Self {
        Self { length_floor: true }
    }
}

impl Params {
    /// Switches the floor under the length ratio.
    #[must_use]
    pub fn with_length_floor(mut self, on: bool) -> Self {
        self.length_floor = on;
        self
    }
}

/// An immutable inverted index over [`SearchDoc`]s.
///
/// Postings are two parallel lists (document numbers ascending, impacts), cut into one range a term. Documents are
/// numbered in the order of their ids, so that the smaller number is the smaller id.
#[derive(Clone)]
pub struct Index {
    pub(crate) documents: Vec<Document>,
    /// A term to its number.
    pub(crate) dictionary: AHashMap<Box<str>, usize>,
    /// The postings of each term, by its number.
    pub(crate) entries: Vec<TermEntry>,
    /// Document numbers, ascending within a term.
    pub(crate) posting_documents: Vec<u32>,
    /// The impact of the posting at the same place.
    pub(crate) posting_impacts: Vec<Score>,
    pub(crate) identifiers: Identifiers,
    pub(crate) averages: PerField<f64>,
    pub(crate) params: Params,
    pub(crate) tokens: usize,
    pub(crate) fingerprint: String,
}

/// What is kept of a document.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    pub(crate) id: ToolId,
    pub(crate) standing: Standing,
}

/// Where the postings of a term are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TermEntry {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// How many of its documents are trusted.
    pub(crate) trusted: usize,
}

impl TermEntry {
    /// In how many documents the term occurs.
    pub(crate) fn document_frequency(self) -> usize {
        self.end - self.start
    }
}

/// How large an index is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Documents.
    pub documents: usize,
    /// Distinct terms.
    pub terms: usize,
    /// Pairs of a term and a document.
    pub postings: usize,
    /// Terms kept of all fields, repeats counted: what the build had to do.
    pub tokens: usize,
}

impl Index {
    /// Builds the index of some documents. Their order does not matter.
    ///
    /// # Errors
    ///
    /// [`IndexError::DuplicateId`] where two documents have one id, [`IndexError::TooManyDocuments`] over
    /// [`MAX_DOCUMENTS`](toolsift_core::limits::MAX_DOCUMENTS).
    ///
    /// # Complexity
    ///
    /// Linear in the kept terms, at most 448 a document, however long its texts are; plus sorting the ids.
    pub fn build(documents: &[SearchDoc], params: &Params) -> Result<Self, IndexError> {
        crate::build::build(documents, params)
    }

    /// How large the index is.
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats {
            documents: self.documents.len(),
            terms: self.entries.len(),
            postings: self.posting_documents.len(),
            tokens: self.tokens,
        }
    }

    /// The lower-case hexadecimal SHA-256 of all that results depend on besides query and stopwords: the indexed text, [`Params`],
    /// the [ranking](crate::RANKING_VERSION) and [tokenizer](toolsift_tokenizer::TOKENIZER_VERSION) versions, and the
    /// [Unicode versions](toolsift_tokenizer::unicode_versions).
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The number of a document.
    pub(crate) fn number(&self, id: &ToolId) -> Option<usize> {
        self.documents.binary_search_by(|document| document.id.cmp(id)).ok()
    }

    /// What is known of a term.
    pub(crate) fn entry(&self, term: &str) -> Option<TermEntry> {
        self.dictionary.get(term).and_then(|&number| self.entries.get(number)).copied()
    }

    /// What a term adds to a document, if it occurs there. The documents of a term ascend, so that one is found by halving.
    pub(crate) fn impact(&self, entry: TermEntry, document: usize) -> Option<Score> {
        let documents = self.posting_documents.get(entry.start..entry.end)?;
        let place = documents.binary_search_by(|number| (*number as usize).cmp(&document)).ok()?;
        self.posting_impacts.get(entry.start + place).copied()
    }

    /// The postings of a term.
    pub(crate) fn postings(&self, entry: TermEntry) -> impl Iterator<Item = (u32, Score)> + '_ {
        let documents = self.posting_documents.get(entry.start..entry.end).unwrap_or_default();
        let impacts = self.posting_impacts.get(entry.start..entry.end).unwrap_or_default();
        documents.iter().copied().zip(impacts.iter().copied())
    }
}

impl std::fmt::Debug for Index {
    /// Sizes and the fingerprint: indexed text may be a third party's and does not belong into logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index").field("stats", &self.stats()).field("fingerprint", &self.fingerprint).finish()
    }
}
