//! The instructions of skills, read again from their folders.

use std::collections::BTreeMap;

use toolsift_core::{InstructionLoader, LoadError, OwnInstructions, SkillDefinition, SkillId, Text};

use super::Skill;
use super::load::{SkillFile, once_each};
use crate::error::CatalogError;

/// Loads the instructions of skills from the folders that [`load_skills`](super::load_skills) found them in, at the moment when a model asks: what their
/// authors wrote in the meantime is delivered, and where a record pins another text, noticed.
///
/// What has no folder, and a definition whose instructions are no longer those that were read, speaks for itself as with [`OwnInstructions`].
///
/// A `SKILL.md` that is gone, cannot be read, is no `SKILL.md` any more, has more than [`MAX_SKILL_BYTES`](super::MAX_SKILL_BYTES), lies behind a symbolic link or bears another
/// name is [`LoadError::Unavailable`]. Of its front matter nothing but the name counts.
///
/// ```
/// use toolsift_catalog::{FolderInstructions, load_skills};
/// use toolsift_core::InstructionLoader;
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("SKILL.md");
/// std::fs::write(&file, "---\nname: month-end\ndescription: Closes the books.\n---\nReconcile first.\n")?;
/// let skills = load_skills(folder.path())?.skills;
/// let loader = FolderInstructions::new(&skills)?;
///
/// std::fs::write(&file, "---\nname: month-end\ndescription: Closes the books.\n---\nReconcile last.\n")?;
/// assert_eq!(loader.load(&skills[0].definition)?.as_str(), "Reconcile last.\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct FolderInstructions(BTreeMap<SkillId, AsRead>);

/// A skill's file, and what it said when it was read.
#[derive(Debug, Clone)]
struct AsRead {
    file: SkillFile,
    instructions: Text,
}

impl FolderInstructions {
    /// A loader for some skills, of any number of folders.
    ///
    /// # Errors
    ///
    /// [`CatalogError::DuplicateName`] where two of them have one name.
    pub fn new<'a>(skills: impl IntoIterator<Item = &'a Skill, IntoIter: Clone>) -> Result<Self, CatalogError> {
        let skills = skills.into_iter();
        once_each(skills.clone())?;
        let as_read = |skill: &Skill| {
            let (id, instructions) = (skill.definition.id.clone(), skill.definition.instructions.clone());
            Some((id, AsRead { file: skill.file.clone()?, instructions }))
        };
        Ok(Self(skills.filter_map(as_read).collect()))
    }
}

impl InstructionLoader for FolderInstructions {
    fn load(&self, skill: &SkillDefinition) -> Result<Text, LoadError> {
        match self.0.get(&skill.id) {
            Some(as_read) if !skill.unavailable && as_read.instructions == skill.instructions => {
                as_read.now(&skill.id).map_err(|error| LoadError::Unavailable(error.into()))
            }
            _ => OwnInstructions.load(skill),
        }
    }
}

impl AsRead {
    fn now(&self, id: &SkillId) -> Result<Text, CatalogError> {
        let Skill { definition, place, .. } = self.file.read()?;
        if definition.id != *id {
            return Err(CatalogError::Field { place, field: "name", problem: "another one than when it was read" });
        }
        Ok(definition.instructions)
    }
}
