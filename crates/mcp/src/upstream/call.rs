//! A call of a server's tool.

use std::future::Future;

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, JsonObject, MetaObject, ProgressToken,
    RequestMetaObject, ServerResult,
};
use rmcp::service::{Peer, PeerRequestOptions, RoleServer, ServiceError};
use toolsift::contracts::chars_prefix;

use super::server::Upstream;
use crate::config::Endpoint;

/// Longest message of a server's protocol error that is passed on, in characters.
const MAX_MESSAGE_CHARS: usize = 1_000;

/// What is called.
#[derive(Debug)]
pub(crate) struct CallAs {
    /// The tool's name on the server.
    pub(crate) tool: String,
    /// The arguments.
    pub(crate) arguments: JsonObject,
    /// The keys of the request's `_meta` that are passed on.
    pub(crate) trace: MetaObject,
}

/// Where progress goes: a client, and the token that it gave.
pub(crate) type Relay = (Peer<RoleServer>, ProgressToken);

/// Why a call has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallFault {
    /// The server is not there.
    Unavailable,
    /// It went away in the middle of the call, which may have taken effect.
    Lost,
    /// It did not answer in time; it was told to stop.
    TimedOut,
    /// The client cancelled the call; the server was told to stop.
    Cancelled,
    /// The server refused the call by an error of the protocol.
    Refused {
        /// The error's code.
        code: i32,
        /// The server's message, which a third party wrote.
        message: String,
    },
    /// It wants to ask the person or the model something first (SEP-2322), which does not go through a gateway.
    InputRequired,
    /// It answered something that is no result of a call.
    Protocol,
}

impl Upstream {
    /// Calls a tool and waits for its result, the end of its time, or the client's change of mind, whichever comes first.
    pub(crate) async fn call(
        &self,
        call: CallAs,
        relay: Option<Relay>,
        cancelled: impl Future<Output = ()>,
    ) -> Result<CallToolResult, CallFault> {
        let peer = self.peer().ok_or(CallFault::Unavailable)?;
        let params = CallToolRequestParams::new(call.tool).with_arguments(call.arguments);
        let mut options = PeerRequestOptions::no_options();
        if !call.trace.is_empty() {
            options.meta = Some(RequestMetaObject::from(call.trace));
        }
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let sent = peer.send_cancellable_request(request, options).await;
        let mut handle = sent.map_err(|_| CallFault::Unavailable)?;
        // Closed again when this future ends, however it does.
        let _route = relay.map(|relay| self.routes.open(&handle.progress_token, relay));
        let (fault, reason) = tokio::select! {
            answer = &mut handle.rx => {
                let result = result(answer.unwrap_or(Err(ServiceError::TransportClosed)));
                if matches!(result, Err(CallFault::Lost)) {
                    self.stale.notify_one();
                }
                return result;
            }
            () = tokio::time::sleep(self.config.call_timeout) => (CallFault::TimedOut, "time-out"),
            () = cancelled => (CallFault::Cancelled, "cancelled by the client"),
        };
        if fault == CallFault::TimedOut && matches!(self.config.endpoint, Endpoint::Http { .. }) {
            // Slow or gone: a list that is asked for tells. A process shows its own end, and one that is busy answers no list, either.
            self.stale.notify_one();
        }
        drop(handle.cancel(Some(reason.to_owned())).await);
        Err(fault)
    }
}

fn result(answer: Result<ServerResult, ServiceError>) -> Result<CallToolResult, CallFault> {
    match answer {
        Ok(ServerResult::CallToolResult(result)) => Ok(result),
        // A result without anything in it.
        Ok(ServerResult::EmptyResult(_) | ServerResult::TaskAckResult(_)) => Ok(CallToolResult::success(Vec::new())),
        Ok(ServerResult::InputRequiredResult(_)) => Err(CallFault::InputRequired),
        Ok(_) => Err(CallFault::Protocol),
        Err(ServiceError::McpError(error)) => Err(CallFault::Refused {
            code: error.code.0,
            message: chars_prefix(&error.message, MAX_MESSAGE_CHARS).to_owned(),
        }),
        Err(ServiceError::Timeout { .. }) => Err(CallFault::TimedOut),
        Err(ServiceError::Cancelled { .. }) => Err(CallFault::Cancelled),
        Err(ServiceError::TransportClosed | ServiceError::TransportSend(_)) => Err(CallFault::Lost),
        Err(_) => Err(CallFault::Protocol),
    }
}
