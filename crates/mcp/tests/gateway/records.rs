//! What is recorded of a session, and what a replay makes of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::common::{ask, ready, start, until};
use serde_json::{Value, json};
use toolsift_mcp::{Gateway, is_recorded_session, replay};

async fn recording(root: &Path, limits: Value) -> Arc<Gateway> {
    let skills = root.join("skills/month-end");
    fs::create_dir_all(&skills).unwrap();
    let skill = "---\nname: month-end\ndescription: Closes the books.\n---\nClose the ledger first.";
    fs::write(skills.join("SKILL.md"), skill).unwrap();
    let own = json!({ "records": root.join("records"), "skills": [root.join("skills")], "limits": limits, "servers": { "hub": { "vouch": true } } });
    ready(&[("hub", "plain")], own).await
}

fn folder(root: &Path, handle: &Value) -> PathBuf {
    root.join("records").join(handle.as_str().unwrap())
}

/// A session with everything in it.
async fn session(root: &Path) -> (Arc<Gateway>, Vec<Value>) {
    let gateway = recording(root, json!({ "searchesPerMinute": 3 })).await;
    let mut answers = vec![ask(&gateway, "search_tools", json!({ "query": "open an issue" })).await];
    let handle = answers[0]["handle"].clone();
    for (tool, arguments) in [
        ("describe_tools", json!({ "ids": ["hub__create_issue"], "handle": handle })),
        ("call_tool", json!({ "id": "hub__echo", "arguments": { "a": 1 }, "handle": handle })),
        ("search_tools", json!({ "query": "close the books", "handle": handle })),
        ("activate_skill", json!({ "name": "month-end", "handle": handle })),
        ("search_tools", json!({ "query": "once too often", "handle": handle })),
    ] {
        answers.push(ask(&gateway, tool, arguments).await);
    }
    (gateway, answers)
}

