//! The host's program: how it is configured, what it is called with, how it runs and what is read of its answer.

mod config;
mod facet;
mod payload;
mod process;
mod runner;
mod transport;

pub use config::RetrievalConfig;
pub use facet::Facet;
pub(crate) use facet::read_facets;
pub(crate) use payload::{Rows, read_rows};
pub use process::HostProcess;
pub use runner::{Cancel, CommandOutput, CommandRequest, CommandRunner, RunError};
pub use transport::Transport;
