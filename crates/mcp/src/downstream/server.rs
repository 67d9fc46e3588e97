//! The protocol.

use std::sync::Arc;

use rmcp::ServerHandler;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, ErrorData, Implementation, ListToolsResult, MetaObject,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};

use crate::gateway::Gateway;
use crate::gateway::Request;

/// How long a client may keep the list of tools, in milliseconds: an hour. It never changes while the gateway runs.
const LIST_TTL_MS: u64 = 60 * 60 * 1_000;
/// The keys of `_meta` that are passed on to servers (SEP-414).
const TRACE_KEYS: [&str; 3] = ["traceparent", "tracestate", "baggage"];
/// Longest value of such a key, in bytes: the 8,192 that W3C Baggage asks an implementation to pass on at least, the longest of the three.
const MAX_TRACE_BYTES: usize = 8_192;

/// The gateway as an MCP server. One may serve any number of connections: it remembers nothing of them.
#[derive(Debug, Clone)]
pub struct GatewayServer(Arc<Gateway>);

impl GatewayServer {
    /// The server of a gateway.
    #[must_use]
    pub fn new(gateway: Arc<Gateway>) -> Self {
        Self(gateway)
    }
}

impl ServerHandler for GatewayServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("toolsift", env!("CARGO_PKG_VERSION")))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = ListToolsResult::with_all_items(self.0.tools().to_vec()).with_ttl_ms(LIST_TTL_MS);
        list.cache_scope = Some(CacheScope::Public);
        Ok(list)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.0.tools().iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let relay = context.meta.get_progress_token().map(|token| (context.peer.clone(), token));
        let mut trace = MetaObject::new();
        for key in TRACE_KEYS {
            let value =
                context.meta.get(key).filter(|value| value.as_str().is_some_and(|text| text.len() <= MAX_TRACE_BYTES));
            value.into_iter().for_each(|value| drop(trace.insert(key.to_owned(), value.clone())));
        }
        let arguments = params.arguments.unwrap_or_default();
        let request = Request { relay, trace };
        let answer = self.0.ask_with(&params.name, &arguments, request, context.ct.cancelled()).await;
        match answer {
            Some(answer) => Ok(answer.into_result().into()),
            None => Err(ErrorData::invalid_params("there is no such tool", None)),
        }
    }
}
