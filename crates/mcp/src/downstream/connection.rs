//! A connection with a menu of its own.

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::service::{Peer, RoleServer};
use tokio::sync::OnceCell;
use tokio::task::JoinHandle;

use crate::gateway::{Changes, Gateway};
use crate::growing::Growing;
use crate::refusal::Refusal;

/// The session of a connection, which begins with its first request, and the task that tells the client of changes.
#[derive(Debug, Default)]
pub(super) struct Connection {
    session: OnceCell<Arc<Growing>>,
    watch: Mutex<Option<JoinHandle<()>>>,
}

impl Connection {
    /// The session.
    pub(super) async fn session(&self, gateway: &Arc<Gateway>, peer: &Peer<RoleServer>) -> Result<&Growing, Refusal> {
        let begin = async || {
            // From before the session began, so that no change falls in between.
            let changes = gateway.changes();
            let session = Arc::new(Growing::begin(gateway.clone()).await?);
            let watch = tokio::spawn(watch(changes, session.clone(), peer.clone()));
            *self.watch.lock().unwrap_or_else(PoisonError::into_inner) = Some(watch);
            Ok(session)
        };
        self.session.get_or_try_init(begin).await.map(Arc::as_ref)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let watch = self.watch.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(watch) = watch {
            watch.abort();
        }
    }
}

/// Tells the client when its menu has grown because of what servers did.
async fn watch(mut changes: Changes, session: Arc<Growing>, peer: Peer<RoleServer>) {
    while changes.next().await {
        tell(&session, &peer).await;
    }
}

/// Tells the client that its list has changed, if it has. A client that is gone needs no word.
pub(super) async fn tell(session: &Growing, peer: &Peer<RoleServer>) {
    if session.has_news() {
        drop(peer.notify_tool_list_changed().await);
    }
}
