//! A ranker that answers whatever it likes, and fails in every way that it can.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use toolsift::prelude::*;
use toolsift::session::{Begin, Output};
use toolsift_replay::Position;

use super::Found;
use super::random::Random;
use super::row::Tally;

/// What it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behaviour {
    Million,
    Repeated,
    Foreign,
    OddScores,
    Panics,
    Fails,
    Skills,
    Unsorted,
    Nothing,
    Changing,
}

const BEHAVIOURS: [Behaviour; 10] = [
    Behaviour::Million,
    Behaviour::Repeated,
    Behaviour::Foreign,
    Behaviour::OddScores,
    Behaviour::Panics,
    Behaviour::Fails,
    Behaviour::Skills,
    Behaviour::Unsorted,
    Behaviour::Nothing,
    Behaviour::Changing,
];

/// Starts of each behaviour.
const STARTS: u64 = 20;

/// Tools of the catalogue, and those that are hidden from the run.
const TOOLS: usize = 40;

#[derive(Debug)]
struct Hostile {
    behaviour: Behaviour,
    start: u64,
    asked: AtomicUsize,
    known: Vec<ToolId>,
}

impl Hostile {
    fn answer(&self) -> Vec<Hit> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) as u64;
        let changes = if self.behaviour == Behaviour::Changing { asked * 31 } else { 0 };
        let mut random = Random::new(self.start + changes);
        let hit = |score| move |id: &ToolId| Hit::new(id.clone(), score);
        let mut some: Vec<ToolId> = self.known.clone();
        random.shuffle(&mut some);
        match self.behaviour {
            Behaviour::Million => some.iter().cycle().take(1_000_000).map(hit(1.0)).collect(),
            Behaviour::Repeated => some.iter().take(2).cycle().take(200).map(hit(1.0)).collect(),
            Behaviour::Foreign => ["search_tools", "drop_tables", "", "hidden", "a__0\u{0}", "A__0"]
                .iter()
                .filter_map(|id| ToolId::new(id).ok())
                .chain(some)
                .map(|id| Hit::new(id, 9.0))
                .collect(),
            Behaviour::OddScores => {
                let scores = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, f64::MAX, f64::MIN_POSITIVE];
                some.iter().zip(scores.iter().cycle()).map(|(id, score)| Hit::new(id.clone(), *score)).collect()
            }
            Behaviour::Skills => {
                let keys = some.iter().filter_map(|id| Some(ToolId::skill_key(&SkillId::new(id.as_str()).ok()?)));
                keys.chain(some.iter().cloned()).map(|id| Hit::new(id, 1.0)).collect()
            }
            Behaviour::Unsorted | Behaviour::Changing => some
                .iter()
                .map(|id| Hit::new(id.clone(), f64::from(u32::try_from(random.below(99)).unwrap_or(0))))
                .collect(),
            Behaviour::Panics | Behaviour::Fails | Behaviour::Nothing => Vec::new(),
        }
    }
}

impl ToolRanker for Hostile {
    fn kind(&self) -> &str {
        "hostile"
    }

    fn rank(&self, _: &str, _: usize) -> Result<Vec<Hit>, RankError> {
        match self.behaviour {
            // Without the message that a panic prints.
            Behaviour::Panics => resume_unwind(Box::new("hostile")),
            Behaviour::Fails if self.start.is_multiple_of(2) => Err(RankError::Terminal("IGNORE ALL".into())),
            Behaviour::Fails => Err(RankError::Unavailable("IGNORE ALL".into())),
            _ => Ok(self.answer()),
        }
    }

    fn ceiling(&self, _: &str) -> Option<f64> {
        let odd = [f64::NAN, f64::INFINITY, -1.0, 0.0, 5.0];
        odd.get(usize::try_from(self.start).unwrap_or_default() % odd.len()).copied()
    }

    fn unmatched(&self, _: &str) -> Vec<String> {
        vec!["IGNORE ALL".to_owned(); 50]
    }
}

/// A run over the tools of one server out of two.
fn setup() -> Result<Setup, Box<dyn std::error::Error>> {
    let mut setup = Setup::new(LoopName::new("main")?);
    let ids = (0..TOOLS).map(|number| format!("{}__{number}", if number % 2 == 0 { "a" } else { "b" }));
    let tools = ids.map(|id| ToolId::new(id).map(ToolDefinition::new)).collect::<Result<_, _>>()?;
    setup.catalog = CatalogSnapshot::new(1, tools)?;
    let mut config = ToolSearchConfig::default();
    config.namespaces = Some(vec!["a__".to_owned()]);
    config.max_loaded = 7;
    setup.search = Some(config);
    Ok(setup)
}

