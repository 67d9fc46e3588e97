//! Changes of the catalogue between turns.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};
use toolsift_core::{ToolDefinition, ToolId};

use crate::error::ScenarioError;

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
    pub remove_tool: Option<RemovedTool>,
}

/// A tool that leaves.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RemovedTool {
    /// Its id.
    pub id: String,
}

impl Edits {
    /// Applies the edits: removals first, additions last.
    pub(crate) fn apply(&self, turn: usize, tools: &mut BTreeMap<ToolId, ToolDefinition>) -> Result<(), ScenarioError> {
        if let Some(RemovedTool { id }) = &self.remove_tool {
            let unknown = || ScenarioError::UnknownTool { turn, edit: "removeTool", id: id.clone() };
            tools.remove(id.as_str()).ok_or_else(unknown)?;
        }
        if let Some(edit) = &self.edit_tool {
            let id = edit.get("id").and_then(Value::as_str).unwrap_or_default();
            let unknown = || ScenarioError::UnknownTool { turn, edit: "editTool", id: id.to_owned() };
            let tool = tools.get_mut(id).ok_or_else(unknown)?;
            *tool = edited(tool, edit).map_err(|error| ScenarioError::json("editTool", &error))?;
        }
        if let Some(tool) = &self.add_tool {
            tools.insert(tool.id.clone(), tool.clone());
        }
        Ok(())
    }
}

fn edited(tool: &ToolDefinition, edit: &Map<String, Value>) -> Result<ToolDefinition, serde_json::Error> {
    let mut members = serde_json::to_value(tool)?;
    if let Value::Object(members) = &mut members {
        for (member, value) in edit {
            if value.is_null() {
                members.remove(member);
            } else {
                members.insert(member.clone(), value.clone());
            }
        }
    }
    serde_json::from_value(members)
}
