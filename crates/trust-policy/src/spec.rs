//! What a model is told about a tool on its menu.

use serde::Serialize;
use serde_json::{Value, json};
use toolsift_core::{SchemaOrigin, ToolDefinition, canonical_json, chars_prefix};

use crate::error::PolicyError;
use crate::id::is_odd_id;
use crate::listing::WITHHELD;
use crate::schema::{sanitize_schema, visible};
use crate::trust::{Trust, trust};

/// Longest description of a spec, in characters (ADR 0125, D9).
pub const MAX_SPEC_DESCRIPTION_CHARS: usize = 1_000;

/// A tool as a model is told about it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MenuSpec {
    /// The id.
    pub name: String,
    /// The description, or [`WITHHELD`].
    pub description: String,
    /// The schema of the arguments.
    pub input_schema: Value,
    /// Whether parts of the schema had to go for its size, depth or number of properties. Not part of the JSON.
    #[serde(skip)]
    pub cut: bool,
}

impl MenuSpec {
    /// The spec of a tool that the host makes itself, as it is written.
    #[must_use]
    pub fn of_the_host(name: impl Into<String>, description: impl Into<String>, input_schema: Value) -> Self {
        Self { name: name.into(), description: description.into(), input_schema, cut: false }
    }

    /// The spec as JSON, the same bytes whatever order the schema's maps keep.
    #[must_use]
    pub fn canonical_json(&self) -> String {
        let spec = json!({ "name": self.name, "description": self.description, "inputSchema": self.input_schema });
        canonical_json(&spec)
    }
}

/// What a model may be told about a tool on its menu.
///
/// Of the host's own tool everything as it was written, the description bounded. Of a remote one that is vouched for, the visible characters of a bounded
/// description and a bounded schema with its texts. Of any other remote one [`WITHHELD`] and the schema without its texts, unless the host says that it wrote the schema itself (`schemaOrigin: "local"`
/// on an `inputSchema`): then that is left alone, which is a claim of authorship and not checked.
///
/// # Errors
///
/// [`PolicyError::TaintedDescription`] for a tool of the host's own with a tainted description, [`PolicyError::OddId`] for a remote one whose id
/// is over [`MAX_PLAIN_ID_CHARS`](crate::MAX_PLAIN_ID_CHARS) or has characters that control or hide.
///
/// # Complexity
///
/// Linear in the definition up to the caps of [`sanitize_schema`].
pub fn tool_spec(tool: &ToolDefinition) -> Result<MenuSpec, PolicyError> {
    let trust = trust(tool);
    if trust != Trust::FirstParty && is_odd_id(tool.id.as_str()) {
        return Err(PolicyError::OddId { id: tool.id.clone() });
    }
    let description = match &tool.description {
        _ if trust == Trust::Unvouched => WITHHELD,
        Some(description) if description.is_tainted() => {
            return Err(PolicyError::TaintedDescription { id: tool.id.clone() });
        }
        Some(description) => description.as_str(),
        None => "",
    };
    let description = match trust {
        Trust::Vouched => visible(chars_prefix(description, MAX_SPEC_DESCRIPTION_CHARS)),
        _ => chars_prefix(description, MAX_SPEC_DESCRIPTION_CHARS).to_owned(),
    };
    let by_the_host = tool.json_input_schema.is_none()
        && (trust == Trust::FirstParty || tool.schema_origin == Some(SchemaOrigin::Local));
    let (input_schema, cut) = match tool.json_input_schema.as_ref().or(tool.input_schema.as_ref()) {
        None => (json!({ "type": "object" }), false),
        Some(schema) if by_the_host => (schema.clone(), false),
        Some(schema) => {
            let sanitized = sanitize_schema(schema, trust == Trust::Vouched);
            (sanitized.schema, sanitized.cut)
        }
    };
    Ok(MenuSpec { name: tool.id.to_string(), description, input_schema, cut })
}
