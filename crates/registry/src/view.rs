//! What one scope sees at one moment.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use toolsift_core::{CatalogSnapshot, RankError, SearchDoc, ToolId, ToolRanker, ToolRankerFactory};

use crate::entry::Entry;
use crate::error::RegistryError;
use crate::gate::Admission;
use crate::layer::{Name, ScopeKey};
use crate::slot::{Made, Slot};
use crate::tree::Tree;

/// What a scope sees: of each name the nearest registration, without those that are hidden from it. It never changes, only which of it is loaded does.
#[derive(Debug)]
pub(crate) struct View {
    pub(crate) generation: u64,
    seen: BTreeMap<ToolId, Seen>,
    /// Built at the first search.
    ranker: Slot<Arc<dyn ToolRanker>>,
    catalog: OnceLock<CatalogSnapshot>,
    /// The latest count, and how much had been loaded and undone by then.
    counted: Mutex<Option<(u64, Pool)>>,
}

/// A registration as a scope sees it.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) entry: Arc<Entry>,
    pub(crate) admission: Admission,
}

/// How many tools a scope could search: all, and those that are not loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pool {
    pub(crate) total: usize,
    pub(crate) searchable: usize,
}

impl View {
    /// What a scope of a tree sees.
    pub(crate) fn new(tree: &Tree, key: ScopeKey) -> Self {
        let mut nearest: BTreeMap<&ToolId, &Arc<Entry>> = BTreeMap::new();
        for layer in tree.chain(key) {
            for (id, name) in &layer.names {
                if let Name::Entry { entry, is_shown: true } = name {
                    nearest.entry(id).or_insert(entry);
                }
            }
        }
        let mut seen = BTreeMap::new();
        for (id, entry) in nearest {
            let admission = Admission::of(tree.restrictions(key), id.as_str());
            if admission != Admission::Hidden {
                seen.insert(id.clone(), Seen { entry: entry.clone(), admission });
            }
        }
        Self {
            generation: tree.generation(key),
            seen,
            ranker: Slot::new(),
            catalog: OnceLock::new(),
            counted: Mutex::new(None),
        }
    }

    /// The registration of a name.
    pub(crate) fn get(&self, id: &str) -> Option<&Seen> {
        self.seen.get(id)
    }

    /// What can be searched: loaded or not, but nothing that was loaded from the start.
    fn pool(&self) -> impl Iterator<Item = &Seen> {
        self.seen.values().filter(|seen| !seen.entry.always_load && !seen.entry.loaded.is_closed())
    }

    /// Counts the pool, again only where something was loaded or undone since, by anybody: as `loads` tells.
    pub(crate) fn count(&self, loads: u64) -> Pool {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        match *counted {
            Some((then, pool)) if then == loads => pool,
            _ => counted.insert((loads, self.count_anew())).1,
        }
    }

    fn count_anew(&self) -> Pool {
        let (mut total, mut searchable) = (0, 0);
        for seen in self.pool() {
            total += 1;
            searchable += usize::from(seen.entry.loaded.is_open());
        }
        Pool { total, searchable }
    }

    /// The definitions that are admitted, loaded or not.
    fn admitted(&self) -> impl Iterator<Item = &Entry> {
        self.seen.values().filter(|seen| seen.admission == Admission::Admitted).map(|seen| &*seen.entry)
    }

    pub(crate) fn catalog(&self) -> Result<CatalogSnapshot, RegistryError> {
        if let Some(catalog) = self.catalog.get() {
            return Ok(catalog.clone());
        }
        let tools = self.admitted().map(|entry| entry.definition.clone());
        let catalog = CatalogSnapshot::of_shared(self.generation, tools)?;
        Ok(self.catalog.get_or_init(|| catalog).clone())
    }

    pub(crate) fn always_loaded(&self) -> Vec<ToolId> {
        self.admitted().filter(|entry| entry.always_load).map(|entry| entry.definition.id.clone()).collect()
    }

    /// The ranker over what can be searched, built once. A factory that fails is asked again the next time.
    pub(crate) fn ranker(&self, factory: &dyn ToolRankerFactory) -> Result<Arc<dyn ToolRanker>, RankError> {
        if let Some(ranker) = self.ranker.get() {
            return Ok(ranker);
        }
        let build = || {
            let docs: Vec<SearchDoc> = self.pool().map(|seen| seen.entry.doc.clone()).collect();
            factory.build(&docs)
        };
        match self.ranker.make(build) {
            Made::Failed(error) => Err(error),
            // An activation or a build that searches while another thread builds gets a ranker of its own.
            Made::Busy => build(),
            Made::Now | Made::Already | Made::Closed | Made::ClosedMeanwhile => {
                self.ranker.get().ok_or_else(|| RankError::Unavailable("no ranker".into()))
            }
        }
    }
}
