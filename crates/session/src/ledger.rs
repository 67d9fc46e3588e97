//! What is known of a run's record, and how the run differs from it.

use std::collections::BTreeSet;

use toolsift_replay::{DecisionKind, Divergence, DivergenceKind, Position, Recorded, decision_id};

use crate::code::Code;
use crate::error::SessionError;
use crate::result::Outcome;
use crate::run::{Begin, Call, Made, Run};

/// What is known of a run's record, and how the run differs from it.
#[derive(Debug)]
pub(crate) struct Ledger {
    pub(crate) recorded: Recorded,
    /// The decisions that the run asked for.
    pub(crate) asked: BTreeSet<String>,
    pub(crate) divergences: Vec<Divergence>,
    pub(crate) latest_turn: Option<u64>,
    /// Whether everything must come from the record.
    pub(crate) closed: bool,
    /// Whether the end line was written.
    pub(crate) ended: bool,
}

/// What the record says of a call.
pub(crate) enum Looked {
    /// It was served from the record.
    Outcome(Outcome),
    /// It has no result.
    Refused(Code),
    /// Nothing: it is live.
    Live,
}

impl Ledger {
    pub(crate) fn new(recorded: Recorded) -> Self {
        Self {
            recorded,
            asked: BTreeSet::new(),
            divergences: Vec::new(),
            latest_turn: None,
            closed: false,
            ended: false,
        }
    }

    /// Serves a search from the record, or tells that it is to be made now.
    pub(crate) fn look_up(&mut self, run: &mut Run, at: Position, call: &Call) -> Looked {
        let recorded_choice = self.recorded.search(run.name(), at);
        let recorded_code = self.recorded.outcome(run.name(), at).map(Code::from_record);
        let is_past = self.closed || self.recorded.is_past(run.name(), at);
        let other_source = self.recorded.other_source(run.name(), at);
        if recorded_choice.is_none() && recorded_code.is_none() && other_source.is_none() && !is_past {
            // A refusal is the same now as it would be on a replay.
            return match run.refusal(call) {
                Some(code) => Looked::Refused(code),
                None => {
                    self.asked.insert(decision_id(run.name(), at, DecisionKind::Search));
                    Looked::Live
                }
            };
        }
        let search = match run.begin(at, call) {
            Begin::Refused(outcome) => return Looked::Outcome(outcome),
            Begin::Pending(pending) => pending.search().clone(),
        };
        let id = decision_id(run.name(), at, DecisionKind::Search);
        self.asked.insert(id.clone());
        if let Some(choice) = recorded_choice {
            return Looked::Outcome(run.apply(&search, &choice, Made::Recorded));
        }
        if let Some(code) = recorded_code {
            return Looked::Outcome(Outcome::refused(code));
        }
        self.divergences.push(
            other_source
                .unwrap_or_else(|| Divergence::new(DivergenceKind::Missing, id, "a recorded search", "nothing")),
        );
        Looked::Outcome(Outcome::refused(Code::SearchUnavailable))
    }

    /// Whether a refusal is not yet in the record and may still be written.
    pub(crate) fn needs_mark(&self, run: &Run, at: Position) -> bool {
        !self.closed && self.recorded.outcome(run.name(), at).is_none() && !self.recorded.is_past(run.name(), at)
    }

    pub(crate) fn all_divergences(&self, run: &Run) -> Vec<Divergence> {
        let mut all = self.divergences.clone();
        all.extend_from_slice(self.recorded.duplicates());
        all.extend(self.recorded.not_asked(run.name(), &self.asked));
        all
    }

    pub(crate) fn enter(&mut self, turn: u64) -> Result<(), SessionError> {
        match self.latest_turn {
            Some(latest) if turn <= latest => Err(SessionError::TurnOrder { turn, latest }),
            _ => {
                self.latest_turn = Some(turn);
                Ok(())
            }
        }
    }
}
