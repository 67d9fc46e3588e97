//! The everyday helper: a run, its ranker and its record in one.

mod live;

use std::collections::BTreeMap;

use toolsift_core::{CatalogSnapshot, SkillSnapshot};
use toolsift_replay::{Divergence, Journal, Line, Position, Recorded, compaction_id, decision_id};

use crate::checkpoint::Checkpoint;
use crate::config::Setup;
use crate::error::{ConfigError, SessionError};
use crate::instructions::Instructions;
use crate::ledger::{Ledger, Looked};
use crate::meter::Meter;
use crate::ranker::{RankerSlots, Rankers};
use crate::result::Outcome;
use crate::run::{Call, Run};
use crate::settled::Settled;

/// Calls of a turn that its mark may name, the first ones. With more of them a line of the journal could outgrow its cap, and whoever makes ten thousand calls in a turn would end the run.
pub const MAX_MARKED_CALLS: u64 = 4_096;

/// One run with its ranker, live or resumed over a journal.
///
/// ```
/// use std::sync::Arc;
/// use serde_json::json;
/// use toolsift_core::{CatalogSnapshot, Hit, RankError, ToolDefinition, ToolId, ToolRanker};
/// use toolsift_replay::{LoopName, MemoryJournal};
/// use toolsift_session::{Call, RankerSource, Session, Setup, ToolSearchConfig};
///
/// #[derive(Debug)]
/// struct First;
/// impl ToolRanker for First {
///     fn kind(&self) -> &str {
///         "first"
///     }
///     fn rank(&self, _: &str, _: usize) -> Result<Vec<Hit>, RankError> {
///         Ok(ToolId::new("charge_invoice").into_iter().map(|id| Hit::new(id, 1.0)).collect())
///     }
/// }
///
/// let mut setup = Setup::new(LoopName::new("main")?);
/// setup.catalog = CatalogSnapshot::new(1, vec![ToolDefinition::new(ToolId::new("charge_invoice")?)])?;
/// setup.search = Some(ToolSearchConfig::default());
/// let mut session = Session::new(setup, RankerSource::Custom(Arc::new(First)))?;
/// assert!(session.run().is_callable("charge_invoice").is_err());
///
/// let mut journal = MemoryJournal::new();
/// let calls = [Call::new("search_tools", json!({ "query": "bill the customer" }))];
/// session.settle(0, &calls, &mut journal)?;
/// assert!(session.run().is_callable("charge_invoice").is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    run: Run,
    rankers: RankerSlots,
    instructions: Instructions,
    meter: Meter,
    ledger: Ledger,
    not_restored: Vec<String>,
    /// The decision that was recorded ahead of the turn that comes.
    recorded_ahead: Option<String>,
}

impl Session {
    /// A run at its beginning.
    ///
    /// # Errors
    ///
    /// A [`ConfigError`] that names the field.
    pub fn new(setup: Setup, rankers: impl Into<Rankers>) -> Result<Self, ConfigError> {
        Self::resume(setup, rankers, Recorded::default())
    }

    /// A run over an existing journal: what is recorded is served and re-admitted, what comes after it is live. Catalogue and skills must be those that the run
    /// began with, as far as they still exist: over empty ones there would be no tool that searches or activates.
    ///
    /// # Errors
    ///
    /// A [`ConfigError`] that names the field.
    pub fn resume(setup: Setup, rankers: impl Into<Rankers>, recorded: Recorded) -> Result<Self, ConfigError> {
        let (instructions, meter) = (setup.instructions.clone(), Meter::new(setup.compaction));
        let mut run = Run::new(setup)?;
        let rankers = RankerSlots::new(rankers.into(), &mut run)?;
        let ledger = Ledger::new(recorded);
        Ok(Self { run, rankers, instructions, meter, ledger, not_restored: Vec::new(), recorded_ahead: None })
    }

    /// A run that goes on from a checkpoint, whose contents are re-admitted like a record.
    ///
    /// # Errors
    ///
    /// A [`ConfigError`] that names the field.
    pub fn restore(setup: Setup, rankers: impl Into<Rankers>, checkpoint: &Checkpoint) -> Result<Self, ConfigError> {
        let mut session = Self::new(setup, rankers)?;
        session.not_restored = session.run.restore(checkpoint);
        session.ledger.latest_turn = checkpoint.latest_turn;
        session.meter.count(checkpoint.counted_bytes);
        Ok(session)
    }

