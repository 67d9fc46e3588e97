//! What a journal would lose on another catalogue.

#![cfg(test)]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use toolsift_core::ToolDefinition;
use toolsift_replay::Line;
use toolsift_scenario::{Golden, GoldenHeader, Scenario, against};

fn tools(tools: &Value) -> Vec<ToolDefinition> {
    serde_json::from_value(tools.clone()).unwrap()
}

/// A golden log of one search for a bill, over some tools, with some settings.
fn log(folder: &Path, catalog: &Value, settings: &Value) -> Golden {
    let calls = json!([{ "name": "search_tools", "arguments": { "query": "bill" } }]);
    let scenario = json!({ "version": 1, "loop": "main", "catalog": catalog, "toolSearch": settings, "turns": [{ "calls": calls }] });
    log_of(folder, &scenario)
}

/// A golden log of a scenario.
fn log_of(folder: &Path, scenario: &Value) -> Golden {
    let scenario = scenario.to_string();
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

/// ADR-118, ADR-148: skills are the registry's, so that another catalogue loses none of them, found or activated, and none of their tools; what a search loaded beside them is
/// lost, unless a skill brings it.
#[test]
fn skills_are_no_losses() {
    let call = |name: &str, key: &str, value: &str| json!({ "name": name, "arguments": { key: value } });
    let (search, activate) =
        (|query| call("search_tools", "query", query), |name| call("activate_skill", "name", name));
    let one_turn = json!([{ "calls": [search("bill"), activate("bill-customers")] }]);
    let two_turns =
        json!([{ "calls": [activate("bill-customers")] }, { "calls": [search("bill"), activate("bill-customers")] }]);
    let tool = |id: &str| json!({ "id": id });
    for (brought, turns, later, expected) in [
        ("send_invoice", &one_turn, json!([tool("bill_one")]), vec![]),
        ("send_invoice", &one_turn, json!([]), vec![("main#turn:0:tool:0:search", "bill_one", true)]),
        ("send_invoice", &two_turns, json!([]), vec![("main#turn:1:tool:0:search", "bill_one", true)]),
        // The skill brings it in the same turn.
        ("bill_one", &one_turn, json!([]), vec![]),
        // The search of the first run found nothing that the skill had not brought.
        ("bill_one", &two_turns, json!([]), vec![]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let scenario = json!({
            "version": 1,
            "loop": "main",
            "catalog": [tool("bill_one")],
            "skills": [{ "id": "bill-customers", "tools": [tool(brought)], "instructions": "Bill them." }],
            "toolSearch": {},
            "skillActivation": { "discovery": "search" },
            "compaction": { "afterBytes": 1 },
            "turns": turns,
        });
        let losses = against(&log_of(folder.path(), &scenario), &tools(&later)).unwrap();
        let losses: Vec<_> =
            losses.iter().map(|loss| (loss.id.as_str(), loss.tool.as_str(), loss.was_loaded)).collect();
        assert_eq!(losses, expected, "{brought} {turns} {later}");
    }
}

/// A record of an activation that gives results, too, loses none of them: only searches find tools.
#[test]
fn results_of_an_activation_are_no_losses() {
    let folder = tempfile::tempdir().unwrap();
    let calls = json!([{ "name": "activate_skill", "arguments": { "name": "month-end" } }]);
    let skills = json!([{ "id": "month-end", "instructions": "Close." }]);
    let scenario = json!({
        "version": 1, "loop": "main", "catalog": [], "skills": skills, "toolSearch": {}, "skillActivation": {},
        "turns": [{ "calls": calls }],
    });
    let mut log = log_of(folder.path(), &scenario);
    for line in &mut log.lines {
        if let Line::Decision(decision) = line {
            decision.choice = r#"{"skill":"month-end","results":["post_entry"],"loaded":["post_entry"]}"#.to_owned();
        }
    }
    assert_eq!(against(&log, &[]).unwrap(), []);
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
