//! How large a sanitised schema may be: each cap from both sides, and any JSON within all of them.

#![cfg(test)]

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toolsift_core::{ToolDefinition, canonical_json};
use toolsift_trust_policy::{
    MAX_SPEC_DEPTH, MAX_SPEC_NODES, MAX_SPEC_PROPERTIES, MAX_SPEC_SCHEMA_CHARS, sanitize_schema, tool_spec,
};

/// So many members `p000`, `p001` and on, each the same.
fn members(count: usize, member: &Value) -> Value {
    (0..count).map(|number| (format!("p{number:03}"), member.clone())).collect::<Map<_, _>>().into()
}

fn chars(schema: &Value) -> usize {
    canonical_json(schema).chars().count()
}

/// Sixteen levels below the root are kept and the seventeenth is not, whatever keyword leads down.
#[test]
fn depth() {
    assert_eq!(MAX_SPEC_DEPTH, 16);
    let down: [fn(Value) -> Value; 5] = [
        |below| json!({ "properties": { "a": below } }),
        |below| json!({ "items": below }),
        |below| json!({ "anyOf": [below] }),
        |below| json!({ "$defs": { "a": below } }),
        |below| json!({ "additionalProperties": below }),
    ];
    for down in down {
        let levels = |levels: usize, bottom: Value| (0..levels).fold(bottom, |below, _| down(below));
        for keep_text in [false, true] {
            let sixteen = levels(16, json!({ "type": "string" }));
            let kept = sanitize_schema(&sixteen, keep_text);
            assert_eq!((kept.schema, kept.cut), (sixteen, false));
            for more in [17, 18, 60] {
                let cut = sanitize_schema(&levels(more, json!({ "type": "string" })), keep_text);
                assert_eq!((cut.schema, cut.cut), (levels(16, json!({})), true), "{more}");
            }
        }
    }
}

/// 256 properties or definitions are kept, the first by name in whatever order they come.
#[test]
fn properties() {
    assert_eq!(MAX_SPEC_PROPERTIES, 256);
    for keyword in ["properties", "$defs", "definitions"] {
        let schema = |count| json!({ keyword: members(count, &json!({})) });
        let kept = sanitize_schema(&schema(256), false);
        assert_eq!((kept.schema, kept.cut), (schema(256), false));
        let mut one_more = schema(255);
        one_more[keyword]["zz"] = json!({});
        one_more[keyword]["a"] = json!({});
        let mut expected = schema(255);
        expected[keyword]["a"] = json!({});
        let cut = sanitize_schema(&one_more, false);
        assert_eq!((cut.schema, cut.cut), (expected, true));
    }
}

/// 256 branches of a list and 256 required names are kept, the first.
#[test]
fn lists() {
    for keyword in ["anyOf", "oneOf", "allOf", "prefixItems", "items", "required"] {
        let entry = if keyword == "required" { json!("a") } else { json!({ "type": "string" }) };
        let schema = |count| json!({ keyword: vec![&entry; count], "$defs": { "a": {} } });
        for keep_text in [false, true] {
            for (count, kept) in [(256, 256), (257, 256), (700, 256)] {
                let sanitized = sanitize_schema(&schema(count), keep_text);
                assert_eq!((sanitized.schema, sanitized.cut), (schema(kept), count > kept), "{keyword}, {count}");
            }
        }
    }
}

/// What the required names of a schema without its texts may be: of the first 1,024 nodes, and of nodes up to sixteen levels down; a list is a level of its own.
#[test]
fn names_that_are_known() {
    let is_known = |mut schema: Value| {
        schema["required"] = json!(["known"]);
        sanitize_schema(&schema, false).schema["required"] == json!(["known"])
    };
    type Down = fn(Value) -> Value;
    let down: [(Down, usize); 5] = [
        (|below| json!({ "properties": { "a": below } }), 16),
        (|below| json!({ "items": below }), 16),
        (|below| json!({ "anyOf": [below] }), 8),
        (|below| json!({ "$defs": { "a": below } }), 16),
        (|below| json!({ "additionalProperties": below }), 16),
    ];
    for (down, deepest) in down {
        for levels in 0..20 {
            let schema = (0..levels).fold(json!({ "properties": { "known": {} } }), |below, _| down(below));
            assert_eq!(is_known(schema.clone()), levels <= deepest, "{schema}");
        }
    }
    let wide = |count| json!({ "properties": members(count, &json!({})) });
    // The root, thrice 257 nodes, one with the rest below it, and the one with the name.
    for (rest, known) in [(249, true), (250, true), (251, false), (252, false)] {
        let named = json!({ "properties": { "known": {} } });
        let members = json!({ "a": wide(256), "b": wide(256), "c": wide(256), "d": wide(rest), "e": named });
        assert_eq!(is_known(json!({ "properties": members })), known, "{rest}");
    }
}

