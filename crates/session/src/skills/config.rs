//! How skills are activated in the middle of a run.

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use toolsift_core::{SkillDefinition, SkillSnapshot};

use crate::config::{check_cap, check_name};
use crate::error::ConfigError;

/// Skills that may be active in a run: the default and the highest value (ADR 0125, D11).
pub const MAX_ACTIVE: (usize, usize) = (5, 50);
/// Skills in the index: the default and the highest value (ADR 0125, D11).
pub const MAX_INDEX: (usize, usize) = (50, 500);
/// Bytes of the index's lines: the default and the highest value (ADR 0125, review round 1).
pub const MAX_INDEX_BYTES: (usize, usize) = (8 << 10, 128 << 10);
/// Bytes of a skill's instructions: the default and the highest value (ADR 0125, D11).
pub const MAX_INSTRUCTION_BYTES: (usize, usize) = (32 << 10, 1 << 20);

/// How skills are activated in the middle of a run. Leaving it out switches that off.
///
/// Every skill of the registry can then be reached by the model: selecting skills up front is a matter of relevance and no authorisation. To restrict the reach, give a
/// list.
///
/// ```
/// use toolsift_session::{Discovery, SkillActivationConfig, SkillCatalog};
///
/// let config: SkillActivationConfig = serde_json::from_str(r#"{ "discovery": "both", "maxActive": 3 }"#)?;
/// assert_eq!((config.discovery, config.max_active, config.max_index), (Discovery::Both, 3, 50));
/// assert_eq!(config.catalog, SkillCatalog::Registry);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[non_exhaustive]
pub struct SkillActivationConfig {
    /// The skills that may be activated.
    pub catalog: SkillCatalog,
    /// How the model learns of them.
    pub discovery: Discovery,
    /// Most skills that are active; those selected up front do not count.
    pub max_active: usize,
    /// Most skills in the index.
    pub max_index: usize,
    /// Most bytes of the index's lines, line ends included.
    pub max_index_bytes: usize,
    /// Most bytes of a skill's instructions.
    pub max_instruction_bytes: usize,
    /// The name of the tool that activates.
    pub tool_name: String,
}

impl Default for SkillActivationConfig {
    fn default() -> Self {
        Self {
            catalog: SkillCatalog::Registry,
            discovery: Discovery::Index,
            max_active: MAX_ACTIVE.0,
            max_index: MAX_INDEX.0,
            max_index_bytes: MAX_INDEX_BYTES.0,
            max_instruction_bytes: MAX_INSTRUCTION_BYTES.0,
            tool_name: "activate_skill".to_owned(),
        }
    }
}

/// How a model learns which skills there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Discovery {
    /// An index in the prompt lists them, and what it does not list cannot be activated.
    #[default]
    Index,
    /// Searches find them; no text of a skill is in the prompt.
    Search,
    /// Both.
    Both,
}

/// Which skills may be activated. In JSON `"registry"` or a list of definitions.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum SkillCatalog {
    /// All of the host's registry.
    #[default]
    Registry,
    /// These and no others.
    List(Vec<SkillDefinition>),
}

impl<'de> Deserialize<'de> for SkillCatalog {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        match Value::deserialize(deserializer)? {
            Value::String(name) if name == "registry" => Ok(Self::Registry),
            list @ Value::Array(_) => serde_json::from_value(list).map(Self::List).map_err(D::Error::custom),
            _ => Err(D::Error::custom("catalog: expected \"registry\" or a list of skills")),
        }
    }
}

impl SkillCatalog {
    /// The skills themselves.
    pub(crate) fn snapshot(&self, registry: Option<&SkillSnapshot>) -> Result<SkillSnapshot, ConfigError> {
        let field = "skillActivation.catalog";
        match self {
            Self::Registry => registry.cloned().ok_or(ConfigError::NoRegistry { field }),
            Self::List(skills) => {
                SkillSnapshot::new(skills.clone()).map_err(|source| ConfigError::Skills { field, source })
            }
        }
    }
}

impl SkillActivationConfig {
    /// Checks everything that needs nothing else.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        check_name("skillActivation.toolName", &self.tool_name)?;
        for (field, actual, (_, ceiling)) in [
            ("skillActivation.maxActive", self.max_active, MAX_ACTIVE),
            ("skillActivation.maxIndex", self.max_index, MAX_INDEX),
            ("skillActivation.maxIndexBytes", self.max_index_bytes, MAX_INDEX_BYTES),
            ("skillActivation.maxInstructionBytes", self.max_instruction_bytes, MAX_INSTRUCTION_BYTES),
        ] {
            check_cap(field, actual, ceiling)?;
        }
        Ok(())
    }
}
