//! The skills of a run: which may be activated, which are found by a search, which are active.

mod activation;
mod config;
mod index;
mod sizes;
mod tools;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use toolsift_core::{SearchDoc, SkillDefinition, SkillId, SkillSnapshot};
use toolsift_trust_policy::{is_offerable_skill_id, skill_search_docs};

pub use activation::{Activation, PendingSkill};
pub(crate) use activation::{Asked, name_of_skill};
pub use config::{
    Discovery, MAX_ACTIVE, MAX_INDEX, MAX_INDEX_BYTES, MAX_INSTRUCTION_BYTES, SkillActivationConfig, SkillCatalog,
};
pub use index::SkillIndex;
pub use tools::MAX_SKILL_TOOLS;

use crate::error::ConfigError;

/// A skill that is active in a run, and what its record says of the instructions that were delivered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct ActiveSkill {
    /// The skill.
    pub skill: SkillId,
    /// The digest of its instructions; records of older versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Their length as a JSON string, in bytes; records of older versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Whether the host was warned that they have changed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub warned: bool,
    /// How many entries searches had added to the menu when it was activated.
    #[serde(default)]
    pub after: usize,
}

/// The part of a run that skills are. There is none where nothing can be activated.
#[derive(Debug, Clone)]
pub(crate) struct Skills {
    pub(crate) config: SkillActivationConfig,
    pub(crate) snapshot: SkillSnapshot,
    /// Those that were selected up front: they are never offered.
    selected: BTreeSet<SkillId>,
    pub(crate) index: SkillIndex,
    /// In the order of their activation.
    pub(crate) active: Vec<ActiveSkill>,
    /// Whether one ranker ranks skills among the tools.
    pub(crate) ranked_with_tools: bool,
    /// How many of the snapshot are discoverable.
    discoverable: usize,
    /// How often the snapshot has changed.
    pub(crate) generation: u64,
}

impl Skills {
    /// The skills of a run, or none where nothing is left to activate.
    pub(crate) fn new(
        config: SkillActivationConfig,
        registry: Option<&SkillSnapshot>,
        selected: BTreeSet<SkillId>,
        search_tool: Option<&str>,
    ) -> Result<Option<Self>, ConfigError> {
        config.check()?;
        if config.discovery != Discovery::Index && search_tool.is_none() {
            return Err(ConfigError::DiscoveryWithoutSearch);
        }
        let mut config = config;
        let snapshot = std::mem::take(&mut config.catalog).snapshot(registry)?;
        let mut skills = Self {
            config,
            snapshot,
            selected,
            index: SkillIndex::default(),
            active: Vec::new(),
            ranked_with_tools: false,
            discoverable: 0,
            generation: 0,
        };
        if skills.offerable().next().is_none() {
            return Ok(None);
        }
        skills.index = SkillIndex::new(&skills.config, search_tool, skills.offerable());
        if skills.config.discovery == Discovery::Index && skills.index.listed.is_empty() {
            let (field, limit) = ("skillActivation.maxIndexBytes", skills.config.max_index_bytes);
            return Err(ConfigError::IndexTooSmall { field, limit });
        }
        skills.count();
        Ok(Some(skills))
    }

    /// The skills that could be offered at all: a line can name them, and they were not selected up front.
    fn offerable(&self) -> impl Iterator<Item = &SkillDefinition> {
        self.snapshot.skills().filter(|skill| self.is_offerable(&skill.id))
    }

    fn is_offerable(&self, id: &SkillId) -> bool {
        !self.selected.contains(id) && is_offerable_skill_id(id.as_str())
    }

    /// Whether searches find skills.
    pub(crate) fn in_searches(&self) -> bool {
        self.config.discovery != Discovery::Index
    }

    /// The skill of a name that may be activated now: the index lists it, or searches could find it.
    pub(crate) fn offered(&self, name: &str) -> Option<&Arc<SkillDefinition>> {
        let skill = self.snapshot.shared(name)?;
        let is_listed = self.index.listed.binary_search(&skill.id).is_ok();
        let is_offered = is_listed || self.in_searches() && self.is_offerable(&skill.id);
        is_offered.then_some(skill)
    }

    /// The skills that may be activated now, in the order of their ids.
    pub(crate) fn all_offered(&self) -> impl Iterator<Item = &SkillDefinition> {
        self.snapshot.skills().filter(|skill| self.offered(skill.id.as_str()).is_some())
    }

    /// The skill of an id that a search may show now.
    pub(crate) fn findable(&self, id: &str) -> Option<&SkillDefinition> {
        let skill = self.snapshot.get(id).filter(|_| self.in_searches())?;
        (self.is_offerable(&skill.id) && self.active(id).is_none()).then_some(skill)
    }

    /// Whether no search can show a skill any more.
    pub(crate) fn is_exhausted(&self) -> bool {
        let active = self.active.iter().filter(|active| self.snapshot.get(active.skill.as_str()).is_some());
        !self.in_searches() || active.filter(|active| self.is_offerable(&active.skill)).count() >= self.discoverable
    }

    pub(crate) fn active(&self, id: &str) -> Option<&ActiveSkill> {
        self.active.iter().find(|active| active.skill.as_str() == id)
    }

    /// What a ranker may know of the skills that searches find, under their own ids.
    pub(crate) fn docs(&self) -> Arc<[SearchDoc]> {
        skill_search_docs(self.offerable().filter(|_| self.in_searches()))
    }

    /// Takes another state of the registry. The index stays as the model has read it.
    pub(crate) fn refresh(&mut self, registry: SkillSnapshot) {
        self.snapshot = registry;
        self.generation += 1;
        self.count();
    }

    fn count(&mut self) {
        self.discoverable = self.offerable().count();
    }
}
