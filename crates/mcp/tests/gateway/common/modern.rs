//! A server of 2026-07-28 whose list grows by itself, a second after its first list. It is the test program, started again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rmcp::model::{
    ErrorData, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, ServerNotification,
    SubscriptionFilter, Tool,
};
use rmcp::service::{RequestContext, RoleServer, SubscriptionContext};
use rmcp::{ServerHandler, ServiceExt};
use tokio::time::Instant;

/// How long the list stays as it is.
const FIRST: Duration = Duration::from_secs(1);

/// Serves until the input ends.
pub(crate) fn serve(kind: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let server = Modern {
            kind: kind.to_owned(),
            began: Instant::now(),
            lists: AtomicU64::new(0),
            subscriptions: AtomicU64::new(0),
        };
        let service = server.serve((tokio::io::stdin(), tokio::io::stdout())).await.unwrap();
        service.waiting().await.unwrap();
    });
}

struct Modern {
    /// `ttl` gives its list a life, `tells` tells of a change, `again` ends the first subscription and tells in the second, `silent` says nothing.
    kind: String,
    subscriptions: AtomicU64,
    began: Instant,
    lists: AtomicU64,
}

impl ServerHandler for Modern {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let count = self.lists.fetch_add(1, Ordering::Relaxed);
        let mut names = vec!["first".to_owned()];
        let first = if self.kind == "again" { FIRST * 4 } else { FIRST };
        if self.began.elapsed() > first {
            // Which list it is stands in the name, so that a test can tell how often it was asked for.
            names.push(format!("second_{count}"));
        }
        let tools = names.into_iter().map(|name| Tool::new(name, "", Arc::default())).collect();
        let list = ListToolsResult::with_all_items(tools);
        Ok(if self.kind == "ttl" { list.with_ttl_ms(1_500) } else { list })
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        matches!(self.kind.as_str(), "tells" | "again").then(|| requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let is_first = self.subscriptions.fetch_add(1, Ordering::Relaxed) == 0;
        if !is_first || self.kind != "again" {
            // Long behind the list that is asked for when it is taken anew.
            tokio::time::sleep(FIRST * if is_first { 2 } else { 4 }).await;
            let change = ServerNotification::ToolListChangedNotification(Default::default());
            context.sink().send(change).await.unwrap();
            context.cancelled().await;
        }
        Ok(())
    }
}
