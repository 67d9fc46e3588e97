//! Why a call of one of the gateway's own tools has no result: a closed set, each with one fixed text.

use serde::Serialize;

/// A refusal's code. The texts name no server, no tool and no cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Refusal {
    /// The arguments of one of the gateway's own tools are wrong.
    InvalidToolInput,
    /// There is no such handle, or it has expired.
    UnknownHandle,
    /// Too many searches or activations in a minute under the handle, or too many new handles.
    RateLimited,
    /// As many connections with a menu are there as there may be.
    TooManyConnections,
    /// The index cannot answer.
    SearchUnavailable,
    /// No server has a tool of this id.
    UnknownTool,
    /// The server of the tool is not there now.
    ToolUnavailable,
    /// The tool cannot be described: its id cannot be shown.
    NotDescribable,
    /// More tools were asked for than are described at once.
    TooManyDescribed,
    /// The arguments do not match the schema of the tool that was to be called; nothing was called.
    InvalidArguments,
    /// The server did not answer in time.
    CallTimedOut,
    /// The server went away during the call, which may have taken effect.
    ServerLost,
    /// The client cancelled the call.
    CallCancelled,
    /// The server refused the call.
    CallRefused,
    /// The server wants to ask something first.
    InputRequired,
    /// The server answered something that is no result.
    BadResult,
    /// No skill of that name can be activated.
    UnknownSkill,
    /// The instructions are longer than may be delivered.
    InstructionsTooLarge,
    /// The instructions could not be loaded.
    InstructionsUnavailable,
    /// The record could not be written, so that nothing was done.
    RecordUnavailable,
}

impl Refusal {
    /// Every code.
    pub const ALL: [Self; 20] = [
        Self::InvalidToolInput,
        Self::UnknownHandle,
        Self::RateLimited,
        Self::TooManyConnections,
        Self::SearchUnavailable,
        Self::UnknownTool,
        Self::ToolUnavailable,
        Self::NotDescribable,
        Self::TooManyDescribed,
        Self::InvalidArguments,
        Self::CallTimedOut,
        Self::ServerLost,
        Self::CallCancelled,
        Self::CallRefused,
        Self::InputRequired,
        Self::BadResult,
        Self::UnknownSkill,
        Self::InstructionsTooLarge,
        Self::InstructionsUnavailable,
        Self::RecordUnavailable,
    ];

    /// Its name in results and records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidToolInput => "invalid_tool_input",
            Self::UnknownHandle => "unknown_handle",
            Self::RateLimited => "rate_limited",
            Self::TooManyConnections => "too_many_connections",
            Self::SearchUnavailable => "search_unavailable",
            Self::UnknownTool => "unknown_tool",
            Self::ToolUnavailable => "tool_unavailable",
            Self::NotDescribable => "not_describable",
            Self::TooManyDescribed => "too_many_described",
            Self::InvalidArguments => "invalid_arguments",
            Self::CallTimedOut => "call_timed_out",
            Self::ServerLost => "server_lost",
            Self::CallCancelled => "call_cancelled",
            Self::CallRefused => "call_refused",
            Self::InputRequired => "input_required",
            Self::BadResult => "bad_result",
            Self::UnknownSkill => "unknown_skill",
            Self::InstructionsTooLarge => "instructions_too_large",
            Self::InstructionsUnavailable => "instructions_unavailable",
            Self::RecordUnavailable => "record_unavailable",
        }
    }

    /// What the model reads.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::InvalidToolInput => "The arguments are not valid: they must match the input schema of this tool.",
            Self::UnknownHandle => {
                "There is no such handle, or it has expired. Search without a handle to get a new one."
            }
            Self::RateLimited => "Too many searches in a short time. Use what was found, or wait a minute.",
            Self::TooManyConnections => "Too many clients are connected. Close one, and connect again.",
            Self::SearchUnavailable => "The search is not available now.",
            Self::UnknownTool => "No server has a tool of this id. Search for tools first.",
            Self::ToolUnavailable => "The server of this tool is not available now.",
            Self::NotDescribable => "This tool cannot be described.",
            Self::TooManyDescribed => "So many tools are not described at once. Ask for this one again.",
            Self::InvalidArguments => {
                "Nothing was called: the arguments do not match the input schema of the tool. Correct them and call again."
            }
            Self::CallTimedOut => "The server did not answer in time. The call may have taken effect.",
            Self::ServerLost => "The server went away during the call. The call may have taken effect.",
            Self::CallCancelled => "The call was cancelled.",
            Self::CallRefused => "The server refused the call.",
            Self::InputRequired => {
                "The server wants to ask something before it answers, which is not possible through this gateway."
            }
            Self::BadResult => "The server answered something that is no result of a call.",
            Self::UnknownSkill => "No skill of this name can be loaded.",
            Self::InstructionsTooLarge => "The instructions of this skill are too long. The skill was not loaded.",
            Self::InstructionsUnavailable => "The instructions of this skill are not available now.",
            Self::RecordUnavailable => "Nothing was done, since it could not be recorded.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_those_of_the_wire_and_differ() {
        let mut names = BTreeSet::new();
        for code in Refusal::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
            assert!(names.insert(code.as_str()) && code.message().ends_with('.'));
        }
    }
}
