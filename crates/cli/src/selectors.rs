//! From a name on the command line to a selector.

use std::sync::Arc;

use toolsift::contracts::{Hit, RankError};
use toolsift::prelude::*;

use crate::args::SelectorName;

impl SelectorName {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Keyword => "keyword",
            Self::Bm25f => "bm25f",
            Self::Static => "static",
        }
    }

    /// The selector over the searcher of a catalogue.
    pub(crate) fn build(self, top_k: usize, core: &[String], searcher: Searcher) -> Box<dyn ToolSelector> {
        match self {
            Self::Keyword => Box::new(KeywordSelector::default().with_core_tools(core)),
            Self::Bm25f => {
                let selector = RankerSelector::new(Arc::new(Pages(searcher)));
                Box::new(selector.with_top_k(top_k).with_core_tools(core))
            }
            Self::Static => Box::new(StaticSelector),
        }
    }
}

/// A searcher's pages, plain or guarded, as a ranking.
#[derive(Debug)]
struct Pages(Searcher);

impl ToolRanker for Pages {
    fn kind(&self) -> &str {
        "bm25f"
    }

    fn rank(&self, query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
        let hits = self.0.search(query, limit).hits;
        Ok(hits.into_iter().map(|hit| Hit::new(hit.id, hit.score.as_f64())).collect())
    }
}
