//! A server of 2026-07-28 whose list grows by itself, a second after its first list. It is the test program, started again.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, ServerNotification, SubscriptionFilter, Tool,
};
use rmcp::service::{RequestContext, RoleServer, SubscriptionContext};
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::{ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::time::Instant;

/// How long the list stays as it is.
const FIRST: Duration = Duration::from_secs(1);

/// Serves until the input ends.
pub(crate) fn serve(kind: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let service = Modern::new(kind).serve((tokio::io::stdin(), tokio::io::stdout())).await.unwrap();
        service.waiting().await.unwrap();
    });
}

/// The same over HTTP, in this process.
pub(crate) async fn listen(kind: &'static str) -> SocketAddr {
    drop(rustls::crypto::ring::default_provider().install_default());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(Modern::new(kind)), sessions, Default::default());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let service = service.clone();
            let answer = hyper::service::service_fn(move |request| {
                let service = service.clone();
                async move { Ok::<_, std::convert::Infallible>(service.handle(request).await) }
            });
            let stream = hyper_util::rt::TokioIo::new(stream);
            tokio::spawn(hyper::server::conn::http1::Builder::new().serve_connection(stream, answer));
        }
    });
    address
}

struct Modern {
    /// `headers` has tools with headers, right and wrong; `ttl` gives its list a life, `tells` tells of a change, `again` ends the first subscription and tells in the second, `silent` says nothing.
    kind: String,
    subscriptions: AtomicU64,
    began: Instant,
    lists: AtomicU64,
}

impl Modern {
    fn new(kind: &str) -> Self {
        let (lists, subscriptions) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { kind: kind.to_owned(), began: Instant::now(), lists, subscriptions }
    }
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
        if self.kind == "headers" {
            let tool = |name: &'static str, region: Value| {
                let schema = json!({ "type": "object", "properties": { "region": region } });
                Tool::new(name, "", Arc::new(schema.as_object().unwrap().clone()))
            };
            return Ok(ListToolsResult::with_all_items(vec![
                tool("plain", json!({ "type": "string" })),
                tool("empty", json!({ "type": "string", "x-mcp-header": "" })),
                tool("region", json!({ "type": "string", "x-mcp-header": "Region" })),
                tool("list", json!({ "type": "array", "items": { "type": "string", "x-mcp-header": "Item" } })),
            ]));
        }
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

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let header =
            context.extensions.get::<http::request::Parts>().and_then(|parts| parts.headers.get("mcp-param-region"));
        let told = json!({ "tool": params.name, "header": header.and_then(|value| value.to_str().ok()) });
        Ok(CallToolResult::success(vec![ContentBlock::text(told.to_string())]).into())
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
