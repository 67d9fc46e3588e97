//! Random runs: skills of every kind, edits between turns, searches and activations that make sense or not.

use proptest::prelude::*;
use serde_json::json;
use toolsift_core::{SkillDefinition, SkillSnapshot, Text};
use toolsift_replay::{DivergenceKind, Journal, Line, MemoryJournal};
use toolsift_session::{ActiveSkill, Call, CompactionConfig, Rankers, Replayer, Run, Session, Settled, Setup};

use crate::toys::{
    activate, activate_with, always, bringing, configured, gone, recorded, registry, search, skill, specs, with_search,
};

const IDS: [&str; 7] = ["a", "b", "c", "dark", "long", "none", "odd\u{200b}"];

/// A skill in one of its states.
fn state(name: &str, number: usize) -> SkillDefinition {
    match number {
        0 => bringing(name, "abc", &["x", "f"]),
        1 => bringing(name, "Say \"hi\".\n", &["y", "x"]),
        2 => skill(name, "é".repeat(20)),
        3 => gone(bringing(name, "abc", &["z"])),
        4 => bringing(name, Text::tainted("abc"), &["z"]),
        5 => bringing(name, "x".repeat(41), &["z"]),
        _ => bringing(name, "abc", &["activate_skill", "y"]),
    }
}

/// A registry: of each skill its state, or that it is not there.
fn registries(odd: bool) -> impl Strategy<Value = SkillSnapshot> {
    let states = prop::collection::vec(prop::option::weighted(0.8, 0..if odd { 7_usize } else { 6 }), IDS.len());
    states.prop_map(|states| {
        let there = IDS.iter().zip(states).filter_map(|(name, number)| Some(state(name, number?)));
        registry(&there.collect::<Vec<_>>())
    })
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let call = prop_oneof![
        8 => prop::sample::select(&IDS[..]).prop_map(activate),
        2 => Just(activate("a")),
        1 => Just(activate("nobody")),
        1 => Just(activate_with(json!({ "name": 7 }))),
        3 => prop::sample::select(vec!["q", "a", "f g"]).prop_map(search),
        1 => Just(search(" ")),
        1 => Just(Call::new("x", json!({}))),
    ];
    prop::collection::vec(call, 0..5)
}

/// A turn: another registry ahead of it, its calls, and the bytes of what the host carries out.
type Turn = (Option<SkillSnapshot>, Vec<Call>, u64);

/// A run before it is run.
#[derive(Debug, Clone)]
struct Plan {
    setup: Setup,
    turns: Vec<Turn>,
}

fn plans() -> impl Strategy<Value = Plan> {
    let turn = (prop::option::weighted(0.3, registries(true)), calls(), 0..200_u64);
    let parts = (
        registries(false),
        (1..=4_usize, 1..=8_usize, prop::sample::select(vec!["index", "search", "both"])),
        (1..=3_usize, 1..=4_usize, 1..=4_usize),
        prop::option::of(1..600_usize),
        prop::collection::vec(turn, 1..7),
    );
    parts.prop_map(|(skills, (active, index, discovery), (page, loaded, searches), after, turns)| {
        let config = json!({
            "maxActive": active, "maxIndex": index, "maxInstructionBytes": 40, "discovery": discovery,
        });
        let search = json!({ "maxPerSearch": page, "maxLoaded": loaded, "maxSearches": searches });
        let mut setup = with_search(configured(&[], config), &["f", "g", "h"], search);
        setup.skills = Some(skills);
        setup.compaction = after.map(CompactionConfig::new);
        Plan { setup, turns }
    })
}

/// What a host sees of a turn.
#[derive(Debug, Clone, PartialEq)]
struct Seen {
    compacted: bool,
    settled: Settled,
    menu: Vec<String>,
    callable: Vec<bool>,
    active: Vec<ActiveSkill>,
    searches: usize,
}

impl Seen {
    fn of(run: &Run, compacted: bool, mut settled: Settled) -> Self {
        settled.recorded.clear();
        let callable = ["x", "y", "z", "f", "g", "h"].map(|name| run.is_callable(name).is_ok()).to_vec();
        let active = run.active_skills().to_vec();
        Self { compacted, settled, menu: specs(run), callable, active, searches: run.searches() }
    }
}

impl Plan {
    fn rankers(&self) -> Rankers {
        let tools = always(&["g", "x", "f", "a", "h"]);
        match self.setup.activation.as_ref().unwrap().discovery {
            toolsift_session::Discovery::Index => tools.into(),
            _ => Rankers::new(tools, always(&["c", "nobody", "a", "long", "b", "odd\u{200b}", "none", "f"])),
        }
    }

    /// Runs all turns from one on in a session.
    fn go_on(&self, session: &mut Session, journal: &mut MemoryJournal, from: usize) -> Vec<Seen> {
        let mut seen = Vec::new();
        for (turn, (edit, calls, bytes)) in (0..).zip(&self.turns).skip(from) {
            if let Some(edit) = edit {
                session.refresh_skills(edit.clone());
            }
            let compacted = session.compact(turn, journal).unwrap();
            let settled = session.settle(turn, calls, journal).unwrap();
            session.count(*bytes);
            seen.push(Seen::of(session.run(), compacted, settled));
        }
        seen
    }

