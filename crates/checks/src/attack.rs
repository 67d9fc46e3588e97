//! What hostile authors try, counted: classes of attacks on generated catalogues, each held against a bar.
//!
//! Every input follows from a fixed start, so that two runs check the same cases. `cargo xtask attack` runs all of it.

mod adaptive;
mod leak;
mod processes;
mod random;
mod ranker;
mod ranking;
mod realistic;
mod records;
mod resources;
mod row;
mod rug_pull;
mod skills;
mod squatting;
mod threads;
mod unicode;
mod world;

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use toolsift::prelude::Ranking;

pub use processes::{digest, divergent};
pub use row::{Row, Verdict};
pub use threads::Together;

/// What a run of the suite needs to know of the machine.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Settings {
    /// The `attack` program, which is started many times to compare what processes compute.
    pub attack: PathBuf,
    /// The `toolsift` program, whose audit is asked about look-alikes.
    pub toolsift: PathBuf,
    /// The bytes that this process has allocated so far, freed ones included.
    pub allocated: fn() -> usize,
}

impl Settings {
    /// The settings.
    #[must_use]
    pub fn new(attack: PathBuf, toolsift: PathBuf, allocated: fn() -> usize) -> Self {
        Self { attack, toolsift, allocated }
    }
}

/// What a class found, or why it could not look.
type Found = Result<Vec<Row>, Box<dyn Error>>;

/// A kind of attack.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Class {
    /// Its name.
    pub name: &'static str,
    run: fn(&Settings) -> Found,
}

/// The classes, in the order in which they run.
pub const CLASSES: [Class; 15] = [
    Class { name: "leak", run: |_| leak::run() },
    Class { name: "ranking", run: |_| ranking::run(Ranking::Plain) },
    Class { name: "guarded ranking", run: |_| ranking::run(Ranking::Guarded) },
    Class { name: "unicode", run: |_| unicode::run() },
    Class { name: "squatting", run: |settings| squatting::run(&settings.toolsift, Ranking::Plain) },
    Class { name: "guarded squatting", run: |settings| squatting::run(&settings.toolsift, Ranking::Guarded) },
    Class { name: "rug pull", run: |_| rug_pull::run() },
    Class { name: "records", run: |_| records::run() },
    Class { name: "ranker", run: |_| ranker::run() },
    Class { name: "resources", run: |settings| resources::run(settings.allocated) },
    Class { name: "skills", run: |_| skills::run() },
    Class { name: "adaptive", run: |_| adaptive::run(Ranking::Plain) },
    Class { name: "guarded adaptive", run: |_| adaptive::run(Ranking::Guarded) },
    Class { name: "threads", run: |_| threads::run() },
    Class { name: "processes", run: |settings| processes::run(&settings.attack) },
];

impl Class {
    /// Runs the class. One that panics, or that cannot look, has missed its bar.
    #[must_use]
    pub fn run(&self, settings: &Settings) -> Vec<Row> {
        let rows = match catch_unwind(AssertUnwindSafe(|| (self.run)(settings))) {
            Ok(Ok(rows)) => rows,
            Ok(Err(error)) => vec![Row::broken(error.to_string())],
            Err(_) => vec![Row::broken("it panicked".to_owned())],
        };
        rows.into_iter().map(|row| row.of(self.name)).collect()
    }
}
