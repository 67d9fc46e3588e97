//! What a server of 2026-07-28 tells of changes of its list; older ones tell everybody, unasked.

use std::time::Duration;

use rmcp::model::{ProtocolVersion, ServerNotification, SubscriptionFilter};
use rmcp::service::{Peer, RoleClient, Subscription};
use tokio::time::Instant;

use super::pace::{LAST_RETRY, LASTING, SHORTEST_RELIST};

/// How long a server may take to accept a subscription.
const PATIENCE: Duration = Duration::from_secs(5);

/// A subscription to changes, which is taken again whenever it ends.
#[derive(Debug)]
pub(super) struct Changes {
    peer: Peer<RoleClient>,
    /// Whether the server tells of changes in this way at all.
    tells: bool,
    open: Option<Subscription>,
    since: Instant,
    /// How long to wait before it is asked for again; it doubles with each time that did not last.
    wait: Duration,
}

impl Changes {
    /// Subscribes, if the server tells of changes to those who do.
    pub(super) async fn of(peer: &Peer<RoleClient>) -> Self {
        let tells = peer.peer_info().is_some_and(|info| {
            let is_modern = info.protocol_version >= ProtocolVersion::V_2026_07_28;
            is_modern && info.capabilities.tools.as_ref().is_some_and(|tools| tools.list_changed == Some(true))
        });
        let open = if tells { subscribe(peer).await } else { None };
        Self { peer: peer.clone(), tells, open, since: Instant::now(), wait: SHORTEST_RELIST }
    }

    /// Waits until the list should be asked for again: the server told of a change, or a subscription was taken again, before which it told nobody.
    pub(super) async fn next(&mut self) {
        if !self.tells {
            return std::future::pending().await;
        }
        loop {
            match &mut self.open {
                Some(open) => match open.next().await {
                    Ok(Some(ServerNotification::ToolListChangedNotification(_))) => return,
                    Ok(Some(_)) => {}
                    Ok(None) | Err(_) => {
                        self.open = None;
                        if self.since.elapsed() > LASTING {
                            self.wait = SHORTEST_RELIST;
                        }
                    }
                },
                None => {
                    tokio::time::sleep(self.wait).await;
                    self.wait = (self.wait * 2).min(LAST_RETRY);
                    self.open = subscribe(&self.peer).await;
                    self.since = Instant::now();
                    if self.open.is_some() {
                        return;
                    }
                }
            }
        }
    }
}

async fn subscribe(peer: &Peer<RoleClient>) -> Option<Subscription> {
    let mut filter = SubscriptionFilter::default();
    filter.tools_list_changed = Some(true);
    tokio::time::timeout(PATIENCE, peer.listen(filter)).await.ok()?.ok()
}
