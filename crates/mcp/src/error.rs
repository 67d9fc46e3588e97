//! What can go wrong in the gateway itself, as opposed to in a call, which has a typed refusal.

use toolsift::contracts::CoreError;
use toolsift::replay::JournalError;
use toolsift_catalog::CatalogError;

/// Why the gateway could not do its work. No message quotes a value of the configuration, since any of them may be a secret.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GatewayError {
    /// The list of servers, or a skill, cannot be read.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// A field of one of the configuration's servers is wrong.
    #[error("{file}: server {server:?}: field `{field}` {problem}")]
    Server {
        /// The file.
        file: String,
        /// The server.
        server: String,
        /// The field.
        field: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A field of the gateway's own is wrong.
    #[error("{file}: field `{field}` {problem}")]
    Own {
        /// The file.
        file: String,
        /// The field.
        field: String,
        /// What is wrong with it.
        problem: String,
    },
    /// An id that no contract can hold.
    #[error(transparent)]
    Id(#[from] CoreError),
    /// A record cannot be written or read.
    #[error("{path}: {source}")]
    Journal {
        /// The file.
        path: String,
        /// Why.
        source: JournalError,
    },
    /// A file cannot be written or read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A record is not what this version writes.
    #[error("{path} line {line}: {problem}")]
    Record {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The address to listen on is not one of this machine's own.
    #[error("http: {0} is not a loopback address, which is all that the gateway binds to")]
    NotLoopback(std::net::SocketAddr),
    /// The system's source of randomness failed, so that no handle can be made.
    #[error("no randomness for a handle")]
    Randomness,
    /// The client's transport failed.
    #[error("the client's connection: {0}")]
    Transport(String),
}

impl GatewayError {
    pub(crate) fn file(path: &std::path::Path, source: std::io::Error) -> Self {
        Self::File { path: path.display().to_string(), source }
    }

    pub(crate) fn journal(path: &std::path::Path, source: JournalError) -> Self {
        Self::Journal { path: path.display().to_string(), source }
    }
}
