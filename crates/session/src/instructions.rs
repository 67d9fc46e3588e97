//! From where a session takes instructions.

use std::sync::Arc;

use toolsift_core::{InstructionLoader, InstructionStore, LoadError, OwnInstructions, SkillDefinition, SkillId, Text};
use toolsift_replay::{SkillChoice, instructions_digest};

use crate::error::SessionError;

/// From where instructions come, and where they are kept.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Instructions {
    /// Loads what a skill says now.
    pub loader: Arc<dyn InstructionLoader>,
    /// Keeps what was delivered, so that a replay or a re-delivery gives the very text that was recorded. Without one a text that has changed since is an error
    /// in its place: a digest detects and cannot restore.
    pub store: Option<Arc<dyn InstructionStore>>,
}

impl Default for Instructions {
    /// What the definitions hold, and nothing is kept.
    fn default() -> Self {
        Self { loader: Arc::new(OwnInstructions), store: None }
    }
}

impl Instructions {
    /// What a skill says now, or nothing where that cannot be had.
    pub(crate) fn load(&self, skill: &SkillDefinition) -> Result<Option<Text>, SessionError> {
        match self.loader.load(skill) {
            Ok(text) => Ok(Some(text)),
            Err(error @ LoadError::Terminal(_)) => Err(SessionError::Instructions(error)),
            Err(_) => {
                tracing::warn!(code = "instructions_unavailable", "the instructions of a skill could not be loaded");
                Ok(None)
            }
        }
    }

    /// What was recorded of a skill, or else what it says now.
    pub(crate) fn recorded(&self, skill: &SkillDefinition, digest: Option<&str>) -> Result<Option<Text>, SessionError> {
        match digest.and_then(|digest| self.kept(&skill.id, digest)) {
            Some(text) => Ok(Some(text)),
            None => self.load(skill),
        }
    }

    fn kept(&self, skill: &SkillId, digest: &str) -> Option<Text> {
        match self.store.as_ref()?.text(skill, digest) {
            Ok(text) => text.filter(|text| instructions_digest(text) == digest).map(Text::from),
            Err(_) => {
                tracing::warn!(code = "instruction_store", "the store of instructions could not be read");
                None
            }
        }
    }

    /// Keeps what is about to be recorded.
    pub(crate) fn keep(&self, skill: &SkillId, choice: &SkillChoice, text: &Text) -> Result<(), SessionError> {
        match (&self.store, &choice.digest) {
            (Some(store), Some(digest)) => {
                store.keep(skill, digest, text.as_str()).map_err(SessionError::InstructionStore)
            }
            _ => Ok(()),
        }
    }
}
