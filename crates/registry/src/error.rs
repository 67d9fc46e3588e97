//! The one error type of this crate.

use std::error::Error;

use toolsift_core::{CoreError, RankError, ToolId};

/// What foreign code answers where it fails.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Why a registry refuses.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The name is registered or reserved where it would have to be free.
    #[error("the name {id:?} is taken")]
    NameTaken {
        /// The name.
        id: ToolId,
    },
    /// Nobody registered or reserved the name that a restriction speaks of.
    #[error("a restriction names {id:?}, which is neither registered nor reserved here")]
    UnknownName {
        /// The name.
        id: ToolId,
    },
    /// A name that cannot be shown on one line.
    #[error("the name {id:?} has more than {limit} characters or one that controls")]
    Name {
        /// The name.
        id: ToolId,
        /// [`MAX_NAME_CHARS`](crate::MAX_NAME_CHARS).
        limit: usize,
    },
    /// The document is another tool's.
    #[error("doc: the document of {id:?} is that of {other:?}")]
    OtherDocument {
        /// The tool.
        id: ToolId,
        /// The id of the document.
        other: ToolId,
    },
    /// What is to be shown of a tool is no line.
    #[error("listing: that of {id:?} has more than {limit} characters or more than one line")]
    Listing {
        /// The tool.
        id: ToolId,
        /// [`MAX_LISTING_CHARS`](toolsift_core::limits::MAX_LISTING_CHARS).
        limit: usize,
    },
    /// A list is as long as it may be.
    #[error("{field}: {limit} are allowed")]
    Full {
        /// Which one.
        field: &'static str,
        /// Its cap.
        limit: usize,
    },
    /// The scope was closed.
    #[error("the scope is closed")]
    ScopeClosed,
    /// The arguments of a search are wrong.
    #[error("{field}: {problem}")]
    Input {
        /// Which of them.
        field: &'static str,
        /// What is wrong.
        problem: &'static str,
    },
    /// The activation of a tool failed, or panicked: it is as if it had not been asked for.
    #[error("the activation of {id:?} failed")]
    Activation {
        /// The tool.
        id: ToolId,
        /// What its callback said. It is for the host alone and never reaches a model.
        #[source]
        source: BoxError,
    },
    /// The activation of a tool was asked for by an activation while another thread was at it: waiting could last forever.
    #[error("{id:?} is being activated elsewhere")]
    Busy {
        /// The tool.
        id: ToolId,
    },
    /// The ranker has no answer.
    #[error("the ranker has no answer")]
    Ranker(#[from] RankError),
    /// An id that is none, or two of one id.
    #[error(transparent)]
    Core(#[from] CoreError),
}
