//! Closed replay: a run that is served from its record and never ranks.

use toolsift_core::{CatalogSnapshot, SkillSnapshot};
use toolsift_replay::{Divergence, Position, Recorded};

use crate::config::Setup;
use crate::error::{ConfigError, SessionError};
use crate::instructions::Instructions;
use crate::ledger::{Ledger, Looked};
use crate::meter::Meter;
use crate::result::Outcome;
use crate::run::{Call, Run};
use crate::settled::Settled;

/// A run that is served from its record. It has no ranker, so that it cannot rank; a search without a record is unavailable and a divergence.
#[derive(Debug)]
pub struct Replayer {
    run: Run,
    instructions: Instructions,
    meter: Meter,
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
        let (instructions, meter) = (setup.instructions.clone(), Meter::new(setup.compaction));
        Ok(Self { run: Run::new(setup)?, instructions, meter, ledger })
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

    /// Takes another state of the skills that may be activated; only between turns.
    pub fn refresh_skills(&mut self, registry: SkillSnapshot) {
        self.run.refresh_skills(registry);
    }

    /// Whether the transcript is to be compacted ahead of a turn: where the results, each at its accounted size, make one due. One that is due and not recorded, or recorded and
    /// not due, is a divergence.
    pub fn compact(&mut self, turn: u64) -> bool {
        let is_due = self.meter.fires(turn);
        if is_due {
            self.ledger.is_live_compaction(self.run.name(), turn);
        }
        is_due
    }

    /// Counts the result of a call that was left to the host, serialised and before it is fenced.
    pub fn count(&mut self, bytes: u64) {
        self.meter.count(bytes);
    }

    /// Settles the meta-calls of a turn from the record. Nothing is written.
    ///
    /// # Errors
    ///
    /// [`SessionError::TurnOrder`] for a turn that was settled or comes before one that was, [`SessionError::Instructions`] where the loader ends the run.
    pub fn settle(&mut self, turn: u64, calls: &[Call]) -> Result<Settled, SessionError> {
        self.ledger.enter(turn)?;
        let mut settled = Settled::default();
        for (place, call) in calls.iter().enumerate() {
            let at = Position { turn, call: place as u64 };
            let looked = if self.run.is_search(call) {
                self.ledger.look_up(&mut self.run, at, call)
            } else if self.run.is_activation(call) {
                self.ledger.look_up_skill(&mut self.run, at, call, &self.instructions)?
            } else {
                continue;
            };
            let outcome = match looked {
                Looked::Served(outcome) | Looked::Failed(outcome) => outcome,
                // A closed record is asked for everything, so that nothing is live.
                Looked::Live(_) => Outcome::refused(crate::Code::SearchUnavailable),
            };
            self.meter.count(outcome.accounted_bytes);
            settled.take(place, outcome);
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
