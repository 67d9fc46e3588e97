//! Any run is its replay, and a replay over a registry that was edited since gives what was recorded or an error, never something else.

#![cfg(test)]

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use toolsift_replay::{Journal, Line, MemoryJournal};
use toolsift_scenario::{Edits, Scenario, Transcript, TurnTranscript};

const TOOLS: [&str; 6] =
    ["charge_invoice", "refund_payment", "close_period", "read_ledger", "send_mail", "file_ticket"];
const SKILLS: [&str; 6] = ["month-end", "refunds", "tickets", "charge_invoice", "公众号", "mail"];
const WORDS: [&str; 6] = ["close the books", "refund", "invoice", "mail a ticket", "公众号", "zebra"];

fn tool() -> impl Strategy<Value = Value> {
    (select(&TOOLS[..]), select(&WORDS[..]), any::<bool>()).prop_map(|(id, description, is_remote)| {
        let mut tool = json!({ "id": id, "description": description });
        if is_remote {
            tool["origin"] = json!("remote");
        }
        tool
    })
}

/// Instructions short and long, with quotes and line ends, tainted, too large for the runs below.
fn instructions() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => (select(&WORDS[..]), 0..40_usize).prop_map(|(word, times)| json!(format!("# \"{word}\"\n").repeat(times))),
        1 => select(&WORDS[..]).prop_map(|text| json!({ "text": text, "tainted": true })),
        1 => Just(json!("x".repeat(701))),
    ]
}

fn skill() -> impl Strategy<Value = Value> {
    let tools = prop::collection::vec(tool(), 0..3);
    (select(&SKILLS[..]), select(&WORDS[..]), tools, instructions(), prop::bool::weighted(0.1)).prop_map(
        |(id, description, tools, instructions, unavailable)| {
            json!({
                "id": id, "description": description, "tags": ["books"], "tools": tools, "instructions": instructions,
                "unavailable": unavailable
            })
        },
    )
}

/// Definitions, each id once.
fn distinct(definitions: Vec<Value>) -> Vec<Value> {
    let mut distinct: Vec<Value> = Vec::new();
    for definition in definitions {
        if distinct.iter().all(|other| other["id"] != definition["id"]) {
            distinct.push(definition);
        }
    }
    distinct
}

fn call() -> impl Strategy<Value = Value> {
    prop_oneof![
        5 => select(&SKILLS[..]).prop_map(|name| json!({ "name": "activate_skill", "arguments": { "name": name } })),
        4 => (select(&WORDS[..]), 1..7_u64)
            .prop_map(|(query, limit)| json!({ "name": "search_tools", "arguments": { "query": query, "limit": limit } })),
        1 => Just(json!({ "name": "activate_skill", "arguments": { "name": 5 } })),
    ]
}

/// An edit of one skill or tool: of any member, away, or new.
fn edit() -> impl Strategy<Value = Value> {
    let id = || select(&SKILLS[..]);
    prop_oneof![
        skill().prop_map(|skill| json!({ "addSkill": skill })),
        id().prop_map(|id| json!({ "removeSkill": { "id": id } })),
        (id(), instructions()).prop_map(|(id, text)| json!({ "editSkill": { "id": id, "instructions": text } })),
        (id(), any::<bool>()).prop_map(|(id, is)| json!({ "editSkill": { "id": id, "unavailable": is } })),
        (id(), prop::collection::vec(tool(), 0..3))
            .prop_map(|(id, tools)| json!({ "editSkill": { "id": id, "tools": distinct(tools) } })),
        tool().prop_map(|tool| json!({ "addTool": tool })),
    ]
}

/// Who ranks: the built-in, or a script that knows tools, skills, keys and strangers.
fn ranker() -> impl Strategy<Value = Value> {
    let id = prop_oneof![
        select(&TOOLS[..]).prop_map(str::to_owned),
        select(&SKILLS[..]).prop_map(str::to_owned),
        select(&SKILLS[..]).prop_map(|id| format!("\0skill:{id}")),
        Just("stranger".to_owned()),
    ];
    let answer = prop_oneof![
        6 => prop::collection::vec(id, 0..9).prop_map(|ids| json!(ids)),
        1 => Just(json!({ "error": "down" })),
    ];
    prop_oneof![
        Just(json!("bm25f")),
        prop::collection::vec(answer, 1..12).prop_map(|answers| json!({ "kind": "scripted", "answers": answers })),
    ]
}

fn scenario() -> impl Strategy<Value = Value> {
    let parts = (prop::collection::vec(tool(), 0..6), prop::collection::vec(skill(), 0..6), ranker(), ranker());
    let caps = (1..5_u64, 1..4_u64, 1..6_u64, select(&["index", "search", "both"][..]), 50..1_500_u64);
    let turn = (prop::option::weighted(0.3, edit()), prop::collection::vec(call(), 0..4));
    (parts, caps, prop::collection::vec(turn, 1..8), any::<bool>()).prop_map(
        |((tools, skills, ranker, skill_ranker), (active, listed, page, discovery, after), turns, selects)| {
            let skills = distinct(skills);
            let selected: Vec<&Value> = skills.iter().take(usize::from(selects)).map(|skill| &skill["id"]).collect();
            let mut activation = json!({
                "discovery": discovery, "maxActive": active, "maxIndex": listed, "maxInstructionBytes": 700
            });
            if discovery != "index" {
                activation["skillRanker"] = skill_ranker;
            }
            let turns: Vec<Value> =
                turns.iter().map(|(before, calls)| json!({ "before": before, "calls": calls })).collect();
            json!({
                "version": 1, "loop": "main", "catalog": distinct(tools), "skills": skills, "selectedSkills": selected,
                "toolSearch": { "maxPerSearch": page, "ranker": ranker }, "skillActivation": activation,
                "compaction": { "afterBytes": after }, "turns": turns
            })
        },
    )
}

