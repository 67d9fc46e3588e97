//! The everyday helper: a run, its ranker and its record in one.

use std::collections::BTreeMap;

use toolsift_core::{CatalogSnapshot, RankError};
use toolsift_replay::{DecisionKind, Divergence, Journal, Line, Position, Recorded, decision_id};

use crate::checkpoint::Checkpoint;
use crate::code::Code;
use crate::config::Setup;
use crate::error::{ConfigError, SessionError};
use crate::ledger::{Ledger, Looked};
use crate::pending::Offer;
use crate::ranker::{RankerSlot, RankerSource};
use crate::result::Outcome;
use crate::run::{Begin, Call, Made, Run};
use crate::settled::Settled;

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
    ranker: RankerSlot,
    ledger: Ledger,
    not_restored: Vec<String>,
}

impl Session {
    /// A run at its beginning.
    ///
    /// # Errors
    ///
    /// A [`ConfigError`] that names the field.
    pub fn new(setup: Setup, ranker: RankerSource) -> Result<Self, ConfigError> {
        Self::resume(setup, ranker, Recorded::default())
    }

    /// A run over an existing journal: what is recorded is served and re-admitted, what comes after it is live. The catalogue must be the one that the run
    /// began with, as far as it still exists: over an empty one there would be no search tool to serve.
    ///
    /// # Errors
    ///
    /// A [`ConfigError`] that names the field.
    pub fn resume(setup: Setup, ranker: RankerSource, recorded: Recorded) -> Result<Self, ConfigError> {
        ranker.check()?;
        let (ranker, ledger) = (RankerSlot::new(ranker), Ledger::new(recorded));
        Ok(Self { run: Run::new(setup)?, ranker, ledger, not_restored: Vec::new() })
    }

    /// A run that goes on from a checkpoint, whose contents are re-admitted like a record.
    ///
    /// # Errors
    ///
    /// A [`ConfigError`] that names the field.
    pub fn restore(setup: Setup, ranker: RankerSource, checkpoint: &Checkpoint) -> Result<Self, ConfigError> {
        let mut session = Self::new(setup, ranker)?;
        session.not_restored = session.run.restore(&checkpoint.found, checkpoint.leads, checkpoint.searches);
        session.ledger.latest_turn = checkpoint.latest_turn;
        Ok(session)
    }

    /// What is needed to go on elsewhere.
    #[must_use]
    pub fn export(&self) -> Checkpoint {
        Checkpoint::of(&self.run, self.ledger.latest_turn)
    }

    /// The tools of a checkpoint that are not on the menu again, since they are gone or not allowed any more.
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

    /// The differences between record and run so far.
    #[must_use]
    pub fn divergences(&self) -> &[Divergence] {
        &self.ledger.divergences
    }

    /// Settles the meta-calls of a turn, in their order; calls of other tools are left to the host, which asks [`Run::is_callable`].
    ///
    /// Each decision is in the journal before it takes effect, and the turn's mark, if one is due, before the results are returned.
    ///
    /// # Errors
    ///
    /// [`SessionError::Terminal`] where the ranker ends the run, [`SessionError::Journal`] where a line could not be kept, [`SessionError::TurnOrder`] for a turn
    /// that was settled or comes before one that was. What took effect until then stays: after an error a run goes on by resuming from its journal.
    ///
    /// # Complexity
    ///
    /// A search and its page a call; nothing grows with the turns before.
    pub fn settle(&mut self, turn: u64, calls: &[Call], journal: &mut dyn Journal) -> Result<Settled, SessionError> {
        self.ledger.enter(turn)?;
        let mut settled = Settled::default();
        let mut marks = BTreeMap::new();
        for (place, call) in calls.iter().enumerate() {
            if !self.run.is_search(call) {
                continue;
            }
            let at = Position { turn, call: place as u64 };
            let outcome = match self.ledger.look_up(&mut self.run, at, call) {
                Looked::Outcome(outcome) => outcome,
                Looked::Refused(code) => {
                    if self.ledger.needs_mark(&self.run, at) {
                        marks.insert(at.call, code.as_str().to_owned());
                    }
                    Outcome::refused(code)
                }
                Looked::Live => match self.search(at, call, journal)? {
                    Ok(outcome) => {
                        settled.recorded.push(decision_id(self.run.name(), at, DecisionKind::Search));
                        outcome
                    }
                    Err(code) => {
                        marks.insert(at.call, code.as_str().to_owned());
                        Outcome::refused(code)
                    }
                },
            };
            settled.outcomes.insert(place, outcome);
        }
        if !marks.is_empty() {
            journal.append(&Line::mark(self.run.name(), turn, marks))?;
        }
        settled.choose_rest(&self.run, calls);
        Ok(settled)
    }

    /// One live search: ranked, recorded, applied.
    fn search(
        &mut self,
        at: Position,
        call: &Call,
        journal: &mut dyn Journal,
    ) -> Result<Result<Outcome, Code>, SessionError> {
        let ranker = match self.ranker.get(&self.run) {
            Ok(ranker) => Some(ranker),
            Err(error @ RankError::Terminal(_)) => return Err(SessionError::Terminal(error)),
            Err(_) => None,
        };
        let mut pending = match self.run.begin(at, call) {
            Begin::Refused(outcome) => return Ok(Ok(outcome)),
            Begin::Pending(pending) => pending,
        };
        let Some(ranker) = ranker else { return Ok(Err(unavailable())) };
        let kind = ranker.kind();
        if kind.is_empty() {
            return Ok(Err(unavailable()));
        }
        while let Some(ask) = pending.ask() {
            let hits = match ranker.rank(ask.query, ask.limit) {
                Ok(hits) => hits,
                Err(error @ RankError::Terminal(_)) => return Err(SessionError::Terminal(error)),
                Err(_) => return Ok(Err(unavailable())),
            };
            if pending.offer(hits) == Offer::Ready {
                break;
            }
        }
        let search = pending.search().clone();
        let choice = pending.record(kind, &ranker.unmatched(&search.query));
        let strengths = pending.strengths(ranker.ceiling(&search.query));
        journal.append(&Line::search(self.run.name(), at, &choice))?;
        let mut outcome = self.run.apply(&search, &choice, Made::Live);
        outcome.strengths = strengths;
        Ok(Ok(outcome))
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

/// The host's logs say that a search failed and not why: the cause may hold anybody's text.
fn unavailable() -> Code {
    tracing::warn!(code = Code::SearchUnavailable.as_str(), "a search has no ranking");
    Code::SearchUnavailable
}
