//! The gateway: servers on one side, the fixed tools on the other.

mod answer;
mod ask;
mod call;
mod describe;
mod setup;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::model::Tool;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use toolsift::contracts::{InstructionLoader, InstructionStore, LoadError, Ranking, SkillDefinition, Text};

pub use self::answer::Answered;
pub(crate) use self::ask::Request;
pub use self::setup::Reloaded;
use self::setup::Setup;
use crate::config::{Config, Mode, count};
use crate::error::GatewayError;
use crate::handle::Handles;
use crate::index::SharedIndex;
use crate::live::Live;
use crate::record::{Recorder, Records, SessionConfig, Stored};
use crate::refusal::Refusal;
use crate::status::{Away, away};
use crate::tools::{ACTIVATE, fixed};
use crate::upstream::{Health, State, Upstream};

/// How long a first search waits for servers that have never been there: most are within that, and a model that searched a moment too early would not search again.
pub const FIRST_SEARCH_PATIENCE: Duration = Duration::from_secs(5);

/// Most HTTP sessions of clients of the older wire at once, where the list is fixed: each takes memory, and rmcp has no bound.
const MAX_SESSIONS: usize = 1_024;

/// A running gateway. Dropping it ends its servers.
#[derive(Debug)]
pub struct Gateway {
    /// What it was started with.
    config: Config,
    setup: Mutex<Arc<Setup>>,
    sender: watch::Sender<u64>,
    version: watch::Receiver<u64>,
    live: Mutex<Option<Arc<Live>>>,
    handles: Handles,
    records: Option<Records>,
    tools: Vec<Tool>,
    /// Places for connections with a menu, or for HTTP sessions.
    places: Arc<Semaphore>,
    /// The index that they share.
    index: SharedIndex,
}

/// Tells of changes of what is known of any server, and of reloads. None is missed between two questions; several may be told as one.
#[derive(Debug)]
pub struct Changes(watch::Receiver<u64>);

impl Changes {
    /// Waits for the next change, or for the end of the gateway, of which it is `false`.
    pub async fn next(&mut self) -> bool {
        self.0.changed().await.is_ok()
    }
}

/// What is known of one server, under the name that the configuration gives it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ServerHealth {
    /// The name.
    pub name: String,
    /// What is known.
    pub health: Health,
}

impl Gateway {
    /// Starts a gateway: its servers are connected in the background.
    ///
    /// It must be called within a `tokio` runtime with its input and its clock switched on.
    ///
    /// # Errors
    ///
    /// A [`GatewayError`] for skills that cannot be read, and for a folder of records that cannot be made.
    pub fn start(config: Config) -> Result<Arc<Self>, GatewayError> {
        let records = config.records.as_ref().map(|root| Records::open(root)).transpose()?;
        let (sender, version) = watch::channel(1);
        let (setup, _) = Setup::new(&config, None, &sender)?;
        let tools = fixed(config.description.as_deref(), setup.skills.skills().len() > 0);
        Ok(Arc::new(Self {
            handles: Handles::new(config.limits),
            live: Mutex::new(None),
            setup: Mutex::new(Arc::new(setup)),
            places: Arc::new(Semaphore::new(match config.mode {
                Mode::Fixed => MAX_SESSIONS,
                Mode::Growing => count(config.limits.handles),
            })),
            index: SharedIndex::default(),
            config,
            sender,
            version,
            records,
            tools,
        }))
    }

    /// Takes another configuration without losing a connection: that of a client, or of a server that is configured as before. Skills are read anew.
    ///
    /// Servers, what is said of them, skills and the ranking take effect at once. What clients were told or the gateway was built with stays, and [`Reloaded::restart`] names it.
    ///
    /// # Errors
    ///
    /// A [`GatewayError`] for skills that cannot be read; then everything stays as it was.
    pub fn reload(&self, config: &Config) -> Result<Reloaded, GatewayError> {
        let (setup, mut reloaded) = Setup::new(config, Some(&self.setup()), &self.sender)?;
        let has_skills = |setup: &Setup| setup.skills.skills().len() > 0;
        let listed_skills = self.tools.iter().any(|tool| tool.name == ACTIVATE);
        for (field, differs) in [
            ("limits", self.config.limits != config.limits),
            ("mode", self.config.mode != config.mode || self.config.always_loaded != config.always_loaded),
            ("records", self.config.records != config.records),
            ("description", self.config.description != config.description),
            ("http", self.config.token != config.token || self.config.origins != config.origins),
            ("skills", has_skills(&setup) != listed_skills),
        ] {
            if differs {
                reloaded.restart.push(field);
            }
        }
        *self.setup.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(setup);
        self.sender.send_modify(|version| *version += 1);
        Ok(reloaded)
    }

