//! Mode growing: a session for each connection, whose menu is the connection's list of tools.

mod setup;

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::Tool;
use serde_json::{Map, Value};
use toolsift::contracts::chars_prefix;
use toolsift::replay::{Journal, JournalError, Line, LoopName, Position};
use toolsift::session::{Call, MAX_SEARCH_QUERY_CHARS, Outcome, Output, Session, SessionError};

pub(crate) use self::setup::beginning;
use self::setup::{search_config, session, tool};
use crate::gateway::{Answered, FIRST_SEARCH_PATIENCE, Gateway, Request, recorded};
use crate::ids::MAX_CANONICAL_CHARS;
use crate::live::Live;
use crate::record::{LISTED, MAX_TURN_BYTES, Recorder, SessionConfig, bounded};
use crate::refusal::Refusal;
use crate::status::Away;

/// Most states of the catalogue that a connection keeps in mind while nothing is called, before it writes them down.
const MAX_STATES: usize = 100;
/// Longest arguments of a call that are written down and decided on, in bytes: with all else that a line holds it stays below its cap.
const MAX_ARGUMENT_BYTES: usize = MAX_TURN_BYTES / 2;

/// The session of one connection.
#[derive(Debug)]
pub(crate) struct Growing {
    gateway: Arc<Gateway>,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    session: Session,
    /// The state of the catalogue that the session works on.
    live: Arc<Live>,
    record: Record,
    /// The turn that comes, where no recorder counts them.
    next: u64,
    /// The menu on the wire. What came onto it stays as it was, hints included.
    tools: Vec<Tool>,
    /// How many tools the client knows to be there.
    told: usize,
}

/// What is written down.
#[derive(Debug)]
enum Record {
    /// Nothing.
    None,
    /// Nothing yet, since nothing was called: most of what connects only lists, or waits.
    Due(Box<Due>),
    /// Everything.
    Begun(Box<Recorder>),
}

/// A record that is begun with the first call.
#[derive(Debug)]
struct Due {
    config: SessionConfig,
    /// The catalogues that the session has taken since, and the servers that were not there.
    states: Vec<(String, Away)>,
}

impl Growing {
    /// A session over what is there now. Servers that were never reached are waited for a little.
    pub(crate) async fn begin(gateway: Arc<Gateway>) -> Result<Self, Refusal> {
        gateway.found_out(FIRST_SEARCH_PATIENCE).await;
        let name = gateway.connection_name()?;
        let live = gateway.live()?;
        let search = search_config(gateway.config(), &live);
        let record = match gateway.is_recording() {
            true => {
                let config = SessionConfig::growing(&name, &search, &live.catalog);
                Record::Due(Box::new(Due { config, states: Vec::new() }))
            }
            false => Record::None,
        };
        let unavailable = |error: &dyn std::fmt::Display| {
            tracing::error!(%error, "no session can be begun");
            Refusal::SearchUnavailable
        };
        let name = LoopName::new(&name).map_err(|error| unavailable(&error))?;
        let session = session(&gateway, &live, name, search, gateway.instruction_store()?)
            .map_err(|error| unavailable(&error))?;
        let inner = Mutex::new(Inner { session, live, record, next: 0, tools: Vec::new(), told: 0 });
        Ok(Self { gateway, inner })
    }

    /// The menu as it is now, as tools.
    pub(crate) fn tools(&self) -> Vec<Tool> {
        let mut inner = self.lock();
        self.take(&mut inner);
        inner.told = inner.listed();
        inner.tools.clone()
    }

    /// Whether there are tools on the menu of which the client does not know; asked once, it is taken for told.
    pub(crate) fn has_news(&self) -> bool {
        let mut inner = self.lock();
        self.take(&mut inner);
        let listed = inner.listed();
        listed > std::mem::replace(&mut inner.told, listed)
    }

    /// A call of anything on the menu.
    pub(crate) async fn call(
        &self,
        name: &str,
        arguments: Map<String, Value>,
        request: Request,
        cancelled: impl Future<Output = ()>,
    ) -> Answered {
        let decided = self.decide(name, &arguments);
        let answer = match decided {
            Err(refusal) => Err(refusal),
            Ok(Decided::Answer(answer)) => Ok(answer),
            Ok(Decided::Through(live)) => self.gateway.call(&live, name, arguments, request, cancelled).await,
        };
        answer.unwrap_or_else(Answered::from)
    }

