//! The one error type of this crate.

use toolsift_core::ToolId;

/// Why there is no index, or no explanation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// Two documents claim one id: neither may win silently.
    #[error("two documents have the id {id:?}")]
    DuplicateId {
        /// The id.
        id: ToolId,
    },
    /// More documents than an index holds.
    #[error("{actual} documents, an index holds at most {limit}")]
    TooManyDocuments {
        /// How many were given.
        actual: usize,
        /// [`MAX_DOCUMENTS`](toolsift_core::limits::MAX_DOCUMENTS).
        limit: usize,
    },
    /// More postings than an index holds.
    #[error("the documents have more postings than an index holds: {limit}")]
    TooManyPostings {
        /// [`MAX_POSTINGS`](toolsift_core::limits::MAX_POSTINGS).
        limit: usize,
    },
    /// More terms than 31 bits can number, or more text of terms than 32 bits can.
    #[error("the documents have more terms than an index holds")]
    TooLarge,
    /// The document to explain is not in the index.
    #[error("no document of the index has the id {id:?}")]
    UnknownDocument {
        /// Its id.
        id: ToolId,
    },
    /// The document to explain is not the one that was indexed under its id, as its score shows.
    #[error("the document {id:?} is not the one that was indexed")]
    ChangedDocument {
        /// Its id.
        id: ToolId,
    },
}