    fn setup(&self) -> Arc<Setup> {
        self.setup.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The fixed tools, in their order: what every client gets, unless each has a menu of its own.
    #[must_use]
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// The configuration that it was started with.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What is known of each server, in the order of their names.
    #[must_use]
    pub fn health(&self) -> Vec<ServerHealth> {
        let of =
            |upstream: &Arc<Upstream>| ServerHealth { name: upstream.name().to_owned(), health: upstream.health() };
        self.setup().upstreams().map(of).collect()
    }

    /// The last list of each server, as it was written: the definitions in the server's order, by the server's name.
    #[must_use]
    pub fn raw_lists(&self) -> Vec<(String, Vec<Box<serde_json::value::RawValue>>)> {
        self.setup().upstreams().map(|upstream| (upstream.name().to_owned(), upstream.raw())).collect()
    }

    /// A place for another connection, which it keeps for as long as it lives.
    pub(crate) fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.places.clone().try_acquire_owned().ok()
    }

    /// The name of another connection with a menu.
    pub(crate) fn connection_name(&self) -> Result<String, Refusal> {
        self.handles.name()
    }

    /// The index over a catalogue, which all connections with a menu share.
    pub(crate) fn index(&self, ranking: Ranking) -> SharedIndex {
        self.index.of(ranking)
    }

    /// Where delivered instructions are kept, if records are.
    pub(crate) fn instruction_store(&self) -> Result<Option<Arc<dyn InstructionStore>>, Refusal> {
        let Some(records) = &self.records else { return Ok(None) };
        recorded(records.instruction_store()).map(|store| Some(Arc::new(store) as Arc<dyn InstructionStore>))
    }

    /// What a skill says now.
    pub(crate) fn instructions(&self, skill: &SkillDefinition) -> Result<Text, LoadError> {
        self.setup().instructions.load(skill)
    }

    /// How many handles are remembered.
    #[must_use]
    pub fn handle_count(&self) -> usize {
        self.handles.len()
    }

    /// Waits until every server has been reached, or found not to be there, or the time is over.
    pub async fn settled(&self, patience: Duration) {
        let mut version = self.version.clone();
        let all = async {
            while self.setup().upstreams().any(|upstream| upstream.health().state == State::Connecting) {
                if version.changed().await.is_err() {
                    return;
                }
            }
        };
        // Out of time is an answer, too: results say who is missing.
        drop(tokio::time::timeout(patience, all).await);
    }

    /// Waits as [`settled`](Self::settled) does for the servers of which nothing is known, not even from an earlier process.
    pub(crate) async fn found_out(&self, patience: Duration) {
        let stored = |upstream: &Upstream| {
            self.records.as_ref().is_some_and(|records| records.stored().contains_key(upstream.name()))
        };
        let is_open = |upstream: &Arc<Upstream>| upstream.health().state == State::Connecting && !stored(upstream);
        if self.setup().upstreams().any(is_open) {
            self.settled(patience).await;
        }
    }

    /// Tells of the changes from now on.
    #[must_use]
    pub fn changes(&self) -> Changes {
        let mut version = self.version.clone();
        version.mark_unchanged();
        Changes(version)
    }

    /// The catalogue as it is now, built anew where a server has changed. It is refused where records cannot name it.
    pub(crate) fn live(&self) -> Result<Arc<Live>, Refusal> {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        let version = *self.version.borrow();
        if let Some(live) = live.as_ref().filter(|live| live.version == version) {
            return Ok(live.clone());
        }
        let nothing = Stored::new();
        let stored = self.records.as_ref().map_or(&nothing, Records::stored);
        let setup = self.setup();
        let mut built = Live::build(version, setup.upstreams(), &setup.skills, setup.ranking, stored);
        for id in &built.clashes {
            tracing::warn!(%id, "two servers have a tool of this id; the first one by name has it");
        }
        if let Some(records) = &self.records {
            built.catalog = recorded(records.note(&built))?;
        }
        let built = Arc::new(built);
        *live = Some(built.clone());
        Ok(built)
    }

    pub(crate) fn is_recording(&self) -> bool {
        self.records.is_some()
    }

    /// Begins a record, where records are kept.
    pub(crate) fn begin(&self, config: &SessionConfig, states: &[(String, Away)]) -> Result<Option<Recorder>, Refusal> {
        recorded(self.records.as_ref().map(|records| records.begin(config, states)).transpose())
    }

    /// The servers that are not there.
    pub(crate) fn away(&self) -> Away {
        away(self.setup().upstreams().map(Arc::as_ref))
    }
}

/// A line that could not be written refuses the call: what is not recorded does not happen.
pub(crate) fn recorded<T>(written: Result<T, GatewayError>) -> Result<T, Refusal> {
    written.map_err(|error| {
        tracing::error!(%error, "a record cannot be written");
        Refusal::RecordUnavailable
    })
}
