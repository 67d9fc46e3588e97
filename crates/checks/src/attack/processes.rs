//! What many processes compute of the same documents in different orders.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};
use toolsift::prelude::*;

use super::Found;
use super::random::Random;
use super::row::Tally;
use super::threads::queries;
use crate::generated;

const PROCESSES: u64 = 20;
const QUERIES: usize = 10_000;

/// The SHA-256 of an index over shuffled documents and of its answers to some queries, in hexadecimal.
///
/// # Errors
///
/// What the index says of its documents.
pub fn digest(shuffle: u64, count: usize) -> Result<String, toolsift::bm25f_index::IndexError> {
    let mut docs = generated::docs(2_000);
    Random::new(shuffle).shuffle(&mut docs);
    let ranker = build_ranker(&docs, Stopwords::default())?;
    let mut hash = Sha256::new();
    hash.update(ranker.index().fingerprint());
    for query in queries(count) {
        // The whole answer as it is shown: hits, scores, strengths, terms, the ceiling.
        hash.update(format!("{:?}", ranker.index().search(&query, ranker.stopwords(), 20)));
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The processes that compute another digest than this one, of so many that each get the documents in another order.
///
/// # Errors
///
/// Where the program cannot be started, or the index refuses its documents.
pub fn divergent(attack: &Path, processes: u64, count: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let own = digest(0, count)?;
    let mut divergent = Vec::new();
    for shuffle in 1..=processes {
        let mut command = Command::new(attack);
        command.args(["--digest", &shuffle.to_string(), &count.to_string()]).stderr(Stdio::null());
        let said = String::from_utf8(command.output()?.stdout)?;
        if said.trim() != own {
            divergent.push(format!("process {shuffle} computes {said:?}, not {own}"));
        }
    }
    Ok(divergent)
}

pub(super) fn run(attack: &Path) -> Found {
    let divergent = divergent(attack, PROCESSES, QUERIES)?;
    let mut tally = Tally::default();
    for process in 0..PROCESSES {
        tally.check(process >= divergent.len() as u64, || divergent.concat());
    }
    Ok(vec![tally.row("processes whose answers to 10,000 queries differ", 20)])
}
