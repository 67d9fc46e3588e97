//! One scope's own layer: the names it holds and what it takes away.

use std::collections::BTreeMap;
use std::sync::Arc;

use toolsift_core::ToolId;

use crate::entry::Entry;
use crate::gate::Restriction;

/// What a scope is called inside of the registry. Keys are never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ScopeKey(pub(crate) u64);

/// The layer of one scope.
#[derive(Debug, Clone)]
pub(crate) struct Layer {
    pub(crate) parent: Option<ScopeKey>,
    /// How many scopes are above it.
    pub(crate) depth: usize,
    /// How many scopes are right below it.
    pub(crate) children: usize,
    /// A closed layer has no entries any more; what it takes away stays away from its descendants.
    pub(crate) is_closed: bool,
    /// The generation of the last change of what it shows or takes away; 0 if there was none.
    pub(crate) version: u64,
    pub(crate) names: BTreeMap<ToolId, Name>,
    pub(crate) restrictions: Arc<Vec<Restriction>>,
}

/// Who holds a name in a layer.
#[derive(Debug, Clone)]
pub(crate) enum Name {
    /// A reservation.
    Reserved,
    /// A registration. It is not shown while it is being made or undone.
    Entry {
        /// What was registered.
        entry: Arc<Entry>,
        /// Whether views have it.
        is_shown: bool,
    },
}

impl Layer {
    pub(crate) fn below(parent: Option<(ScopeKey, &Self)>) -> Self {
        Self {
            parent: parent.map(|(key, _)| key),
            depth: parent.map_or(0, |(_, layer)| layer.depth + 1),
            children: 0,
            is_closed: false,
            version: 0,
            names: BTreeMap::new(),
            restrictions: Arc::default(),
        }
    }

    /// Whether a name is held by this very entry.
    pub(crate) fn has(&self, entry: &Arc<Entry>) -> bool {
        matches!(self.names.get(&entry.definition.id), Some(Name::Entry { entry: held, .. }) if Arc::ptr_eq(held, entry))
    }

    /// Whether nothing keeps it.
    pub(crate) fn is_spent(&self) -> bool {
        self.is_closed && self.children == 0 && self.names.is_empty()
    }
}