    fn run(&self) -> (Vec<Seen>, MemoryJournal) {
        let mut journal = MemoryJournal::new();
        let mut session = Session::new(self.setup.clone(), self.rankers()).unwrap();
        (self.go_on(&mut session, &mut journal, 0), journal)
    }

    /// A closed replay of all turns with the same edits, or others.
    fn replay(&self, lines: &[Line], edits: Option<&SkillSnapshot>) -> (Vec<Seen>, Replayer) {
        let mut replayer = Replayer::new(self.setup.clone(), recorded(lines)).unwrap();
        let mut seen = Vec::new();
        for (turn, (edit, calls, bytes)) in (0..).zip(&self.turns) {
            if let Some(edit) = edits.or(edit.as_ref()) {
                replayer.refresh_skills(edit.clone());
            }
            let compacted = replayer.compact(turn);
            let settled = replayer.settle(turn, calls).unwrap();
            replayer.count(*bytes);
            seen.push(Seen::of(replayer.run(), compacted, settled));
        }
        (seen, replayer)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// ADR-120, ADR-124, ADR-185, ADR-187, ADR-196, ADR-267: a closed replay of any run with the same edits gives the same results, menus, warnings, sizes and compactions.
    #[test]
    fn closed(plan in plans()) {
        let (seen, journal) = plan.run();
        let (again, replayer) = plan.replay(journal.lines(), None);
        prop_assert_eq!(again, seen);
        prop_assert_eq!(replayer.finish(), []);
    }

    /// ADR-204, ADR-267: a log that was cut after any line resumes: what it has is served, the rest is live, and the whole is a log that replays.
    #[test]
    fn cut_anywhere(plan in plans(), cut in any::<prop::sample::Index>()) {
        let (first, journal) = plan.run();
        let kept = cut.index(journal.lines().len() + 1);
        let mut written = MemoryJournal::new();
        for line in &journal.lines()[..kept] {
            written.append(line).unwrap();
        }
        let mut session = Session::resume(plan.setup.clone(), plan.rankers(), recorded(written.lines())).unwrap();
        let seen = plan.go_on(&mut session, &mut written, 0);
        // Nothing here depends on chance, so that what is decided anew is decided alike.
        prop_assert_eq!(&seen, &first);
        prop_assert_eq!(&written.lines()[..kept], &journal.lines()[..kept]);
        // What failed ahead of the last record, and whose mark was not reached, is a hole in the log.
        prop_assert!(session.divergences().iter().all(|divergence| divergence.kind == DivergenceKind::Missing));
        let (again, replayer) = plan.replay(written.lines(), None);
        prop_assert_eq!(again, seen);
        prop_assert_eq!(replayer.finish(), session.divergences());
    }

    /// ADR-204, ADR-187: a run that is put away between two turns goes on as if it had not been.
    #[test]
    fn put_away(plan in plans(), cut in any::<prop::sample::Index>()) {
        let mut plan = plan;
        // A checkpoint holds no registry: a run goes on over the one that its host has now.
        plan.turns.iter_mut().for_each(|(edit, _, _)| *edit = None);
        let (first, _) = plan.run();
        let from = cut.index(plan.turns.len() + 1);
        let mut journal = MemoryJournal::new();
        let mut session = Session::new(plan.setup.clone(), plan.rankers()).unwrap();
        let whole = plan.turns.clone();
        plan.turns.truncate(from);
        plan.go_on(&mut session, &mut journal, 0);
        plan.turns = whole;
        let mut restored = Session::restore(plan.setup.clone(), plan.rankers(), &session.export()).unwrap();
        prop_assert_eq!(restored.not_restored(), [""; 0]);
        prop_assert_eq!(restored.export(), session.export());
        let seen = plan.go_on(&mut restored, &mut journal, from);
        prop_assert_eq!(&seen[..], &first[from..]);
    }

    /// ADR-121, ADR-188, ADR-196: a replay over any other registry compacts at the same turns, warns of a skill once, and makes no other skill active than those that were asked for.
    #[test]
    fn over_another_registry(plan in plans(), now in registries(false), from_the_start in any::<bool>()) {
        let (first, journal) = plan.run();
        let mut plan = plan;
        if from_the_start {
            plan.setup.skills = Some(now.clone());
            // Where nothing can be activated at all there is no tool to call.
            prop_assume!(Run::new(plan.setup.clone()).unwrap().skill_index().is_some());
        }
        let (again, replayer) = plan.replay(journal.lines(), Some(&now));
        prop_assert_eq!(replayer.finish(), []);
        let mut warned = std::collections::BTreeSet::new();
        for (again, first) in again.iter().zip(&first) {
            prop_assert_eq!(again.compacted, first.compacted);
            for (place, outcome) in &again.settled.outcomes {
                prop_assert_eq!(outcome.accounted_bytes, first.settled.outcomes[place].accounted_bytes);
            }
            let ids = |seen: &Seen| seen.active.iter().map(|active| active.skill.clone()).collect::<Vec<_>>();
            prop_assert_eq!(ids(again), ids(first));
            for warning in &again.settled.warnings {
                prop_assert!(warned.insert(warning.subject().to_owned()), "{:?}", warning);
            }
        }
    }
}
