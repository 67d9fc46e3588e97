//! One server: connected, listed, watched, and connected again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::{ServerNotification, SubscriptionFilter};
use rmcp::service::{ClientCacheConfig, Peer, RoleClient, Subscription};
use tokio::sync::{Notify, watch};

use super::connect::{Connection, connect};
use super::fault::{Fault, FaultCode};
use super::handler::{Handler, Routes};
use super::health::{Health, State};
use super::pager::{Listing, list};
use super::tap::Tap;
use crate::config::{Limits, ServerConfig};

/// How long to wait before a server that is away is tried again, at first; it doubles with each failure.
pub(super) const FIRST_RETRY: Duration = Duration::from_millis(500);
/// The longest such wait.
pub(super) const LAST_RETRY: Duration = Duration::from_secs(60);
/// How long a connection must have lasted for the next wait to be the first one again.
const LASTING: Duration = Duration::from_secs(30);
/// The shortest time between two lists of one server, whatever it says of changes and of how long a list may be kept: a server must not make the gateway list all the time.
pub(super) const SHORTEST_RELIST: Duration = Duration::from_secs(1);
/// The longest time that a list is kept where the server gives one.
const LONGEST_TTL: Duration = Duration::from_secs(24 * 60 * 60);

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
    raw: Vec<Box<serde_json::value::RawValue>>,
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
    pub(crate) fn raw(&self) -> Vec<Box<serde_json::value::RawValue>> {
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
        let mut subscription = subscribe(&peer).await;
        let mut wait = SHORTEST_RELIST;
        loop {
            let listed = tokio::select! {
                listed = list(&peer, &tap, &self.config, &self.limits) => listed,
                fault = ended(&mut connection, &self.config) => return fault,
            };
            let ttl = match listed {
                Ok(listing) => self.listed(listing, &peer),
                Err(fault) => return fault,
            };
            let stale = async {
                tokio::select! {
                    next = next_change(&mut subscription) => wait = match next {
                        Next::Change => SHORTEST_RELIST,
                        Next::End => (wait * 2).min(LAST_RETRY),
                    },
                    () = self.stale.notified() => {}
                    () = expiry(ttl) => {}
                }
                // Not more often than the server may make us, and once for several changes at once.
                tokio::time::sleep(wait).await;
                if subscription.is_none() {
                    subscription = subscribe(&peer).await;
                }
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

/// The subscription to changes that servers of 2026-07-28 want; older ones tell everybody.
async fn subscribe(peer: &Peer<RoleClient>) -> Option<Subscription> {
    const PATIENCE: Duration = Duration::from_secs(5);
    let info = peer.peer_info()?;
    let is_modern = info.protocol_version >= rmcp::model::ProtocolVersion::V_2026_07_28;
    let tells = info.capabilities.tools.as_ref().and_then(|tools| tools.list_changed).unwrap_or(false);
    if !is_modern || !tells {
        return None;
    }
    let mut filter = SubscriptionFilter::default();
    filter.tools_list_changed = Some(true);
    tokio::time::timeout(PATIENCE, peer.listen(filter)).await.ok()?.ok()
}

/// What comes next of a subscription.
enum Next {
    /// The list has changed.
    Change,
    /// Nothing more: it has ended, or the server is gone. What has changed since then nobody told.
    End,
}

/// What comes next of a subscription; never anything, where there is none.
async fn next_change(subscription: &mut Option<Subscription>) -> Next {
    while let Some(open) = subscription {
        match open.next().await {
            Ok(Some(ServerNotification::ToolListChangedNotification(_))) => return Next::Change,
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => {
                *subscription = None;
                return Next::End;
            }
        }
    }
    std::future::pending().await
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
