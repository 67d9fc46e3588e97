//! The words of a schema that may be indexed where the schema is believed.

use std::collections::VecDeque;

use serde_json::Value;
use toolsift_core::chars_prefix;
use toolsift_core::limits::{MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES, MAX_SCHEMA_PROPERTIES};
use toolsift_tokenizer::MAX_FIELD_CHARS;

use crate::schema::first_members;

/// The names of a schema's properties, the outer ones first and in the order of their names, and then their descriptions.
///
/// # Complexity
///
/// At most [`MAX_SCHEMA_NODES`] nodes are visited, and of each text no more is copied than a field may hold.
pub(crate) fn parameters(schema: &Value) -> Vec<String> {
    let text = |text: &str| chars_prefix(text, MAX_FIELD_CHARS).to_owned();
    let mut names = Vec::new();
    let mut descriptions = Vec::new();
    let mut nodes = VecDeque::from([(schema, 0)]);
    let mut visited = 0;
    while let Some((node, depth)) = nodes.pop_front() {
        visited += 1;
        if visited > MAX_SCHEMA_NODES {
            break;
        }
        let (Value::Object(node), true) = (node, depth < MAX_SCHEMA_DEPTH) else { continue };
        for (name, property) in sorted(node.get("properties")) {
            if names.len() == MAX_SCHEMA_PROPERTIES {
                break;
            }
            names.push(text(name));
            descriptions.extend(property.get("description").and_then(Value::as_str).map(text));
            nodes.push_back((property, depth + 1));
        }
        for keyword in ["items", "prefixItems", "anyOf", "oneOf", "allOf"] {
            match node.get(keyword) {
                Some(Value::Array(branches)) => {
                    nodes.extend(branches.iter().take(MAX_SCHEMA_NODES).map(|branch| (branch, depth + 1)));
                }
                Some(branch) => nodes.push_back((branch, depth + 1)),
                None => {}
            }
        }
        for keyword in ["$defs", "definitions"] {
            nodes.extend(sorted(node.get(keyword)).into_iter().map(|(_, definition)| (definition, depth + 1)));
        }
    }
    names.append(&mut descriptions);
    names
}

/// The first members of an object, where there is one.
fn sorted(object: Option<&Value>) -> Vec<(&String, &Value)> {
    let members = object.and_then(Value::as_object);
    members.map(|members| first_members(members, MAX_SCHEMA_NODES, |_| true)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, json};

    #[test]
    fn names_come_before_descriptions_and_outer_ones_before_inner_ones() {
        let schema = json!({
            "description": "not a parameter",
            "properties": {
                "zone": { "description": "Where." },
                "lines": { "items": { "properties": { "sku": { "description": "Which." } } } },
                "who": { "anyOf": [{ "properties": { "name": {} } }, { "type": "null" }] },
                "at": { "$ref": "#/$defs/Time" },
            },
            "$defs": { "Time": { "properties": { "hour": {} } } },
        });
        assert_eq!(parameters(&schema), ["at", "lines", "who", "zone", "hour", "sku", "name", "Where.", "Which."]);
    }

    #[test]
    fn a_schema_is_read_up_to_its_caps() {
        let wide: Map<String, Value> = (0..200).map(|i| (format!("p{i:03}"), json!({}))).collect();
        assert_eq!(parameters(&json!({ "properties": wide })).len(), MAX_SCHEMA_PROPERTIES);
        let mut deep = json!({ "properties": { "bottom": {} } });
        for level in (1..=MAX_SCHEMA_DEPTH).rev() {
            deep = json!({ "properties": { format!("l{level}"): deep } });
        }
        assert_eq!(parameters(&deep).last().unwrap(), "l8", "eight levels of properties and no ninth");
        let long = json!({ "properties": { "p": { "description": "x".repeat(5_000) } } });
        assert_eq!(parameters(&long)[1].len(), MAX_FIELD_CHARS);
        assert!(parameters(&json!("no schema")).is_empty());
    }

    #[test]
    fn every_keyword_that_leads_down_counts_as_a_level() {
        let down: [fn(Value) -> Value; 8] = [
            |below| json!({ "items": below }),
            |below| json!({ "items": [below] }),
            |below| json!({ "prefixItems": [below] }),
            |below| json!({ "anyOf": [below] }),
            |below| json!({ "oneOf": [below] }),
            |below| json!({ "allOf": [below] }),
            |below| json!({ "$defs": { "a": below } }),
            |below| json!({ "definitions": { "a": below } }),
        ];
        for down in down {
            for levels in 0..12 {
                let schema = (0..levels).fold(json!({ "properties": { "known": {} } }), |below, _| down(below));
                assert_eq!(parameters(&schema).len(), usize::from(levels < 8), "{schema}");
            }
        }
    }

    #[test]
    fn so_many_nodes_are_read() {
        assert_eq!(MAX_SCHEMA_NODES, 256);
        for (number, known) in [(2, true), (255, true), (256, true), (257, false), (258, false)] {
            // The root is the first.
            let mut branches = vec![json!({}); number - 2];
            branches.push(json!({ "properties": { "known": {} } }));
            assert_eq!(parameters(&json!({ "anyOf": branches })).len(), usize::from(known), "{number}");
        }
    }
}
