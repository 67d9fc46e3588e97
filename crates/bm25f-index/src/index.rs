//! The index itself: sorted documents, a dictionary, and the postings of its terms.

use toolsift_core::{Ranking, SearchDoc, Standing, ToolId};

use crate::dictionary::Dictionary;
use crate::error::IndexError;
use crate::field::{Field, UNTRUSTED_NAME_WEIGHT};
use crate::formula::{MIN_STATISTICS, PerField, idf};
use crate::identifiers::Identifiers;
use crate::postings::Postings;

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
    /// Whether this is one of the two indexes of a guarded ranking (default: no). Then a name that is not trusted weighs 1 instead of 3, so that
    /// the host's annotations outweigh it, and fewer than [`MIN_STATISTICS`] documents say nothing of how rare a term is.
    pub ranking: Ranking,
}

impl Default for Params {
    fn default() -> Self {
        Self { length_floor: true, ranking: Ranking::Plain }
    }
}

impl Params {
    /// Switches the floor under the length ratio.
    #[must_use]
    pub fn with_length_floor(mut self, on: bool) -> Self {
        self.length_floor = on;
        self
    }

    /// Chooses the ranking.
    #[must_use]
    pub fn with_ranking(mut self, ranking: Ranking) -> Self {
        self.ranking = ranking;
        self
    }

    /// What one occurrence in a field is worth in a document of some standing.
    pub(crate) fn weight(&self, field: Field, standing: Standing) -> f64 {
        let is_guarded = self.ranking != Ranking::Plain && standing != Standing::Trusted;
        if is_guarded && field == Field::Name { UNTRUSTED_NAME_WEIGHT } else { field.weight() }
    }

    /// How rare a term of so many documents is.
    pub(crate) fn idf(&self, documents: usize, with_term: usize) -> f64 {
        let is_too_few = self.ranking != Ranking::Plain && documents < MIN_STATISTICS;
        if is_too_few { idf(MIN_STATISTICS, 1) } else { idf(documents, with_term) }
    }
}

/// An immutable inverted index over [`SearchDoc`]s.
///
/// Documents are numbered in the order of their ids, so that the smaller number is the smaller id.
#[derive(Clone)]
pub struct Index {
    pub(crate) documents: Documents,
    pub(crate) dictionary: Dictionary,
    pub(crate) postings: Postings,
    pub(crate) identifiers: Identifiers,
    pub(crate) averages: PerField<f64>,
    /// The most that a term of no document would add.
    pub(crate) highest_unknown: u16,
    pub(crate) params: Params,
    pub(crate) tokens: usize,
    pub(crate) fingerprint: String,
}

/// What is kept of the documents, by their numbers: side by side, since together an id and two bytes would take as much as an id and a half.
#[derive(Debug, Clone, Default)]
pub(crate) struct Documents {
    ids: Vec<ToolId>,
    marks: Vec<Mark>,
}

/// Where in an id the local name begins, doubled, and 1 more where the document is not trusted.
#[derive(Debug, Clone, Copy)]
struct Mark(u16);

/// What is kept of a document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Document<'d> {
    pub(crate) id: &'d ToolId,
    mark: Mark,
}

impl Documents {
    /// Room for so many.
    pub(crate) fn with_capacity(documents: usize) -> Self {
        Self { ids: Vec::with_capacity(documents), marks: Vec::with_capacity(documents) }
    }

    pub(crate) fn push(&mut self, document: Document<'_>) {
        self.ids.push(document.id.clone());
        self.marks.push(document.mark);
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(crate) fn get(&self, number: u32) -> Option<Document<'_>> {
        Some(Document { id: self.ids.get(number as usize)?, mark: *self.marks.get(number as usize)? })
    }

    /// A document that was found.
    #[expect(clippy::indexing_slicing, reason = "what is found is a document of this index")]
    pub(crate) fn found(&self, number: u32) -> Document<'_> {
        Document { id: &self.ids[number as usize], mark: self.marks[number as usize] }
    }

    /// The number of the document with an id: they are in the order of these.
    fn number(&self, id: &ToolId) -> Option<u32> {
        self.ids.binary_search(id).ok().and_then(|place| u32::try_from(place).ok())
    }
}

impl<'d> Document<'d> {
    pub(crate) fn new(doc: &'d SearchDoc) -> Self {
        let local = doc.id.as_str().len().saturating_sub(doc.local_name().len());
        let local = u16::try_from(local).unwrap_or_default();
        Self { id: &doc.id, mark: Mark(local << 1 | u16::from(doc.standing != Standing::Trusted)) }
    }

    pub(crate) fn standing(self) -> Standing {
        if self.mark.0 & 1 == 0 { Standing::Trusted } else { Standing::Untrusted }
    }

    pub(crate) fn name(self) -> &'d str {
        self.id.name()
    }

    pub(crate) fn local_name(self) -> &'d str {
        self.id.as_str().get(usize::from(self.mark.0 >> 1)..).unwrap_or_default()
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
    /// [`MAX_DOCUMENTS`](toolsift_core::limits::MAX_DOCUMENTS), [`IndexError::TooManyPostings`] over [`MAX_POSTINGS`](toolsift_core::limits::MAX_POSTINGS), [`IndexError::TooLarge`] where there are more terms or text of terms than can be numbered.
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
            terms: self.postings.terms(),
            postings: self.postings.len(),
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
    pub(crate) fn number(&self, id: &ToolId) -> Option<u32> {
        self.documents.number(id)
    }
}

impl std::fmt::Debug for Index {
    /// Sizes and the fingerprint: indexed text may be a third party's and does not belong into logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index").field("stats", &self.stats()).field("fingerprint", &self.fingerprint).finish()
    }
}
