//! What results are made of: definitions and skills, live ones or those of a record.

use std::collections::BTreeMap;
use std::sync::Arc;

use toolsift::contracts::{CatalogSnapshot, SkillDefinition, SkillSnapshot, ToolDefinition, ToolId};

/// Definitions and skills at one moment.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// The tools that can be found, by their canonical ids.
    pub(crate) tools: BTreeMap<ToolId, Arc<ToolDefinition>>,
    /// The skills that can be found and activated.
    pub(crate) skills: SkillSnapshot,
}

impl Known {
    /// The tools as a session takes them, as a state of the catalogue.
    pub(crate) fn snapshot(&self, version: u64) -> CatalogSnapshot {
        // The ids are a map's keys, so that none comes twice.
        CatalogSnapshot::of_shared(version, self.tools.values().cloned()).unwrap_or(CatalogSnapshot::empty())
    }

    pub(crate) fn tool(&self, id: &str) -> Option<&ToolDefinition> {
        self.tools.get(id).map(Arc::as_ref)
    }

    pub(crate) fn skill(&self, id: &str) -> Option<&SkillDefinition> {
        self.skills.get(id)
    }
}
