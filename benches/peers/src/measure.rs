//! Times: engine by engine in turn, several rounds, and of each query the best.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::corpus::{Corpus, Queries, Query};
use crate::engine::{Engine, Visitor};
use crate::engines;
use crate::plan::{Length, Plan, TOPS};

/// What was measured with so many documents.
#[derive(Debug)]
pub struct Measured {
    /// Documents.
    pub documents: usize,
    /// Bytes of their text.
    pub text_bytes: usize,
    /// In the order of the tables.
    pub engines: Vec<Figures>,
}

/// The figures of one engine.
#[derive(Debug)]
pub struct Figures {
    /// The engine's name.
    pub name: &'static str,
    /// The best time of a build.
    pub build: Duration,
    /// The size of the index as files.
    pub disk_bytes: Option<u64>,
    /// How often a query of three terms finds its document among the first five.
    pub hit_at_5: f64,
    /// The times of each kind of query.
    pub times: Vec<Times>,
}

/// The times of one kind of query.
#[derive(Debug)]
pub struct Times {
    /// How long the queries are.
    pub length: Length,
    /// How many hits they ask for.
    pub top: usize,
    /// The best time of each query in nanoseconds, ascending.
    pub best: Vec<u64>,
}

impl Times {
    /// The time below which so many percent of the queries are, in microseconds.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> f64 {
        let rank = (self.best.len() * percent).div_ceil(100).max(1);
        self.best.get(rank - 1).map_or(f64::NAN, |&nanoseconds| nanoseconds as f64 / 1_000.0)
    }
}

impl Figures {
    /// The times of one kind of query.
    #[must_use]
    pub fn times(&self, length: Length, top: usize) -> Option<&Times> {
        self.times.iter().find(|times| times.length == length && times.top == top)
    }
}

/// Measures all engines over `documents` documents; `progress` is told what is going on.
pub fn measure(plan: &Plan, documents: usize, progress: &mut dyn FnMut(&str)) -> Measured {
    measure_those(plan, documents, progress, |opened| engines::every(opened))
}

/// Measures one engine in the same way.
pub fn measure_one<E: Engine + 'static>(plan: &Plan, documents: usize, progress: &mut dyn FnMut(&str)) -> Measured {
    measure_those(plan, documents, progress, |opened| opened.visit::<E>())
}

/// Measures the engines that `show` shows.
fn measure_those(
    plan: &Plan,
    documents: usize,
    progress: &mut dyn FnMut(&str),
    show: impl FnOnce(&mut Opened<'_, '_>),
) -> Measured {
    progress(&format!("{documents} documents: making them"));
    let corpus = Corpus::new(documents);
    let queries = Queries::new(&corpus, plan.queries);
    let mut opened = Opened { corpus: &corpus, queries: &queries, plan, progress: &mut *progress, runners: Vec::new() };
    show(&mut opened);
    let mut runners = opened.runners;
    let empty = empty_measurement();
    for round in 1..=plan.rounds {
        for runner in &mut runners {
            progress(&format!("{documents} documents, round {round} of {}: {}", plan.rounds, runner.name()));
            runner.round(plan.budget, empty);
        }
    }
    let engines = runners.into_iter().map(|runner| runner.figures(&corpus)).collect();
    Measured { documents, text_bytes: corpus.text_bytes(), engines }
}

/// The engines whose index is built.
struct Opened<'a, 'p> {
    corpus: &'a Corpus,
    queries: &'a Queries,
    plan: &'a Plan,
    progress: &'p mut dyn FnMut(&str),
    runners: Vec<Box<dyn Run + 'a>>,
}

impl Visitor for Opened<'_, '_> {
    fn visit<E: Engine + 'static>(&mut self) {
        (self.progress)(&format!("{} documents, build: {}", self.corpus.documents.len(), E::NAME));
        let (engine, build) = best_build::<E>(self.corpus, self.plan.build_budget);
        let kinds = TOPS.into_iter().flat_map(|top| Length::ALL.map(|length| (length, top)));
        let kinds = kinds.map(|(length, top)| {
            let queries = self.queries.of(length);
            Kind { length, top, queries, best: vec![u64::MAX; queries.len()] }
        });
        self.runners.push(Box::new(Runner { engine, build, kinds: kinds.collect() }));
    }
}

