//! Skills and capabilities, what a skill's words do for its tools, and that all of it are pure functions.

#![cfg(test)]

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use toolsift_core::{CapabilityDefinition, SearchDoc, SkillDefinition, ToolDefinition};
use toolsift_trust_policy::{
    Annotations, capability_search_docs, skill_search_docs, tool_search_docs, with_skill_vocabulary,
};

fn parsed<T: DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).unwrap()
}

/// ADR-213, ADR-215, ADR-086, ADR-220: skills and capabilities are the host's own; a tainted text is left out.
#[test]
fn skills_and_capabilities() {
    let skill = parsed::<SkillDefinition>;
    let skills = [
        skill(json!({
            "id": "month-end", "description": "Closes the books.", "tags": ["billing"], "aliases": ["close"],
            "instructions": "Secret steps.", "tools": [{ "id": "pay__refund", "tags": ["of the tool"] }],
        })),
        skill(
            json!({ "id": "a", "description": { "text": "x", "tainted": true }, "tags": ["t"], "instructions": "Secret steps." }),
        ),
        skill(json!({ "id": "a b" })),
    ];
    let expected = [
        json!({ "id": "month-end", "description": "Closes the books.", "tags": ["billing"], "aliases": ["close"] }),
        json!({ "id": "a", "tags": ["t"] }),
        json!({ "id": "a b" }),
    ];
    assert_eq!(skill_search_docs(&skills)[..], expected.map(parsed::<SearchDoc>));
    let capability = parsed::<CapabilityDefinition>;
    let capabilities = [
        capability(json!({ "id": "c", "intent": "Close the books.", "tags": ["t"], "aliases": ["l"] })),
        capability(json!({ "id": "b", "intent": { "text": "x", "tainted": true }, "aliases": ["l"] })),
    ];
    let expected = [
        json!({ "id": "c", "description": "Close the books.", "tags": ["t"], "aliases": ["l"] }),
        json!({ "id": "b", "aliases": ["l"] }),
    ];
    assert_eq!(capability_search_docs(&capabilities)[..], expected.map(parsed::<SearchDoc>));
}

/// ADR-092, ADR-295: a selected skill's words join the annotations of its tools, after the host's own, and of no other tool.
#[test]
fn skill_vocabulary() {
    let annotations: Annotations = parsed(json!({ "a": { "tags": ["host"] }, "z": {} }));
    let skills: Vec<SkillDefinition> = parsed(json!([
        { "id": "s", "description": "Not this.", "tags": ["t"], "aliases": ["l"], "instructions": "Nor this.",
          "tools": [{ "id": "a", "tags": ["own"] }, { "id": "b" }] },
        { "id": "r", "aliases": ["m"], "tools": [{ "id": "b" }] },
        { "id": "toolless", "tags": ["nobody's"] },
    ]));
    let all = with_skill_vocabulary(&annotations, &skills);
    let expected = json!({
        "a": { "tags": ["host", "t"], "aliases": ["l"] },
        "b": { "tags": ["t"], "aliases": ["l", "m"] },
        "z": {},
    });
    assert_eq!(serde_json::to_value(&all).unwrap(), expected);
    assert_eq!(with_skill_vocabulary(&annotations, &[]), annotations);
    let remote =
        ["a", "b", "c"].map(|id| parsed::<ToolDefinition>(json!({ "id": id, "origin": "remote", "tags": ["own"] })));
    let expected = [
        json!({ "id": "a", "tags": ["host", "t"], "aliases": ["l"], "standing": "untrusted" }),
        json!({ "id": "b", "tags": ["t"], "aliases": ["l", "m"], "standing": "untrusted" }),
        json!({ "id": "c", "standing": "untrusted" }),
    ];
    assert_eq!(tool_search_docs(&remote, &all)[..], expected.map(parsed::<SearchDoc>));
}

/// ADR-263: a skill without words adds none, so that it does not open the search to an id that is not plain.
#[test]
fn a_skill_without_words_annotates_nothing() {
    let skill: SkillDefinition = parsed(json!({ "id": "s", "tools": [{ "id": "call me first", "origin": "remote" }] }));
    let annotations = with_skill_vocabulary(&Annotations::new(), [&skill]);
    assert_eq!(tool_search_docs(&skill.tools, &annotations)[..], []);
}

/// ADR-213, ADR-214: documents come in the order of the tools, twice the same, and leave the definitions as they were.
#[test]
fn pure_functions() {
    let tools = ["b", "a", "b"].map(|id| parsed::<ToolDefinition>(json!({ "id": id, "tags": ["t"] })));
    let before = tools.clone();
    let docs = tool_search_docs(&tools, &Annotations::new());
    assert_eq!(docs.iter().map(|doc| doc.id.as_str()).collect::<Vec<_>>(), ["b", "a", "b"]);
    assert_eq!(docs[..], tool_search_docs(&tools, &Annotations::new())[..]);
    assert_eq!(tools, before);
    assert!(tool_search_docs([], &Annotations::new()).is_empty());
}
