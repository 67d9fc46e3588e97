//! Tools from several sources, each id once.

use std::collections::BTreeMap;

use toolsift_core::{ToolDefinition, ToolId};

use crate::error::CatalogError;
use crate::place::Place;

/// A tool and where it was read.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// What was written.
    pub tool: ToolDefinition,
    /// Where.
    pub place: Place,
}

/// Tools from any number of sources, in the order of their ids, each id once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Catalog(BTreeMap<ToolId, Entry>);

impl Catalog {
    /// A catalogue without tools.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the tools of a source, all or none.
    ///
    /// # Errors
    ///
    /// [`CatalogError::DuplicateId`] where an id is already there or comes twice.
    ///
    /// # Complexity
    ///
    /// O(log n) a tool.
    pub fn add(&mut self, entries: Vec<Entry>) -> Result<(), CatalogError> {
        let mut new = BTreeMap::new();
        for entry in entries {
            let id = entry.tool.id.clone();
            let second = entry.place.clone();
            let first = match self.0.get(&id) {
                Some(known) => Some(known.place.clone()),
                None => new.insert(id.clone(), entry).map(|earlier: Entry| earlier.place),
            };
            if let Some(first) = first {
                return Err(CatalogError::DuplicateId { id, first, second });
            }
        }
        self.0.append(&mut new);
        Ok(())
    }

    /// The entries in the order of their ids.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.0.values()
    }

    /// The tools in the order of their ids.
    pub fn tools(&self) -> impl ExactSizeIterator<Item = &ToolDefinition> {
        self.0.values().map(|entry| &entry.tool)
    }

    /// The tool of an id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&ToolDefinition> {
        self.0.get(id).map(|entry| &entry.tool)
    }

    /// How many tools there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
