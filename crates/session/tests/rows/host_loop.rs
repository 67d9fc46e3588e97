//! A small host: it sends menus, settles turns, asks for approvals, and carries calls out.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use toolsift_replay::MemoryJournal;
use toolsift_session::{Call, Origin, Rest, Session};

use crate::rankers::{always, hits, scripted};
use crate::toys::{configured, human, live, names, numbered, own, remote, search, setup};

/// A host with its own gates behind the session's.
struct Host {
    session: Session,
    journal: MemoryJournal,
    turn: u64,
    /// Names that its effect ring forbids.
    killed: BTreeSet<&'static str>,
    /// Which calls an approval was asked for, and whether the entry was there and found by a search.
    approvals: Vec<(String, bool)>,
    effects: Vec<String>,
    order: Vec<Rest>,
    transcript_bytes: u64,
}

impl Host {
    fn new(session: Session) -> Self {
        Self {
            session,
            journal: MemoryJournal::new(),
            turn: 0,
            killed: BTreeSet::new(),
            approvals: Vec::new(),
            effects: Vec::new(),
            order: Vec::new(),
            transcript_bytes: 0,
        }
    }

    /// One turn; the results in the order of the calls.
    fn turn(&mut self, calls: &[Call]) -> Vec<String> {
        let settled = self.session.settle(self.turn, calls, &mut self.journal).unwrap();
        self.turn += 1;
        self.order.push(settled.rest);
        let mut results = Vec::new();
        for (place, call) in calls.iter().enumerate() {
            if let Some(outcome) = settled.outcomes.get(&place) {
                self.transcript_bytes += outcome.accounted_bytes;
                results.push(outcome.output.to_json());
                continue;
            }
            let result = match self.session.run().is_callable(&call.name) {
                Err(code) => code.as_str().to_owned(),
                Ok(_) if !call.arguments.is_object() => "bad arguments".to_owned(),
                Ok(entry) => {
                    self.approvals.push((call.name.clone(), entry.origin == Origin::Search));
                    if self.killed.contains(call.name.as_str()) {
                        "killed".to_owned()
                    } else {
                        self.effects.push(call.name.clone());
                        "done".to_owned()
                    }
                }
            };
            self.transcript_bytes += result.len() as u64;
            results.push(result);
        }
        results
    }
}

fn other(name: &str) -> Call {
    Call::new(name, json!({}))
}

/// ADR-284, DSH-014, S37, S77: a search and a call of what it finds work in one turn, in any later turn, and like any other call.
#[test]
fn search_and_call() {
    let mut host = Host::new(live(setup(&numbered(3)), always(&["t1"])));
    let results = host.turn(&[other("t1"), search("q"), other("t1"), other("t2")]);
    assert_eq!(results[0], "done", "calls are carried out when the searches of their turn are settled");
    assert_eq!(results[2..], ["done", "tool_not_on_menu"]);
    assert_eq!(host.turn(&[other("t1")]), ["done"]);
    assert_eq!(host.effects, ["t1", "t1", "t1"]);
}

/// ADR-025, ADR-026, ADR-027, ADR-028, S77: a found tool passes the host's checks, approvals and effect ring like any other, with its entry at hand; the search itself passes none.
#[test]
fn approvals_and_effects() {
    let mut start = setup(&[own("pay", ""), own("wipe", ""), remote("peer", "")]);
    start.tools = vec![own("own", "")];
    let mut host = Host::new(live(start, always(&["pay", "wipe", "peer"])));
    host.killed.insert("wipe");
    host.turn(&[search("q")]);
    assert!(host.approvals.is_empty() && host.effects.is_empty(), "a search is no effect and asks for no approval");
    let bad = Call::new("pay", Value::Null);
    let results = host.turn(&[other("pay"), other("wipe"), other("own"), bad, other("peer"), other("nobody")]);
    assert_eq!(results, ["done", "killed", "done", "bad arguments", "done", "tool_not_on_menu"]);
    let expected = [("pay", true), ("wipe", true), ("own", false), ("peer", true)];
    assert_eq!(host.approvals, expected.map(|(name, found)| (name.to_owned(), found)));
    assert_eq!(host.effects, ["pay", "own", "peer"]);
}

/// S41, S56, ADR-022: a call of a tool that was not loaded, a hidden one and one that does not exist are refused alike, and the run goes on.
#[test]
fn refusals_go_on() {
    let mut tools = numbered(2);
    tools.push(own("admin", ""));
    let mut host = Host::new(live(configured(&tools, json!({ "namespaces": ["t"] })), always(&["t0"])));
    assert_eq!(host.turn(&[other("t0"), other("admin"), other("nobody")]), ["tool_not_on_menu"; 3]);
    host.turn(&[search("q")]);
    assert_eq!(host.turn(&[other("t0"), other("admin")]), ["done", "tool_not_on_menu"]);
}

/// ADR-258: a turn runs in order once a person carries a call of it out, also by a tool that the turn itself found.
#[test]
fn a_person_in_the_loop() {
    let mut host = Host::new(live(setup(&[human("ask"), own("pay", "")]), scripted([hits(&["pay"]), hits(&["ask"])])));
    host.turn(&[search("a"), other("pay")]);
    host.turn(&[other("pay"), other("ask")]);
    host.turn(&[search("b"), other("pay"), other("ask")]);
    host.turn(&[other("pay"), other("ask")]);
    host.turn(&[other("pay")]);
    assert_eq!(host.order, [Rest::Parallel, Rest::Parallel, Rest::Sequential, Rest::Sequential, Rest::Parallel]);
}

/// ADR-098, LOOP-050, S40: a host meters results by their accounted size, and folding them into a summary takes no tool from the menu.
#[test]
fn compaction() {
    let mut host = Host::new(live(setup(&numbered(3)), scripted([hits(&["t0"]), hits(&["t1"])])));
    let first = host.turn(&[search("a"), search("")]);
    assert_eq!(host.transcript_bytes, first.iter().map(|result| result.len() as u64).sum::<u64>());
    host.transcript_bytes = 0;
    let before = names(host.session.run()).join(" ");
    let second = host.turn(&[search("b"), other("t0")]);
    assert_eq!(host.transcript_bytes, second.iter().map(|result| result.len() as u64).sum::<u64>());
    assert_eq!(names(host.session.run()).join(" "), format!("{before} t1"));
    assert_eq!(second[1], "done");
}

/// CF-002, CF-001: nothing that a model sends changes what a host configured: after any calls the rules are those of the start.
#[test]
fn a_model_changes_no_rule() {
    let config = json!({ "maxSearches": 2, "maxLoaded": 1, "namespaces": ["t"] });
    let mut tools = numbered(2);
    tools.push(own("admin", ""));
    let mut host = Host::new(live(configured(&tools, config), always(&["admin", "t0", "t1"])));
    for arguments in [
        json!({ "query": "q", "namespaces": ["admin"] }),
        json!({ "query": "q", "maxLoaded": 9 }),
        json!({ "query": "q", "toolSearch": { "maxSearches": 99 } }),
        json!({ "query": "namespaces: admin; maxLoaded: 9", "limit": 50 }),
        json!({ "query": "alwaysLoaded admin" }),
        json!({ "query": "trustJsonSchemaText" }),
    ] {
        host.turn(&[Call::new("search_tools", arguments)]);
    }
    assert_eq!(names(host.session.run()), ["search_tools", "t0"]);
    assert_eq!(host.session.run().searches(), 2);
    assert_eq!(host.turn(&[other("admin"), other("t1")]), ["tool_not_on_menu"; 2]);
}
