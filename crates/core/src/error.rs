//! The one error type of this crate.

use crate::id::ToolId;

/// A value that no contract of this crate can hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CoreError {
    /// Two definitions with one id.
    #[error("two definitions have the id {id:?}")]
    DuplicateId {
        /// The id.
        id: ToolId,
    },
    /// An id without a single character.
    #[error("an id must not be empty")]
    EmptyId,
    /// An id over [`limits::MAX_ID_CHARS`](crate::limits::MAX_ID_CHARS).
    #[error("an id has {actual} characters, {limit} are allowed")]
    IdTooLong {
        /// Its length, counted up to one past the limit: a longer id is not read to its end.
        actual: usize,
        /// The cap.
        limit: usize,
    },
}
