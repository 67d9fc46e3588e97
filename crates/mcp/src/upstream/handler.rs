//! What a server tells the gateway unasked.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::ClientHandler;
use rmcp::model::{
    ClientCapabilities, ClientConfig, Implementation, NumberOrString, ProgressNotificationParam, ProgressToken,
};
use rmcp::service::{NotificationContext, Peer, RoleClient, RoleServer};
use tokio::sync::Notify;

/// Most calls of one server whose progress is passed on at once. A call beyond them works and reports none.
const MAX_ROUTES: usize = 1_024;

/// Where the progress of running calls goes: by the token of the call to the server, the client and its own token.
#[derive(Debug, Default)]
pub(super) struct Routes(Mutex<BTreeMap<String, (Peer<RoleServer>, ProgressToken)>>);

impl Routes {
    /// Passes the progress of a call on, as long as the answer lives.
    pub(super) fn open(self: &Arc<Self>, token: &ProgressToken, to: (Peer<RoleServer>, ProgressToken)) -> Route {
        let key = key(token);
        let mut routes = self.lock();
        if routes.len() < MAX_ROUTES {
            routes.insert(key.clone(), to);
        }
        Route { routes: self.clone(), key }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, (Peer<RoleServer>, ProgressToken)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A route that ends with its call.
#[derive(Debug)]
pub(super) struct Route {
    routes: Arc<Routes>,
    key: String,
}

impl Drop for Route {
    fn drop(&mut self) {
        self.routes.lock().remove(&self.key);
    }
}

fn key(token: &ProgressToken) -> String {
    match &token.0 {
        NumberOrString::Number(number) => format!("n{number}"),
        NumberOrString::String(text) => format!("s{text}"),
    }
}

/// The gateway as a server's client: it declares no capabilities, so that no server can ask a model or a person for anything through it.
#[derive(Debug, Clone)]
pub(super) struct Handler {
    pub(super) routes: Arc<Routes>,
    /// Rung when the server says that its list of tools has changed, or seems to be lost.
    pub(super) stale: Arc<Notify>,
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::new(ClientCapabilities::default(), Implementation::new("toolsift", env!("CARGO_PKG_VERSION")))
    }

    async fn on_progress(&self, mut progress: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        let route = self.routes.lock().get(&key(&progress.progress_token)).cloned();
        if let Some((peer, token)) = route {
            progress.progress_token = token;
            // A client that is gone needs no progress.
            drop(peer.notify_progress(progress).await);
        }
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.stale.notify_one();
    }
}
