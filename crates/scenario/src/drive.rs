//! A scenario, run: live, replayed from a record, or resumed in the middle.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use toolsift_core::{CatalogSnapshot, ToolDefinition, ToolId};
use toolsift_replay::{Divergence, Header, Journal, Line, Recorded};
use toolsift_session::{Call, Code, Outcome, Output, Replayer, Run, Session, SessionError, Settled};

use crate::edits::Edits;
use crate::error::ScenarioError;
use crate::ranker::RankerChoice;
use crate::scenario::{Scenario, ScenarioCall, SearchSettings};
use crate::transcript::{CallTranscript, Transcript, TurnTranscript};

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
        let (tools, snapshot) = self.catalog_after(edits)?;
        let replayer = Replayer::new(self.setup_with(snapshot)?, Recorded::from_lines(lines)?)?;
        let (transcript, driver) = self.drive(Driver::Closed(replayer), tools)?;
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
        let (tools, snapshot) = self.catalog_after(edits)?;
        let recorded = Recorded::from_lines(lines)?;
        let session = Session::resume(self.setup_with(snapshot)?, self.ranker()?, recorded)?;
        let (transcript, driver) = self.drive(Driver::Live(session, journal), tools)?;
        let mut divergences = Vec::new();
        if let (Driver::Live(mut session, journal), None) = (driver, transcript.aborted) {
            divergences = session.finish(journal)?;
        }
        Ok((transcript, divergences))
    }

    fn setup_with(&self, catalog: CatalogSnapshot) -> Result<toolsift_session::Setup, ScenarioError> {
        let mut setup = self.setup()?;
        setup.catalog = catalog;
        Ok(setup)
    }

    fn ranker(&self) -> Result<toolsift_session::RankerSource, ScenarioError> {
        let defaults = SearchSettings::default();
        let settings = self.tool_search.as_ref().unwrap_or(&defaults);
        let ranker: &RankerChoice = &settings.ranker;
        ranker.source(settings.stopwords.as_deref())
    }

    /// The catalogue before the first turn.
    fn catalog_after(&self, edits: Option<&Edits>) -> Result<(Tools, CatalogSnapshot), ScenarioError> {
        // Two tools with one id are found here, before a map can hide it.
        CatalogSnapshot::new(0, self.catalog.clone())?;
        let mut tools = Tools(self.catalog.iter().map(|tool| (tool.id.clone(), tool.clone())).collect(), 0);
        if let Some(edits) = edits {
            edits.apply(0, &mut tools.0)?;
        }
        let snapshot = tools.snapshot()?;
        Ok((tools, snapshot))
    }

    fn drive<'j>(&self, mut driver: Driver<'j>, mut tools: Tools) -> Result<(Transcript, Driver<'j>), ScenarioError> {
        let mut transcript = Transcript::new();
        for (place, turn) in self.turns.iter().enumerate() {
            if let Some(edits) = &turn.before {
                edits.apply(place, &mut tools.0)?;
                driver.refresh(tools.snapshot()?);
            }
            let calls: Vec<Call> = turn.calls.iter().map(call).collect();
            let settled = match driver.settle(place as u64, &calls) {
                Ok(settled) => settled,
                Err(SessionError::Terminal(_)) => {
                    transcript.aborted = Some("terminal");
                    break;
                }
                Err(error) => return Err(error.into()),
            };
            let run = driver.run();
            let results = calls.iter().enumerate();
            transcript.turns.push(TurnTranscript {
                results: results.map(|(place, call)| result(run, &settled, place, call)).collect(),
                menu: run.menu().names().map(str::to_owned).collect(),
                records: settled.recorded,
                warnings: Vec::new(),
                compacted: false,
            });
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

/// The catalogue as the edits leave it, and how often it has changed.
struct Tools(BTreeMap<ToolId, ToolDefinition>, u64);

impl Tools {
    fn snapshot(&mut self) -> Result<CatalogSnapshot, ScenarioError> {
        self.1 += 1;
        Ok(CatalogSnapshot::new(self.1, self.0.values().cloned().collect())?)
    }
}

/// Who settles the turns.
enum Driver<'j> {
    Live(Session, &'j mut dyn Journal),
    Closed(Replayer),
}

impl Driver<'_> {
    fn settle(&mut self, turn: u64, calls: &[Call]) -> Result<Settled, SessionError> {
        match self {
            Self::Live(session, journal) => session.settle(turn, calls, *journal),
            Self::Closed(replayer) => replayer.settle(turn, calls),
        }
    }

    fn run(&self) -> &Run {
        match self {
            Self::Live(session, _) => session.run(),
            Self::Closed(replayer) => replayer.run(),
        }
    }

    fn refresh(&mut self, catalog: CatalogSnapshot) {
        match self {
            Self::Live(session, _) => session.refresh(catalog),
            Self::Closed(replayer) => replayer.refresh(catalog),
        }
    }
}