/// Builds until the time is up, at most ten times.
fn best_build<E: Engine>(corpus: &Corpus, budget: Duration) -> (E, Duration) {
    let began = Instant::now();
    let mut best = Duration::MAX;
    for builds in 1.. {
        let start = Instant::now();
        let engine = E::build(black_box(corpus));
        best = best.min(start.elapsed());
        if builds == 10 || began.elapsed() > budget {
            return (engine, best);
        }
    }
    unreachable!("the loop ends with the tenth build")
}

/// An engine in the middle of being measured.
trait Run {
    fn name(&self) -> &'static str;
    fn round(&mut self, budget: Duration, empty: u64);
    fn figures(self: Box<Self>, corpus: &Corpus) -> Figures;
}

struct Runner<'a, E> {
    engine: E,
    build: Duration,
    kinds: Vec<Kind<'a>>,
}

/// One kind of query.
struct Kind<'a> {
    length: Length,
    top: usize,
    /// Those that fit into the budget.
    queries: &'a [Query],
    best: Vec<u64>,
}

/// An engine answers so many queries of a kind, however slow it is.
const FEWEST: usize = 10;

impl Kind<'_> {
    /// Asks each query once, up to the one after which the time is up: the later ones are left out from then on.
    fn ask<E: Engine>(&mut self, engine: &mut E, empty: u64, time_is_up: impl Fn() -> bool) {
        for (at, query) in self.queries.iter().enumerate() {
            let start = Instant::now();
            drop(black_box(engine.search(black_box(&query.text), self.top)));
            let time = start.elapsed().as_nanos() as u64;
            self.best[at] = self.best[at].min(time.saturating_sub(empty));
            if at + 1 >= FEWEST && time_is_up() {
                self.queries = &self.queries[..=at];
                break;
            }
        }
        self.best.truncate(self.queries.len());
    }
}

impl<E: Engine> Run for Runner<'_, E> {
    fn name(&self) -> &'static str {
        E::NAME
    }

    fn round(&mut self, budget: Duration, empty: u64) {
        for kind in &mut self.kinds {
            let began = Instant::now();
            kind.ask(&mut self.engine, empty, || began.elapsed() > budget);
            // The first time, the caches hold what the engine before this one left there.
            if began.elapsed() < budget / 2 {
                kind.ask(&mut self.engine, empty, || false);
            }
        }
    }

    fn figures(mut self: Box<Self>, corpus: &Corpus) -> Figures {
        let hit_at_5 = self.hit_at_5(corpus);
        let times = self.kinds.into_iter().map(|kind| {
            let Kind { length, top, mut best, .. } = kind;
            best.sort_unstable();
            Times { length, top, best }
        });
        Figures {
            name: E::NAME,
            build: self.build,
            disk_bytes: self.engine.disk_bytes(),
            hit_at_5,
            times: times.collect(),
        }
    }
}

impl<E: Engine> Runner<'_, E> {
    fn hit_at_5(&mut self, corpus: &Corpus) -> f64 {
        let of_three = |kind: &&Kind<'_>| kind.length == Length::Terms(3) && kind.top == 5;
        let queries = self.kinds.iter().find(of_three).map_or(&[][..], |kind| kind.queries);
        let hits = queries.iter().filter(|query| {
            let numbers = self.engine.numbers(&query.text, 5, corpus);
            query.target.is_some_and(|target| numbers.contains(&target))
        });
        hits.count() as f64 / queries.len() as f64
    }
}

/// What taking a time takes, in nanoseconds: it is left out of every time.
fn empty_measurement() -> u64 {
    let times = (0..10_000).map(|_| Instant::now().elapsed().as_nanos() as u64);
    times.min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_times() {
        let times = |best: Vec<u64>| Times { length: Length::Worst, top: 5, best };
        let hundred = times((1..=100).map(|n| n * 1_000).collect());
        assert_eq!((hundred.percentile(50), hundred.percentile(99)), (50.0, 99.0));
        let three = times(vec![1_000, 2_000, 9_000]);
        assert_eq!((three.percentile(50), three.percentile(99)), (2.0, 9.0));
        assert!(times(Vec::new()).percentile(50).is_nan());
    }
}
