//! A tool as a model would be told about it.

use serde_json::{Value, json};
use toolsift_core::{ToolId, canonical_json};

/// A tool as a model would be told about it: all that a selector reads, and what the request carries where it is selected.
///
/// It is rendered once, when it is made: a name, a description and a schema never change after that.
///
/// ```
/// use serde_json::json;
/// use toolsift_core::ToolId;
/// use toolsift_select::ToolSchema;
///
/// let read = ToolSchema::new(ToolId::new("read")?, "Reads a file.", json!({ "type": "object" }));
/// assert_eq!(read.json(), r#"{"description":"Reads a file.","inputSchema":{"type":"object"},"name":"read"}"#);
/// assert_eq!(read.chars(), 77);
/// # Ok::<(), toolsift_core::CoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSchema {
    id: ToolId,
    description: String,
    input_schema: Value,
    has_placeholder: bool,
    json: String,
    chars: usize,
}

impl ToolSchema {
    /// A tool. Whoever makes it answers for the description: what a model must not read has no place in it.
    ///
    /// # Complexity
    ///
    /// Linear in the description and the schema, which are written as JSON here.
    #[must_use]
    pub fn new(id: ToolId, description: impl Into<String>, input_schema: Value) -> Self {
        let description = description.into();
        let json = canonical_json(&json!({ "name": id, "description": description, "inputSchema": input_schema }));
        let chars = json.chars().count();
        Self { id, description, input_schema, has_placeholder: false, json, chars }
    }

    /// The same, its description being a placeholder that stands with many tools: the model reads it, and no selector does.
    #[must_use]
    pub fn with_placeholder(self) -> Self {
        Self { has_placeholder: true, ..self }
    }

    /// The id, which is the name that the model calls.
    #[must_use]
    pub fn id(&self) -> &ToolId {
        &self.id
    }

    /// What the model reads about it.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// What the description says of this very tool: nothing, where it is a placeholder.
    #[must_use]
    pub fn told(&self) -> &str {
        if self.has_placeholder { "" } else { &self.description }
    }

    /// The schema of its arguments.
    #[must_use]
    pub fn input_schema(&self) -> &Value {
        &self.input_schema
    }

    /// The tool as canonical JSON: the same bytes whatever order the schema's maps keep.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }

    /// The characters of [`json`](Self::json).
    #[must_use]
    pub fn chars(&self) -> usize {
        self.chars
    }
}
