//! A canary in every place where a tool's author can put a text, and where each of them may come out again.
//!
//! The expected places are written by hand; a canary of 24 bytes stands in one place of one tool at a time.

#![cfg(test)]

use proptest::prelude::*;
use serde_json::{Value, json};
use toolsift_core::{ToolDefinition, canonical_json};
use toolsift_trust_policy::{
    Annotations, PolicyError, Vouch, definition_digest, first_line, listing, tool_search_docs, tool_spec, vouch,
};

/// What a class adds to a tool, and whether its schema is the host's field or a third party's.
const CLASSES: [(&str, &str, &str); 10] = [
    ("own", "inputSchema", "{}"),
    ("own, tainted", "inputSchema", r#"{"description":{"text":"","tainted":true}}"#),
    ("remote", "inputSchema", r#"{"origin":"remote"}"#),
    ("schema", "jsonInputSchema", "{}"),
    ("agent", "inputSchema", r#"{"kind":"a2a"}"#),
    ("annotated", "jsonInputSchema", r#"{"origin":"remote"}"#),
    ("local schema", "inputSchema", r#"{"origin":"remote","schemaOrigin":"local"}"#),
    ("vouched", "jsonInputSchema", r#"{"trustJsonSchemaText":true}"#),
    ("agent vouched", "inputSchema", r#"{"kind":"a2a","trustJsonSchemaText":true}"#),
    ("tainted", "jsonInputSchema", r#"{"trustJsonSchemaText":true,"description":{"text":"","tainted":true}}"#),
];

/// A place, how it is written (`@` is the canary), and where it is shown, a column a class in the order above:
/// `d` in the document, `l` in the line, `s` in the spec, `-` nowhere.
///
/// The first rows are members of the tool, the others of its schema.
#[rustfmt::skip]
const PLACES: [(&str, &str, &str); 34] = [
    //                                                                  own tnt rem sch agt ann loc vou avo tai
    ("description",        r#""@""#,                                   "dls -   -   -   -   -   -   dls dls -"),
    ("tags",               r#"["@"]"#,                                 "d   d   -   -   -   -   -   d   d   -"),
    ("aliases",            r#"["@"]"#,                                 "d   d   -   -   -   -   -   d   d   -"),
    ("namespace",          r#""@""#,                                   "d   d   -   -   -   -   -   d   d   -"),
    ("/description",       r#""@""#,                                   "s   -   -   -   -   -   s   s   s   -"),
    ("/title",             r#""@""#,                                   "s   -   -   -   -   -   s   s   s   -"),
    ("/$comment",          r#""@""#,                                   "s   -   -   -   -   -   s   -   -   -"),
    ("/$id",               r#""https://@""#,                           "s   -   -   -   -   -   s   -   -   -"),
    ("/examples",          r#"["@"]"#,                                 "s   -   -   -   -   -   s   -   -   -"),
    ("/default",           r#""@""#,                                   "s   -   -   -   -   -   s   s   s   -"),
    ("/default ",          r#"{"a":["@"]}"#,                           "s   -   -   -   -   -   s   -   -   -"),
    ("/enum",              r#"["@"]"#,                                 "s   -   s   s   s   s   s   s   s   s"),
    ("/enum ",             r#"[["@"],{"@":1}]"#,                       "s   -   -   -   -   -   s   -   -   -"),
    ("/const",             r#""@""#,                                   "s   -   s   s   s   s   s   s   s   s"),
    ("/pattern",           r#""^@$""#,                                 "s   -   -   -   -   -   s   s   s   -"),
    ("/required",          r#"["@"]"#,                                 "s   -   -   -   -   -   s   s   s   -"),
    ("/required ",         r#"["read @ aloud"]"#,                      "s   -   -   -   -   -   s   s   s   -"),
    ("/format",            r#""@""#,                                   "s   -   -   -   -   -   s   -   -   -"),
    ("/type",              r#""@""#,                                   "s   -   -   -   -   -   s   -   -   -"),
    ("/x-note",            r#""@""#,                                   "s   -   -   -   -   -   s   -   -   -"),
    ("/@",                 r#"true"#,                                  "s   -   -   -   -   -   s   -   -   -"),
    ("/minimum",           r#""@""#,                                   "s   -   -   -   -   -   s   -   -   -"),
    ("/$ref",              r#""https://@/#/$defs/a""#,                 "s   -   -   -   -   -   s   -   -   -"),
    ("/$defs",             r#"{"@":{}}"#,                              "s   -   s   s   s   s   s   s   s   s"),
    ("/properties",        r#"{"@":{}}"#,                              "ds  d   s   s   s   s   s   ds  ds  s"),
    ("/properties ",       r#"{"read @ aloud":{}}"#,                   "ds  d   -   -   -   -   s   ds  ds  -"),
    ("/properties  ",      r#"{"a":{"description":"@"}}"#,             "ds  d   -   -   -   -   s   ds  ds  -"),
    ("/properties   ",     r#"{"a":{"title":"@","enum":[1]}}"#,        "s   -   -   -   -   -   s   s   s   -"),
    ("/patternProperties", r#"{"@":{"description":"@"}}"#,             "s   -   -   -   -   -   s   -   -   -"),
    ("/items",             r#"{"anyOf":[{"description":"@"}]}"#,       "s   -   -   -   -   -   s   s   s   -"),
    ("/not",               r#"{"description":"@"}"#,                   "s   -   -   -   -   -   s   -   -   -"),
    ("/if",                r#"{"properties":{"@":{}}}"#,               "s   -   -   -   -   -   s   -   -   -"),
    ("/dependentRequired", r#"{"a":["@"]}"#,                           "s   -   -   -   -   -   s   -   -   -"),
    ("/enumDescriptions",  r#"["@"]"#,                                 "s   -   -   -   -   -   s   -   -   -"),
];

/// 24 bytes that stand nowhere else.
fn canary(place: usize, class: usize) -> String {
    let canary = format!("qz{place:02}{class:02}wkvxjbpq{place:02}{class:02}hgfyzm");
    assert_eq!(canary.len(), 24);
    canary
}

/// The tool of a class with a canary at a place, or without one.
fn tool(class: usize, place: Option<usize>) -> ToolDefinition {
    let (_, field, more) = CLASSES[class];
    let mut tool = json!({ "id": "pay__refund" });
    let more: serde_json::Map<String, Value> = serde_json::from_str(more).unwrap();
    tool.as_object_mut().unwrap().extend(more);
    let mut schema = json!({ "type": "object" });
    if let Some(place) = place {
        let with = |text: &str| text.replace('@', &canary(place, class));
        let (path, value, _) = PLACES[place];
        let value: Value = serde_json::from_str(&with(value)).unwrap();
        match path.strip_prefix('/') {
            Some(keyword) => schema[with(keyword.trim_end())] = value,
            None if path == "description" && tool["description"].is_object() => tool["description"]["text"] = value,
            None => tool[path] = value,
        }
    }
    tool[field] = schema;
    serde_json::from_value(tool).unwrap()
}

/// The host's words for the tool, where the class has some.
fn annotations(class: usize) -> Annotations {
    let words = json!({ "pay__refund": { "tags": ["innocent"], "aliases": ["harmless"] } });
    if CLASSES[class].0 == "annotated" { serde_json::from_value(words).unwrap() } else { Annotations::new() }
}

/// Everything that comes out of this crate for a tool, and the letter under which the table speaks of it.
fn channels(tool: &ToolDefinition, annotations: &Annotations) -> Vec<(char, String)> {
    let docs = tool_search_docs([tool], annotations);
    let spec = tool_spec(tool);
    let error = PolicyError::TaintedDescription { id: tool.id.clone() };
    let error = spec.clone().err().unwrap_or(error);
    let digest = definition_digest(tool);
    let bound = Vouch::new("pay__*").unwrap().bound_to(digest.clone()).unwrap();
    let late = [Vouch::new("pay__*").unwrap().bound_to("0".repeat(64)).unwrap()];
    vec![
        ('d', format!("{docs:?}")),
        ('d', serde_json::to_string(&docs[..]).unwrap()),
        ('l', listing(tool)),
        ('s', spec.as_ref().map(toolsift_trust_policy::MenuSpec::canonical_json).unwrap_or_default()),
        ('s', spec.as_ref().map(|spec| format!("{spec:?}")).unwrap_or_default()),
        ('s', spec.as_ref().map(|spec| serde_json::to_string(spec).unwrap()).unwrap_or_default()),
        ('-', error.to_string()),
        ('-', format!("{error:?}")),
        ('-', format!("{bound:?}")),
        ('-', format!("{:?}", vouch(&mut [tool.clone()], &late))),
        ('-', digest),
    ]
}

/// ADR-218, ADR-201, ADR-077, ADR-178, ADR-264: each canary comes out where the table says and not a half of it anywhere else.
#[test]
fn no_byte_leaves_but_by_the_table() {
    let (mut checks, mut withheld) = (0, 0);
    for (place, (path, _, columns)) in PLACES.into_iter().enumerate() {
        let columns: Vec<&str> = columns.split_whitespace().collect();
        assert_eq!(columns.len(), CLASSES.len(), "{path}");
        for (class, shown) in columns.into_iter().enumerate() {
            let canary = canary(place, class);
            let (first, last) = canary.split_at(12);
            for (number, (letter, text)) in
                channels(&tool(class, Some(place)), &annotations(class)).into_iter().enumerate()
            {
                let name = format!("{path} of {} in channel {number}: {text}", CLASSES[class].0);
                if shown.contains(letter) && letter != '-' {
                    assert!(text.contains(&canary), "missing: {name}");
                } else {
                    assert!(!text.contains(first) && !text.contains(last), "leaked: {name}");
                    withheld += 1;
                }
                checks += 1;
            }
        }
    }
    assert_eq!((checks, withheld), (34 * 10 * 11, 3_350), "the table has not shrunk");
}

/// ADR-222, ADR-091, ADR-263: the host's own words for a tool are in its document, whoever wrote the tool, and nowhere else.
#[test]
fn the_hosts_words_are_searched_and_not_shown() {
    let mut checks = 0;
    for (class, (name, _, _)) in CLASSES.into_iter().enumerate() {
        for (place, list) in ["tags", "aliases"].into_iter().enumerate() {
            let canary = canary(90 + place, class);
            let words = json!({ "pay__refund": { list: [canary] } });
            let annotations: Annotations = serde_json::from_value(words).unwrap();
            for (letter, text) in channels(&tool(class, None), &annotations) {
                assert_eq!(text.contains(&canary), letter == 'd', "{name}: {text}");
                checks += 1;
            }
        }
    }
    assert_eq!(checks, 10 * 2 * 11);
}

/// The classes of which nothing is believed.
const NOT_BELIEVED: [usize; 5] = [2, 3, 4, 5, 9];

proptest! {
    /// ADR-083, ADR-201: whatever a third party writes, document, line and spec are those of a tool that says nothing.
    #[test]
    fn any_text_of_a_third_party_changes_nothing(text in any::<String>(), labels in prop::collection::vec(any::<String>(), 0..4)) {
        for class in NOT_BELIEVED {
            let quiet = tool(class, None);
            let mut loud = quiet.clone();
            loud.description = Some(match &quiet.description {
                Some(_) => toolsift_core::Text::tainted(text.clone()),
                None => text.clone().into(),
            });
            loud.tags.clone_from(&labels);
            loud.aliases.clone_from(&labels);
            loud.namespace = Some(text.clone());
            let schema = loud.json_input_schema.as_mut().or(loud.input_schema.as_mut()).unwrap();
            schema["description"] = json!(text);
            schema["title"] = json!(labels);
            schema["default"] = json!(text);
            schema["pattern"] = json!(text);
            schema["examples"] = json!(labels);
            schema[format!("x{text}")] = json!(text);
            prop_assert_eq!(channels(&loud, &annotations(class))[..6].to_vec(), channels(&quiet, &annotations(class))[..6].to_vec());
        }
    }

    /// ADR-202: of the host's own tool the spec has every character of the schema, and a line is a bounded part of its text.
    #[test]
    fn the_hosts_own_text_is_left_alone(text in any::<String>()) {
        let mut own = tool(0, None);
        own.description = Some(text.as_str().into());
        own.input_schema = Some(json!({ "description": text, &text: [text] }));
        let spec = tool_spec(&own).unwrap();
        prop_assert_eq!(canonical_json(&spec.input_schema), canonical_json(&own.input_schema.clone().unwrap()));
        let expected: String = text.chars().take(1_000).collect();
        prop_assert_eq!(spec.description, expected);
        prop_assert_eq!(listing(&own), first_line(&text));
    }
}
