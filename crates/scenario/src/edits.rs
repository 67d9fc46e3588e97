//! Changes of the catalogue and of the skills between turns.

use serde::Deserialize;
use serde_json::{Map, Value};
use toolsift_core::{SkillDefinition, ToolDefinition};

/// What changes ahead of a turn: one edit of each kind.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Edits {
    /// A tool that joins the catalogue, in place of one with its id.
    pub add_tool: Option<ToolDefinition>,
    /// The `id` of a tool and the members of its definition that change; `null` takes one away.
    pub edit_tool: Option<Map<String, Value>>,
    /// A tool that leaves.
    pub remove_tool: Option<Removed>,
    /// A skill that joins, in place of one with its id.
    pub add_skill: Option<SkillDefinition>,
    /// The `id` of a skill and the members of its definition that change; `null` takes one away.
    pub edit_skill: Option<Map<String, Value>>,
    /// A skill that leaves.
    pub remove_skill: Option<Removed>,
}

/// What leaves.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Removed {
    /// Its id.
    pub id: String,
}

impl Edits {
    /// Whether the catalogue changes.
    pub(crate) fn concern_tools(&self) -> bool {
        self.add_tool.is_some() || self.edit_tool.is_some() || self.remove_tool.is_some()
    }

    /// Whether the skills change.
    pub(crate) fn concern_skills(&self) -> bool {
        self.add_skill.is_some() || self.edit_skill.is_some() || self.remove_skill.is_some()
    }
}