/// S36, S37, S75: the record gives what the model read, without a ranker and without a server; the logical call is what is recorded.
#[tokio::test]
async fn a_record_gives_the_same_results() {
    let temp = tempfile::tempdir().unwrap();
    let (gateway, answers) = session(temp.path()).await;
    drop(gateway);
    // Neither server nor skill is needed any more.
    fs::remove_dir_all(temp.path().join("skills")).unwrap();
    let folder = folder(temp.path(), &answers[0]["handle"]);
    assert!(is_recorded_session(&folder));
    let replayed = replay(&folder).unwrap();
    assert_eq!(replayed.divergences, [""; 0]);
    let results: Vec<Option<Value>> = replayed
        .turns
        .iter()
        .map(|turn| turn.result.as_ref().map(|json| serde_json::from_str(json).unwrap()))
        .collect();
    let expected = [Some(&answers[0]), None, None, Some(&answers[3]), Some(&answers[4]), None];
    assert_eq!(results.iter().map(Option::as_ref).collect::<Vec<_>>(), expected);
    assert_eq!(answers[3]["skills"][0]["name"], "month-end");
    assert_eq!(answers[4]["instructions"], "Close the ledger first.");
    assert_eq!(replayed.turns[5].refused.as_deref(), Some("rate_limited"));
    assert_eq!(replayed.turns[2].arguments, json!({ "id": "hub__echo", "arguments": { "a": 1 } }));
    let turns = fs::read_to_string(folder.join("turns.jsonl")).unwrap();
    let calls: Vec<Value> =
        turns.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["call"].clone()).collect();
    assert_eq!(
        calls,
        ["search_tools", "describe_tools", "call_tool", "search_tools", "activate_skill", "search_tools"]
    );
    let journal = fs::read_to_string(folder.join("journal.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 5, "header, two searches, an activation, a mark: {journal}");
}

/// A gateway that was killed at any byte leaves a record that replays as far as it goes, and that the next one takes up.
#[tokio::test]
async fn a_killed_gateway_is_taken_up() {
    let temp = tempfile::tempdir().unwrap();
    let (gateway, answers) = session(temp.path()).await;
    drop(gateway);
    let handle = answers[0]["handle"].clone();
    let folder = folder(temp.path(), &handle);
    let whole = [fs::read(folder.join("turns.jsonl")).unwrap(), fs::read(folder.join("journal.jsonl")).unwrap()];
    let turn_ends: Vec<usize> =
        whole[0].iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    for cut in (0..whole[0].len()).step_by(7) {
        fs::write(folder.join("turns.jsonl"), &whole[0][..cut]).unwrap();
        let kept = turn_ends.iter().filter(|end| **end <= cut).count();
        assert_eq!(replay(&folder).unwrap().turns.len(), kept, "cut at {cut}");
    }
    // Between what was asked and what was decided: the last search has no mark.
    let last = whole[1][..whole[1].len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    fs::write(folder.join("turns.jsonl"), &whole[0]).unwrap();
    fs::write(folder.join("journal.jsonl"), &whole[1][..last]).unwrap();
    let open = replay(&folder).unwrap();
    assert_eq!((open.turns[5].unfinished, open.turns[5].refused.as_deref(), open.divergences), (true, None, vec![]));
    let gateway = recording(temp.path(), json!({})).await;
    let page = ask(&gateway, "search_tools", json!({ "query": "open an issue", "handle": handle })).await;
    assert_eq!(page, answers[0]);
    drop(gateway);
    let taken_up = replay(&folder).unwrap();
    assert_eq!((taken_up.turns[5].refused.as_deref(), taken_up.divergences), (Some("interrupted"), vec![]));
    // In the middle of a line.
    fs::write(folder.join("turns.jsonl"), [&whole[0][..], b"{\"turn\":6,\"ca"].concat()).unwrap();
    fs::write(folder.join("journal.jsonl"), [&whole[1][..], b"{\"id\":\"to"].concat()).unwrap();
    let gateway = recording(temp.path(), json!({})).await;
    let page = ask(&gateway, "search_tools", json!({ "query": "open an issue", "handle": handle })).await;
    assert_eq!(page, answers[0], "the same handle, the same answer");
    let replayed = replay(&folder).unwrap();
    assert_eq!((replayed.turns.len(), replayed.turns[6].turn, replayed.divergences), (7, 6, vec![]));
    let unknown = json!({ "query": "a", "handle": "ts_00000000000000000000000000000000" });
    assert_eq!(ask(&gateway, "search_tools", unknown).await["error"]["code"], "unknown_handle");
}

/// Until a server has confirmed what it lists, what it listed for an earlier process can be found and described; a call waits for the server.
#[tokio::test]
async fn stored_definitions_until_a_server_confirms() {
    let temp = tempfile::tempdir().unwrap();
    let first = recording(temp.path(), json!({})).await;
    let page = ask(&first, "search_tools", json!({ "query": "create_issue" })).await;
    drop(first);
    let own = json!({ "records": temp.path().join("records") });
    let gateway = start(&[("hub", "slow-start"), ("new", "slow-start")], own);
    let described = ask(&gateway, "describe_tools", json!({ "ids": ["hub__create_issue", "new__create_issue"] })).await;
    assert_eq!(described["tools"][0]["inputSchema"]["required"], json!(["title"]));
    assert_eq!(described["tools"][0]["description"], "Third-party tool; description withheld", "nobody vouches today");
    assert_eq!(described["tools"][1]["error"]["code"], "unknown_tool");
    let refused = ask(&gateway, "call_tool", json!({ "id": "hub__create_issue", "arguments": { "title": "x" } })).await;
    assert_eq!(refused["error"]["code"], "tool_unavailable");
    let again = ask(&gateway, "search_tools", json!({ "query": "create_issue", "handle": page["handle"] })).await;
    assert_eq!(again["tools"][0]["id"], "hub__create_issue");
    gateway.settled(std::time::Duration::from_secs(30)).await;
    let called = ask(&gateway, "call_tool", json!({ "id": "hub__create_issue", "arguments": { "title": "x" } })).await;
    assert_eq!(called["arguments"]["title"], "x");
}

/// A changed list is a part of the record: each search is replayed on what it was made on.
#[tokio::test]
async fn a_list_that_changes_within_a_session() {
    let temp = tempfile::tempdir().unwrap();
    let gateway = recording(temp.path(), json!({})).await;
    let first = ask(&gateway, "search_tools", json!({ "query": "fresh tool" })).await;
    let handle = first["handle"].clone();
    ask(&gateway, "call_tool", json!({ "id": "hub__grow" })).await;
    until(async || gateway.health()[0].health.tools.len() == 11).await;
    let second = ask(&gateway, "search_tools", json!({ "query": "fresh tool", "handle": handle })).await;
    assert_eq!(second["tools"][0]["id"], "hub__fresh_tool");
    let replayed = replay(&folder(temp.path(), &handle)).unwrap();
    assert_eq!(replayed.divergences, [""; 0]);
    let results: Vec<Value> =
        replayed.turns.iter().map(|turn| serde_json::from_str(turn.result.as_ref().unwrap()).unwrap()).collect();
    assert_eq!(results, [first, second]);
}

/// A record that was tampered with widens nothing: what is in no list of definitions is not shown, and every difference is named.
#[tokio::test]
async fn a_forged_record_widens_nothing() {
    let temp = tempfile::tempdir().unwrap();
    let (gateway, answers) = session(temp.path()).await;
    drop(gateway);
    let folder = folder(temp.path(), &answers[0]["handle"]);
    let path = folder.join("journal.jsonl");
    let journal = fs::read_to_string(&path).unwrap();
    let forged =
        journal.replacen(r#"["hub__create_issue"]"#, r#"["evil__tool","hub__create_issue","hub__create_issue"]"#, 1);
    assert_ne!(forged, journal);
    fs::write(&path, &forged).unwrap();
    let result = replay(&folder).unwrap().turns[0].result.clone().unwrap();
    assert_eq!(serde_json::from_str::<Value>(&result).unwrap(), answers[0]);
    let without: String =
        journal.lines().filter(|line| !line.contains("close the books")).map(|line| format!("{line}\n")).collect();
    fs::write(&path, without).unwrap();
    let divergences = replay(&folder).unwrap().divergences;
    assert!(divergences.len() == 1 && divergences[0].ends_with("missing from the journal"), "{divergences:?}");
    fs::write(&path, &journal).unwrap();
    // A line that is too long is no torn end, behind which nothing would be missed.
    let turns = fs::read_to_string(folder.join("turns.jsonl")).unwrap();
    let long = turns.replacen("open an issue", &"x".repeat(toolsift_mcp::MAX_TURN_BYTES), 1);
    fs::write(folder.join("turns.jsonl"), long).unwrap();
    assert!(replay(&folder).unwrap_err().to_string().ends_with("turns.jsonl line 1: is not turn 0"));
    let (first, rest) = turns.split_once('\n').unwrap();
    for (forged, line) in [(format!("{first}\n{turns}"), 2), (rest.to_owned(), 1)] {
        fs::write(folder.join("turns.jsonl"), forged).unwrap();
        let error = replay(&folder).unwrap_err().to_string();
        assert!(error.contains(&format!("turns.jsonl line {line}: is not turn")), "{error}");
    }
    fs::write(folder.join("turns.jsonl"), turns).unwrap();
    for definition in fs::read_dir(temp.path().join("records/definitions")).unwrap() {
        fs::write(definition.unwrap().path(), r#"{"id":"evil__tool"}"#).unwrap();
    }
    let replayed = replay(&folder).unwrap();
    assert!(!replayed.divergences.is_empty());
    assert!(!replayed.turns.iter().any(|turn| turn.result.as_ref().is_some_and(|result| result.contains("evil"))));
}