    /// What is needed to go on elsewhere.
    #[must_use]
    pub fn export(&self) -> Checkpoint {
        Checkpoint::of(&self.run, self.ledger.latest_turn, self.meter.counted())
    }

    /// The tools of a checkpoint that are not on the menu again, and its skills that are not active again, since they are gone or not allowed any more.
    #[must_use]
    pub fn not_restored(&self) -> &[String] {
        &self.not_restored
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

    /// Takes another state of the skills that may be activated; only between turns. See [`Run::refresh_skills`].
    pub fn refresh_skills(&mut self, registry: SkillSnapshot) {
        self.run.refresh_skills(registry);
    }

    /// Whether the transcript is to be compacted ahead of a turn: ask before each turn's request. A compaction is recorded; what the results come to decides,
    /// each at its accounted size, so that a replay's compactions fall on the same turns.
    ///
    /// # Errors
    ///
    /// [`SessionError::Journal`].
    pub fn compact(&mut self, turn: u64, journal: &mut dyn Journal) -> Result<bool, SessionError> {
        let is_due = self.meter.fires(turn);
        if is_due && self.ledger.is_live_compaction(self.run.name(), turn) {
            journal.append(&Line::compaction(self.run.name(), turn))?;
            self.recorded_ahead = Some(compaction_id(self.run.name(), turn));
        }
        Ok(is_due)
    }

    /// Counts the result of a call that was left to the host, serialised and before it is fenced. [`settle`](Self::settle) counts its own.
    pub fn count(&mut self, bytes: u64) {
        self.meter.count(bytes);
    }

    /// The differences between record and run so far.
    #[must_use]
    pub fn divergences(&self) -> &[Divergence] {
        &self.ledger.divergences
    }

    /// Settles the meta-calls of a turn, in their order; calls of other tools are left to the host, which asks [`Run::is_callable`].
    ///
    /// Each decision is in the journal before it takes effect, and the turn's mark, if one is due, before the results are returned. A mark is about the
    /// first [`MAX_MARKED_CALLS`] calls of a turn: of the others the run itself knows that they are refused.
    ///
    /// # Errors
    ///
    /// [`SessionError::Terminal`] and [`SessionError::Instructions`] where a ranker or the loader of instructions ends the run, [`SessionError::Journal`] and
    /// [`SessionError::InstructionStore`] where a line or a text could not be kept, [`SessionError::TurnOrder`] for a turn that was settled or comes before one that was. What took effect until then stays: after an error a run goes on by resuming from its journal.
    ///
    /// # Complexity
    ///
    /// A search and its page a call; nothing grows with the turns before.
    pub fn settle(&mut self, turn: u64, calls: &[Call], journal: &mut dyn Journal) -> Result<Settled, SessionError> {
        self.ledger.enter(turn)?;
        let mut settled = Settled::default();
        settled.recorded.extend(self.recorded_ahead.take());
        let mut marks = BTreeMap::new();
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
                Looked::Served(outcome) => outcome,
                Looked::Failed(outcome) => {
                    if at.call < MAX_MARKED_CALLS && self.ledger.needs_mark(&self.run, at) {
                        marks.extend(outcome.output.code().map(|code| (at.call, code.as_str().to_owned())));
                    }
                    outcome
                }
                Looked::Live(kind) => match self.decide(kind, at, call, journal)? {
                    Ok(outcome) => {
                        settled.recorded.push(decision_id(self.run.name(), at, kind));
                        outcome
                    }
                    Err(code) => {
                        if at.call < MAX_MARKED_CALLS {
                            marks.insert(at.call, code.as_str().to_owned());
                        }
                        Outcome::refused(code)
                    }
                },
            };
            self.meter.count(outcome.accounted_bytes);
            settled.take(place, outcome);
        }
        if !marks.is_empty() {
            journal.append(&Line::mark(self.run.name(), turn, marks))?;
        }
        settled.choose_rest(&self.run, calls);
        Ok(settled)
    }

    /// Ends the run: writes the end line, once, and tells what the record has that the run did not ask for.
    ///
    /// # Errors
    ///
    /// [`SessionError::Journal`].
    pub fn finish(&mut self, journal: &mut dyn Journal) -> Result<Vec<Divergence>, SessionError> {
        if !self.ledger.ended && !self.ledger.recorded.has_ended(self.run.name()) {
            let lines = journal.line_count();
            journal.append(&Line::end(self.run.name(), lines))?;
            self.ledger.ended = true;
        }
        Ok(self.ledger.all_divergences(&self.run))
    }
}