/// A scenario that runs: its edits name what is there, and there are skills.
fn run(scenario: &Value) -> Option<(Scenario, MemoryJournal, Transcript)> {
    let scenario = Scenario::parse(&scenario.to_string()).unwrap();
    let mut journal = MemoryJournal::new();
    let live = scenario.run(&mut journal).ok()?;
    Some((scenario, journal, live))
}

/// The outputs of a transcript, turn by turn.
fn outputs(transcript: &Transcript) -> Vec<Vec<Value>> {
    let output = |json: &str| serde_json::from_str(json).unwrap();
    transcript
        .turns
        .iter()
        .map(|turn| turn.results.iter().map(|result| output(result.output.get())).collect())
        .collect()
}

/// ADR-109, ADR-120: over a registry that was emptied since there is nothing to activate, so that the record is not asked for; that is a divergence and no error.
#[test]
fn a_replay_over_an_emptied_registry() {
    let scenario = json!({
        "version": 1, "loop": "main", "skills": [{ "id": "a", "instructions": "x" }], "skillActivation": {},
        "turns": [{ "calls": [{ "name": "activate_skill", "arguments": { "name": "a" } }] }]
    });
    let (scenario, journal, _) = run(&scenario).unwrap();
    let edits: Edits = serde_json::from_value(json!({ "removeSkill": { "id": "a" } })).unwrap();
    let (replayed, divergences) = scenario.replay(journal.lines(), Some(&edits)).unwrap();
    assert_eq!((replayed.system_prompt.as_str(), &replayed.turns[0].menu[..]), ("", &[][..]));
    assert_eq!(outputs(&replayed)[0][0]["error"]["code"], "tool_not_on_menu");
    let ids: Vec<&str> = divergences.iter().map(|divergence| divergence.id.as_str()).collect();
    assert_eq!(ids, ["main#turn:0:tool:0:skill"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 40_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// ADR-120, ADR-177, ADR-187, ADR-267: a replay shows what the run showed, sizes, warnings and compactions included, asks for every record and writes none.
    #[test]
    fn a_run_is_its_replay(scenario in scenario()) {
        let Some((scenario, journal, live)) = run(&scenario) else { return Err(TestCaseError::reject("an edit of nothing")) };
        let (replayed, divergences) = scenario.replay(journal.lines(), None).unwrap();
        prop_assert_eq!(divergences, []);
        prop_assert_eq!(replayed.to_json(), live.without_records().to_json());
    }

    /// ADR-186, ADR-198, ADR-208, ADR-266: over a registry that was edited since, the compactions fall on the same turns, and where
    /// instructions are given they are those that were given then.
    #[test]
    fn a_replay_over_an_edited_registry_gives_the_recorded_or_an_error((scenario, edits) in (scenario(), edit())) {
        let Some((scenario, journal, live)) = run(&scenario) else { return Err(TestCaseError::reject("an edit of nothing")) };
        let edits: Edits = serde_json::from_value(edits).unwrap();
        let Ok((replayed, _)) = scenario.replay(journal.lines(), Some(&edits)) else {
            return Err(TestCaseError::reject("an edit of nothing, or nothing to run"));
        };
        // Where there was nothing to find or to activate, or nothing is left, there is no tool for it.
        let meta_tools = |transcript: &Transcript| {
            let on = |turn: &TurnTranscript| {
                ["search_tools", "activate_skill"].map(|name| turn.menu.iter().any(|on| on == name))
            };
            transcript.turns.iter().map(on).collect::<Vec<_>>()
        };
        prop_assume!(meta_tools(&replayed) == meta_tools(&live));
        let compacted = |transcript: &Transcript| transcript.turns.iter().map(|turn| turn.compacted).collect::<Vec<_>>();
        prop_assert_eq!(compacted(&replayed), compacted(&live));
        for (then, now) in outputs(&live).iter().flatten().zip(outputs(&replayed).iter().flatten()) {
            if !now["instructions"].is_null() {
                prop_assert_eq!(&now["instructions"], &then["instructions"]);
                prop_assert_eq!(&now["skill"], &then["skill"]);
            }
        }
    }

    /// ADR-204, ADR-267: a run that was cut after any line and resumed ends like the whole one.
    #[test]
    fn a_resumed_run_ends_like_the_whole((scenario, cut) in (scenario(), 0..60_usize)) {
        // A script starts anew with a resumed run, and answers differently.
        prop_assume!(!scenario.to_string().contains("scripted"));
        let Some((scenario, journal, live)) = run(&scenario) else { return Err(TestCaseError::reject("an edit of nothing")) };
        let kept = &journal.lines()[..cut.clamp(1, journal.lines().len())];
        let mut resumed = MemoryJournal::new();
        kept.iter().try_for_each(|line| resumed.append(line)).unwrap();
        let (transcript, _) = scenario.resume(kept, None, &mut resumed).unwrap();
        prop_assert_eq!(outputs(&transcript), outputs(&live));
        // Where the cut fell behind a later call of its turn, the turn's mark stays unwritten.
        let decisions = |journal: &MemoryJournal| {
            let lines = journal.lines().iter().filter(|line| matches!(line, Line::Decision(_)));
            lines.cloned().collect::<Vec<_>>()
        };
        prop_assert_eq!(decisions(&resumed), decisions(&journal));
    }
}
