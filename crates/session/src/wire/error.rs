//! The one error type of the wires.

/// Why a menu or a result cannot be said to a provider: each would be refused there, most of them with the whole request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WireError {
    /// A tool without a name on the wire.
    #[error("names: {id:?} was not added")]
    Unnamed {
        /// Its id.
        id: String,
    },
    /// A tool that is listed twice.
    #[error("tools: {id:?} is listed twice")]
    Twice {
        /// Its id.
        id: String,
    },
    /// Nothing but deferred tools.
    #[error("tools: at least one must not be deferred")]
    AllDeferred,
    /// More tools than a request may list.
    #[error("tools: {actual}, at most {limit} are allowed")]
    TooMany {
        /// How many were given.
        actual: usize,
        /// [`MAX_TOOLS`](crate::wire::anthropic::MAX_TOOLS).
        limit: usize,
    },
    /// A reference to a tool that the request does not list as deferred.
    #[error("references: {id:?} is not among the deferred tools")]
    NotListed {
        /// The id.
        id: String,
    },
    /// A cache breakpoint on a tool that is not on the menu, or deferred.
    #[error("cache: {id:?} is not on the menu")]
    CacheTool {
        /// The id.
        id: String,
    },
    /// An MCP tool with a field that it must not lack or that has another type.
    #[error("mcp tool: field `{field}`: {problem}")]
    Field {
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
}
