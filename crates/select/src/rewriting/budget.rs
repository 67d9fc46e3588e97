//! What completions may cost.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The tokens of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Usage {
    /// Those of the prompt.
    pub input_tokens: u64,
    /// Those of the answer.
    pub output_tokens: u64,
}

impl Usage {
    /// So many tokens.
    #[must_use]
    pub fn new(input_tokens: u64, output_tokens: u64) -> Self {
        Self { input_tokens, output_tokens }
    }
}

/// What all completions of a selector together may cost. A limit that is reached refuses every further call, for the selector's whole life.
///
/// ```
/// use std::time::Duration;
/// use toolsift_select::Budget;
///
/// let budget = Budget::default().with_tokens(20_000).with_duration(Duration::from_secs(600));
/// assert_eq!(budget.tokens, Some(20_000));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Budget {
    /// Tokens of prompts and answers, as far as they are reported; `None` for no limit.
    pub tokens: Option<u64>,
    /// The time from the first call on, whatever it is spent with; `None` for no limit.
    pub duration: Option<Duration>,
}

impl Budget {
    /// The same with a limit of tokens.
    #[must_use]
    pub fn with_tokens(self, tokens: u64) -> Self {
        Self { tokens: Some(tokens), ..self }
    }

    /// The same with a limit of time.
    #[must_use]
    pub fn with_duration(self, duration: Duration) -> Self {
        Self { duration: Some(duration), ..self }
    }
}

/// Lets calls through while there is something left.
#[derive(Debug, Default)]
pub(super) struct Gate {
    budget: Budget,
    spent: Mutex<Spent>,
}

#[derive(Debug, Default)]
struct Spent {
    tokens: u64,
    /// When the first call was asked for.
    since: Option<Duration>,
    /// Whether a call was refused, after which all are, even if a clock should fall.
    is_shut: bool,
}

impl Gate {
    pub(super) fn new(budget: Budget) -> Self {
        Self { budget, spent: Mutex::default() }
    }

    /// Whether a call may be made now.
    pub(super) fn is_open(&self, now: Duration) -> bool {
        self.with(|spent| {
            let elapsed = now.saturating_sub(*spent.since.get_or_insert(now));
            let is_spent = self.budget.tokens.is_some_and(|limit| spent.tokens >= limit);
            let is_late = self.budget.duration.is_some_and(|limit| elapsed >= limit);
            spent.is_shut |= is_spent || is_late;
            !spent.is_shut
        })
    }

    /// Counts a call that was made.
    pub(super) fn spend(&self, usage: Usage) {
        self.with(|spent| {
            let tokens = usage.input_tokens.saturating_add(usage.output_tokens);
            spent.tokens = spent.tokens.saturating_add(tokens);
        });
    }

    fn with<T>(&self, work: impl FnOnce(&mut Spent) -> T) -> T {
        // Whatever a thread that panicked left is a state of the counters.
        work(&mut self.spent.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// LOOP-049: what is spent is held against the limit before a call, and reaching it is enough.
    #[test]
    fn a_limit_is_reached() {
        for (tokens, usages, open) in [
            (0, vec![], false),
            (1, vec![], true),
            (10, vec![(4, 5)], true),
            (10, vec![(4, 5), (0, 1)], false),
            (10, vec![(u64::MAX, u64::MAX), (1, 1)], false),
        ] {
            let gate = Gate::new(Budget::default().with_tokens(tokens));
            for (input, output) in &usages {
                gate.spend(Usage::new(*input, *output));
            }
            assert_eq!(gate.is_open(MS), open, "{tokens} {usages:?}");
        }
    }

    /// LOOP-049: the clock runs from the first question, and a gate that was shut stays shut.
    #[test]
    fn time_runs_from_the_first_call() {
        let gate = Gate::new(Budget::default().with_duration(MS * 10));
        assert!(gate.is_open(MS * 100));
        assert!(gate.is_open(MS * 109));
        assert!(!gate.is_open(MS * 110));
        assert!(!gate.is_open(MS * 101), "a clock that falls opens nothing");
        assert!(!Gate::new(Budget::default().with_duration(Duration::ZERO)).is_open(MS));
        assert!(Gate::default().is_open(Duration::MAX));
    }
}
