//! Skills in the Agent Skills format: a folder with a `SKILL.md`, which is front matter and instructions.

mod diagnostic;
mod fields;
mod front_matter;
mod instructions;
mod load;
mod quote;
mod yaml;

use std::sync::Arc;

use toolsift_core::{SkillDefinition, SkillId, Text};

use crate::error::CatalogError;
use crate::place::Place;
use crate::source;

pub use diagnostic::Diagnostic;
pub use front_matter::MAX_FRONT_MATTER_BYTES;
pub use instructions::FolderInstructions;
pub use load::{MAX_SKILL_FOLDER_DEPTH, MAX_SKILL_FOLDERS, Skills, load_skills};
pub use yaml::MAX_FRONT_MATTER_DEPTH;

/// Largest `SKILL.md`, in bytes: the ceiling of a skill's instructions. The standard advises less than 5,000 tokens.
pub const MAX_SKILL_BYTES: usize = 1 << 20;

/// A skill, where it was read, and what its author should mend.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Skill {
    /// What was written.
    pub definition: SkillDefinition,
    /// Where.
    pub place: Place,
    /// What is not as the standard wants it.
    pub diagnostics: Vec<Diagnostic>,
    /// The file that it was read from, if it was read from one.
    file: Option<load::SkillFile>,
}

/// Reads a `SKILL.md`. `name` is what errors call it; `folder_name` is the folder that it lies in, if it lies in one.
///
/// The front matter stands between a first line `---` and the next line `---`. Its `name` becomes the id, `description` the
/// description; `metadata.tags` and `metadata.aliases`, separated by commas, and the lists `tags` and `aliases` become tags and aliases.
/// Other keys are ignored, `allowed-tools` among them: a skill that is read here brings no tools. Every value is the text as it is written: `no` is no boolean and `1.10` no number.
/// The instructions are everything behind the front matter, byte for byte.
///
/// What clients forgive is forgiven here and becomes a [`Diagnostic`]: a name against the rules, a text that is too long, an unquoted
/// colon in a value, a key given twice.
///
/// # Errors
///
/// A [`CatalogError`] for a file over [`MAX_SKILL_BYTES`], one without front matter, front matter over [`MAX_FRONT_MATTER_BYTES`] or
/// nested more than [`MAX_FRONT_MATTER_DEPTH`] deep, text that is not YAML, anchors, aliases, tags and merge keys of YAML, and for a
/// `name` or `description` that is missing, empty, given twice or no string.
///
/// # Complexity
///
/// Linear in the bytes.
///
/// ```
/// let file = b"---\nname: month-end\ndescription: Closes the books.\n---\n# Month end\n";
/// let skill = toolsift_catalog::parse_skill(file, "month-end/SKILL.md", Some("month-end"))?;
/// assert_eq!(skill.definition.id.as_str(), "month-end");
/// assert_eq!(skill.definition.instructions.as_str(), "# Month end\n");
/// assert!(skill.diagnostics.is_empty());
/// # Ok::<(), toolsift_catalog::CatalogError>(())
/// ```
pub fn parse_skill(bytes: &[u8], name: &str, folder_name: Option<&str>) -> Result<Skill, CatalogError> {
    if bytes.len() > MAX_SKILL_BYTES {
        return Err(CatalogError::TooLarge { path: name.to_owned(), limit: MAX_SKILL_BYTES as u64 });
    }
    let text = source::text(bytes, name)?;
    let source: Arc<str> = name.into();
    let (front, instructions) = front_matter::split(text, &source)?;
    let mut diagnostics = Vec::new();
    let value = read(front, &source, &mut diagnostics)?;
    let fields = fields::Fields::of(value, &source, &mut diagnostics)?;
    let place = Place { source, line: 1 };
    let id = SkillId::new(&fields.name).map_err(|source| CatalogError::Id {
        place: place.clone(),
        field: "name",
        source,
    })?;
    diagnostic::check(&fields, folder_name, &mut diagnostics);
    let mut definition = SkillDefinition::new(id, instructions);
    definition.description = Some(Text::from(fields.description));
    definition.tags = fields.tags;
    definition.aliases = fields.aliases;
    Ok(Skill { definition, place, diagnostics, file: None })
}

/// Reads front matter, and where it is not YAML reads it again with the values quoted that have an unquoted colon.
fn read(front: &str, source: &Arc<str>, diagnostics: &mut Vec<Diagnostic>) -> Result<yaml::Value, CatalogError> {
    let error = match yaml::read(front, source) {
        Err(error @ CatalogError::NotYaml { .. }) => error,
        other => return other,
    };
    let Some((quoted, lines)) = quote::colons(front) else { return Err(error) };
    match yaml::read(&quoted, source) {
        Err(CatalogError::NotYaml { .. }) => Err(error),
        Err(other) => Err(other),
        Ok(value) => {
            diagnostics.extend(lines.into_iter().map(|line| Diagnostic::UnquotedColon { line }));
            Ok(value)
        }
    }
}
