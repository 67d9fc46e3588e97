//! What a journal would lose on another catalogue.

#![cfg(test)]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use toolsift_core::ToolDefinition;
use toolsift_scenario::{Golden, GoldenHeader, Scenario, against};

fn tools(tools: &Value) -> Vec<ToolDefinition> {
    serde_json::from_value(tools.clone()).unwrap()
}

/// A golden log of one search for a bill, over some tools, with some settings.
fn log(folder: &Path, catalog: &Value, settings: &Value) -> Golden {
    let calls = json!([{ "name": "search_tools", "arguments": { "query": "bill" } }]);
    let scenario =
        json!({ "version": 1, "loop": "main", "catalog": catalog, "toolSearch": settings, "turns": [{ "calls": calls }] })
            .to_string();
    let made = Golden::regenerate(&Scenario::parse(&scenario).unwrap(), None, None).unwrap();
    let header = serde_json::to_string(&GoldenHeader::new(Vec::new(), true, "a test")).unwrap();
    let files = [
        ("log.json", header),
        ("scenario.json", scenario),
        ("journal.jsonl", made.journal),
        ("transcript.json", made.transcript),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    Golden::load(folder).unwrap()
}

/// A tool that is gone or fits no more is lost to the menu; one that was only shown is lost where it is not even shown.
#[test]
fn losses_by_hand() {
    let both = json!([{ "id": "bill_one" }, { "id": "bill_two" }]);
    let long = json!([{ "id": "bill_one", "description": "x".repeat(900) }, { "id": "bill_two" }]);
    let quoted = json!([{ "id": "bill \"it\"" }]);
    for (catalog, settings, later, expected) in [
        (&both, json!({}), both.clone(), vec![]),
        (&quoted, json!({}), quoted.clone(), vec![]),
        (&both, json!({}), json!([{ "id": "bill_two" }]), vec![("bill_one", true)]),
        (&both, json!({}), json!([]), vec![("bill_one", true), ("bill_two", true)]),
        (&both, json!({ "maxMenuChars": 500 }), long, vec![("bill_one", true)]),
        (&both, json!({ "maxLoaded": 1 }), json!([{ "id": "bill_one" }]), vec![("bill_two", false)]),
        (&both, json!({ "maxLoaded": 1 }), both.clone(), vec![]),
        (&both, json!({ "namespaces": ["bill_one"] }), json!([{ "id": "bill_one" }]), vec![]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let losses = against(&log(folder.path(), catalog, &settings), &tools(&later)).unwrap();
        let losses: Vec<_> = losses.iter().map(|loss| (loss.tool.as_str(), loss.was_loaded)).collect();
        assert_eq!(losses, expected, "{settings} {later}");
    }
}

/// Another catalogue that the scenario cannot run over is an error.
#[test]
fn a_catalogue_without_what_is_always_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let both = json!([{ "id": "bill_one" }, { "id": "bill_two" }]);
    let log = log(folder.path(), &both, &json!({ "alwaysLoaded": ["bill_two"] }));
    let error = against(&log, &tools(&json!([{ "id": "bill_one" }]))).unwrap_err();
    assert_eq!(error.to_string(), "toolSearch.alwaysLoaded: the catalogue has no tool \"bill_two\"");
}
