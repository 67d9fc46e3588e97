//! What a host says about a skill, and about a capability.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::id::{SkillId, ToolId};
use crate::text::Text;
use crate::tool::ToolDefinition;

/// A skill: instructions that a model may ask for, and the tools that come with them.
///
/// Skills are the host's own: there is no way to declare one from afar.
///
/// ```
/// use toolsift_core::SkillDefinition;
///
/// let skill: SkillDefinition = serde_json::from_str(
///     r##"{ "id": "month-end", "description": "Closes the books.", "instructions": "# Month end\n…" }"##,
/// )?;
/// assert!(skill.tools.is_empty());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct SkillDefinition {
    /// What the model asks for.
    pub id: SkillId,
    /// What the skill is good for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Topics; they also hold for the tools that it brings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Other ways to ask for it; they also hold for the tools that it brings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The tools that it brings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolDefinition>,
    /// What the model is told when it activates the skill.
    #[serde(default)]
    pub instructions: Text,
    /// Whether the instructions cannot be loaded at the moment.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unavailable: bool,
}

impl SkillDefinition {
    /// A skill with an id and instructions.
    #[must_use]
    pub fn new(id: SkillId, instructions: impl Into<Text>) -> Self {
        Self {
            id,
            description: None,
            tags: Vec::new(),
            aliases: Vec::new(),
            tools: Vec::new(),
            instructions: instructions.into(),
            unavailable: false,
        }
    }
}

/// Words that a host attaches to something: its topics, and other ways to ask for it.
///
/// As an *annotation* of a tool they are believed whoever wrote the tool.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Vocabulary {
    /// Topics.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Other ways to ask for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}

/// Words of the host for tools of anybody, by the tool's id. They are believed because the host wrote them.
pub type Annotations = BTreeMap<ToolId, Vocabulary>;

/// Something that a planner may choose, ranked like a tool (ADR 0125, D10). It is the host's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct CapabilityDefinition {
    /// Its identity.
    pub id: ToolId,
    /// What it is for: its description.
    pub intent: Text,
    /// Topics.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Other ways to ask for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}

impl CapabilityDefinition {
    /// A capability with an id and an intent.
    #[must_use]
    pub fn new(id: ToolId, intent: impl Into<Text>) -> Self {
        Self { id, intent: intent.into(), tags: Vec::new(), aliases: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ADR-086, ADR-288: vocabulary on all three kinds of definition, all of it optional.
    #[test]
    fn every_field_travels_under_its_documented_name() {
        let json = r#"{"id":"s","description":"d","tags":["t"],"aliases":["l"],"tools":[{"id":"x","tags":["u"],"aliases":["m"]}],"instructions":{"text":"i","tainted":true},"unavailable":true}"#;
        let skill: SkillDefinition = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&skill).unwrap(), json);
        let json = r#"{"id":"c","intent":"i","tags":["t"],"aliases":["l"]}"#;
        let capability: CapabilityDefinition = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&capability).unwrap(), json);
        assert_eq!(serde_json::from_str::<SkillDefinition>(r#"{"id":"s"}"#).unwrap().tools, []);
        assert!(serde_json::from_str::<SkillDefinition>(r#"{"id":"s","tag":[]}"#).is_err());
    }
}
