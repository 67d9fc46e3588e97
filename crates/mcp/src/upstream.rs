//! The servers behind the gateway.

mod call;
mod changes;
mod connect;
mod definition;
mod fault;
mod handler;
mod health;
mod http_client;
mod pace;
mod pager;
mod server;
mod stdio;
mod tap;

pub use self::call::CallFault;
pub(crate) use self::call::{CallAs, Relay};
pub use self::definition::{Hints, UpstreamTool};
pub use self::fault::{Fault, FaultCode};
pub use self::health::{Health, ListProblem, State};
pub(crate) use self::server::Upstream;
