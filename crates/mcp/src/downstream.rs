//! The gateway as clients see it: an MCP server of both eras.

mod connection;
mod guard;
mod http;
mod server;
mod stdio;

pub use self::http::{HTTP_PATH, HttpServer};
pub use self::server::GatewayServer;
pub use self::stdio::serve_stdio;
