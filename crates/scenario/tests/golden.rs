//! The golden logs hold, say what they are for, and break where something in them is changed.

#![cfg(test)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use toolsift_scenario::{Golden, find_logs, replay_check};

fn logs() -> Vec<PathBuf> {
    find_logs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")).unwrap()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

/// ADR-033, ADR-034, ADR-039: every log runs and replays to the byte, no replay ranks or diverges, and no tampered journal widens anything.
#[test]
fn every_log_holds() {
    let mut runs = 0;
    let mut failures = Vec::new();
    for path in logs() {
        let report = replay_check(&Golden::load(&path).unwrap()).unwrap();
        runs += report.runs;
        failures.extend(report.problems.iter().map(|problem| format!("{}: {problem}", name(&path))));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(runs > 13_000, "only {runs} runs");
}

#[test]
fn every_log_says_what_it_is_for() {
    let paths = logs();
    assert!(paths.len() >= 330, "only {} logs", paths.len());
    let mut names = BTreeSet::new();
    for path in &paths {
        let log = Golden::load(path).unwrap();
        let name = name(path);
        let kebab = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        assert!(name.split('-').all(kebab), "{name} is not in kebab case");
        assert!(names.insert(name.clone()), "{name} is there twice");
        assert!(!log.header.pins.is_empty(), "{name} pins nothing");
        assert_eq!(log.header.pins.iter().collect::<BTreeSet<_>>().len(), log.header.pins.len(), "{name}: a pin twice");
        let why = &log.header.why;
        assert!(why.len() > 20 && why.ends_with('.') && !why.contains('\n'), "{name}: {why:?} is no sentence");
        assert_eq!(log.plan.is_some(), log.replay_transcript.is_some(), "{name}: a plan comes with its transcript");
        assert!(log.scenario.turns.len() <= 4, "{name}: a log is small");
    }
}

/// A log has its files and no others, so that nothing lies there unchecked.
#[test]
fn logs_have_no_other_files() {
    for path in logs() {
        let files: BTreeSet<String> =
            fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        let mut expected = vec!["journal.jsonl", "log.json", "scenario.json", "transcript.json"];
        if files.contains("replay.json") {
            expected.extend(["replay-transcript.json", "replay.json"]);
        }
        expected.sort_unstable();
        assert!(files.iter().eq(expected.iter()), "{}: {files:?}", name(&path));
    }
}

#[test]
fn there_are_logs_of_every_kind() {
    let logs: Vec<Golden> = logs().iter().map(|path| Golden::load(path).unwrap()).collect();
    let count = |is: &dyn Fn(&&Golden) -> bool| logs.iter().filter(is).count();
    assert!(count(&|log| log.header.live) >= 200);
    assert!(count(&|log| !log.header.live) >= 60);
    assert!(count(&|log| log.plan.is_some()) >= 45);
    assert!(count(&|log| log.transcript.contains("\"divergences\"")) >= 20);
}

/// Activations, their refusals, skills that searches find, two rankers and compactions are in the journals, each in some that a run wrote and some that a hand did.
#[test]
fn there_are_logs_of_skills_of_every_kind() {
    let logs: Vec<Golden> = logs().iter().map(|path| Golden::load(path).unwrap()).collect();
    for (text, live, by_hand) in [
        ("\"agent-skill-activation\"", 80, 30),
        ("\"refused\":\"instructions_", 6, 4),
        ("\"skills\":[", 35, 5),
        ("\"skillRanker\":", 12, 1),
        ("\"agent-compaction\"", 12, 3),
        ("\"unknown_skill\"", 12, 1),
        ("\"skill_limit_reached\"", 6, 1),
        ("\"invalid_tool_input\"", 2, 0),
        ("\"instructions_changed\"", 2, 0),
    ] {
        let count =
            |is_live| logs.iter().filter(|log| log.header.live == is_live && log.journal.contains(text)).count();
        assert!(count(true) >= live && count(false) >= by_hand, "{text}: {} and {}", count(true), count(false));
    }
    let index = logs.iter().filter(|log| log.transcript.contains("\\n- ")).count();
    assert!(index >= 100, "only {index} logs have an index of skills");
}

/// A copy of a log with one of its files changed.
fn changed(log: &str, file: &str, change: impl Fn(&str) -> String) -> (TempDir, Golden) {
    let copy = tempfile::tempdir().unwrap();
    let path = logs().into_iter().find(|path| name(path) == log).unwrap();
    for entry in fs::read_dir(path).unwrap() {
        let entry = entry.unwrap();
        let mut text = fs::read_to_string(entry.path()).unwrap();
        if entry.file_name() == file {
            let new = change(&text);
            assert_ne!(new, text, "nothing was changed in {file}");
            text = new;
        }
        fs::write(copy.path().join(entry.file_name()), text).unwrap();
    }
    let log = Golden::load(copy.path()).unwrap();
    (copy, log)
}

/// The turns and fields of what no longer holds.
fn broken(log: &str, file: &str, change: impl Fn(&str) -> String) -> Vec<(Option<usize>, String)> {
    let (_copy, log) = changed(log, file, change);
    let problems = replay_check(&log).unwrap().problems;
    problems.into_iter().map(|problem| (problem.turn, problem.field)).collect()
}

fn without_line(text: &str, line: usize) -> String {
    text.lines().enumerate().filter(|(place, _)| *place != line).map(|(_, line)| format!("{line}\n")).collect()
}

fn at(turn: usize, field: &str) -> (Option<usize>, String) {
    (Some(turn), field.to_owned())
}

#[test]
fn a_changed_id_in_a_journal_is_found() {
    let change = |text: &str| text.replacen(r#"["get_weather"]"#, r#"["read_file"]"#, 1);
    let found = broken("resume-in-the-middle", "journal.jsonl", change);
    // The second record is line 3; its turn replays otherwise, and so does the run that is resumed in it.
    assert_eq!(found[..2], [at(1, "journal.jsonl line 3"), at(1, "replay of journal.jsonl")]);

    let change = |text: &str| text.replacen("send_email", "get_weather", 1);
    assert_eq!(broken("records-out-of-order", "journal.jsonl", change), [at(0, "transcript.json")]);
}

#[test]
fn a_changed_byte_in_a_transcript_is_found() {
    let change = |text: &str| text.replacen("Tells the weather", "Tells the Weather", 1);
    assert_eq!(broken("resume-in-the-middle", "transcript.json", change), [at(1, "transcript.json")]);
    assert_eq!(broken("resume-in-the-middle", "replay-transcript.json", change), [at(1, "replay-transcript.json")]);

    let change = |text: &str| text.replacen("\"accountedBytes\": 4321", "\"accountedBytes\": 4322", 1);
    assert_eq!(broken("recorded-size-is-accounted", "transcript.json", change), [at(0, "transcript.json")]);
    // Also what is no part of any turn.
    let change = |text: &str| text.replacen("\"version\": 1", "\"version\": 2", 1);
    assert_eq!(broken("menu-order", "transcript.json", change), [(None, "transcript.json".to_owned())]);
}

#[test]
fn a_line_that_is_gone_from_a_journal_is_found() {
    // A decision of turn 1, a mark of turn 0, and the end. Where the line behind it belongs to a later turn, that one may be named for the file.
    let found = broken("resume-in-the-middle", "journal.jsonl", |text| without_line(text, 2));
    assert_eq!(found[0].1, "journal.jsonl line 3");
    assert!(found[0].0.is_some_and(|turn| turn == 1 || turn == 2));
    assert_eq!(found[1], at(1, "replay of journal.jsonl"));
    let found = broken("ranker-fails-then-answers", "journal.jsonl", |text| without_line(text, 1));
    assert_eq!(found[0].1, "journal.jsonl line 2");
    assert!(found[0].0.is_some_and(|turn| turn <= 1));
    let found = broken("menu-order", "journal.jsonl", |text| without_line(text, 2));
    assert_eq!(found, [(None, "journal.jsonl line 3".to_owned())]);
    let found = broken("records-out-of-order", "journal.jsonl", |text| without_line(text, 1));
    assert_eq!(found, [at(2, "transcript.json")]);
}

/// Each line of some live logs matters: without it the log is broken.
#[test]
fn no_line_of_a_journal_is_idle() {
    for path in logs().iter().step_by(23) {
        let log = Golden::load(path).unwrap();
        if !log.header.live {
            continue;
        }
        for line in 1..log.lines.len() {
            let found = broken(&name(path), "journal.jsonl", |text| without_line(text, line));
            assert!(!found.is_empty(), "{} without line {}", name(path), line + 1);
        }
    }
}
