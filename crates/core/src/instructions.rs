//! Where the instructions of skills come from, and where they are kept.

use std::error::Error;
use std::fmt;

use crate::id::SkillId;
use crate::skill::SkillDefinition;
use crate::text::Text;

/// Loads the instructions of skills at the moment when a model asks for them.
pub trait InstructionLoader: fmt::Debug + Send + Sync {
    /// The instructions of a skill as they are now.
    ///
    /// # Errors
    ///
    /// [`LoadError::Unavailable`] where a later call may succeed, [`LoadError::Terminal`] where the run must end.
    fn load(&self, skill: &SkillDefinition) -> Result<Text, LoadError>;
}

/// Why instructions could not be loaded. The cause is for the host's logs and never reaches a model.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// They are not there now; a later call may succeed.
    #[error("the instructions are unavailable")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The loader asks for the end of the run.
    #[error("the loader ended the run")]
    Terminal(#[source] Box<dyn Error + Send + Sync>),
}

/// Loads what the definitions themselves hold; one that is marked as unavailable fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::exhaustive_structs, reason = "it holds nothing")]
pub struct OwnInstructions;

impl InstructionLoader for OwnInstructions {
    fn load(&self, skill: &SkillDefinition) -> Result<Text, LoadError> {
        if skill.unavailable {
            return Err(LoadError::Unavailable("the definition says so".into()));
        }
        Ok(skill.instructions.clone())
    }
}

/// Keeps instructions by what they are, so that a replay can deliver the very text that was recorded.
///
/// A text is kept for *a skill* and under its digest (lower-case hexadecimal SHA-256): a record that was edited can ask for another version of the same skill's text and
/// never for the text of another skill. The reader compares the digest of what it gets, so a store is not believed either.
pub trait InstructionStore: fmt::Debug + Send + Sync {
    /// Keeps a text; keeping it again changes nothing. It has reached the store when this returns.
    ///
    /// # Errors
    ///
    /// What the store says. The text was not kept, and whoever is about to record its digest must not.
    fn keep(&self, skill: &SkillId, digest: &str, text: &str) -> std::io::Result<()>;

    /// The text of a digest, if it was kept for this skill.
    ///
    /// # Errors
    ///
    /// What the store says.
    fn text(&self, skill: &SkillId, digest: &str) -> std::io::Result<Option<String>>;
}
