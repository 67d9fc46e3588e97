//! One server: connected, listed, watched, and connected again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::service::{ClientCacheConfig, Peer, RoleClient};
use serde_json::value::RawValue;
use tokio::sync::{Notify, watch};

use super::changes::Changes;
use super::connect::{Connection, connect};
use super::fault::{Fault, FaultCode};
use super::handler::{Handler, Routes};
use super::health::{Health, ListProblem, State};
use super::pace::{FIRST_RETRY, LAST_RETRY, LASTING, LONGEST_TTL, SHORTEST_RELIST};
use super::pager::{Listing, list};
use super::tap::Tap;
use crate::config::{Endpoint, Limits, ServerConfig};

/// A server behind the gateway.
#[derive(Debug)]
pub(crate) struct Upstream {
    pub(super) config: ServerConfig,
    limits: Limits,
    inner: Mutex<Inner>,
    pub(super) routes: Arc<Routes>,
    /// Rung when its list should be asked for again: it says that the list has changed, or a call or a stream was lost, which over HTTP is all that a server's end shows.
    pub(super) stale: Arc<Notify>,
    /// Raised with every change of what is known, of any server.
    version: watch::Sender<u64>,
}

#[derive(Debug)]
struct Inner {
    health: Health,
    peer: Option<Peer<RoleClient>>,
    raw: Vec<Box<RawValue>>,
}

impl Inner {
    /// Whether a list is the one that is known, of the connection that is known: between two connections a server is down.
    fn has(&self, raw: &[Box<RawValue>], problems: &[ListProblem]) -> bool {
        let texts = raw.iter().map(|raw| raw.get());
        self.health.state == State::Ready
            && texts.eq(self.raw.iter().map(|raw| raw.get()))
            && *self.health.problems == *problems
    }
}

impl Upstream {
    pub(crate) fn new(config: ServerConfig, limits: Limits, version: watch::Sender<u64>) -> Self {
        let inner = Mutex::new(Inner { health: Health::new(), peer: None, raw: Vec::new() });
        Self { config, limits, inner, routes: Arc::default(), stale: Arc::default(), version }
    }

    /// The name that the configuration gives it.
    pub(crate) fn name(&self) -> &str {
        &self.config.name
    }

    pub(crate) fn config(&self) -> &ServerConfig {
        &self.config
    }

    /// What is known of it.
    pub(crate) fn health(&self) -> Health {
        self.inner().health.clone()
    }

    /// Its last list, as it was written.
    pub(crate) fn raw(&self) -> Vec<Box<RawValue>> {
        self.inner().raw.clone()
    }

    pub(super) fn peer(&self) -> Option<Peer<RoleClient>> {
        let inner = self.inner();
        let is_ready = inner.health.state == State::Ready;
        inner.peer.clone().filter(|_| is_ready)
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a list that does not come is no sign of its end: it has listed before, and a process shows its own end.
    fn is_busy(&self) -> bool {
        self.inner().health.state == State::Ready && matches!(self.config.endpoint, Endpoint::Stdio { .. })
    }

    fn change(&self, change: impl FnOnce(&mut Inner)) {
        change(&mut self.inner());
        self.version.send_modify(|version| *version += 1);
    }

    /// Keeps the server connected for as long as it is polled.
    pub(crate) async fn run(&self) {
        let mut wait = FIRST_RETRY;
        loop {
            let began = tokio::time::Instant::now();
            let fault = self.connected().await;
            tracing::warn!(server = self.name(), fault = fault.code.as_str(), detail = %fault.detail, "server is down");
            self.change(|inner| {
                inner.peer = None;
                inner.health.state = State::Down(fault);
            });
            if began.elapsed() > LASTING {
                wait = FIRST_RETRY;
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LAST_RETRY);
        }
    }

    /// Connects, and answers why the connection ended.
    async fn connected(&self) -> Fault {
        let tap = Tap::default();
        let handler = Handler { routes: self.routes.clone(), stale: self.stale.clone() };
        let mut connection = match connect(&self.config, &self.limits, &tap, handler).await {
            Ok(connection) => connection,
            Err(fault) => return fault,
        };
        let peer = connection.service.peer().clone();
        // The pages are read as they pass by, so that none may come from a cache.
        peer.set_response_cache_config(ClientCacheConfig::disabled()).await;
        let mut changes = Changes::of(&peer).await;
        let mut ttl = None;
        loop {
            let listed = tokio::select! {
                listed = list(&peer, &tap, &self.config, &self.limits) => listed,
                fault = ended(&mut connection, &self.config) => return fault,
            };
            match listed {
                Ok(listing) => ttl = self.listed(listing, &peer),
                Err(fault) if fault.code == FaultCode::TimedOut && self.is_busy() => {
                    tracing::warn!(server = self.name(), "the server is too busy to list its tools again");
                }
                Err(fault) => return fault,
            }
            let stale = async {
                tokio::select! {
                    () = changes.next() => {}
                    () = self.stale.notified() => {}
                    () = expiry(ttl) => {}
                }
                // Not more often than the server may make us, and once for several changes at once.
                tokio::time::sleep(SHORTEST_RELIST).await;
            };
            tokio::select! {
                () = stale => {}
                fault = ended(&mut connection, &self.config) => return fault,
            }
        }
    }

    /// Takes a list, and answers how long it may be kept.
    fn listed(&self, listing: Listing, peer: &Peer<RoleClient>) -> Option<Duration> {
        for problem in &listing.problems {
            tracing::warn!(server = self.name(), ?problem, "list of tools");
        }
        let Listing { tools, raw, problems, ttl } = listing;
        let protocol = peer.peer_info().map(|info| info.protocol_version.to_string());
        if self.inner().has(&raw, &problems) {
            // Whoever searches or lists works on the same as before.
            return ttl;
        }
        tracing::info!(server = self.name(), tools = tools.len(), "server is ready");
        self.change(|inner| {
            inner.raw = raw;
            inner.peer = Some(peer.clone());
            let health = &mut inner.health;
            health.connections += u64::from(health.state != State::Ready);
            health.state = State::Ready;
            health.tools = tools.into();
            health.problems = problems.into();
            health.protocol = protocol;
        });
        ttl
    }
}

/// The end of a list's life. A server that gives 0 wants no list kept, which no gateway can do: its list is as good as one without a word.
async fn expiry(ttl: Option<Duration>) {
    match ttl.filter(|ttl| !ttl.is_zero()) {
        Some(ttl) => tokio::time::sleep(ttl.min(LONGEST_TTL)).await,
        None => std::future::pending().await,
    }
}

/// Waits for the end of a connection.
async fn ended(connection: &mut Connection, config: &ServerConfig) -> Fault {
    const LOOK: Duration = Duration::from_millis(100);
    while !connection.service.is_closed() && !connection.service.peer().is_transport_closed() {
        tokio::time::sleep(LOOK).await;
    }
    let said = match &mut connection.process {
        Some(process) => process.last_words().await,
        None => String::new(),
    };
    Fault::of(config, FaultCode::Closed, &said)
}
