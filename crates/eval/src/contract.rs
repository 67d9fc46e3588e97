//! The laws that every ranker must keep, as a check to call from a test.

mod corpus;
mod findings;
mod transcript;

#[cfg(test)]
mod tests;

use std::fmt;

use toolsift_core::{RankError, SearchDoc, ToolRanker};

use self::findings::Findings;

/// Longest [`Violation::detail`], in characters.
pub const MAX_DETAIL_CHARS: usize = 300;

/// Most terms that [`ToolRanker::unmatched`] may return: of a query, 512 characters are read (ADR 0125, D6), and each of
/// them may start a word and a pair.
pub const MAX_UNMATCHED_TERMS: usize = 1_024;

/// Longest term that [`ToolRanker::unmatched`] may return, in characters: NFKC makes at most 18 of each of those 512
/// (U+FDFA).
pub const MAX_UNMATCHED_CHARS: usize = 9_216;

/// Every law, as a [`Violation`] names it.
pub mod law {
    /// The ranker can be built of the documents.
    pub const BUILD: &str = "build";
    /// The kind is not empty and never changes.
    pub const KIND: &str = "kind";
    /// There are at most as many hits as asked for, and none for a limit of 0.
    pub const LIMIT: &str = "limit";
    /// Every id is one of a document that the ranker was built of.
    pub const KNOWN_IDS: &str = "known ids";
    /// No id comes twice.
    pub const DISTINCT_IDS: &str = "distinct ids";
    /// Scores are finite and never rise from one hit to the next.
    pub const SCORES: &str = "scores";
    /// The same question has the same answer, asked again or of another ranker built of the same documents.
    pub const REPEATABLE: &str = "repeatable";
    /// The order of the documents changes no answer.
    pub const DOCUMENT_ORDER: &str = "document order";
    /// The answer to a lower limit is the beginning of the answer to a higher one.
    pub const PREFIX: &str = "prefix";
    /// A ranker of no documents has no hit.
    pub const NO_DOCUMENTS: &str = "no documents";
    /// At least one question has an answer: a ranker that is always unavailable proves nothing.
    pub const ANSWERS: &str = "answers";
    /// No query ends the run.
    pub const NOT_TERMINAL: &str = "not terminal";
    /// The unmatched terms are few, short, not empty and all different.
    pub const UNMATCHED: &str = "unmatched";
}

/// What builds the ranker under test.
pub type Build<'a> = dyn Fn(&[SearchDoc]) -> Result<Box<dyn ToolRanker>, RankError> + 'a;

/// A law that a ranker breaks, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// One of the constants of [`law`].
    pub law: &'static str,
    /// Where the law was broken first, in at most [`MAX_DETAIL_CHARS`] characters.
    pub detail: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.detail)
    }
}

/// Builds a ranker of documents that are hard to rank, asks it questions that are hard to answer and holds the answers
/// against every [`law`].
///
/// Answers are the same where ids, scores and unmatched terms are the same to the bit. A ranker that is
/// [`RankError::Unavailable`] for a question is not compared there. Of a ranker that is not [`law::REPEATABLE`] the
/// laws [`law::PREFIX`] and [`law::DOCUMENT_ORDER`] are not checked, since they compare answers. A panic of the ranker is
/// not caught.
///
/// # Errors
///
/// The broken laws, each once.
///
/// # Complexity
///
/// The ranker is built 7 times over fewer than 50 documents and asked fewer than 1 000 questions, the longest of 1 MiB.
///
/// ```
/// use toolsift_core::{Hit, RankError, SearchDoc, ToolId, ToolRanker};
/// use toolsift_eval::contract::{check, law};
///
/// #[derive(Debug)]
/// struct Listed(Vec<ToolId>);
///
/// impl ToolRanker for Listed {
///     fn kind(&self) -> &str {
///         "listed"
///     }
///     fn rank(&self, _query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
///         Ok(self.0.iter().take(limit).map(|id| Hit::new(id.clone(), 1.0)).collect())
///     }
/// }
///
/// let listed = |docs: &[SearchDoc]| docs.iter().map(|doc| doc.id.clone()).collect::<Vec<_>>();
///
/// // A ranker that breaks its ties by the order of the documents:
/// let broken = check(&|docs| Ok(Box::new(Listed(listed(docs))))).unwrap_err();
/// assert_eq!(broken.iter().map(|violation| violation.law).collect::<Vec<_>>(), [law::DOCUMENT_ORDER]);
///
/// // One that breaks them by id:
/// let sorted = check(&|docs| {
///     let mut ids = listed(docs);
///     ids.sort();
///     Ok(Box::new(Listed(ids)))
/// });
/// assert!(sorted.is_ok());
/// ```
pub fn check(build: &Build<'_>) -> Result<(), Vec<Violation>> {
    let violations = Findings::of(build).0;
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}
