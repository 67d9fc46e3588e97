//! The one error type of this crate.

use toolsift_core::ToolId;

/// What the policy refuses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// A tool of the host's own whose description came out of a run: a host's mistake, and not to be degraded silently.
    #[error("the description of the tool {id:?} is tainted, so it cannot be on a menu")]
    TaintedDescription {
        /// The tool.
        id: ToolId,
    },
    /// A third party's tool, vouched for or not, with an id that no model is to read: over 128 characters, or with characters that control or hide.
    #[error("the id {id:?} is too long or has hidden characters, so it cannot be on a menu")]
    OddId {
        /// The tool.
        id: ToolId,
    },
    /// A vouching that is bound to something that is no SHA-256.
    #[error("vouch: the digest of {pattern:?} is not 64 lower-case hexadecimal digits")]
    NotADigest {
        /// The pattern it was given for.
        pattern: String,
    },
    /// A vouching for nothing.
    #[error("vouch: the pattern must not be empty")]
    EmptyPattern,
}
