//! Finding what is not loaded.

use toolsift_core::ToolId;

use crate::error::RegistryError;
use crate::gate::Admission;
use crate::input::SearchInput;
use crate::registry::DeferredRegistry;
use crate::view::{Seen, View};

/// A tool that a search found and did not load.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeferredHit {
    /// Its id.
    pub id: ToolId,
    /// The line that its registration gives; empty where it is denied.
    pub listing: String,
    /// Whether a restriction that explains itself keeps it from this scope.
    pub is_denied: bool,
}

impl DeferredRegistry {
    /// The best hits among the tools that this scope could load, the best first. Nothing is loaded, and nobody is kept waiting: it looks at what the scope saw when it began, and leaves out
    /// what has gone or been loaded since.
    ///
    /// # Errors
    ///
    /// [`RegistryError::Ranker`] and [`RegistryError::ScopeClosed`].
    ///
    /// # Complexity
    ///
    /// What the ranker needs for a page and as many hits as tools are loaded. The first search after a change of what the scope sees also lists that and builds a ranker of it.
    pub fn search(&self, input: &SearchInput) -> Result<Vec<DeferredHit>, RegistryError> {
        let view = self.view()?;
        let found = self.find(&view, input)?;
        let hit = |seen: &Seen| {
            let is_denied = seen.admission != Admission::Admitted;
            let listing = if is_denied { String::new() } else { seen.entry.listing.clone() };
            DeferredHit { id: seen.entry.definition.id.clone(), listing, is_denied }
        };
        Ok(found.into_iter().map(hit).collect())
    }

    pub(crate) fn find<'v>(&self, view: &'v View, input: &SearchInput) -> Result<Vec<&'v Seen>, RegistryError> {
        let pool = self.shared().count(view);
        if pool.searchable == 0 {
            return Ok(Vec::new());
        }
        let ranker = view.ranker(&*self.shared().rankers)?;
        // Loading rebuilds nothing: a ranker knows what is loaded, and as many more hits are asked for.
        let ask = input.max_results() + (pool.total - pool.searchable);
        let hits = ranker.rank(input.query(), ask)?;
        let mut found: Vec<&Seen> = Vec::new();
        for seen in hits.iter().take(ask).filter_map(|hit| view.get(hit.id.as_str())) {
            // A ranker is believed in nothing but the order.
            let is_candidate = !seen.entry.always_load && seen.entry.loaded.is_open();
            let is_new = found.iter().all(|other| !std::sync::Arc::ptr_eq(&other.entry, &seen.entry));
            if found.len() < input.max_results() && is_candidate && is_new {
                found.push(seen);
            }
        }
        Ok(found)
    }
}
