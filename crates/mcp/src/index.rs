//! One index for all connections.

use std::sync::{Arc, Mutex, PoisonError};

use toolsift::bm25f_index::{Bm25fFactory, Params};
use toolsift::contracts::{RankError, Ranking, SearchDoc, ToolRanker, ToolRankerFactory};
use toolsift::prelude::Stopwords;

/// Indexes that are kept: that of the trusted tools and that of the others, for the state before as for the one now.
const KEPT: usize = 4;

/// Builds the index over some documents once, whoever asks: a thousand connections over one catalogue share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct SharedIndex {
    ranking: Ranking,
    /// The latest first.
    built: Arc<Mutex<Vec<Built>>>,
}

#[derive(Debug)]
struct Built {
    ranking: Ranking,
    docs: Vec<SearchDoc>,
    ranker: Arc<dyn ToolRanker>,
}

impl SharedIndex {
    /// The same, for a ranking.
    pub(crate) fn of(&self, ranking: Ranking) -> Self {
        Self { ranking, built: self.built.clone() }
    }
}

impl ToolRankerFactory for SharedIndex {
    fn build(&self, docs: &[SearchDoc]) -> Result<Arc<dyn ToolRanker>, RankError> {
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(built) = built.iter().find(|built| built.ranking == self.ranking && built.docs == docs) {
            return Ok(built.ranker.clone());
        }
        let params = Params::default().with_ranking(self.ranking);
        let ranker = Bm25fFactory::new(Stopwords::default()).with_params(params).build(docs)?;
        built.insert(0, Built { ranking: self.ranking, docs: docs.to_vec(), ranker: ranker.clone() });
        built.truncate(KEPT);
        Ok(ranker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolsift::contracts::ToolId;

    /// S69: the same documents are indexed once, others apart, and no more than a few are kept.
    #[test]
    fn the_same_documents_are_indexed_once() {
        let docs =
            |names: &[&str]| names.iter().map(|name| SearchDoc::new(ToolId::new(*name).unwrap())).collect::<Vec<_>>();
        let index = SharedIndex::default();
        let (first, other) = (index.build(&docs(&["a", "b"])).unwrap(), index.build(&docs(&["a"])).unwrap());
        assert!(Arc::ptr_eq(&first, &index.clone().build(&docs(&["a", "b"])).unwrap()));
        assert!(!Arc::ptr_eq(&first, &other));
        let guarded = || index.of(Ranking::Guarded).build(&docs(&["a", "b"])).unwrap();
        assert!(!Arc::ptr_eq(&first, &guarded()) && Arc::ptr_eq(&guarded(), &guarded()));
        assert_eq!(other.rank("a", 5).unwrap().len(), 1);
        for name in ["c", "d", "e", "f"] {
            index.build(&docs(&[name])).unwrap();
        }
        assert_eq!(index.built.lock().unwrap().len(), KEPT);
        assert!(!Arc::ptr_eq(&first, &index.build(&docs(&["a", "b"])).unwrap()), "it was built anew");
    }
}
