//! Generated tampered records: whatever a journal says, a closed replay shows no more than the scenario allows.
//!
//! The bound is computed here, from the generator's own toys, and by none of the code that admits.

#![cfg(test)]

mod toys;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use toolsift_replay::{Decision, Line, MemoryJournal};
use toolsift_scenario::{CallTranscript, Scenario, TAMPERINGS, Transcript, tampered};
use toys::{MAX_INSTRUCTION_BYTES, Random, SENTENCE, Toy, WITHHELD};

/// Records that are tampered with in the everyday test, and in the long one.
const RECORDS: usize = 20_000;
const MORE_RECORDS: usize = 200_000;

/// ADR-023, ADR-121, ADR-155, ADR-259, ADR-261: twenty thousand tampered records widen nothing.
#[test]
fn tampered_records_never_widen() {
    let replays = tamper(1, RECORDS);
    assert!(replays > 4_000, "only {replays} replays");
}

#[test]
#[ignore = "two hundred thousand records: minutes in a debug build"]
fn more_tampered_records_never_widen() {
    tamper(2, MORE_RECORDS);
}

/// Replays tampered journals of generated scenarios until so many records were changed; how many replays that took.
fn tamper(seed: u64, records: usize) -> usize {
    let mut random = Random(seed);
    let (mut changed, mut replays) = (0, 0);
    while changed < records {
        let toy = Toy::generate(&mut random);
        let scenario = Scenario::parse(&toy.scenario().to_string()).unwrap();
        let mut journal = MemoryJournal::new();
        let live = scenario.run(&mut journal).unwrap();
        check(&toy, &live, "as it was recorded");
        for tampering in TAMPERINGS.iter().copied().chain(["nothing"; 10]) {
            let mut lines = tampered(journal.lines(), tampering, &scenario);
            // Each named way alone, and with chance on top; nothing but chance for the rest.
            if tampering == "nothing" || random.below(2) == 0 {
                lines.iter_mut().filter_map(decision).for_each(|record| mutate(&mut record.choice, &toy, &mut random));
            }
            if lines == journal.lines() {
                continue;
            }
            changed += lines.iter().filter(|line| is_record(line) && !journal.lines().contains(line)).count();
            replays += 1;
            let (transcript, _) = scenario.replay(&lines, None).unwrap();
            check(&toy, &transcript, &format!("{tampering}: {lines:?}"));
        }
    }
    assert!(changed >= records);
    replays
}

fn decision(line: &mut Line) -> Option<&mut Decision> {
    match line {
        Line::Decision(decision) => Some(decision),
        _ => None,
    }
}

fn is_record(line: &Line) -> bool {
    matches!(line, Line::Decision(_))
}

/// Changes a choice by chance: its members while it is JSON, then its text.
fn mutate(choice: &mut String, toy: &Toy, random: &mut Random) {
    const KEYS: [&str; 13] = [
        "ranker",
        "query",
        "results",
        "loaded",
        "onMenu",
        "note",
        "unmatched",
        "resultBytes",
        "skills",
        "skill",
        "refused",
        "digest",
        "bytes",
    ];
    for _ in 0..random.below(3) {
        let Ok(Value::Object(mut members)) = serde_json::from_str(choice) else { break };
        let key = *random.of(&KEYS);
        if random.below(5) == 0 {
            members.remove(key);
        } else {
            members.insert(key.to_owned(), value(toy, random));
        }
        *choice = Value::Object(members).to_string();
        if random.below(4) == 0 {
            *choice = choice.replacen('{', &format!("{{{:?}:{},", random.of(&KEYS), value(toy, random)), 1);
        }
    }
    const PIECES: [&str; 12] = ["[", "]", "{", "}", ",", ":", "\"", "null", "-1", "\"results\":", "\\u0000", SENTENCE];
    for _ in 0..random.below(3) {
        let mut text: Vec<char> = choice.chars().collect();
        let from = random.below(text.len() + 1);
        let to = (from + random.below(12)).min(text.len());
        match random.below(4) {
            0 => text.truncate(from),
            1 => drop(text.drain(from..to)),
            2 => {
                let piece: Vec<char> = text[from..to].to_vec();
                drop(text.splice(from..from, piece));
            }
            _ => drop(text.splice(from..from, random.of(&PIECES).chars())),
        }
        *choice = text.into_iter().collect();
    }
}

/// A value of any type, most often a list of ids.
fn value(toy: &Toy, random: &mut Random) -> Value {
    let ids = toy.every_id();
    match random.below(10) {
        0 => Value::Null,
        1 => json!(SENTENCE),
        2 => json!(random.below(5_000)),
        3 => json!({ "results": ids }),
        4 => json!([ids, 1, null, SENTENCE, { "id": ids[0] }]),
        5 => json!(-1.5),
        _ => (0..random.below(12)).map(|_| json!(random.of(&ids))).collect(),
    }
}

