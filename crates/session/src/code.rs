//! The closed set of errors that a model may see, each with one fixed text.

use serde::Serialize;

/// Why a call has no result. The texts name no tool, no host and no cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Code {
    /// The arguments of a meta-tool are wrong.
    InvalidToolInput,
    /// The run has used its searches up.
    SearchLimitReached,
    /// The ranker has no answer.
    SearchUnavailable,
    /// The called tool is not on the menu.
    ToolNotOnMenu,
    /// The called tool is on the menu and its server no longer confirms it.
    ToolUnavailable,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 5] = [
        Self::InvalidToolInput,
        Self::SearchLimitReached,
        Self::SearchUnavailable,
        Self::ToolNotOnMenu,
        Self::ToolUnavailable,
    ];

    /// Its name in results and records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidToolInput => "invalid_tool_input",
            Self::SearchLimitReached => "search_limit_reached",
            Self::SearchUnavailable => "search_unavailable",
            Self::ToolNotOnMenu => "tool_not_on_menu",
            Self::ToolUnavailable => "tool_unavailable",
        }
    }

    /// What the model reads.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::InvalidToolInput => {
                "The arguments are not valid: give `query` as text and, if wanted, `limit` as a whole number from 1."
            }
            Self::SearchLimitReached => "This run has no searches left. Use the tools that are on the menu.",
            Self::SearchUnavailable => "The search is not available now. Use the tools that are on the menu.",
            Self::ToolNotOnMenu => "This tool is not on the menu. Search for tools first.",
            Self::ToolUnavailable => "This tool is not available now.",
        }
    }

    /// The code of a name in a record. A name that is not known can only refuse, as [`SearchUnavailable`](Self::SearchUnavailable).
    #[must_use]
    pub fn from_record(name: &str) -> Self {
        Self::ALL.into_iter().find(|code| code.as_str() == name).unwrap_or(Self::SearchUnavailable)
    }
}
