//! Where a run's ranker comes from, and when it is built.

use std::sync::Arc;

use toolsift_core::{RankError, ToolRanker, ToolRankerFactory};

use crate::error::ConfigError;
use crate::run::Run;

/// Where a run's ranker comes from.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum RankerSource {
    /// The built-in ranker, built over the run's documents at the first search. The facade fills this.
    BuiltIn(Arc<dyn ToolRankerFactory>),
    /// A ranker that the host built, perhaps over more than this run may search, and shares between runs.
    Custom(Arc<dyn ToolRanker>),
    /// A ranker of the host's, built over the run's documents at the first search.
    Factory(Arc<dyn ToolRankerFactory>),
}

impl RankerSource {
    /// Checks what can be checked before a search.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        match self {
            Self::Custom(ranker) if ranker.kind().is_empty() => Err(ConfigError::EmptyKind),
            _ => Ok(()),
        }
    }
}

/// The ranker of a run, built when it is needed and kept while the catalogue stays the same.
#[derive(Debug)]
pub(crate) struct RankerSlot {
    source: RankerSource,
    built: Option<(u64, Arc<dyn ToolRanker>)>,
}

impl RankerSlot {
    pub(crate) fn new(source: RankerSource) -> Self {
        Self { source, built: None }
    }

    /// The ranker. A factory that fails is asked again at the next search; one that succeeds, once for a catalogue.
    pub(crate) fn get(&mut self, run: &Run) -> Result<Arc<dyn ToolRanker>, RankError> {
        let factory = match &self.source {
            RankerSource::Custom(ranker) => return Ok(ranker.clone()),
            RankerSource::BuiltIn(factory) | RankerSource::Factory(factory) => factory,
        };
        let generation = run.catalog().generation();
        if let Some((of, ranker)) = &self.built {
            if *of == generation {
                return Ok(ranker.clone());
            }
        }
        let ranker = factory.build(&run.search_docs())?;
        if ranker.kind().is_empty() {
            tracing::warn!(code = "ranker_factory", "the ranker factory built a ranker without a kind");
            return Err(RankError::Unavailable("a ranker without a kind".into()));
        }
        self.built = Some((generation, ranker.clone()));
        Ok(ranker)
    }
}
