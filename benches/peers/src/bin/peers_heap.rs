//! Counts the bytes that each index keeps and the allocations of a query, and prints a line for each engine.
//!
//! Counting makes every allocation slower, so this is not the program that takes the times.

use std::alloc::System;
use std::hint::black_box;

use peers::corpus::{Corpus, Queries};
use peers::engine::{Engine, Visitor};
use peers::engines;
use peers::heap::{Line, Memory};
use peers::plan::{Length, Plan, TOPS};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Queries whose allocations are counted.
const QUERIES: usize = 50;

fn main() {
    let plan = if std::env::args().any(|arg| arg == "--quick") { Plan::QUICK } else { Plan::FULL };
    let small = Corpus::new(100);
    for &documents in plan.sizes {
        let corpus = Corpus::new(documents);
        let queries = Queries::new(&corpus, QUERIES);
        engines::every(&mut Count { corpus: &corpus, queries: &queries, small: &small });
    }
}

struct Count<'a> {
    corpus: &'a Corpus,
    queries: &'a Queries,
    small: &'a Corpus,
}

impl Visitor for Count<'_> {
    fn visit<E: Engine + 'static>(&mut self) {
        eprintln!("heap, {} documents: {}", self.corpus.documents.len(), E::NAME);
        // The first index of a program also makes its thread pools and tables of words.
        drop(black_box(E::build(self.small)));
        let region = Region::new(COUNTING);
        let mut engine = E::build(self.corpus);
        let change = region.change();
        // What a reallocation adds is counted in `bytes_allocated`, what it frees in `bytes_deallocated`.
        let bytes = change.bytes_allocated.saturating_sub(change.bytes_deallocated);
        let (allocations, of_answer) = self.queries(&mut engine);
        let memory = Memory { bytes, allocations, of_answer };
        println!("{}", Line { documents: self.corpus.documents.len(), engine: E::NAME, memory });
    }
}

impl Count<'_> {
    /// Allocations of a query of three terms, and of a copy of its answer.
    fn queries<E: Engine>(&self, engine: &mut E) -> (f64, Option<f64>) {
        let queries = self.queries.of(Length::Terms(3));
        // Memory that is kept from query to query is there afterwards.
        queries.iter().for_each(|query| drop(black_box(engine.search(&query.text, TOPS[0]))));
        let (mut all, mut of_answers) = (0, Some(0));
        for query in queries {
            let region = Region::new(COUNTING);
            let answer = engine.search(&query.text, TOPS[0]);
            let change = region.change();
            all += change.allocations + change.reallocations;
            let region = Region::new(COUNTING);
            let copied = engine.copy(&answer);
            let change = region.change();
            of_answers = of_answers.filter(|_| copied).map(|sum| sum + change.allocations + change.reallocations);
        }
        let mean = |sum: usize| sum as f64 / queries.len() as f64;
        (mean(all), of_answers.map(mean))
    }
}
