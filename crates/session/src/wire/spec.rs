//! What all wires but MCP's do to a spec.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use toolsift_trust_policy::MenuSpec;

use super::{Names, WireError};

/// Keywords that no provider takes at the root of a schema.
const NOT_AT_THE_ROOT: [&str; 5] = ["oneOf", "anyOf", "allOf", "not", "enum"];

/// A spec with its name on the wire.
pub(super) struct Named<'a> {
    pub(super) name: &'a str,
    pub(super) spec: &'a MenuSpec,
}

/// Checks that a menu can be listed: each tool has a name and stands there once.
#[derive(Default)]
pub(super) struct Lister<'a> {
    seen: BTreeSet<&'a str>,
}

impl<'a> Lister<'a> {
    pub(super) fn next(&mut self, names: &'a Names, spec: &'a MenuSpec) -> Result<Named<'a>, WireError> {
        if !self.seen.insert(&spec.name) {
            return Err(WireError::Twice { id: spec.name.clone() });
        }
        let name = names.name(&spec.name).ok_or_else(|| WireError::Unnamed { id: spec.name.clone() })?;
        Ok(Named { name, spec })
    }
}

/// A schema with a root that every provider takes.
pub(super) fn parameters(schema: &Value) -> Value {
    let mut root = schema.as_object().cloned().unwrap_or_default();
    root.retain(|keyword, _| !NOT_AT_THE_ROOT.contains(&keyword.as_str()));
    root.insert("type".to_owned(), "object".into());
    if !root.get("properties").is_some_and(Value::is_object) {
        root.insert("properties".to_owned(), Map::new().into());
    }
    root.into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_root_by_hand() {
        let bare = json!({ "type": "object", "properties": {} });
        let property = json!({ "a": { "oneOf": [{ "type": "string" }, { "enum": [1] }] } });
        for (schema, root) in [
            (json!({ "type": "object" }), bare.clone()),
            (json!(true), bare.clone()),
            (Value::Null, bare.clone()),
            (json!({ "type": ["object", "null"], "properties": [] }), bare.clone()),
            (json!({ "anyOf": [{ "required": ["a"] }], "oneOf": [], "allOf": [], "not": {}, "enum": [{}] }), bare),
            (
                json!({ "properties": property, "required": ["a"], "additionalProperties": false, "anyOf": [{}] }),
                json!({ "type": "object", "properties": property, "required": ["a"], "additionalProperties": false }),
            ),
        ] {
            assert_eq!(parameters(&schema), root, "{schema}");
        }
    }
}
