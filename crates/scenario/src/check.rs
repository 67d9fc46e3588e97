//! The check that a golden log still holds.

mod widening;

use std::fmt;
use std::path::PathBuf;

use serde_json::Value;
use toolsift_replay::{Decision, DivergenceKind, Header, Journal, Line, MemoryJournal};

use crate::error::ScenarioError;
use crate::golden::{Golden, ReplayPlan};
use crate::scenario::Scenario;
use crate::tamper::{TAMPERINGS, concerns, tampered};
use crate::transcript::Transcript;
use widening::widening;

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The log's folder.
    pub path: PathBuf,
    /// How many runs were made: live, replayed, tampered with.
    pub runs: usize,
    /// What does not hold.
    pub problems: Vec<Problem>,
}

/// Something that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The turn, where there is one.
    pub turn: Option<usize>,
    /// The file, and the part of it.
    pub field: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turn {
            Some(turn) => write!(f, "turn {turn}: {}: {}", self.field, self.message),
            None => write!(f, "{}: {}", self.field, self.message),
        }
    }
}

/// Checks a golden log: the live run gives its journal and transcript byte for byte, the replay of its journal gives the same results and menus without a
/// ranking, the replay that it plans gives what it says, and none of the [`TAMPERINGS`] with its journal widens a menu or a result.
///
/// # Errors
///
/// A [`ScenarioError`] where a run cannot even be made.
pub fn replay_check(log: &Golden) -> Result<Report, ScenarioError> {
    let mut report = Report { path: log.path.clone(), runs: 0, problems: Vec::new() };
    let (mut replayed, mut divergences) = log.scenario.replay(&log.lines, None)?;
    report.runs += 1;
    if log.header.live {
        let mut journal = MemoryJournal::new();
        let live = log.scenario.run(&mut journal)?;
        report.runs += 1;
        if live.aborted.is_some() {
            // The record ends with the last whole turn, and so does what a replay can show of it.
            replayed.turns.truncate(live.turns.len());
            replayed.aborted = live.aborted;
            divergences.retain(|divergence| divergence.kind != DivergenceKind::Missing);
        }
        report.problems.extend(compare_journals(&text_of(journal.lines())?, &log.journal));
        report.problems.extend(compare("transcript.json", &live.to_json(), &log.transcript));
        report.problems.extend(compare(
            "replay of journal.jsonl",
            &replayed.to_json(),
            &live.without_records().to_json(),
        ));
        let problem = |message| Problem { turn: None, field: "journal.jsonl".to_owned(), message };
        report.problems.extend(divergences.iter().map(|divergence| problem(divergence.to_string())));
    } else {
        let replayed = diverging(replayed, &divergences);
        report.problems.extend(compare("transcript.json", &replayed.to_json(), &log.transcript));
    }
    if let Some(plan) = &log.plan {
        report.runs += 1;
        let transcript = planned(&log.scenario, &log.lines, plan)?.to_json();
        let expected = log.replay_transcript.as_deref().unwrap_or_default();
        report.problems.extend(compare("replay-transcript.json", &transcript, expected));
    }
    for tampering in TAMPERINGS {
        let lines = tampered(&log.lines, tampering, &log.scenario);
        if !concerns(tampering, &log.scenario, lines != log.lines) {
            continue;
        }
        report.runs += 1;
        let (transcript, _) = log.scenario.replay(&lines, None)?;
        report.problems.extend(widening(&log.scenario, &transcript)?.map(|(turn, message)| Problem {
            turn: Some(turn),
            field: format!("journal.jsonl with {tampering}"),
            message,
        }));
    }
    Ok(report)
}

/// The replay that a log plans.
pub(crate) fn planned(scenario: &Scenario, lines: &[Line], plan: &ReplayPlan) -> Result<Transcript, ScenarioError> {
    let edits = plan.edits.as_ref();
    let Some(resume_at) = plan.resume_at else {
        let (transcript, divergences) = scenario.replay(lines, edits)?;
        return Ok(diverging(transcript, &divergences));
    };
    let kept: Vec<Line> = lines.iter().filter(|line| is_before(line, resume_at)).cloned().collect();
    let mut journal = MemoryJournal::new();
    kept.iter().try_for_each(|line| journal.append(line))?;
    let (transcript, divergences) = scenario.resume(&kept, edits, &mut journal)?;
    Ok(diverging(transcript, &divergences))
}

fn is_before(line: &Line, turn: u64) -> bool {
    let id = match line {
        Line::Decision(Decision { id, .. }) => id,
        Line::Mark(mark) => &mark.turn,
        Line::End(_) => return false,
        _ => return true,
    };
    turn_of(id).is_none_or(|of| of < turn)
}

