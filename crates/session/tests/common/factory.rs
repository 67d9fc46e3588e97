//! A factory of rankers that does what it is told, and the failures of rankers.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use toolsift_core::{RankError, SearchDoc, ToolRanker, ToolRankerFactory};

/// A failure whose cause no model may read.
pub(crate) fn unavailable() -> RankError {
    RankError::Unavailable("cannot open /home/host/secret.idx".into())
}

pub(crate) fn terminal() -> RankError {
    RankError::Terminal("quota of tenant 7 is used up".into())
}

/// What a factory does.
#[derive(Debug, Clone)]
pub(crate) enum Build {
    Ranker(Arc<dyn ToolRanker>),
    Unavailable,
    Terminal,
}

/// A factory that does what it is told in turn, the last again and again, and keeps the documents that it saw.
#[derive(Debug)]
pub(crate) struct Factory {
    builds: Mutex<VecDeque<Build>>,
    seen: Mutex<Vec<Vec<SearchDoc>>>,
}

impl Factory {
    pub(crate) fn new(builds: impl IntoIterator<Item = Build>) -> Arc<Self> {
        Arc::new(Self { builds: Mutex::new(builds.into_iter().collect()), seen: Mutex::default() })
    }

    /// The documents of each build.
    pub(crate) fn seen(&self) -> Vec<Vec<SearchDoc>> {
        self.seen.lock().unwrap().clone()
    }
}

impl ToolRankerFactory for Factory {
    fn build(&self, docs: &[SearchDoc]) -> Result<Arc<dyn ToolRanker>, RankError> {
        self.seen.lock().unwrap().push(docs.to_vec());
        let mut builds = self.builds.lock().unwrap();
        let build = if builds.len() > 1 { builds.pop_front() } else { builds.front().cloned() };
        match build {
            Some(Build::Ranker(ranker)) => Ok(ranker),
            Some(Build::Unavailable) | None => Err(unavailable()),
            Some(Build::Terminal) => Err(terminal()),
        }
    }
}