    /// What a call is: one of the session's own, which is decided and written down here, or one of a tool on the menu.
    fn decide(&self, name: &str, arguments: &Map<String, Value>) -> Result<Decided, Refusal> {
        let mut inner = self.lock();
        inner.take(self.gateway.live()?);
        let inner = &mut *inner;
        let away = self.gateway.away();
        let call = call(name, arguments);
        let turn = inner.turn(&self.gateway, &call, &away)?;
        let calls = std::slice::from_ref(&call);
        let settled = match &mut inner.record {
            Record::Begun(recorder) => inner.session.settle(turn, calls, recorder.journal()),
            Record::None | Record::Due(_) => inner.session.settle(turn, calls, &mut Unwritten),
        };
        let mut settled = settled.map_err(|error| failed(&error))?;
        if let Some(outcome) = settled.outcomes.remove(&0) {
            return Ok(Decided::Answer(answer(&outcome, &away)));
        }
        match inner.session.run().is_callable(&call.name) {
            Ok(_) => Ok(Decided::Through(inner.live.clone())),
            Err(code) => Ok(Decided::Answer(answer(&Outcome::refused(code), &away))),
        }
    }

    /// Takes the catalogue as it is now, and writes down that it did: a replay must see the same states.
    fn take(&self, inner: &mut Inner) {
        let Ok(live) = self.gateway.live() else { return };
        inner.take(live);
        let (catalog, away) = (&inner.live.catalog, self.gateway.away());
        match &mut inner.record {
            Record::None => return,
            Record::Due(due) if due.is_on(catalog) => return,
            Record::Due(due) if due.states.len() < MAX_STATES => return due.states.push((catalog.clone(), away)),
            Record::Begun(recorder) if recorder.is_on(catalog) => return,
            Record::Due(_) | Record::Begun(_) => {}
        }
        let listed = Call::new(LISTED, Value::Object(Map::new()));
        // A line that could not be written is logged, and the next one makes up for it.
        let _ = inner.turn(&self.gateway, &listed, &away);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Decided {
    Answer(Answered),
    /// To the server, by the catalogue that the session works on.
    Through(Arc<Live>),
}

impl Inner {
    /// Takes another state of the catalogue.
    fn take(&mut self, live: Arc<Live>) {
        if live.version == self.live.version {
            return;
        }
        self.session.refresh(live.snapshot());
        self.session.refresh_skills(live.known.skills.clone());
        self.live = live;
    }

    /// How many tools are on the menu, which on the wire has them, too, from here on.
    fn listed(&mut self) -> usize {
        let entries = self.session.run().menu().entries();
        self.tools.extend(entries.iter().skip(self.tools.len()).map(|entry| tool(entry, &self.live)));
        self.tools.len()
    }

    /// Writes what is asked, and answers which turn it is.
    fn turn(&mut self, gateway: &Gateway, call: &Call, away: &Away) -> Result<u64, Refusal> {
        if let Record::Due(due) = &self.record {
            let begun = gateway.begin(&due.config, &due.states)?;
            self.record = begun.map_or(Record::None, |recorder| Record::Begun(Box::new(recorder)));
        }
        let Record::Begun(recorder) = &mut self.record else {
            self.next += 1;
            return Ok(self.next - 1);
        };
        let at = recorder.turn(&self.live.catalog, &call.name, call.arguments.clone(), away);
        recorded(at).map(|Position { turn, .. }| turn)
    }
}

impl Due {
    /// Whether the session has not taken another list of definitions since.
    fn is_on(&self, catalog: &str) -> bool {
        self.states.last().map_or(self.config.is_on(catalog), |(last, _)| last == catalog)
    }
}

/// A call as it is written down and decided on, within bounds: a session reads no more of a query, and no tool has a longer name.
fn call(name: &str, arguments: &Map<String, Value>) -> Call {
    let mut arguments = arguments.clone();
    if let Some(Value::String(query)) = arguments.get_mut("query").filter(|_| name == crate::tools::SEARCH) {
        *query = chars_prefix(query, MAX_SEARCH_QUERY_CHARS).to_owned();
    }
    let name = chars_prefix(name, MAX_CANONICAL_CHARS + 1);
    Call::new(name, bounded(&Value::Object(arguments), MAX_ARGUMENT_BYTES))
}

/// What the session decided, as a model reads it: of a search with the servers that are not there.
pub(crate) fn answer(outcome: &Outcome, away: &Away) -> Answered {
    let json = outcome.output.to_json();
    if outcome.output.code().is_some() {
        return Answered::Failed(json);
    }
    match (&outcome.output, serde_json::to_string(away), json.strip_suffix('}')) {
        (Output::Search(_), Ok(servers), Some(open)) if !away.is_empty() => {
            Answered::Own(format!(r#"{open},"servers":{servers}}}"#))
        }
        _ => Answered::Own(json),
    }
}

fn failed(error: &SessionError) -> Refusal {
    tracing::error!(%error, "a session could not decide");
    // Neither the index nor the folders of skills end a session, so that it is the record.
    Refusal::RecordUnavailable
}

/// The journal of a session of which no record is kept.
struct Unwritten;

impl Journal for Unwritten {
    fn append(&mut self, _: &Line) -> Result<(), JournalError> {
        Ok(())
    }

    fn line_count(&self) -> u64 {
        0
    }
}