/// That a transcript shows no more than a toy allows.
fn check(toy: &Toy, transcript: &Transcript, what: &str) {
    let allowed = toy.allowed();
    let mut menu = toy.fixed();
    let mut seen = Seen::default();
    assert!(transcript.turns.len() <= toy.turns.len(), "{what}");
    for (place, turn) in transcript.turns.iter().enumerate() {
        assert!(turn.menu.starts_with(&menu), "{what}: the menu {:?} does not continue {menu:?}", turn.menu);
        seen.there = menu.iter().cloned().collect();
        assert_eq!(turn.results.len(), toy.turns[place].len(), "{what}");
        for (call, result) in toy.turns[place].iter().zip(&turn.results) {
            let text = result.output.get();
            assert!(!text.contains("INJECTED"), "{what}: {text}");
            assert!(result.accounted_bytes <= 2 << 20, "{what}: {} bytes", result.accounted_bytes);
            match call.limit {
                Some(limit) => check_search(toy, result, (limit, &call.query), &mut seen, &turn.menu, what),
                None if call.name == "activate_skill" => check_activation(toy, result, &call.query, &mut seen, what),
                // The gate is asked when the turn's searches and activations have settled.
                None if text == r#"{"ok":true}"# => assert!(turn.menu.contains(&call.name), "{what}: {}", call.name),
                None => assert!(text.starts_with(r#"{"error":"#) && !turn.menu.contains(&call.name), "{what}: {text}"),
            }
        }
        assert!(turn.menu.iter().all(|id| seen.there.contains(id)), "{what}: {:?} beyond {:?}", turn.menu, seen.there);
        assert_eq!(turn.menu.iter().collect::<BTreeSet<_>>().len(), turn.menu.len(), "{what}: {:?}", turn.menu);
        let more = &turn.menu[toy.fixed().len()..];
        let found: Vec<&String> = more.iter().filter(|id| !seen.brought.contains(*id)).collect();
        assert!(found.iter().all(|id| allowed.contains(*id)), "{what}: {found:?} were found");
        assert!(found.len() <= toy.max_loaded, "{what}: {found:?} are too many");
        let chars: usize = found.iter().map(|id| toy.spec_chars(id)).sum();
        assert!(chars <= toy.max_menu_chars.unwrap_or(usize::MAX), "{what}: {found:?} are too long");
        menu.clone_from(&turn.menu);
    }
}

/// What the results so far have shown.
#[derive(Default)]
struct Seen {
    /// What is on the menu up to a call.
    there: BTreeSet<String>,
    /// The tools that skills brought and nothing else had.
    brought: BTreeSet<String>,
    /// The skills that are active.
    active: BTreeSet<String>,
}

/// That an activation gives what the toy has of the skill that was asked for, or one of our errors.
fn check_activation(toy: &Toy, result: &CallTranscript, name: &str, seen: &mut Seen, what: &str) {
    let output: Value = serde_json::from_str(result.output.get()).unwrap();
    assert!(!result.tainted, "{what}: {output}");
    let listed: Vec<&str> =
        output["tools"].as_array().into_iter().flatten().map(|tool| tool.as_str().unwrap()).collect();
    if let Some(error) = output.get("error") {
        let code = error["code"].as_str().unwrap();
        let known = [
            "unknown_skill",
            "skill_limit_reached",
            "instructions_too_large",
            "instructions_refused",
            "search_limit_reached",
        ];
        let unread = ["instructions_unavailable", "instructions_changed"];
        assert!(known.contains(&code) && listed.is_empty() || unread.contains(&code), "{what}: {output}");
        if listed.is_empty() {
            return;
        }
    }
    let offered = toy.offered();
    let skill = offered.into_iter().find(|skill| skill.id == name).unwrap_or_else(|| panic!("{what}: {output}"));
    if output.get("error").is_none() {
        assert_eq!((&output["skill"], &output["instructions"]), (&json!(name), &json!(skill.instructions)), "{what}");
        assert!(!skill.is_tainted && skill.instructions.len() <= MAX_INSTRUCTION_BYTES, "{what}: {output}");
    }
    let is_again = seen.active.contains(name);
    let note = output.get("note").map(|note| note.as_str().unwrap());
    assert_eq!(
        note,
        is_again.then_some("This skill is active already; its tools are on the menu."),
        "{what}: {output}"
    );
    let own: Vec<&str> = skill.tools.iter().map(|tool| tool.id.as_str()).filter(|_| !is_again).collect();
    assert_eq!(listed, own, "{what}: {output}");
    seen.brought.extend(own.iter().map(ToString::to_string).filter(|id| seen.there.insert(id.clone())));
    seen.active.insert(name.to_owned());
    assert!(seen.active.len() <= toy.activation.as_ref().unwrap().max_active, "{what}: {:?}", seen.active);
}

/// That a search's result is a page of the toy's tools, each with its own line, and texts of ours.
fn check_search(
    toy: &Toy,
    result: &CallTranscript,
    (limit, query): (usize, &str),
    seen: &mut Seen,
    menu: &[String],
    what: &str,
) {
    let output: Value = serde_json::from_str(result.output.get()).unwrap();
    if let Some(error) = output.get("error") {
        let code = error["code"].as_str().unwrap();
        let known = ["search_unavailable", "search_limit_reached", "tool_not_on_menu"];
        assert!(known.contains(&code) && !result.tainted, "{what}: {output}");
        return;
    }
    let page = output["tools"].as_array().unwrap();
    let skills = check_skills(toy, &output, &seen.active, what);
    assert!(page.len() + skills <= limit.min(toy.max_per_search), "{what}: {output}");
    let mut named: BTreeSet<&str> = BTreeSet::new();
    for entry in page {
        let name = entry["name"].as_str().unwrap();
        let tool = toy.catalog.iter().find(|tool| tool.id == name);
        let tool = tool.filter(|tool| toy.allowed().contains(&tool.id)).unwrap_or_else(|| panic!("{what}: {name}"));
        assert!(!seen.there.contains(name), "{what}: {name} was on the menu");
        assert!(named.insert(&tool.id), "{what}: {name} comes twice");
        let line = if tool.is_remote { WITHHELD } else { tool.description.as_str() };
        assert_eq!(entry["description"], line, "{what}");
        assert_eq!(entry.as_object().unwrap().len(), 3, "{what}: {entry}");
    }
    for entry in page.iter().filter(|entry| entry["loaded"] == true) {
        let id = menu.iter().find(|id| entry["name"] == id.as_str());
        let tool = toy.catalog.iter().find(|tool| Some(&tool.id) == id);
        seen.there.insert(tool.unwrap_or_else(|| panic!("{what}: {entry} is not on {menu:?}")).id.clone());
    }
    let note = output.get("note").map_or("", |note| note.as_str().unwrap());
    let mentioned = check_note(note, query, menu, what);
    let is_remote = |id: &str| toy.catalog.iter().any(|tool| tool.id == id && tool.is_remote);
    let fenced = named.into_iter().any(is_remote) || mentioned.iter().any(|id| is_remote(id));
    assert_eq!(result.tainted, fenced, "{what}: {output}");
}

/// That the skills of a page are ones that may be found and are not active, each once and as the toy has it; how many there are.
fn check_skills(toy: &Toy, output: &Value, active: &BTreeSet<String>, what: &str) -> usize {
    let by_search = toy.activation.as_ref().is_some_and(|activation| activation.by_search);
    let Some(skills) = output.get("skills") else {
        assert!(!by_search, "{what}: {output}");
        return 0;
    };
    assert!(by_search, "{what}: {output}");
    let (offered, mut named) = (toy.offered(), BTreeSet::new());
    for entry in skills.as_array().unwrap() {
        let id = entry["id"].as_str().unwrap();
        let skill = offered.iter().find(|skill| skill.id == id).unwrap_or_else(|| panic!("{what}: {id}"));
        assert_eq!(entry, &json!({ "kind": "skill", "id": id, "description": skill.description }), "{what}");
        assert!(!active.contains(id) && named.insert(id), "{what}: {output}");
    }
    named.len()
}

/// That a note is made of our sentences, names of the menu and words of the query; the names.
fn check_note<'n>(note: &'n str, query: &str, menu: &[String], what: &str) -> Vec<&'n str> {
    const SENTENCES: [&str; 8] = [
        "No matching tools.",
        "No matching tools or skills.",
        "No matching tools, but skills match.",
        "Every tool is on the menu already, and every skill is active.",
        "All matching tools are on the menu already.",
        "Every tool is on the menu already.",
        "The menu is full: tools with `loaded` false cannot be called.",
        "Tools with `loaded` false cannot be called.",
    ];
    let list = |text: &'n str, begin: &str| text.strip_prefix(begin).map(|rest| rest.trim_end_matches('.').split(", "));
    let mut rest = SENTENCES.iter().find_map(|sentence| note.strip_prefix(sentence)).unwrap_or(note).trim_start();
    let begin =
        ["In no searchable tool: ", "In no searchable tool or skill: "].into_iter().find(|b| rest.starts_with(b));
    if let Some(begin) = begin {
        let (words, after) = rest.split_once(". ").unwrap_or((rest, ""));
        let words: Vec<&str> = list(words, begin).unwrap().collect();
        // A plural fold may have changed the last character.
        let stem = |word: &&str| word.chars().take(word.chars().count() - 1).collect::<String>();
        assert!(words.iter().all(|word| query.contains(&stem(word))), "{what}: {note} for {query}");
        rest = after;
    }
    let names: Vec<&str> = list(rest, "Available already, call by name: ").into_iter().flatten().collect();
    assert!(rest.is_empty() || !names.is_empty(), "{what}: {note}");
    assert!(names.iter().all(|name| menu.iter().any(|id| id == name)), "{what}: {note} beside {menu:?}");
    names
}