/// CF-065: a name of a hundred kilobytes goes, wherever a schema may have one, and the spec says so; what else is there stays.
#[test]
fn names() {
    let long = "n".repeat(100 << 10);
    for keyword in ["properties", "$defs", "definitions"] {
        for keep_text in [false, true] {
            let cut = sanitize_schema(&json!({ keyword: { long.as_str(): {}, "short": {} } }), keep_text);
            assert_eq!((cut.schema, cut.cut), (json!({ keyword: { "short": {} } }), true), "{keyword}");
        }
    }
    let cut = sanitize_schema(&json!({ "properties": { "short": {} }, "required": [long.as_str(), "short"] }), false);
    assert_eq!(cut.schema, json!({ "properties": { "short": {} }, "required": ["short"] }));
}

/// 1,024 nodes are kept, the root among them; with one more the deepest levels go.
#[test]
fn nodes() {
    assert_eq!(MAX_SPEC_NODES, 1_024);
    // A root, three properties, 3 · 256 below them, and the rest below one of the three.
    let tree = |rest: usize| {
        let wide = json!({ "properties": members(256, &json!({})) });
        let last = json!({ "properties": members(256, &json!({})), "$defs": members(rest, &json!({})) });
        json!({ "properties": { "a": wide, "b": wide, "c": last } })
    };
    let kept = sanitize_schema(&tree(252), false);
    assert_eq!((kept.schema, kept.cut), (tree(252), false));
    let cut = sanitize_schema(&tree(253), false);
    assert_eq!((cut.schema, cut.cut), (json!({ "properties": { "a": {}, "b": {}, "c": {} } }), true));
    let flat = json!({ "properties": members(256, &json!({})), "$defs": members(256, &json!({})),
        "definitions": members(256, &json!({})), "anyOf": vec![json!({}); 256] });
    let cut = sanitize_schema(&flat, true);
    assert_eq!((cut.schema, cut.cut), (json!({ "type": "object" }), true), "nothing smaller is left to try");
}

/// 32,768 characters as canonical JSON are kept, counted as characters.
#[test]
fn characters() {
    assert_eq!(MAX_SPEC_SCHEMA_CHARS, 32_768);
    let filled = |more: usize| {
        let mut schema = json!({ "properties": members(35, &json!({ "description": "é".repeat(900) })) });
        let left = 32_768 - chars(&schema) - r#","title":"""#.len();
        schema["title"] = json!("é".repeat(left + more));
        schema
    };
    assert_eq!(chars(&filled(0)), 32_768);
    let kept = sanitize_schema(&filled(0), true);
    assert_eq!((kept.schema, kept.cut), (filled(0), false));
    let over = sanitize_schema(&filled(1), true);
    assert!(over.cut && chars(&over.schema) < 32_768);
    assert_eq!(over.schema["properties"].as_object().unwrap().len(), 35, "texts are shortened, properties stay");
}

/// Texts go before levels do: first a part of them, then all, then the deepest levels.
#[test]
fn texts_go_before_levels() {
    let schema = |count: usize, text: usize| {
        let described = json!({ "type": "string", "description": "d".repeat(text) });
        json!({ "properties": members(count, &json!({ "properties": { "inner": described } })) })
    };
    let bare = |count: usize| json!({ "properties": members(count, &json!({ "properties": { "inner": { "type": "string" } } })) });
    let shortened = sanitize_schema(&schema(80, 900), true);
    let text = shortened.schema["properties"]["p079"]["properties"]["inner"]["description"].as_str().unwrap();
    assert!(shortened.cut && !text.is_empty() && text.len() < 900);
    let without = sanitize_schema(&schema(250, 900), true);
    assert_eq!((without.schema, without.cut), (bare(250), true), "no text, but every level");
    // Two levels of it fit and three do not, with or without texts.
    let values: Vec<String> = (0..64).map(|number| format!("{number:080}")).collect();
    let heavy =
        json!({ "description": "d", "properties": { "inner": { "properties": { "value": { "enum": values } } } } });
    let light = json!({ "properties": { "inner": {} } });
    for keep_text in [true, false] {
        let sanitized = sanitize_schema(&json!({ "properties": members(9, &heavy) }), keep_text);
        assert_eq!((sanitized.schema, sanitized.cut), (json!({ "properties": members(9, &light) }), true));
    }
}

/// Counts nodes and checks that a sanitised schema has nothing that it may not have. Independent of the sanitiser.
fn within_caps(schema: &Value, depth: usize, nodes: &mut usize) {
    *nodes += 1;
    assert!(depth <= 16, "too deep");
    let Some(members) = schema.as_object() else {
        assert!(schema.is_boolean(), "{schema}");
        return;
    };
    for (keyword, value) in members {
        match keyword.as_str() {
            "properties" | "$defs" | "definitions" => {
                let members = value.as_object().unwrap();
                assert!(members.len() <= 256);
                for (name, member) in members {
                    assert!((1..=64).contains(&name.chars().count()), "{name:?}");
                    within_caps(member, depth + 1, nodes);
                }
            }
            "anyOf" | "oneOf" | "allOf" | "prefixItems" => {
                value.as_array().unwrap().iter().for_each(|branch| within_caps(branch, depth + 1, nodes));
            }
            "items" if value.is_array() => {
                value.as_array().unwrap().iter().for_each(|branch| within_caps(branch, depth + 1, nodes));
            }
            "items" | "additionalProperties" => within_caps(value, depth + 1, nodes),
            "enum" => assert!((1..=64).contains(&value.as_array().unwrap().len())),
            "required" => assert!(value.as_array().unwrap().iter().all(Value::is_string)),
            "type" => assert!(value.is_string() || value.is_array()),
            "const" | "default" => assert!(!value.is_object() && !value.is_array()),
            "format" | "$ref" | "title" | "description" | "pattern" => {
                assert!(value.as_str().unwrap().chars().count() <= 32 * 65);
            }
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "minLength"
            | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
                assert!(value.is_number() || value.is_boolean());
            }
            "uniqueItems" | "nullable" | "readOnly" | "writeOnly" | "deprecated" => assert!(value.is_boolean()),
            _ => panic!("{keyword:?} is no keyword of a sanitised schema"),
        }
    }
}

