//! When a transcript is compacted: live and on replays over another registry.

use std::collections::BTreeSet;

use serde_json::json;
use toolsift_core::SkillDefinition;
use toolsift_replay::{DivergenceKind, Line, MemoryJournal};
use toolsift_session::{Call, CompactionConfig, Rankers, Session, Setup};

use crate::toys::{
    activate, active, always, bringing, code, configured, gone, lines, live, names, output, recorded, replay, search,
    skill, skill_id, specs, with_search,
};

/// The turns of each run here: meta-calls, and the bytes of what the host carried out.
fn turns() -> Vec<(Vec<Call>, u64)> {
    vec![
        (vec![activate("pay")], 0),
        (vec![], 100),
        (vec![activate("pay")], 7),
        (vec![activate("sell"), activate("nobody")], 0),
        (vec![activate("sell"), activate("pay")], 1),
        (vec![], 0),
        (vec![], 0),
    ]
}

/// What the turns of [`turns`] come to, by hand: a result, a re-delivery, a refusal and what the host counted.
const SIZES: [u64; 7] = [50, 100, 102 + 7, 63 + 83, 107 + 102 + 1, 0, 0];

/// The skills of the first run.
fn skills() -> Vec<SkillDefinition> {
    vec![bringing("pay", "abc", &["x"]), bringing("sell", "\"z\"\n", &["long_name"])]
}

fn start(skills: &[SkillDefinition], after: usize) -> Setup {
    let mut setup = configured(skills, json!({ "maxInstructionBytes": 400 }));
    setup.compaction = Some(CompactionConfig::new(after));
    setup
}

/// The turns ahead of which a transcript is compacted, by the rule: from the second turn on, where the results since the last time come to the limit.
fn by_the_rule(after: u64) -> Vec<u64> {
    let (mut since, mut turns) = (0, Vec::new());
    for (turn, size) in (0..).zip(SIZES) {
        if turn > 0 && since >= after {
            turns.push(turn);
            since = 0;
        }
        since += size;
    }
    turns
}

/// The limits at which something can change: each sum of results that stand one after the other, one less and one more.
fn limits() -> BTreeSet<usize> {
    let sums = (0..SIZES.len()).flat_map(|from| (from..SIZES.len()).map(move |to| SIZES[from..=to].iter().sum()));
    let around = sums.flat_map(|sum: u64| [sum.saturating_sub(1), sum, sum + 1]);
    around.filter(|limit| *limit > 0).map(|limit| usize::try_from(limit).unwrap()).collect()
}

/// A live run: its compactions and its journal.
fn ran(after: usize) -> (Vec<u64>, MemoryJournal) {
    let mut session = live(start(&skills(), after));
    let (mut journal, mut compacted) = (MemoryJournal::new(), Vec::new());
    for (turn, (calls, bytes)) in (0..).zip(turns()) {
        if session.compact(turn, &mut journal).unwrap() {
            compacted.push(turn);
        }
        session.settle(turn, &calls, &mut journal).unwrap();
        session.count(bytes);
    }
    session.finish(&mut journal).unwrap();
    (compacted, journal)
}

/// A closed replay over other skills: its compactions, and whether it differs from the record.
fn replayed(skills: &[SkillDefinition], after: usize, lines: &[Line]) -> (Vec<u64>, bool) {
    let mut replayer = replay(start(skills, after), lines);
    let mut compacted = Vec::new();
    for (turn, (calls, bytes)) in (0..).zip(turns()) {
        if replayer.compact(turn) {
            compacted.push(turn);
        }
        replayer.settle(turn, &calls).unwrap();
        replayer.count(bytes);
    }
    let divergences = replayer.finish();
    let of = |kind| divergences.iter().any(|divergence| divergence.kind == kind);
    assert_eq!(divergences.is_empty(), !of(DivergenceKind::Missing) && !of(DivergenceKind::NotAsked));
    (compacted, !divergences.is_empty())
}

