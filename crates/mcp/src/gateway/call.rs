//! A call that goes through to a server.

use std::future::Future;

use serde_json::{Map, Value, json};
use toolsift::trust_policy::tool_spec;

use super::Gateway;
use super::answer::Answered;
use super::ask::Request;
use crate::live::{Entry, Live};
use crate::refusal::Refusal;
use crate::upstream::{CallAs, CallFault};

impl Gateway {
    /// Checks the arguments against the tool's schema and calls it. Whoever refuses, the model reads why.
    pub(crate) async fn call(
        &self,
        live: &Live,
        id: &str,
        arguments: Map<String, Value>,
        request: Request,
        cancelled: impl Future<Output = ()>,
    ) -> Result<Answered, Refusal> {
        let Some(Entry { tool, server }) = live.entry(id) else {
            return Err(if live.is_away(id) { Refusal::ToolUnavailable } else { Refusal::UnknownTool });
        };
        let arguments = Value::Object(arguments);
        let mistakes = tool.schema().map(|schema| schema.mistakes(&arguments)).unwrap_or_default();
        if !mistakes.is_empty() {
            let spec = tool_spec(&tool.definition).map_err(|_| Refusal::NotDescribable)?;
            let more = Map::from_iter([
                ("mistakes".to_owned(), json!(mistakes)),
                ("inputSchema".to_owned(), spec.input_schema),
            ]);
            return Ok(Answered::Refused(Refusal::InvalidArguments, more));
        }
        let Value::Object(arguments) = arguments else { return Err(Refusal::InvalidToolInput) };
        let call = CallAs { tool: tool.name.clone(), arguments, trace: request.trace };
        match server.call(call, request.relay, cancelled).await {
            Ok(mut result) => {
                if !tool.definition.trust_json_schema_text {
                    // Keys that clients act on are for servers that somebody vouches for.
                    result.meta = None;
                }
                Ok(Answered::Passed(Box::new(result)))
            }
            Err(CallFault::Refused { code, message }) => {
                let more = Map::from_iter([("server".to_owned(), json!({ "code": code, "message": message }))]);
                Ok(Answered::Refused(Refusal::CallRefused, more))
            }
            Err(fault) => Err(match fault {
                CallFault::Unavailable => Refusal::ToolUnavailable,
                CallFault::Lost => Refusal::ServerLost,
                CallFault::TimedOut => Refusal::CallTimedOut,
                CallFault::Cancelled => Refusal::CallCancelled,
                CallFault::InputRequired => Refusal::InputRequired,
                CallFault::Refused { .. } | CallFault::Protocol => Refusal::BadResult,
            }),
        }
    }
}
