//! What one caller may search or use at one moment.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::CoreError;
use crate::id::{SkillId, ToolId};
use crate::skill::SkillDefinition;
use crate::tool::ToolDefinition;

/// The tools that one caller may search at one moment, each id once. Cloning it is cheap, and it never changes.
///
/// ```
/// use toolsift_core::{CatalogSnapshot, ToolDefinition, ToolId};
///
/// let tool = ToolDefinition::new(ToolId::new("refund_payment")?);
/// let catalog = CatalogSnapshot::new(1, vec![tool])?;
/// assert!(catalog.get("refund_payment").is_some());
/// # Ok::<(), toolsift_core::CoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogSnapshot {
    generation: u64,
    tools: Arc<BTreeMap<ToolId, Arc<ToolDefinition>>>,
}

impl CatalogSnapshot {
    /// A snapshot of some tools. Its generation rises with every change of the catalogue.
    ///
    /// # Errors
    ///
    /// [`CoreError::DuplicateId`] where two tools have one id: neither may win silently.
    pub fn new(generation: u64, tools: Vec<ToolDefinition>) -> Result<Self, CoreError> {
        Self::of_shared(generation, tools.into_iter().map(Arc::new))
    }

    /// The same of tools that are kept elsewhere, too: no definition is copied.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn of_shared(generation: u64, tools: impl IntoIterator<Item = Arc<ToolDefinition>>) -> Result<Self, CoreError> {
        let mut by_id = BTreeMap::new();
        for tool in tools {
            if let Some(twice) = by_id.insert(tool.id.clone(), tool) {
                return Err(CoreError::DuplicateId { id: twice.id.clone() });
            }
        }
        Ok(Self { generation, tools: Arc::new(by_id) })
    }

    /// A snapshot without tools.
    #[must_use]
    pub fn empty() -> Self {
        Self { generation: 0, tools: Arc::default() }
    }

    /// Which state of the catalogue this is.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The tools in the order of their ids.
    pub fn tools(&self) -> impl ExactSizeIterator<Item = &ToolDefinition> {
        self.tools.values().map(Arc::as_ref)
    }

    /// The tool of an id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&ToolDefinition> {
        self.shared(id).map(Arc::as_ref)
    }

    /// The tool of an id, to be kept beyond the snapshot: a definition may be of any size and is never copied.
    #[must_use]
    pub fn shared(&self, id: &str) -> Option<&Arc<ToolDefinition>> {
        self.tools.get(id)
    }
}

/// The skills that one caller may use at one moment, each id once: a registry, or a part of one. Cloning it is cheap, and it never changes.
///
/// Skills are the host's own, so that there is no way to make one from what a server declares.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SkillSnapshot(Arc<BTreeMap<SkillId, Arc<SkillDefinition>>>);

impl SkillSnapshot {
    /// A snapshot of some skills.
    ///
    /// # Errors
    ///
    /// [`CoreError::DuplicateId`] where two skills have one id.
    pub fn new(skills: Vec<SkillDefinition>) -> Result<Self, CoreError> {
        let mut by_id = BTreeMap::new();
        for skill in skills {
            if let Some(twice) = by_id.insert(skill.id.clone(), Arc::new(skill)) {
                return Err(CoreError::DuplicateId { id: ToolId::from(&twice.id) });
            }
        }
        Ok(Self(Arc::new(by_id)))
    }

    /// The skills in the order of their ids.
    pub fn skills(&self) -> impl ExactSizeIterator<Item = &SkillDefinition> {
        self.0.values().map(Arc::as_ref)
    }

    /// The skill of an id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&SkillDefinition> {
        self.shared(id).map(Arc::as_ref)
    }

    /// The skill of an id, to be kept beyond the snapshot: a definition may be of any size and is never copied.
    #[must_use]
    pub fn shared(&self, id: &str) -> Option<&Arc<SkillDefinition>> {
        self.0.get(id)
    }
}
