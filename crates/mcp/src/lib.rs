//! The MCP gateway: many servers behind four fixed tools, with the trust, the ranking and the records of toolsift.
//!
//! # Should I use this crate?
//!
//! Yes, if your agent speaks MCP and has more tools than belong on every request: point it at this gateway instead of at each server. A host that builds its requests itself
//! gets more from `toolsift-session`, whose menu grows.
//!
//! # How it works
//!
//! A model searches (`search_tools`), reads the schemas of what it found (`describe_tools`) and calls (`call_tool`); where skills are configured, `activate_skill` loads one. The list of
//! these tools is the same for everybody and never changes, as MCP 2026-07-28 asks of a server. What is remembered between calls stands behind a handle that a search returns.
//!
//! In [`Mode::Growing`], for clients of the revisions before that, each connection has a session of `toolsift-session`: its list begins with `search_tools`, and what a search finds joins it.
//!
//! ```no_run
//! use std::path::Path;
//! use serde_json::json;
//! use toolsift_mcp::{Config, Gateway};
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let config = Config::load(Path::new(".mcp.json"), &|_| None)?;
//! let gateway = Gateway::start(config)?;
//! let arguments = json!({ "query": "create an issue" });
//! if let Some(arguments) = arguments.as_object() {
//!     println!("{}", gateway.ask("search_tools", arguments).await.map(|answer| answer.text()).unwrap_or_default());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Guarantees
//!
//! * **Un-vouched text stays out**: a server's words are searched and shown only where the configuration vouches for it, whole or tool by tool, if wanted bound to a SHA-256.
//! * **Bounded**: pages, cursors, tools, bytes and time of a list; handles, their age and their rate; messages, calls and schemas. [`Limits`] has the defaults.
//! * **Recorded before it takes effect**: what is asked is written first, what was decided before its result leaves. [`replay`] gives the same results without ranking.
//! * **No secrets**: values of the configuration are in no log, no error and no `Debug`; what a server says as it dies is cleaned of them.
//! * **One bad server is one bad server**: it is reported, results name it, and it is tried again.
//!
//! # What it does not do
//!
//! It passes on tools, and neither resources nor prompts; it declares no client capabilities to servers, so that none can ask the model or the person for anything.

mod activation;
mod config;
mod downstream;
mod error;
mod gateway;
mod growing;
mod handle;
mod ids;
mod index;
mod known;
mod live;
mod page;
mod rate;
mod record;
mod refusal;
mod status;
mod tools;
mod upstream;
mod validate;

pub use config::{
    Config, Endpoint, LIMIT_RANGES, Limits, MAX_CONFIG_BYTES, MAX_SERVER_NAME_CHARS, MAX_SERVERS, Mode, Secret,
    ServerConfig, VouchRule,
};
pub use downstream::{GatewayServer, HTTP_PATH, HttpServer, serve_stdio};
pub use error::GatewayError;
pub use gateway::{Answered, Changes, FIRST_SEARCH_PATIENCE, Gateway, Reloaded, ServerHealth};
pub use ids::{MAX_CANONICAL_CHARS, SEPARATOR, canonical_id};
pub use record::{MAX_TURN_BYTES, Replayed, ReplayedTurn, is_recorded_session, replay};
pub use refusal::Refusal;
pub use tools::{MAX_DESCRIBED, SEARCH_DESCRIPTION};
pub use upstream::{CallFault, Fault, FaultCode, Health, Hints, ListProblem, State, UpstreamTool};
pub use validate::{MAX_CHECK_WORK, MAX_MISTAKES, MAX_SCHEMA_PARTS, Mistake};