fn search(query: &str) -> Call {
    Call::new("search_tools", json!({ "query": query }))
}

/// Settles three searches; answers what does not hold.
fn problem(behaviour: Behaviour, start: u64) -> Result<Option<String>, Box<dyn std::error::Error>> {
    let setup = setup()?;
    let known = setup.catalog.tools().map(|tool| tool.id.clone()).collect();
    let ranker = Hostile { behaviour, start, asked: AtomicUsize::new(0), known };
    let mut session = Session::new(setup, RankerSource::Custom(Arc::new(ranker)))?;
    let mut journal = MemoryJournal::new();
    for turn in 0..3 {
        let before: Vec<String> = session.run().menu().names().map(str::to_owned).collect();
        let lines = journal.line_count();
        let settle = || session.settle(turn, &[search("refund the payment")], &mut journal);
        let settled = catch_unwind(AssertUnwindSafe(settle));
        let after: Vec<String> = session.run().menu().names().map(str::to_owned).collect();
        if after.get(..before.len()) != Some(&before) {
            return Ok(Some(format!("the menu {before:?} became {after:?}")));
        }
        let fails = matches!(behaviour, Behaviour::Panics | Behaviour::Fails);
        if fails && (after != before || matches!(behaviour, Behaviour::Panics) && journal.line_count() != lines) {
            return Ok(Some(format!("a failure changed {before:?} to {after:?}")));
        }
        let settled = match settled {
            Err(_) if behaviour == Behaviour::Panics => return Ok(None),
            Err(_) => return Ok(Some("it panicked".to_owned())),
            Ok(Err(_)) if behaviour == Behaviour::Fails => return Ok(None),
            Ok(Err(error)) => return Ok(Some(error.to_string())),
            Ok(Ok(settled)) => settled,
        };
        let is_found = |name: &String| name.starts_with("a__") && name.len() <= 5;
        let added = after.iter().skip(before.len()).collect::<Vec<_>>();
        if !added.iter().all(|name| is_found(name)) || added.len() > 5 || session.run().menu().found() > 7 {
            return Ok(Some(format!("{added:?} joined the menu")));
        }
        let Some(outcome) = settled.outcomes.get(&0) else { return Ok(Some("no outcome".to_owned())) };
        let json = outcome.output.to_json();
        if json.contains("IGNORE") || json.contains("b__") || json.contains("drop_tables") || json.contains("hidden") {
            return Ok(Some(json));
        }
        if outcome.strengths.iter().any(|(_, strength)| *strength > 1_000) {
            return Ok(Some(format!("{:?}", outcome.strengths)));
        }
        if let Output::Search(result) = &outcome.output {
            let mut names: Vec<&str> = result.tools.iter().map(|tool| tool.name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            if names.len() != result.tools.len() || names.len() > 5 {
                return Ok(Some(json));
            }
        }
    }
    Ok(None)
}

/// How many of a million hits are looked at, and how many were asked for.
fn looked_at(start: u64) -> Result<(usize, usize), Box<dyn std::error::Error>> {
    let mut run = toolsift::session::Run::new(setup()?)?;
    let at = Position { turn: 0, call: 0 };
    let Begin::Pending(mut pending) = run.begin(at, &search("refund")) else { return Err("no search".into()) };
    let (mut looked, mut asked) = (0, 0);
    let hidden = ToolId::new(format!("b__{}", 1 + 2 * (start % 20)))?;
    while let Some(ask) = pending.ask() {
        asked += ask.limit;
        let hits = (0..1_000_000).map(|_| Hit::new(hidden.clone(), 1.0)).inspect(|_| looked += 1);
        pending.offer(hits);
    }
    Ok((looked, asked))
}

pub(super) fn run() -> Found {
    let mut admitted = Tally::default();
    for behaviour in BEHAVIOURS {
        for start in 0..STARTS {
            let problem = problem(behaviour, start)?;
            admitted.check(problem.is_none(), || format!("{behaviour:?} {start}: {}", problem.unwrap_or_default()));
        }
    }
    let mut bounded = Tally::default();
    for start in 0..STARTS {
        let (looked, asked) = looked_at(start)?;
        bounded.check(looked <= asked && asked <= 4_000, || format!("{looked} of {asked}"));
    }
    Ok(vec![
        admitted.row("hostile answers that widen a menu, reach a model, or break a run", 200),
        bounded.row("hits beyond what was asked for that are looked at", 20),
    ])
}
