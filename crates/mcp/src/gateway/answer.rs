//! What a call of one of the gateway's tools comes to.

use rmcp::model::{CallToolResult, ContentBlock, ResultType};
use serde_json::{Map, Value, json};
use toolsift::contracts::canonical_json;

use crate::refusal::Refusal;

/// The answer to a call of one of the gateway's tools.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Answered {
    /// A result of the gateway's own, as JSON.
    Own(String),
    /// A result of a server, as it sent it.
    Passed(Box<CallToolResult>),
    /// A refusal, and what is said beside its code: fields of the gateway's own.
    Refused(Refusal, Map<String, Value>),
    /// A refusal of a connection's session, as JSON.
    Failed(String),
}

impl From<Refusal> for Answered {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal, Map::new())
    }
}

impl Answered {
    /// The answer as a model reads it. A server's result with several blocks comes to the first text.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Own(json) | Self::Failed(json) => json.clone(),
            Self::Passed(result) => {
                let text = |block: &ContentBlock| block.as_text().map(|text| text.text.clone());
                result.content.iter().find_map(text).unwrap_or_default()
            }
            Self::Refused(refusal, more) => {
                let mut error = more.clone();
                error.insert("code".to_owned(), json!(refusal.as_str()));
                error.insert("message".to_owned(), json!(refusal.message()));
                canonical_json(&json!({ "error": error }))
            }
        }
    }

    /// The answer as MCP has it: text, and the same as structured content. A refusal is a result with `isError`, so that the model reads it.
    #[must_use]
    pub fn into_result(self) -> CallToolResult {
        let is_error = matches!(self, Self::Refused(..) | Self::Failed(_));
        let text = match self {
            Self::Passed(mut result) => {
                // Servers of the older era leave out what 2026-07-28 requires; for a client of the older one it is taken off again.
                result.result_type.get_or_insert(ResultType::COMPLETE);
                return *result;
            }
            own => own.text(),
        };
        let structured = serde_json::from_str(&text).ok();
        let content = vec![ContentBlock::text(text)];
        let mut result = if is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
        result.structured_content = structured;
        result
    }
}