/// What becomes of the skills between the run and its replay.
fn edits() -> Vec<(&'static str, Vec<SkillDefinition>)> {
    let other = || skills().pop().unwrap();
    vec![
        ("nothing", skills()),
        ("the text, of the same length", vec![bringing("pay", "abd", &["x"]), other()]),
        ("a longer text", vec![bringing("pay", "x".repeat(300), &["x"]), other()]),
        ("a shorter text", vec![bringing("pay", "", &["x"]), bringing("sell", "", &["long_name"])]),
        ("unavailable", vec![gone(bringing("pay", "abc", &["x"])), other()]),
        ("tools added", vec![bringing("pay", "abc", &["x", "another_long_name_of_a_tool"]), other()]),
        ("tools removed", vec![bringing("pay", "abc", &[]), skill("sell", "\"z\"\n")]),
        ("both", vec![bringing("pay", "abd", &["y", "another_long_name_of_a_tool"]), skill("sell", "z")]),
        ("too long", vec![bringing("pay", "x".repeat(401), &["x"]), other()]),
        ("one gone", vec![other()]),
    ]
}

/// ADR-131, ADR-196: live the meter fires by the rule, ahead of the turn at which the results come to the limit, to the byte; each is one line.
#[test]
fn by_the_byte() {
    for after in 1..=620 {
        let (compacted, journal) = ran(after);
        assert_eq!(compacted, by_the_rule(after as u64), "{after}");
        let written: Vec<String> = lines(&journal).into_iter().filter(|line| line.contains(":compact")).collect();
        let expected = compacted
            .iter()
            .map(|turn| format!(r##"{{"id":"main#turn:{turn}:compact","source":"agent-compaction","choice":{{}}}}"##));
        assert_eq!(written, expected.collect::<Vec<_>>());
    }
    assert_eq!((by_the_rule(50)[0], by_the_rule(51)[0], by_the_rule(151)[0]), (1, 2, 3));
}

/// ADR-196, ADR-198, ADR-208, ADR-209, ADR-207: whatever was edited since, a replay compacts ahead of the same turns, at every limit that matters, without a divergence.
#[test]
fn at_every_limit() {
    for after in limits() {
        let (compacted, journal) = ran(after);
        for (edit, skills) in edits() {
            let told = (compacted.clone(), false);
            assert_eq!(replayed(&skills, after, journal.lines()), told, "{edit} {after}");
        }
    }
}

/// ADR-196, ADR-267: a resumed session does the same, and records no compaction twice.
#[test]
fn resumed_at_every_limit() {
    for (edit, skills) in edits() {
        for after in limits().into_iter().step_by(3) {
            let (compacted, journal) = ran(after);
            let start = start(&skills, after);
            let mut session = Session::resume(start, always(&[]), recorded(journal.lines())).unwrap();
            let (mut written, mut again) = (MemoryJournal::new(), Vec::new());
            for (turn, (calls, bytes)) in (0..).zip(turns()) {
                if session.compact(turn, &mut written).unwrap() {
                    again.push(turn);
                }
                session.settle(turn, &calls, &mut written).unwrap();
                session.count(bytes);
            }
            assert_eq!((again, session.divergences()), (compacted, &[][..]), "{edit} {after}");
            assert!(written.lines().iter().all(|line| matches!(line, Line::Mark(_))), "{edit} {after}");
        }
    }
}

/// ADR-196, ADR-204: what falls due in the recorded past without a record is told and not written; from the end of the record on it is recorded as it falls due.
#[test]
fn resumed_without_its_record() {
    let (_, journal) = ran(50);
    let is_kept = |line: &&Line| match line {
        Line::Decision(decision) => !decision.id.ends_with(":compact"),
        line => !matches!(line, Line::End(_)),
    };
    let kept: Vec<Line> = journal.lines().iter().filter(is_kept).cloned().collect();
    let mut session = Session::resume(start(&skills(), 50), always(&[]), recorded(&kept)).unwrap();
    let (mut written, mut compacted) = (MemoryJournal::new(), Vec::new());
    for (turn, (calls, bytes)) in (0..).zip(turns()) {
        if session.compact(turn, &mut written).unwrap() {
            compacted.push(turn);
        }
        session.settle(turn, &calls, &mut written).unwrap();
        session.count(bytes);
    }
    assert_eq!(compacted, [1, 2, 3, 4, 5]);
    let told: Vec<_> = session.divergences().iter().map(|told| (told.kind, told.id.as_str())).collect();
    let missing = |id| (DivergenceKind::Missing, id);
    assert_eq!(told, ["main#turn:1:compact", "main#turn:2:compact", "main#turn:3:compact"].map(missing));
    let line =
        |turn: u64| format!(r##"{{"id":"main#turn:{turn}:compact","source":"agent-compaction","choice":{{}}}}"##);
    assert_eq!(lines(&written), [line(4), line(5)]);
}

/// The lines without a field of each choice.
fn without(lines: &[Line], fields: &[&str]) -> Vec<Line> {
    let cut = |line: &Line| {
        let json = line.to_json().unwrap();
        let mut json: serde_json::Value = serde_json::from_str(&json).unwrap();
        if let Some(choice) = json.get_mut("choice").and_then(serde_json::Value::as_object_mut) {
            choice.retain(|key, _| !fields.contains(&key.as_str()));
        }
        Line::read(&json.to_string()).unwrap()
    };
    lines.iter().map(cut).collect()
}

/// ADR-210, ADR-199: what older records lack is not made up: with the length of the instructions an edited text still compacts alike and another list of tools need not; with neither an edited text need not.
#[test]
fn older_records() {
    let differs = |fields: &[&str], edit: &str| {
        let (_, skills) = edits().into_iter().find(|(name, _)| *name == edit).unwrap();
        limits().into_iter().any(|after| {
            let (compacted, journal) = ran(after);
            let (again, is_told) = replayed(&skills, after, &without(journal.lines(), fields));
            assert_eq!(again != compacted, is_told);
            is_told
        })
    };
    for edit in ["the text, of the same length", "a longer text", "unavailable"] {
        assert!(!differs(&["resultBytes"], edit), "{edit}");
        assert!(differs(&["resultBytes", "bytes"], edit), "{edit}");
    }
    for edit in ["tools added", "tools removed", "both"] {
        assert!(differs(&["resultBytes"], edit), "{edit}");
    }
    assert!(!differs(&["resultBytes", "bytes", "digest"], "nothing"));
}

/// ADR-131, S46, S47: behind a compaction the tools are there, the index and searches still offer all skills, and an active one is given again with the same bytes, and counts once.
#[test]
fn behind_a_compaction() {
    let skills = [bringing("pay", "abc", &["x"]), skill("sell", "abc"), skill("tell", "abc")];
    let config = json!({ "discovery": "both", "maxIndex": 2, "maxActive": 2 });
    let mut start = with_search(configured(&skills, config), &["f"], json!({}));
    start.compaction = Some(CompactionConfig::new(40));
    let mut session = Session::new(start, Rankers::new(always(&[]), always(&["pay", "sell", "tell"]))).unwrap();
    let mut journal = MemoryJournal::new();
    session.settle(0, &["pay", "pay"].map(activate), &mut journal).unwrap();
    let (index, menu) = (session.run().skill_index().unwrap().clone(), specs(session.run()));
    assert!(session.compact(1, &mut journal).unwrap());
    assert_eq!(session.run().skill_index(), Some(&index));
    assert!(index.text.ends_with("- (+1 more skills not listed; find them with `search_tools`)"), "{}", index.text);
    assert_eq!((specs(session.run()), session.run().is_callable("x").is_ok()), (menu, true));
    let calls = [search("q"), activate("pay"), activate("tell"), activate("sell")];
    let settled = session.settle(1, &calls, &mut journal).unwrap();
    let found = settled.outcomes[&0].output.to_value()["skills"].clone();
    assert_eq!(
        found,
        json!([
            { "kind": "skill", "id": "sell", "description": "" },
            { "kind": "skill", "id": "tell", "description": "" }
        ])
    );
    let again =
        r#"{"skill":"pay","instructions":"abc","note":"This skill is active already; its tools are on the menu."}"#;
    assert_eq!(output(&settled, 1), again);
    assert_eq!((code(&settled, 2), code(&settled, 3)), (None, Some("skill_limit_reached")));
    assert_eq!((active(session.run()), session.run().searches()), (vec!["pay", "tell"], 1));
    assert_eq!(session.run().active_skills()[1].skill, skill_id("tell"));
    assert_eq!(names(session.run()), ["search_tools", "activate_skill", "x"]);
    assert_eq!(session.run().menu().found(), 0);
    assert_eq!(settled.recorded, ["main#turn:1:compact", "main#turn:1:tool:0:search", "main#turn:1:tool:2:skill"]);
}
