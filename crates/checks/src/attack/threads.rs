//! One index, asked by many threads at once.

use std::sync::Arc;
use std::thread;

use sha2::{Digest, Sha256};
use toolsift::bm25f_index::Scratch;
use toolsift::prelude::*;

use super::Found;
use super::row::Tally;
use crate::generated;

/// How many threads ask how often, about how many documents.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "three numbers for a test")]
pub struct Together {
    /// Documents of the index.
    pub documents: usize,
    /// Threads.
    pub threads: usize,
    /// Queries of each.
    pub queries: usize,
}

impl Together {
    /// The answers that differ from what one thread alone gets, with the first query of them.
    ///
    /// # Errors
    ///
    /// What the index says of its documents.
    pub fn differences(self) -> Result<(usize, Option<String>), toolsift::bm25f_index::IndexError> {
        let ranker = Arc::new(build_ranker(&generated::docs(self.documents), Stopwords::default())?);
        let queries: Arc<[String]> = queries(self.queries).into();
        let mut scratch = Scratch::default();
        let alone: Arc<[u64]> = queries.iter().map(|query| answer(&ranker, query, &mut scratch)).collect();
        let asks = (0..self.threads).map(|number| {
            let (ranker, queries, alone) = (ranker.clone(), queries.clone(), alone.clone());
            move || {
                // Each thread begins elsewhere, so that different queries meet.
                let first = queries.len() / self.threads.max(1) * number;
                let pairs = queries.iter().zip(alone.iter()).cycle().skip(first).take(queries.len());
                let mut scratch = Scratch::default();
                let differ = |(query, expected): &(&String, &u64)| answer(&ranker, query, &mut scratch) != **expected;
                let different: Vec<String> = pairs.filter(differ).map(|(query, _)| query.clone()).collect();
                different
            }
        });
        let asks: Vec<_> = asks.collect();
        let different: Vec<String> = thread::scope(|scope| {
            let asking: Vec<_> = asks.into_iter().map(|ask| scope.spawn(ask)).collect();
            asking.into_iter().flat_map(|asked| asked.join().unwrap_or_else(|_| vec!["a panic".to_owned()])).collect()
        });
        Ok((different.len(), different.into_iter().next()))
    }
}

/// Queries of several lengths, some of them outside of ASCII, and some that name a tool.
pub(super) fn queries(count: usize) -> Vec<String> {
    let lengths = [1, 2, 3, 5, 8, 16, 30];
    let of_each = count.div_ceil(lengths.len());
    let mut queries: Vec<String> = lengths.into_iter().flat_map(|words| generated::queries(of_each, words)).collect();
    queries.truncate(count);
    for (place, query) in queries.iter_mut().enumerate() {
        match place % 11 {
            3 => query.push_str(" caf\u{e9} \u{6e}\u{303}andu \u{441}\u{447}\u{451}\u{442}"),
            7 => *query = format!("server{}__list_{query}_{place}", place % 40),
            _ => {}
        }
    }
    queries
}

/// The first bytes of a digest of the answer: ids, scores and what is exact, both ways of asking.
fn answer(ranker: &Bm25fRanker, query: &str, scratch: &mut Scratch) -> u64 {
    let mut hash = Sha256::new();
    for hit in ranker.index().top(query, ranker.stopwords(), 5, scratch) {
        hash.update(hit.id.as_str());
        hash.update(hit.score.units().to_le_bytes());
        hash.update([u8::from(hit.exact)]);
    }
    let first = hash.finalize();
    first.iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

pub(super) fn run() -> Found {
    let together = Together { documents: 2_000, threads: 8, queries: 100_000 };
    let (differences, first) = together.differences()?;
    let mut tally = Tally::default();
    let cases = together.threads * together.queries;
    (0..cases).for_each(|case| tally.check(case >= differences, || first.clone().unwrap_or_default()));
    Ok(vec![tally.row("answers of 8 threads that differ from those of one", 800_000)])
}
