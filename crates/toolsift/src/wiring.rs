//! The default wiring.

use std::sync::Arc;

use toolsift_bm25f_index::{Bm25fFactory, Bm25fRanker, Index, IndexError, Params};
use toolsift_core::{Ranking, SearchDoc};
use toolsift_session::RankerSource;
use toolsift_tokenizer::Stopwords;

/// The built-in ranker over some documents, with the default parameters.
///
/// # Errors
///
/// What [`Index::build`] refuses: two documents with one id, or too many of them.
pub fn build_ranker(docs: &[SearchDoc], stopwords: Stopwords) -> Result<Bm25fRanker, IndexError> {
    let index = Index::build(docs, &Params::default())?;
    Ok(Bm25fRanker::new(Arc::new(index), stopwords))
}

/// The built-in ranker as a session takes it: built over the run's documents at the first search.
#[must_use]
pub fn built_in_ranker(stopwords: Stopwords) -> RankerSource {
    RankerSource::BuiltIn(Arc::new(Bm25fFactory::new(stopwords)))
}

/// The same for a run with [`ToolSearchConfig::ranking`](toolsift_session::ToolSearchConfig::ranking) `"guarded"`: with the weights of that ranking.
///
/// What a guarded ranking promises is the session's doing and holds with any factory; this one also has un-vouched names weigh less than the host's annotations.
///
/// ```
/// use toolsift::prelude::*;
///
/// let mut config = ToolSearchConfig::default();
/// config.ranking = Ranking::Guarded;
/// let mut setup = Setup::new(LoopName::new("main")?);
/// setup.search = Some(config);
/// let session = Session::new(setup, guarded_ranker(Stopwords::default()))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn guarded_ranker(stopwords: Stopwords) -> RankerSource {
    let params = Params::default().with_ranking(Ranking::Guarded);
    RankerSource::BuiltIn(Arc::new(Bm25fFactory::new(stopwords).with_params(params)))
}
