//! What is known of a server.

use std::sync::Arc;

use serde::Serialize;

use super::definition::UpstreamTool;
use super::fault::Fault;

/// What is known of a server at one moment.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Health {
    /// Whether it is there.
    pub state: State,
    /// Its tools, as it last listed them, in the order of their ids; kept while it is away, so that a call can be refused for the right reason.
    pub tools: Arc<[Arc<UpstreamTool>]>,
    /// What was wrong with its last list.
    pub problems: Arc<[ListProblem]>,
    /// The revision of the protocol that it speaks.
    pub protocol: Option<String>,
    /// How often it was connected.
    pub connections: u64,
}

/// Whether a server is there.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum State {
    /// It is being connected for the first time.
    Connecting,
    /// It is there and has listed its tools.
    Ready,
    /// It is not, and will be tried again.
    Down(Fault),
}

impl State {
    /// Its name in results and reports.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Connecting => "connecting",
            Self::Ready => "ready",
            Self::Down(_) => "down",
        }
    }
}

impl Health {
    pub(super) fn new() -> Self {
        Self {
            state: State::Connecting,
            tools: Arc::default(),
            problems: Arc::default(),
            protocol: None,
            connections: 0,
        }
    }
}

/// What was wrong with a list of tools. None of it is fatal; all of it is reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "problem", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ListProblem {
    /// A cursor came back that had been used, so that the list would never end. What came before it counts.
    RepeatedCursor,
    /// There were more pages than are read.
    TooManyPages {
        /// How many are read.
        limit: u64,
    },
    /// There were more tools than are kept.
    TooManyTools {
        /// How many are kept.
        limit: u64,
    },
    /// The pages had more bytes than are read.
    TooManyBytes {
        /// How many are read.
        limit: u64,
    },
    /// The list took too long. What had come by then counts.
    TooSlow {
        /// How long it may take, in seconds.
        seconds: u64,
    },
    /// A name came twice; the first counts.
    DuplicateName {
        /// The canonical id.
        id: String,
    },
    /// A definition cannot be used.
    Unusable {
        /// Its place in the list, from 0.
        place: usize,
        /// Why.
        reason: String,
    },
    /// Definitions that only an app may see were left out.
    AppOnly {
        /// How many.
        count: usize,
    },
    /// Definitions whose `x-mcp-header` marks are invalid were left out, as the protocol asks (SEP-2243).
    InvalidHeaders {
        /// How many.
        count: usize,
    },
    /// The operator's word for a tool is bound to another definition, so that it does not hold.
    Changed {
        /// The tool's name on the server.
        tool: String,
        /// The SHA-256 of the definition as it is now.
        digest: String,
    },
    /// The operator's word or words are for a tool that the server does not have.
    UnknownTool {
        /// The tool's name on the server.
        tool: String,
    },
}
