//! A replay's compactions fall on the turns of the run that was recorded, whatever became of the skills since: swept over thresholds on both sides of the trigger.

#![cfg(test)]

use serde_json::{Value, json};
use toolsift_replay::{Line, MemoryJournal};
use toolsift_scenario::{Edits, Scenario};

/// The thresholds: the live run's first compaction moves from turn 1 to turn 2 in their midst.
fn thresholds() -> impl Iterator<Item = u64> {
    (3_000..=3_400).step_by(4)
}

/// A run that activates, waits a turn, and has the instructions given again. The activation comes to a bit more than 3,200 bytes.
fn scenario(after_bytes: u64) -> Scenario {
    let tool = |id: &str| json!({ "id": id });
    let scenario = json!({
        "version": 1, "loop": "main",
        "tools": [{ "id": "wait" }],
        "catalog": [{ "id": "charge_invoice", "description": "Charges an open invoice." }],
        "skills": [
            { "id": "month-end", "instructions": "i".repeat(3_050), "tools": [tool("close_period"), tool(&"x".repeat(65))] },
            { "id": "spare", "instructions": "s" }
        ],
        "toolSearch": {}, "skillActivation": {}, "compaction": { "afterBytes": after_bytes },
        "turns": [
            { "calls": [{ "name": "activate_skill", "arguments": { "name": "month-end" } }] },
            { "calls": [{ "name": "wait" }, { "name": "search_tools", "arguments": { "query": "invoice" } }] },
            { "calls": [{ "name": "activate_skill", "arguments": { "name": "month-end" } }] },
            { "calls": [{ "name": "wait" }] },
            { "calls": [{ "name": "activate_skill", "arguments": { "name": "nobody" } }] }
        ]
    });
    Scenario::parse(&scenario.to_string()).unwrap()
}

/// The turns on which a run was compacted live, and on a replay of its journal, as `forget` leaves it, with an edited registry; and whether record and replay agree.
fn compactions(after_bytes: u64, edits: &Value, forget: &[&str]) -> (Vec<usize>, Vec<usize>, bool) {
    let scenario = scenario(after_bytes);
    let mut journal = MemoryJournal::new();
    let live = scenario.run(&mut journal).unwrap();
    let lines: Vec<Line> = journal.lines().iter().map(|line| without(line, forget)).collect();
    let edits: Edits = serde_json::from_value(edits.clone()).unwrap();
    let (replayed, divergences) = scenario.replay(&lines, Some(&edits)).unwrap();
    let turns = |transcript: &toolsift_scenario::Transcript| {
        let turns = transcript.turns.iter().enumerate();
        turns.filter(|(_, turn)| turn.compacted).map(|(place, _)| place).collect::<Vec<_>>()
    };
    (turns(&live), turns(&replayed), divergences.is_empty())
}

/// A line whose choice lacks some members.
fn without(line: &Line, members: &[&str]) -> Line {
    let Line::Decision(decision) = line else { return line.clone() };
    let Value::Object(mut choice) = serde_json::from_str(&decision.choice).unwrap() else { panic!("no object") };
    members.iter().for_each(|member| drop(choice.remove(*member)));
    let mut decision = decision.clone();
    decision.choice = Value::Object(choice).to_string();
    Line::Decision(decision)
}

/// Of all thresholds, those at which a replay's compactions move, or differ from the record.
fn moved(edits: &Value, forget: &[&str]) -> Vec<u64> {
    let moves = |after: &u64| {
        let (live, replayed, agrees) = compactions(*after, edits, forget);
        live != replayed || !agrees
    };
    thresholds().filter(moves).collect()
}

fn edited(members: Value) -> Value {
    let mut skill = json!({ "id": "month-end" });
    let Value::Object(members) = members else { panic!("no members") };
    skill.as_object_mut().unwrap().extend(members);
    json!({ "editSkill": skill })
}

/// Edits that change what an activation comes to, and their names.
fn edits() -> Vec<(&'static str, Value)> {
    let (other, longer, shorter) = ("j".repeat(3_050), "i".repeat(3_090), "i".repeat(2_990));
    let ids = |ids: &[&str]| ids.iter().map(|id| json!({ "id": id })).collect::<Vec<_>>();
    let (more, fewer) = (ids(&["close_period", &"x".repeat(65), &"y".repeat(64)]), ids(&["close_period"]));
    vec![
        ("a text of the same length", edited(json!({ "instructions": other }))),
        ("a longer text", edited(json!({ "instructions": longer }))),
        ("a shorter text", edited(json!({ "instructions": shorter }))),
        ("unavailable", edited(json!({ "unavailable": true }))),
        ("tainted", edited(json!({ "instructions": { "text": "i".repeat(3_050), "tainted": true } }))),
        ("too large", edited(json!({ "instructions": "i".repeat(40_000) }))),
        ("text and tools, added", edited(json!({ "instructions": other, "tools": more }))),
        ("text and tools, removed", edited(json!({ "instructions": other, "tools": fewer }))),
        ("tools alone, added", edited(json!({ "tools": more }))),
        ("tools alone, removed", edited(json!({ "tools": fewer }))),
        ("gone", json!({ "removeSkill": { "id": "month-end" } })),
    ]
}

#[test]
fn the_sweep_straddles_the_trigger() {
    let first = |after| compactions(after, &json!({}), &[]).0.first().copied();
    assert_eq!((first(3_000), first(3_400)), (Some(1), Some(3)));
    let at: Vec<u64> = thresholds().filter(|after| first(*after) == Some(2)).collect();
    assert!(!at.is_empty() && at.len() < 80, "{at:?}");
}

/// ADR-196, ADR-198, ADR-207, ADR-208, ADR-209: at every threshold and after every edit the compactions stay where they were, and each asks for its record.
#[test]
fn compactions_stay_on_their_turns() {
    for (name, edits) in edits() {
        assert_eq!(moved(&edits, &[]), [0; 0], "{name}");
    }
}

/// ADR-207: with the recorded sizes out of the way each of these edits moves a compaction, so that the sweep would find them ignored.
#[test]
fn without_recorded_sizes_they_move() {
    for (name, edits) in edits() {
        assert!(!moved(&edits, &["bytes", "resultBytes"]).is_empty(), "{name}");
    }
}

/// ADR-199: a record without a length counts what the replay shows, so that an edit of the text may move a compaction; without an edit nothing moves.
#[test]
fn an_older_record_may_move_with_the_text() {
    let sizes = ["bytes", "resultBytes"];
    assert_eq!(moved(&json!({}), &sizes), [0; 0]);
    assert!(!moved(&edits()[0].1, &sizes).is_empty());
}

/// ADR-210: a record with the length of the text alone holds where the text changes, and may move where the tools do.
#[test]
fn a_record_of_the_first_round_holds_for_the_text_alone() {
    for (name, edits) in edits() {
        let moves = !moved(&edits, &["resultBytes"]).is_empty();
        assert_eq!(moves, name.contains("tools") || name == "gone", "{name}");
    }
}
