//! A definition as one hash, so that vouching can be bound to what was read.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use toolsift_core::{ToolDefinition, canonical_json, lower_hex};

/// The lower-case hexadecimal SHA-256 of all that an author says of a tool: id, origin, kind, namespace, description, tags, aliases, schema.
///
/// It is taken over the [canonical JSON](canonical_json) of these, so that the order of a schema's keys does not matter
/// and every character of a text does. The operator's own flags have no part in it.
///
/// # Complexity
///
/// Linear in the definition.
#[must_use]
pub fn definition_digest(tool: &ToolDefinition) -> String {
    let description = tool.description.as_ref().map(|text| json!([text.as_str(), text.is_tainted()]));
    let said = json!({
        "id": tool.id.as_str(),
        "origin": serde_json::to_value(tool.origin).unwrap_or(Value::Null),
        "kind": serde_json::to_value(tool.kind).unwrap_or(Value::Null),
        "namespace": tool.namespace,
        "description": description,
        "tags": tool.tags,
        "aliases": tool.aliases,
        "inputSchema": tool.input_schema,
        "jsonInputSchema": tool.json_input_schema,
    });
    lower_hex(&Sha256::digest(canonical_json(&said)))
}
