//! A definition as one hash, so that vouching can be bound to what was read.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use toolsift_core::{ToolDefinition, canonical_json, lower_hex};

/// Largest definition that a statement bound to a digest can hold for, in bytes of its texts and schemas. The documents are silent: it is eleven times
/// the largest of 4,540 real ones (89 kB), and a hash of what a server sends without measure would be work without measure.
pub const MAX_DIGESTED_BYTES: usize = 1 << 20;

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

/// Whether the texts and schemas of a tool come to at most so many bytes.
///
/// # Complexity
///
/// Linear in that number, however large the definition is.
pub(crate) fn is_within(tool: &ToolDefinition, bytes: usize) -> bool {
    let description = tool.description.iter().map(|text| text.as_str());
    let labels = tool.tags.iter().chain(&tool.aliases).chain(&tool.namespace).map(String::as_str);
    let mut left = Some(bytes);
    // Each text and value costs one more than it has, so that empty ones end, too.
    let mut pay = |cost: usize| {
        left = left.and_then(|left| left.checked_sub(cost + 1));
        left.is_some()
    };
    if !description.chain(labels).all(|text| pay(text.len())) {
        return false;
    }
    let mut open: Vec<Box<dyn Iterator<Item = (usize, &Value)>>> =
        vec![Box::new(tool.input_schema.iter().chain(&tool.json_input_schema).map(|schema| (0, schema)))];
    while let Some(values) = open.last_mut() {
        let Some((name, value)) = values.next() else {
            open.pop();
            continue;
        };
        if !pay(name + value.as_str().map_or(0, str::len)) {
            return false;
        }
        match value {
            Value::Array(values) => open.push(Box::new(values.iter().map(|value| (0, value)))),
            Value::Object(members) => open.push(Box::new(members.iter().map(|(name, value)| (name.len(), value)))),
            _ => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolsift_core::ToolId;

    #[test]
    fn every_text_and_value_is_paid_for() {
        let mut tool = ToolDefinition::new(ToolId::new("a").unwrap());
        assert!(is_within(&tool, 0), "an id has a cap of its own");
        tool.description = Some("abc".into());
        tool.tags = vec![String::new(), "de".to_owned()];
        tool.aliases = vec!["f".to_owned()];
        tool.namespace = Some("gh".to_owned());
        // Texts: 4 + 1 + 3 + 2 + 3.
        assert!(is_within(&tool, 13) && !is_within(&tool, 12));
        tool.input_schema = Some(json!({ "type": "object", "enum": [1, "xyz", null] }));
        // An object: 1; `type` and `object`: 11; `enum` and its list: 5; its values: 1 + 4 + 1.
        assert!(is_within(&tool, 36) && !is_within(&tool, 35));
        tool.json_input_schema = Some(json!(true));
        assert!(is_within(&tool, 37) && !is_within(&tool, 36));
    }
}
