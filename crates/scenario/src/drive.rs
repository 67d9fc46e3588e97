//! A scenario, run: live, replayed from a record, or resumed in the middle.

use serde_json::value::RawValue;
use toolsift_replay::{Divergence, Header, Journal, Line, Recorded};
use toolsift_session::{Call, Code, Outcome, Output, Rankers, Replayer, Run, Session, SessionError, Settled, Warning};

use crate::edits::Edits;
use crate::error::ScenarioError;
use crate::ranker::RankerChoice;
use crate::scenario::{Scenario, ScenarioCall, SearchSettings};
use crate::transcript::{CallTranscript, Transcript, TurnTranscript, TurnWarning};
use crate::world::World;

impl Scenario {
    /// Runs the scenario live and records it: a header, its decisions and marks, its end.
    ///
    /// # Errors
    ///
    /// A [`ScenarioError`]. A ranker that ends the run is none: the transcript ends with the last whole turn.
    pub fn run(&self, journal: &mut dyn Journal) -> Result<Transcript, ScenarioError> {
        if journal.line_count() == 0 {
            journal.append(&Line::Header(Header::current()))?;
        }
        Ok(self.resume(&[], None, journal)?.0)
    }

    /// Serves the scenario from a record, over a catalogue that may have been edited since. Nothing ranks.
    ///
    /// # Errors
    ///
    /// A [`ScenarioError`].
    pub fn replay(
        &self,
        lines: &[Line],
        edits: Option<&Edits>,
    ) -> Result<(Transcript, Vec<Divergence>), ScenarioError> {
        let world = World::new(self, edits)?;
        let replayer = Replayer::new(self.setup(&world)?, Recorded::from_lines(lines)?)?;
        let (transcript, driver) = self.drive(Driver::Closed(Box::new(replayer)), world)?;
        let divergences = match &driver {
            Driver::Closed(replayer) => replayer.finish(),
            Driver::Live(..) => Vec::new(),
        };
        Ok((transcript, divergences))
    }

    /// Goes on with a recorded run: what is recorded is served, what comes after it is live and appended.
    ///
    /// # Errors
    ///
    /// A [`ScenarioError`].
    pub fn resume(
        &self,
        lines: &[Line],
        edits: Option<&Edits>,
        journal: &mut dyn Journal,
    ) -> Result<(Transcript, Vec<Divergence>), ScenarioError> {
        let world = World::new(self, edits)?;
        let recorded = Recorded::from_lines(lines)?;
        let session = Session::resume(self.setup(&world)?, self.rankers()?, recorded)?;
        let (transcript, driver) = self.drive(Driver::Live(Box::new(session), journal), world)?;
        let mut divergences = Vec::new();
        if let (Driver::Live(mut session, journal), None) = (driver, transcript.aborted) {
            divergences = session.finish(journal)?;
        }
        Ok((transcript, divergences))
    }

    fn rankers(&self) -> Result<Rankers, ScenarioError> {
        let defaults = SearchSettings::default();
        let settings = self.tool_search.as_ref().unwrap_or(&defaults);
        let source = |ranker: &RankerChoice| ranker.source(settings.stopwords.as_deref(), settings.config.ranking);
        let of_skills = self.skill_activation.as_ref().and_then(|settings| settings.skill_ranker.as_ref());
        let built_in = RankerChoice::default();
        Ok(Rankers::new(source(&settings.ranker)?, source(of_skills.unwrap_or(&built_in))?))
    }