/// The turn that an id names.
pub(crate) fn turn_of(id: &str) -> Option<u64> {
    id.split_once("#turn:")?.1.split(':').next()?.parse().ok()
}

fn diverging(mut transcript: Transcript, divergences: &[toolsift_replay::Divergence]) -> Transcript {
    transcript.divergences = divergences.iter().map(ToString::to_string).collect();
    transcript
}

/// The text of a journal.
pub(crate) fn text_of(lines: &[Line]) -> Result<String, ScenarioError> {
    let mut text = String::new();
    for line in lines {
        text.push_str(&line.to_json()?);
        text.push('\n');
    }
    Ok(text)
}

/// Compares journals and names the first line, and the turn, in which they differ.
fn compare_journals(run: &str, golden: &str) -> Option<Problem> {
    if run == golden {
        return None;
    }
    let mut lines = 1;
    let (mut of_the_run, mut of_the_log) = (run.lines(), golden.lines());
    loop {
        let (run, golden) = (of_the_run.next(), of_the_log.next());
        if run != golden || run.is_none() {
            let turn = |line: &str| line.split("#turn:").nth(1)?.split([':', '"']).next()?.parse().ok();
            let message = format!("the run gives {}, the log has {}", quoted(run), quoted(golden));
            // Where one side lacks a line, the other's next one is of an earlier turn.
            let turn = [run.and_then(turn), golden.and_then(turn)].into_iter().flatten().min();
            return Some(Problem { turn, field: format!("journal.jsonl line {lines}"), message });
        }
        lines += 1;
    }
}

fn quoted(line: Option<&str>) -> String {
    const SHOWN: usize = 300;
    line.map_or_else(|| "nothing".to_owned(), |line| line.chars().take(SHOWN).collect())
}

/// Compares transcripts and names the first turn, and the line of it, in which they differ.
fn compare(field: &str, run: &str, golden: &str) -> Option<Problem> {
    if run == golden {
        return None;
    }
    let turns = |text: &str| {
        let transcript: Option<Value> = serde_json::from_str(text).ok();
        transcript.and_then(|value| value.get("turns").and_then(Value::as_array).cloned()).unwrap_or_default()
    };
    let (of_the_run, of_the_log) = (turns(run), turns(golden));
    let same = of_the_run.iter().zip(&of_the_log).take_while(|(a, b)| a == b).count();
    let turn = (same < of_the_run.len().max(of_the_log.len())).then_some(same);
    let differs = run.lines().zip(golden.lines()).enumerate().find(|(_, (a, b))| a != b);
    let message = match differs {
        Some((place, (run, golden))) => {
            let (run, golden) = (quoted(Some(run.trim())), quoted(Some(golden.trim())));
            format!("line {}: the run gives {run}, the log has {golden}", place + 1)
        }
        None => "one is longer than the other".to_owned(),
    };
    Some(Problem { turn, field: field.to_owned(), message })
}

impl Golden {
    /// What the log's files must hold after a change of behaviour that is wanted: journal and transcript, and the planned replay's. A log that
    /// is not live keeps its journal.
    ///
    /// # Errors
    ///
    /// A [`ScenarioError`] where a run cannot be made.
    pub fn regenerate(
        scenario: &Scenario,
        plan: Option<&ReplayPlan>,
        kept_journal: Option<&[Line]>,
    ) -> Result<Regenerated, ScenarioError> {
        let (lines, transcript) = match kept_journal {
            Some(lines) => {
                let (transcript, divergences) = scenario.replay(lines, None)?;
                (lines.to_vec(), diverging(transcript, &divergences).to_json())
            }
            None => {
                let mut journal = MemoryJournal::new();
                let transcript = scenario.run(&mut journal)?;
                (journal.lines().to_vec(), transcript.to_json())
            }
        };
        let replay_transcript = match plan {
            Some(plan) => Some(planned(scenario, &lines, plan)?.to_json()),
            None => None,
        };
        Ok(Regenerated { journal: text_of(&lines)?, transcript, replay_transcript })
    }
}

/// The files of a golden log that follow from its scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Regenerated {
    /// `journal.jsonl`.
    pub journal: String,
    /// `transcript.json`.
    pub transcript: String,
    /// `replay-transcript.json`.
    pub replay_transcript: Option<String>,
}

/// The header line of a journal, for one that is written by hand.
#[must_use]
pub fn header_line() -> String {
    Line::Header(Header::current()).to_json().unwrap_or_default()
}
