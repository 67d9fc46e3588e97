//! Times: tokenizer by tokenizer in turn, several rounds, the best of each.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::contestants::contestants;

/// Megabytes a second of one tokenizer.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    /// The tokenizer's name.
    pub name: &'static str,
    /// On ASCII.
    pub ascii: f64,
    /// On lines of which some have other letters.
    pub mixed: f64,
}

/// Measures all tokenizers, or the one of that name.
#[must_use]
pub fn rates(ascii: &[String], mixed: &[String], rounds: usize, only: Option<&str>) -> Vec<Rate> {
    let mut contestants = contestants();
    contestants.retain(|(name, _)| only.is_none_or(|only| *name == only));
    let mut best = vec![[Duration::MAX; 2]; contestants.len()];
    for _ in 0..rounds {
        for ((_, read), best) in contestants.iter_mut().zip(&mut best) {
            for (lines, best) in [ascii, mixed].into_iter().zip(best) {
                let start = Instant::now();
                for line in lines {
                    black_box(read(black_box(line)));
                }
                *best = start.elapsed().min(*best);
            }
        }
    }
    let bytes = |lines: &[String]| lines.iter().map(String::len).sum::<usize>() as f64;
    let rate = |bytes: f64, time: Duration| bytes / time.as_secs_f64() / 1e6;
    let rates = contestants.iter().zip(&best).map(|((name, _), best)| Rate {
        name,
        ascii: rate(bytes(ascii), best[0]),
        mixed: rate(bytes(mixed), best[1]),
    });
    rates.collect()
}
