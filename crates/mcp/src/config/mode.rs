//! What a client's list of tools is.

use serde::{Deserialize, Serialize};

/// How the gateway shows itself to its clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Mode {
    /// The same few tools for everybody, at every moment.
    #[default]
    Fixed,
    /// A menu of its own for each connection, which grows with what its searches find. MCP 2026-07-28 forbids such a list, so that clients are served the revisions before it.
    Growing,
}
