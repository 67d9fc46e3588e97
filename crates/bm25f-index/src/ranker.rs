//! The index as a [`ToolRanker`].

use std::sync::Arc;

use toolsift_core::{Hit, RankError, SearchDoc, ToolRanker, ToolRankerFactory};
use toolsift_tokenizer::Stopwords;

use crate::index::{Index, Params};
use crate::search::{TopHit, with_scratch};

/// The score of a hit that the query names: above every sum of impacts, so that scores never rise along a list.
pub const EXACT_SCORE: f64 = 65_536.0;

/// An [`Index`] and the stopwords of its queries, as a ranker of kind `"bm25f"`.
///
/// Cloning it shares the index, also between threads, runs and rankers with other stopwords.
///
/// ```
/// use std::sync::Arc;
/// use toolsift_bm25f_index::{Bm25fRanker, Index, Params};
/// use toolsift_core::{SearchDoc, ToolId, ToolRanker};
/// use toolsift_tokenizer::Stopwords;
///
/// let docs = [SearchDoc::new(ToolId::new("refund_payment")?)];
/// let index = Arc::new(Index::build(&docs, &Params::default())?);
/// let ranker = Bm25fRanker::new(index, Stopwords::default());
/// assert_eq!(ranker.kind(), "bm25f");
/// assert_eq!(ranker.rank("refund the customer", 5)?.len(), 1);
/// assert_eq!(ranker.unmatched("refund the customer"), ["customer"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Bm25fRanker {
    index: Arc<Index>,
    stopwords: Arc<Stopwords>,
}

impl Bm25fRanker {
    /// A ranker over an index.
    #[must_use]
    pub fn new(index: Arc<Index>, stopwords: Stopwords) -> Self {
        Self { index, stopwords: Arc::new(stopwords) }
    }

    /// The index.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The stopwords.
    #[must_use]
    pub fn stopwords(&self) -> &Stopwords {
        &self.stopwords
    }
}

impl ToolRanker for Bm25fRanker {
    fn kind(&self) -> &str {
        "bm25f"
    }

    fn rank(&self, query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
        let score = |hit: &TopHit<'_>| if hit.exact { EXACT_SCORE } else { hit.score.as_f64() };
        Ok(with_scratch(|scratch| {
            let hits = self.index.top(query, &self.stopwords, limit, scratch);
            hits.map(|hit| Hit::new(hit.id.clone(), score(&hit))).collect()
        }))
    }

    fn ceiling(&self, query: &str) -> Option<f64> {
        Some(self.index.ceiling_of(query, &self.stopwords).as_f64())
    }

    fn unmatched(&self, query: &str) -> Vec<String> {
        self.index.unmatched(query, &self.stopwords)
    }
}

/// Builds a [`Bm25fRanker`] over whatever documents a run has.
#[derive(Debug, Clone, Default)]
pub struct Bm25fFactory {
    stopwords: Stopwords,
    params: Params,
}

impl Bm25fFactory {
    /// A factory of rankers with some stopwords and the default parameters.
    #[must_use]
    pub fn new(stopwords: Stopwords) -> Self {
        Self { stopwords, params: Params::default() }
    }

    /// The same with other parameters.
    #[must_use]
    pub fn with_params(mut self, params: Params) -> Self {
        self.params = params;
        self
    }
}

impl ToolRankerFactory for Bm25fFactory {
    fn build(&self, docs: &[SearchDoc]) -> Result<Arc<dyn ToolRanker>, RankError> {
        let index = Index::build(docs, &self.params).map_err(|error| RankError::Unavailable(error.into()))?;
        Ok(Arc::new(Bm25fRanker::new(Arc::new(index), self.stopwords.clone())))
    }
}
