//! The guarded ranking as users of the program meet it: searched, explained, measured.

#![cfg(test)]

mod common;

use common::{Run, Temp, json_of, toolsift};
use serde_json::{Value, json};

/// Un-vouched tools named after the request lead a plain page, and stand behind the trusted ones of a guarded one; an explanation is that of the list.
#[test]
fn a_guarded_page_has_trusted_hits_first() {
    let temp = Temp::new();
    let own = temp.file(
        "own.json",
        r#"[{"id":"billing","description":"Can refund."},{"id":"ledger","description":"Shows a refund."}]"#,
    );
    let theirs: Vec<Value> = (0..9).map(|number| json!({ "name": format!("refund__refund_{number}") })).collect();
    let theirs = temp.file("t.json", json!(theirs).to_string());
    let sources = ["--own", &own, "--catalog", &theirs];
    let hits = |more: &[&str]| {
        let found = json_of(&[&["search", "refund", "--json"], &sources[..], more].concat());
        let hits = found["hits"].as_array().unwrap().clone();
        hits.iter().map(|hit| hit["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(hits(&[]).iter().all(|id| id.starts_with("refund__")));
    let first = ["billing", "ledger", "refund__refund_0"];
    assert_eq!(hits(&["--ranking", "guarded"])[..3], first);
    assert_eq!(hits(&["--ranking", "guarded", "--limit", "3"]), first);
    assert_eq!(hits(&["--ranking", "guarded", "--limit", "2"]), first[..2]);
    let why =
        |id: &str| json_of(&[&["explain", "refund", id, "--json", "--ranking", "guarded"], &sources[..]].concat());
    assert_eq!(why("billing")["terms"][0]["documentFrequency"], 2);
    assert_eq!(why("refund__refund_0")["terms"][0]["documentFrequency"], 9);
    assert_eq!(why("refund__refund_0")["terms"][0]["fields"][0]["weight"], 1.0);
}

/// Half of the tools are vouched for, another half for another number, the same half for the same one; a query has the kind of its answers.
#[test]
fn eval_vouches_for_a_half() {
    let temp = Temp::new();
    let names: Vec<String> = (0..21).map(|number| format!("tool_{number:02}")).collect();
    let tools: Vec<Value> = names.iter().map(|name| json!({ "name": name, "description": "Deliver." })).collect();
    let tools = temp.file("t.json", json!(tools).to_string());
    let mut queries: Vec<Value> = names.iter().map(|name| json!({ "query": name, "relevant": [name] })).collect();
    queries.push(json!({ "query": "all", "relevant": names, "kind": "replaced" }));
    queries.push(json!({ "query": "zorp", "relevant": [], "kind": "replaced" }));
    let lines: Vec<String> = queries.iter().map(Value::to_string).collect();
    let queries = temp.file("q.jsonl", lines.join("\n"));
    let eval = |more: &[&str]| {
        json_of(&[&["eval", "--tools", &tools, "--queries", &queries, "--json", "--per-query"], more].concat())
    };
    let counts =
        |found: &Value| ["trusted", "untrusted", "mixed", "replaced"].map(|kind| found["kinds"][kind]["n"].as_u64());
    let one = eval(&["--vouch-half", "1"]);
    assert_eq!(counts(&one), [Some(11), Some(10), Some(1), None]);
    assert_eq!(one["queries"], eval(&["--vouch-half", "1", "--ranking", "plain"])["queries"]);
    let other = eval(&["--vouch-half", "2"]);
    assert_eq!(counts(&other), [Some(11), Some(10), Some(1), None]);
    assert_ne!(one["queries"], other["queries"]);
    let Run(code, _, _) =
        toolsift(&["eval", "--tools", &tools, "--queries", &queries, "--vouch-half", "1", "--vouch", "*"]);
    assert_eq!(code, 2);
}
