//! The contract between whoever ranks and whoever shows.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::doc::SearchDoc;
use crate::id::ToolId;

/// Anything that finds tools for a query.
///
/// A ranker is built once over the documents it may know, shared between threads and asked often. What it answers is a
/// *suggestion*: the caller intersects it with what is allowed. The suite in `toolsift-eval` states the laws.
pub trait ToolRanker: fmt::Debug + Send + Sync {
    /// What a record calls this ranker: never empty, the same for the ranker's whole life.
    fn kind(&self) -> &str;

    /// The best `limit` hits, best first, each id once. Fewer hits than asked for means that there are no more.
    ///
    /// # Errors
    ///
    /// [`RankError::Unavailable`] where a later call may succeed, [`RankError::Terminal`] where the run must end.
    fn rank(&self, query: &str, limit: usize) -> Result<Vec<Hit>, RankError>;

    /// The highest score that a query could give, on the scale of [`Hit::score`]: what a hit has of it says how good it is. `None` where a
    /// ranker cannot tell.
    fn ceiling(&self, query: &str) -> Option<f64> {
        let _ = query;
        None
    }

    /// The terms of the query that nothing known to this ranker contains, in query order. Empty where a ranker has no terms.
    fn unmatched(&self, query: &str) -> Vec<String> {
        let _ = query;
        Vec::new()
    }
}

/// Builds a ranker over the documents of a run.
///
/// It is asked at most once for a catalogue, at the first search, and again only where it failed. It sees documents that are already reduced to what is
/// believed, as copies of its own to read.
pub trait ToolRankerFactory: fmt::Debug + Send + Sync {
    /// Builds the ranker.
    ///
    /// # Errors
    ///
    /// As [`ToolRanker::rank`].
    fn build(&self, docs: &[SearchDoc]) -> Result<Arc<dyn ToolRanker>, RankError>;
}

/// One suggestion of a ranker.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Hit {
    /// The suggested tool.
    pub id: ToolId,
    /// How good, on the ranker's own scale: scores of two rankers are never compared, and no record holds one.
    pub score: f64,
}

impl Hit {
    /// A suggestion.
    #[must_use]
    pub fn new(id: ToolId, score: f64) -> Self {
        Self { id, score }
    }
}

/// Why a ranker has no answer. The cause is for the host's logs and never reaches a model.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RankError {
    /// It cannot answer now; a later call may.
    #[error("the ranker is unavailable")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// It asks for the end of the run.
    #[error("the ranker ended the run")]
    Terminal(#[source] Box<dyn Error + Send + Sync>),
}
