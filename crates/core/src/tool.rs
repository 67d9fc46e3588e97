//! What a host or a server says about a tool.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::id::ToolId;
use crate::text::Text;

/// A tool as its author describes it. It says what was written, not what is believed: that is the trust policy's task.
///
/// ```
/// use toolsift_core::ToolDefinition;
///
/// let tool: ToolDefinition = serde_json::from_str(
///     r#"{ "id": "charge_invoice", "description": "Charges an open invoice.", "aliases": ["bill the customer"] }"#,
/// )?;
/// assert_eq!(tool.aliases, ["bill the customer"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct ToolDefinition {
    /// What the model calls.
    pub id: ToolId,
    /// What the tool does, in its author's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Topics, in its author's words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Other ways to ask for it, in its author's words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The server or package that the tool belongs to; without it the id's own prefix counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Who carries the call out.
    #[serde(default, skip_serializing_if = "ToolKind::is_function")]
    pub kind: ToolKind,
    /// Where the definition came from, if it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// A schema that the host wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_schema: Option<Value>,
    /// A schema that a third party wrote. Its presence makes the tool remote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub json_input_schema: Option<Value>,
    /// Who wrote `input_schema`, where the tool itself is remote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema_origin: Option<SchemaOrigin>,
    /// The operator's word that the text of a remote tool may be believed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trust_json_schema_text: bool,
}

impl ToolDefinition {
    /// A tool of which nothing but the id is known.
    #[must_use]
    pub fn new(id: ToolId) -> Self {
        Self {
            id,
            description: None,
            tags: Vec::new(),
            aliases: Vec::new(),
            namespace: None,
            kind: ToolKind::Function,
            origin: None,
            input_schema: None,
            json_input_schema: None,
            schema_origin: None,
            trust_json_schema_text: false,
        }
    }
}

/// Who carries a call out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ToolKind {
    /// Code.
    #[default]
    Function,
    /// A person, so the call may wait.
    Human,
    /// Another agent, which is always remote.
    A2a,
}

impl ToolKind {
    fn is_function(&self) -> bool {
        *self == Self::Function
    }
}

/// Where a definition came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Origin {
    /// A server declared it.
    Remote,
}

/// Who wrote the schema of a remote tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum SchemaOrigin {
    /// The host did.
    Local,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_travels_under_its_documented_name() {
        let json = r#"{"id":"a","description":{"text":"d","tainted":true},"tags":["t"],"aliases":["l"],"namespace":"n","kind":"a2a","origin":"remote","inputSchema":{},"jsonInputSchema":{},"schemaOrigin":"local","trustJsonSchemaText":true}"#;
        let tool: ToolDefinition = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&tool).unwrap(), json);
        assert_eq!(
            serde_json::to_string(&ToolDefinition::new(ToolId::new("a").unwrap())).unwrap(),
            r#"{"id":"a"}"#,
            "optional metadata is additive"
        );
    }

    #[test]
    fn a_field_that_nobody_knows_is_an_error() {
        let error = serde_json::from_str::<ToolDefinition>(r#"{"id":"a","tag":["t"]}"#).unwrap_err();
        assert!(error.to_string().starts_with("unknown field `tag`"), "{error}");
    }
}
