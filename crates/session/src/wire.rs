//! The menu and the results of searches in the words of each provider.
//!
//! | provider | menu | a search's result |
//! | --- | --- | --- |
//! | Anthropic Messages | [`anthropic::tools`] | [`anthropic::search_answer`] |
//! | `OpenAI` Responses | [`responses::tools`] | [`responses::search_output`] |
//! | Chat Completions and what speaks it | [`chat::tools`] | [`chat::tool_message`], and the tools array grows |
//! | MCP | [`mcp::tools`] | a text: a server's list must not change by a search (revision 2026-07-28) |
//!
//! All are pure functions from [specs](toolsift_trust_policy::MenuSpec) in menu order to JSON values. Print values with
//! [`canonical_json`](toolsift_core::canonical_json): then the bytes are a function of the specs alone and a menu that grew begins with the
//! bytes it had.
//!
//! # Names
//!
//! An id may hold what no provider takes as a name (`math.hypot`). [`Names`] gives each id a name of its own and leads back from it:
//!
//! ```
//! use serde_json::json;
//! use toolsift_core::canonical_json;
//! use toolsift_session::wire::{Names, chat};
//! use toolsift_trust_policy::MenuSpec;
//!
//! let menu = [MenuSpec::of_the_host("math.hypot", "Length of a vector.", json!({ "type": "object" }))];
//! let names = Names::of(menu.iter().map(|spec| spec.name.as_str()));
//! let tools = chat::tools(&names, &menu)?;
//! assert_eq!(
//!     canonical_json(&tools.into()),
//!     r#"[{"function":{"description":"Length of a vector.","name":"math_hypot_f236e3fd55fa","parameters":{"properties":{},"type":"object"}},"type":"function"}]"#
//! );
//! assert_eq!(names.id("math_hypot_f236e3fd55fa"), Some("math.hypot"));
//! # Ok::<(), toolsift_session::wire::WireError>(())
//! ```
//!
//! A text for the model that names tools must use these names too.
//!
//! # Schemas
//!
//! One tool with a schema that a provider refuses fails the whole request. So the root of each schema, on every wire but MCP's, is made
//! what all of them take: an object with `type: "object"` and an object `properties`, without `oneOf`, `anyOf`, `allOf`, `not` and `enum`
//! ([anthropics/claude-code#5878](https://github.com/anthropics/claude-code/issues/5878),
//! [nspady/google-calendar-mcp#39](https://github.com/nspady/google-calendar-mcp/issues/39)). The model is told less, the tool still checks
//! its arguments. Below the root a schema is left alone.
//!
//! # Whether to search at all
//!
//! [`should_enable`] knows the published thresholds.

mod advice;
pub mod anthropic;
pub mod chat;
mod error;
pub mod mcp;
mod names;
pub mod responses;
mod spec;

pub use advice::{
    Advice, FEW_TOOLS, GUIDANCE_WINDOW_PERCENT, MANY_TOKENS, MANY_TOOLS, MANY_WINDOW_PERCENT, Reason, should_enable,
};
pub use error::WireError;
pub use names::{MAX_NAME_CHARS, Names};