    fn drive<'j>(&self, mut driver: Driver<'j>, mut world: World) -> Result<(Transcript, Driver<'j>), ScenarioError> {
        let mut transcript = Transcript::new();
        if let Some(index) = driver.run().skill_index() {
            transcript.system_prompt.clone_from(&index.text);
        }
        for (place, turn) in self.turns.iter().enumerate() {
            if let Some(edits) = &turn.before {
                world.apply(place, edits)?;
                driver.refresh(edits, &world)?;
            }
            let calls: Vec<Call> = turn.calls.iter().map(call).collect();
            let compacted = driver.compact(place as u64)?;
            let settled = match driver.settle(place as u64, &calls) {
                Ok(settled) => settled,
                Err(SessionError::Terminal(_) | SessionError::Instructions(_)) => {
                    transcript.aborted = Some("terminal");
                    break;
                }
                Err(error) => return Err(error.into()),
            };
            let run = driver.run();
            let results: Vec<CallTranscript> =
                calls.iter().enumerate().map(|(place, call)| result(run, &settled, place, call)).collect();
            let menu = run.menu().names().map(str::to_owned).collect();
            for result in results.iter().filter(|result| !settled.outcomes.contains_key(&result.call)) {
                driver.count(result.accounted_bytes);
            }
            let warning =
                |warning: &Warning| TurnWarning { code: warning.code(), subject: warning.subject().to_owned() };
            let warnings = settled.warnings.iter().map(warning).collect();
            transcript.turns.push(TurnTranscript { menu, results, records: settled.recorded, warnings, compacted });
        }
        Ok((transcript, driver))
    }
}

fn call(call: &ScenarioCall) -> Call {
    Call::new(call.name.as_str(), call.arguments.clone())
}

/// The result of a call: of a search what it settled to, of any other tool what the gate says.
fn result(run: &Run, settled: &Settled, place: usize, call: &Call) -> CallTranscript {
    if let Some(Outcome { output, tainted, accounted_bytes, .. }) = settled.outcomes.get(&place) {
        return transcribed(place, output.to_json(), *tainted, Some(*accounted_bytes));
    }
    let json = match run.is_callable(&call.name) {
        Ok(_) => r#"{"ok":true}"#.to_owned(),
        Err(code) => refusal(code),
    };
    transcribed(place, json, false, None)
}

fn refusal(code: Code) -> String {
    Output::Error(code).to_json()
}

fn transcribed(call: usize, json: String, tainted: bool, accounted: Option<u64>) -> CallTranscript {
    let accounted_bytes = accounted.unwrap_or(json.len() as u64);
    // What is written here was JSON before.
    let output = RawValue::from_string(json).unwrap_or_else(|_| RawValue::NULL.to_owned());
    CallTranscript { call, output, tainted, accounted_bytes }
}

/// Who settles the turns.
enum Driver<'j> {
    Live(Box<Session>, &'j mut dyn Journal),
    Closed(Box<Replayer>),
}

impl Driver<'_> {
    fn compact(&mut self, turn: u64) -> Result<bool, SessionError> {
        match self {
            Self::Live(session, journal) => session.compact(turn, *journal),
            Self::Closed(replayer) => Ok(replayer.compact(turn)),
        }
    }

    fn settle(&mut self, turn: u64, calls: &[Call]) -> Result<Settled, SessionError> {
        match self {
            Self::Live(session, journal) => session.settle(turn, calls, *journal),
            Self::Closed(replayer) => replayer.settle(turn, calls),
        }
    }

    fn count(&mut self, bytes: u64) {
        match self {
            Self::Live(session, _) => session.count(bytes),
            Self::Closed(replayer) => replayer.count(bytes),
        }
    }

    fn run(&self) -> &Run {
        match self {
            Self::Live(session, _) => session.run(),
            Self::Closed(replayer) => replayer.run(),
        }
    }

    /// Takes what an edit has changed.
    fn refresh(&mut self, edits: &Edits, world: &World) -> Result<(), ScenarioError> {
        if edits.concern_tools() {
            let catalog = world.catalog()?;
            match self {
                Self::Live(session, _) => session.refresh(catalog),
                Self::Closed(replayer) => replayer.refresh(catalog),
            }
        }
        if edits.concern_skills() {
            let skills = world.activation_catalog()?;
            match self {
                Self::Live(session, _) => session.refresh_skills(skills),
                Self::Closed(replayer) => replayer.refresh_skills(skills),
            }
        }
        Ok(())
    }
}
