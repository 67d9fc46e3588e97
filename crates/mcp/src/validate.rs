//! Arguments against a tool's schema, before its server is asked.

use std::collections::BTreeMap;

use jsonschema::{PatternOptions, Validator};
use serde::Serialize;
use serde_json::Value;
use toolsift::contracts::chars_prefix;

/// Most parts of a schema with its references written out. Nested references can double at each level, so that a short schema could take for ever; the largest of 1,186 real tools has under 2,000.
pub const MAX_SCHEMA_PARTS: u64 = 10_000;
/// Most work of one check: parts of the schema × values in the arguments. Beyond it the server checks alone.
pub const MAX_CHECK_WORK: u64 = 10_000_000;
/// Most mistakes that a refusal names.
pub const MAX_MISTAKES: usize = 5;
/// Longest place of a mistake, in characters.
const MAX_PLACE_CHARS: usize = 200;

/// A schema that arguments can be checked against, within bounds.
#[derive(Debug)]
pub(crate) struct ArgumentSchema {
    validator: Validator,
    parts: u64,
}

/// What is wrong with arguments. Neither the schema's words nor the arguments' are quoted: the refusal carries the schema as the trust policy shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Mistake {
    /// Where, as a JSON pointer into the arguments; empty for the whole.
    pub at: String,
    /// Which keyword of the schema does not hold.
    pub keyword: String,
}

impl ArgumentSchema {
    /// Compiles a schema. Nothing, where it is no valid one, refers to itself or elsewhere, or is too large: then it cannot be checked here.
    ///
    /// # Complexity
    ///
    /// Linear in the schema.
    #[must_use]
    pub(crate) fn compile(schema: &Value) -> Option<Self> {
        let parts = Size::of(schema)?;
        // Patterns of strangers: only an engine whose time is linear.
        let options = jsonschema::options().with_pattern_options(PatternOptions::regex().size_limit(1 << 20));
        Some(Self { validator: options.build(schema).ok()?, parts })
    }

    /// The mistakes of arguments, the first ones; empty where there are none, or where checking would take too long.
    ///
    /// # Complexity
    ///
    /// At most [`MAX_CHECK_WORK`] parts against values.
    #[must_use]
    pub(crate) fn mistakes(&self, arguments: &Value) -> Vec<Mistake> {
        if values(arguments).saturating_mul(self.parts) > MAX_CHECK_WORK {
            return Vec::new();
        }
        let mistake = |error: jsonschema::ValidationError<'_>| Mistake {
            at: chars_prefix(error.instance_path().as_str(), MAX_PLACE_CHARS).to_owned(),
            keyword: error.kind().keyword().to_owned(),
        };
        self.validator.iter_errors(arguments).take(MAX_MISTAKES).map(mistake).collect()
    }
}

fn values(value: &Value) -> u64 {
    1 + match value {
        Value::Array(items) => items.iter().map(values).sum(),
        Value::Object(fields) => fields.values().map(values).sum(),
        _ => 0,
    }
}

/// The size of a schema with its references written out.
struct Size<'s> {
    root: &'s Value,
    /// The sizes of what is referred to; `None` while it is being measured, so that a circle is seen.
    targets: BTreeMap<&'s str, Option<u64>>,
}

impl<'s> Size<'s> {
    fn of(root: &'s Value) -> Option<u64> {
        Self { root, targets: BTreeMap::new() }.part(root)
    }

    /// The size of a part, or nothing where it cannot be told or is over the cap.
    fn part(&mut self, part: &'s Value) -> Option<u64> {
        let mut size = 1u64;
        match part {
            Value::Array(parts) => {
                for part in parts {
                    size = size.checked_add(self.part(part)?)?;
                }
            }
            Value::Object(fields) => {
                for (key, field) in fields {
                    let more = match (key.as_str(), field) {
                        ("$ref", Value::String(to)) => self.target(to)?,
                        ("$dynamicRef" | "$recursiveRef" | "$id", Value::String(_)) => return None,
                        _ => self.part(field)?,
                    };
                    size = size.checked_add(more)?;
                }
            }
            _ => {}
        }
        (size <= MAX_SCHEMA_PARTS).then_some(size)
    }

    fn target(&mut self, to: &'s str) -> Option<u64> {
        if let Some(known) = self.targets.get(to) {
            return *known;
        }
        let target = self.root.pointer(to.strip_prefix('#')?)?;
        self.targets.insert(to, None);
        let size = self.part(target)?;
        self.targets.insert(to, Some(size));
        Some(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn mistakes(schema: Value, arguments: Value) -> Vec<(String, String)> {
        let schema = ArgumentSchema::compile(&schema).unwrap();
        schema.mistakes(&arguments).into_iter().map(|mistake| (mistake.at, mistake.keyword)).collect()
    }

    #[test]
    fn mistakes_are_named_and_nothing_is_quoted() {
        let schema = json!({
            "type": "object", "required": ["repo"], "additionalProperties": false,
            "properties": { "repo": { "type": "string", "pattern": "^[a-z]+$" }, "n": { "type": "integer", "maximum": 5 } },
        });
        let own = |at: &str, keyword: &str| (at.to_owned(), keyword.to_owned());
        for (arguments, expected) in [
            (json!({ "repo": "a" }), vec![]),
            (json!({}), vec![own("", "required")]),
            (json!({ "repo": 5 }), vec![own("/repo", "type")]),
            (json!({ "repo": "A" }), vec![own("/repo", "pattern")]),
            (json!({ "repo": "a", "n": 6 }), vec![own("/n", "maximum")]),
            (json!({ "repo": "a", "x": 6 }), vec![own("", "additionalProperties")]),
        ] {
            assert_eq!(mistakes(schema.clone(), arguments.clone()), expected, "{arguments}");
        }
    }

    /// A schema of a stranger can be short and its check endless: what doubles at each level, turns in a circle, or leads elsewhere is left to the server.
    #[test]
    fn hostile_schemas_are_not_checked() {
        let mut defs = serde_json::Map::new();
        for level in 0..40 {
            let next = json!({ "$ref": format!("#/$defs/{}", level + 1) });
            defs.insert(level.to_string(), json!({ "anyOf": [next, next, next] }));
        }
        defs.insert("40".to_owned(), json!({ "type": "string" }));
        for (name, schema) in [
            ("doubling", json!({ "$defs": defs, "$ref": "#/$defs/0" })),
            ("circle", json!({ "$ref": "#" })),
            (
                "longer circle",
                json!({ "properties": { "a": { "$ref": "#/$defs/a" } }, "$defs": { "a": { "items": { "$ref": "#/$defs/a" } } } }),
            ),
            ("elsewhere", json!({ "$ref": "https://example.com/schema.json" })),
            ("nowhere", json!({ "$ref": "#/$defs/none" })),
            ("look-around", json!({ "properties": { "a": { "pattern": "^(?=a)b" } } })),
            ("no schema", json!({ "type": 5 })),
        ] {
            assert!(ArgumentSchema::compile(&schema).is_none(), "{name}");
        }
        let many = json!({ "items": { "anyOf": (0..4_000).map(|n| json!({ "const": n })).collect::<Vec<_>>() } });
        let long = json!((0..10_000).map(|_| "x").collect::<Vec<_>>());
        assert!(mistakes(many, long).is_empty(), "too much work");
    }
}