/// Sanitised once, it is within every cap; sanitised again, it is the same and nothing is lost.
fn holds(schema: &Value) {
    for keep_text in [false, true] {
        let once = sanitize_schema(schema, keep_text);
        let mut nodes = 0;
        within_caps(&once.schema, 0, &mut nodes);
        assert!(nodes <= 1_024 && chars(&once.schema) <= 32_768);
        if !keep_text {
            let told = canonical_json(&once.schema);
            assert!(["title", "description", "pattern"].iter().all(|text| !told.contains(&format!(r#""{text}":""#))));
        }
        let twice = sanitize_schema(&once.schema, keep_text);
        assert_eq!((&twice.schema, twice.cut), (&once.schema, false));
    }
}

/// Schemas made to be large in one way each.
#[test]
fn hostile_sizes() {
    let long = "x".repeat(1 << 20);
    let tree =
        (0..5).fold(json!({ "enum": vec!["v".repeat(80); 9] }), |below, _| json!({ "properties": members(5, &below) }));
    let deep = (0..100).fold(json!({ "description": long }), |below, _| json!({ "items": below, "title": "t" }));
    holds(&tree);
    holds(&deep);
    holds(
        &json!({ "title": long, "pattern": long, "default": long, "const": long, "$ref": format!("#/{long}"), &long: long }),
    );
    holds(
        &json!({ "properties": members(20_000, &json!({ "description": "d".repeat(300) })), "required": vec!["r".repeat(64); 20_000] }),
    );
    holds(&json!({ "anyOf": vec![json!({ "enum": vec!["v".repeat(80); 9] }); 300] }));
    holds(
        &json!({ "type": vec!["string"; 10_000], "enum": vec![json!(["a"]); 10_000], "$ref": format!("#{}", "/a".repeat(9_999)) }),
    );
}

const KEYWORDS: [&str; 28] = [
    "type",
    "properties",
    "$defs",
    "definitions",
    "items",
    "prefixItems",
    "anyOf",
    "oneOf",
    "allOf",
    "required",
    "enum",
    "const",
    "default",
    "format",
    "$ref",
    "title",
    "description",
    "pattern",
    "minimum",
    "maxLength",
    "uniqueItems",
    "nullable",
    "additionalProperties",
    "not",
    "if",
    "$comment",
    "examples",
    "x-a",
];

/// Any JSON, with the keywords of schemas where there are keys, mostly.
fn any_schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        prop::sample::select(vec!["string", "object", "date", "#/$defs/a", "#", "a b"]).prop_map(Value::from),
        "[a-z é]{70,90}".prop_map(Value::from),
    ];
    leaf.prop_recursive(20, 200, 6, |inner| {
        let key = prop_oneof![
            6 => prop::sample::select(KEYWORDS.to_vec()).prop_map(str::to_owned),
            1 => any::<String>(),
            1 => "[a-z]{60,70}",
        ];
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            4 => prop::collection::vec((key, inner), 0..6).prop_map(|members| members.into_iter().collect::<Map<_, _>>().into()),
        ]
    })
}

/// The same JSON with its keys in another order.
fn turned(value: &Value, turn: usize) -> String {
    match value {
        Value::Object(members) => {
            let mut members: Vec<String> =
                members.iter().map(|(key, value)| format!("{}:{}", json!(key), turned(value, turn + 1))).collect();
            members.reverse();
            let middle = turn % members.len().max(1);
            members.rotate_left(middle);
            format!("{{{}}}", members.join(","))
        }
        Value::Array(values) => {
            format!("[{}]", values.iter().map(|value| turned(value, turn)).collect::<Vec<_>>().join(","))
        }
        _ => value.to_string(),
    }
}

proptest! {
    #[test]
    fn any_json(schema in any_schema()) {
        holds(&schema);
    }

    /// The order of a file's keys changes no byte of a spec.
    #[test]
    fn key_order(schema in any_schema(), turn in 0_usize..5, keep_text: bool) {
        let spec = |schema: &str| {
            let tool = format!(r#"{{"id":"t","jsonInputSchema":{schema},"trustJsonSchemaText":{keep_text}}}"#);
            tool_spec(&serde_json::from_str::<ToolDefinition>(&tool).unwrap()).unwrap().canonical_json()
        };
        prop_assert_eq!(spec(&schema.to_string()), spec(&turned(&schema, turn)));
    }
}
