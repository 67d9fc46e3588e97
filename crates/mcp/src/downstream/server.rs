//! The protocol.

use std::borrow::Cow;
use std::sync::Arc;

use rmcp::ServerHandler;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, ErrorData, Implementation, ListToolsResult, MetaObject,
    PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig,
};
use rmcp::service::{Peer, RequestContext, RoleServer};
use tokio::sync::OwnedSemaphorePermit;

use super::connection::{Connection, tell};
use crate::config::Mode;
use crate::gateway::{Gateway, Request};
use crate::growing::Growing;
use crate::refusal::Refusal;

/// How long a client may keep the list of tools, in milliseconds: an hour. It never changes while the gateway runs.
const LIST_TTL_MS: u64 = 60 * 60 * 1_000;
/// The keys of `_meta` that are passed on to servers (SEP-414).
const TRACE_KEYS: [&str; 3] = ["traceparent", "tracestate", "baggage"];
/// Longest value of such a key, in bytes: the 8,192 that W3C Baggage asks an implementation to pass on at least, the longest of the three.
const MAX_TRACE_BYTES: usize = 8_192;

/// The gateway as an MCP server.
///
/// In mode fixed one may serve any number of connections: it remembers nothing of them. In mode growing each connection has a session, so that each needs a server of its own.
#[derive(Debug)]
pub struct GatewayServer {
    gateway: Arc<Gateway>,
    /// Where the list is a menu that grows.
    connection: Option<Connection>,
    /// One of so many.
    place: Option<OwnedSemaphorePermit>,
}

impl GatewayServer {
    /// The server of a gateway.
    #[must_use]
    pub fn new(gateway: Arc<Gateway>) -> Self {
        let connection = (gateway.config().mode == Mode::Growing).then(Connection::default);
        let place = connection.as_ref().and_then(|_| gateway.place());
        Self { gateway, connection, place }
    }

    /// The server of one more HTTP session, if there is a place for it: in either mode a session takes memory.
    pub(super) fn of_session(gateway: Arc<Gateway>) -> std::io::Result<Self> {
        let mut server = Self::new(gateway);
        if server.connection.is_none() {
            server.place = server.gateway.place();
        }
        match server.place {
            Some(_) => Ok(server),
            None => Err(std::io::Error::other(Refusal::TooManyConnections.message())),
        }
    }

    /// The session of a connection with a menu, which begins with its first request.
    async fn session<'c>(&self, connection: &'c Connection, peer: &Peer<RoleServer>) -> Result<&'c Growing, Refusal> {
        match self.place {
            Some(_) => connection.session(&self.gateway, peer).await,
            None => Err(Refusal::TooManyConnections),
        }
    }
}

impl ServerHandler for GatewayServer {
    fn get_info(&self) -> ServerConfig {
        let tools = ServerCapabilities::builder().enable_tools();
        let capabilities =
            if self.connection.is_some() { tools.enable_tool_list_changed().build() } else { tools.build() };
        ServerConfig::new(capabilities).with_server_info(Implementation::new("toolsift", env!("CARGO_PKG_VERSION")))
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(match self.connection {
            // Later revisions know no list that differs between connections (SEP-2567).
            Some(_) => ProtocolVersion::known_up_to(&ProtocolVersion::V_2025_11_25),
            None => ProtocolVersion::KNOWN_VERSIONS,
        })
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if let Some(connection) = &self.connection {
            let session = self.session(connection, &context.peer).await;
            let session = session.map_err(|refusal| ErrorData::internal_error(refusal.message(), None))?;
            return Ok(ListToolsResult::with_all_items(session.tools()));
        }
        let mut list = ListToolsResult::with_all_items(self.gateway.tools().to_vec()).with_ttl_ms(LIST_TTL_MS);
        list.cache_scope = Some(CacheScope::Public);
        Ok(list)
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
        let cancelled = context.ct.cancelled();
        if let Some(connection) = &self.connection {
            let answer = match self.session(connection, &context.peer).await {
                Err(refusal) => refusal.into(),
                Ok(session) => {
                    let answer = session.call(&params.name, arguments, request, cancelled).await;
                    // Before the result, so that the model's next turn has what was found.
                    tell(session, &context.peer).await;
                    answer
                }
            };
            return Ok(answer.into_result().into());
        }
        match self.gateway.ask_with(&params.name, &arguments, request, cancelled).await {
            Some(answer) => Ok(answer.into_result().into()),
            None => Err(ErrorData::invalid_params("there is no such tool", None)),
        }
    }
}
