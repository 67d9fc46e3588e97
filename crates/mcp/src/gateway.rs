//! The gateway: servers on one side, the fixed tools on the other.

mod answer;
mod ask;
mod setup;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::Tool;
use tokio::sync::watch;

pub use self::answer::Answered;
pub(crate) use self::ask::Request;
pub use self::setup::Reloaded;
use self::setup::Setup;
use crate::config::Config;
use crate::error::GatewayError;
use crate::handle::Handles;
use crate::live::Live;
use crate::record::{Records, Stored};
use crate::status::{Away, away};
use crate::tools::{ACTIVATE, fixed};
use crate::upstream::{Health, State, Upstream};

/// How long a first search waits for servers that have never been there: most are within that, and a model that searched a moment too early would not search again.
pub const FIRST_SEARCH_PATIENCE: Duration = Duration::from_secs(5);

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
        let records = config.records.as_ref();
        let records = records.map(|root| Records::open(root, config.limits.per_search, config.ranking)).transpose()?;
        let (sender, version) = watch::channel(1);
        let (setup, _) = Setup::new(&config, None, &sender)?;
        let tools = fixed(config.description.as_deref(), setup.skills.skills().len() > 0);
        Ok(Arc::new(Self {
            handles: Handles::new(config.limits),
            live: Mutex::new(None),
            setup: Mutex::new(Arc::new(setup)),
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

    /// The tools that every client gets, in their order.
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
    async fn found_out(&self, patience: Duration) {
        let stored = |upstream: &Upstream| {
            self.records.as_ref().is_some_and(|records| records.stored().contains_key(upstream.name()))
        };
        let is_open = |upstream: &Arc<Upstream>| upstream.health().state == State::Connecting && !stored(upstream);
        if self.setup().upstreams().any(is_open) {
            self.settled(patience).await;
        }
    }

    /// Waits for the next change of what is known of any server.
    pub async fn changed(&self) {
        let mut version = self.version.clone();
        version.mark_unchanged();
        drop(version.changed().await);
    }

    /// The catalogue as it is now, built anew where a server has changed.
    fn live(&self) -> Option<Arc<Live>> {
        let mut live = self.lock_live();
        let version = *self.version.borrow();
        if let Some(live) = live.as_ref().filter(|live| live.version == version) {
            return Some(live.clone());
        }
        let nothing = Stored::new();
        let stored = self.records.as_ref().map_or(&nothing, Records::stored);
        let setup = self.setup();
        match Live::build(version, setup.upstreams(), &setup.skills, setup.ranking, stored) {
            Ok(built) => {
                for id in &built.clashes {
                    tracing::warn!(%id, "two servers have a tool of this id; the first one by name has it");
                }
                if let Some(Err(error)) = self.records.as_ref().map(|records| records.note(&built)) {
                    tracing::error!(%error, "the definitions could not be kept");
                    return None;
                }
                let built = Arc::new(built);
                *live = Some(built.clone());
                Some(built)
            }
            Err(error) => {
                tracing::error!(%error, "the index cannot be built");
                None
            }
        }
    }

    fn lock_live(&self) -> MutexGuard<'_, Option<Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The servers that are not there.
    fn away(&self) -> Away {
        away(self.setup().upstreams().map(Arc::as_ref))
    }
}
