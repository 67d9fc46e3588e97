//! A settled turn.

use std::collections::BTreeMap;

use crate::result::{Outcome, Warning};
use crate::run::{Call, Run};

/// A turn whose meta-calls are settled.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Settled {
    /// The results of the meta-calls, by the place of the call.
    pub outcomes: BTreeMap<usize, Outcome>,
    /// The ids of the decisions that the turn recorded; none on a replay.
    pub recorded: Vec<String>,
    /// How the remaining calls may run.
    pub rest: Rest,
    /// What the host should know, in the order of the calls.
    pub warnings: Vec<Warning>,
}

/// How the calls that are left to the host may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Rest {
    /// All at once.
    #[default]
    Parallel,
    /// In the order of the response, since a person carries one of them out: perhaps by a tool that this very turn found.
    Sequential,
}

impl Settled {
    /// Takes the outcome of the call at a place.
    pub(crate) fn take(&mut self, place: usize, outcome: Outcome) {
        self.warnings.extend(outcome.warning.clone());
        self.outcomes.insert(place, outcome);
    }

    pub(crate) fn choose_rest(&mut self, run: &Run, calls: &[Call]) {
        let is_left = |place: &usize| !self.outcomes.contains_key(place);
        let mut rest = calls.iter().enumerate().filter(|(place, _)| is_left(place));
        if rest.any(|(_, call)| run.menu().is_human(&call.name)) {
            self.rest = Rest::Sequential;
        }
    }
}
