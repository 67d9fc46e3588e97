//! Closed replay: a run that is served from its record and never ranks.

use toolsift_core::CatalogSnapshot;
use toolsift_replay::{Divergence, Position, Recorded};

use crate::config::Setup;
use crate::error::{ConfigError, SessionError};
use crate::ledger::{Ledger, Looked};
use crate::result::Outcome;
use crate::run::{Call, Run};
use crate::settled::Settled;

/// A run that is served from its record. It has no ranker, so that it cannot rank; a search without a record is unavailable and a divergence.
#[derive(Debug)]
pub struct Replayer {
    run: Run,
    ledger: Ledger,
}

impl Replayer {
    /// A replay from its beginning.
    ///
    /// # Errors
    ///
    /// A [`ConfigError`] that names the field.
    pub fn new(setup: Setup, recorded: Recorded) -> Result<Self, ConfigError> {
        let mut ledger = Ledger::new(recorded);
        ledger.closed = true;
        Ok(Self { run: Run::new(setup)?, ledger })
    }

    /// The run: its menu and its gate.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Takes another state of the catalogue; only between turns.
    pub fn refresh(&mut self, catalog: CatalogSnapshot) {
        self.run.refresh(catalog);
    }

    /// Settles the meta-calls of a turn from the record. Nothing is written.
    ///
    /// # Errors
    ///
    /// [`SessionError::TurnOrder`] for a turn that was settled or comes before one that was.
    pub fn settle(&mut self, turn: u64, calls: &[Call]) -> Result<Settled, SessionError> {
        self.ledger.enter(turn)?;
        let mut settled = Settled::default();
        for (place, call) in calls.iter().enumerate() {
            if !self.run.is_search(call) {
                continue;
            }
            let at = Position { turn, call: place as u64 };
            let outcome = match self.ledger.look_up(&mut self.run, at, call) {
                Looked::Outcome(outcome) => outcome,
                Looked::Refused(code) => Outcome::refused(code),
                // A closed record is asked for everything, so that nothing is live.
                Looked::Live => Outcome::refused(crate::Code::SearchUnavailable),
            };
            settled.outcomes.insert(place, outcome);
        }
        settled.choose_rest(&self.run, calls);
        Ok(settled)
    }

    /// The differences between record and run so far.
    #[must_use]
    pub fn divergences(&self) -> &[Divergence] {
        &self.ledger.divergences
    }

    /// Every difference between record and run, what was recorded and not asked for included.
    #[must_use]
    pub fn finish(&self) -> Vec<Divergence> {
        self.ledger.all_divergences(&self.run)
    }
}
