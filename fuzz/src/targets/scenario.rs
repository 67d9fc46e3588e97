//! Whole runs: live is replay.

mod generated;

use toolsift_replay::{DivergenceKind, Journal, Line, MemoryJournal};
use toolsift_scenario::{RankerChoice, Scenario, Transcript};

/// A replay of a run's record shows what the run showed and differs in nothing; a run that was cut behind any of its lines and resumed decides as the whole one did; and a
/// menu only grows at its end.
///
/// An input that begins with `{` is a scenario. Any other is a string of choices of which one is made.
pub(crate) fn scenario(data: &[u8]) {
    let json = match data.first() {
        Some(b'{') => String::from_utf8_lossy(data).into_owned(),
        _ => generated::scenario(data).to_string(),
    };
    let Ok(mut scenario) = Scenario::parse(&json) else { return };
    let mut journal = MemoryJournal::new();
    let Ok(live) = scenario.run(&mut journal) else { return };
    menus_grow(&live);
    if live.aborted.is_some() {
        // What would have come then may be wrong, and a replay does not break off.
        scenario.turns.truncate(live.turns.len() + 1);
    }
    replayed(&scenario, journal.lines(), &live);
    if live.aborted.is_none() && !is_scripted(&scenario) {
        let cut = data.iter().fold(0, |sum: usize, byte| sum + usize::from(*byte)) % journal.lines().len();
        resumed(&scenario, journal.lines(), cut + 1, &live);
    }
}

/// Whether a ranker answers by a script. It begins anew with a resumed run, which then need not decide as the whole one did.
fn is_scripted(scenario: &Scenario) -> bool {
    let of_tools = scenario.tool_search.iter().map(|settings| &settings.ranker);
    let of_skills = scenario.skill_activation.iter().filter_map(|settings| settings.skill_ranker.as_ref());
    of_tools.chain(of_skills).any(|ranker| matches!(ranker, RankerChoice::Scripted { .. }))
}

fn menus_grow(transcript: &Transcript) {
    for pair in transcript.turns.windows(2) {
        assert!(pair[1].menu.starts_with(&pair[0].menu), "{:?} after {:?}", pair[1].menu, pair[0].menu);
    }
}

fn replayed(scenario: &Scenario, lines: &[Line], live: &Transcript) {
    let (mut replayed, mut divergences) = scenario.replay(lines, None).expect("its record");
    if live.aborted.is_some() {
        // The record ends with the last whole turn.
        replayed.turns.truncate(live.turns.len());
        replayed.aborted = live.aborted;
        divergences.retain(|divergence| divergence.kind != DivergenceKind::Missing);
    }
    assert_eq!(divergences, []);
    assert_eq!(replayed.to_json(), live.clone().without_records().to_json());
}

fn resumed(scenario: &Scenario, lines: &[Line], kept: usize, live: &Transcript) {
    let mut journal = MemoryJournal::new();
    lines[..kept].iter().for_each(|line| journal.append(line).expect("it was kept before"));
    let (transcript, _) = scenario.resume(&lines[..kept], None, &mut journal).expect("its record");
    assert_eq!(shown(&transcript), shown(live), "resumed behind line {kept}");
    // Where the cut fell behind a later call of its turn, the turn's mark stays unwritten.
    let decisions = |lines: &[Line]| -> Vec<Line> {
        lines.iter().filter(|line| matches!(line, Line::Decision(_))).cloned().collect()
    };
    assert_eq!(decisions(journal.lines()), decisions(lines), "resumed behind line {kept}");
}

/// The results and the menus.
fn shown(transcript: &Transcript) -> Vec<(&[String], Vec<&str>)> {
    let turns = transcript.turns.iter();
    turns.map(|turn| (&turn.menu[..], turn.results.iter().map(|result| result.output.get()).collect())).collect()
}
