//! Per-turn selection: which of the tools at hand ride the next request.
//!
//! # Should I use this crate?
//!
//! Yes, if you build each request anew and a small model is to choose among some tools instead of all. The selector to begin with is [`RankerSelector`]; `toolsift` wires it to the
//! built-in index. If your provider caches prompts, look at `toolsift-session` first: its menu only grows, so that the cached prefix stays, while a selection that changes from turn to turn
//! breaks it.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//! use serde_json::json;
//! use toolsift_core::ToolId;
//! use toolsift_select::{KeywordSelector, SelectionContext, SelectorSlot, ToolSchema};
//!
//! # fn block_on<F: Future>(future: F) -> F::Output {
//! #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
//! #     let mut future = std::pin::pin!(future);
//! #     loop {
//! #         if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) { return output; }
//! #     }
//! # }
//! let tool = |id: &str, description: &str| -> Result<_, toolsift_core::CoreError> {
//!     Ok(ToolSchema::new(ToolId::new(id)?, description, json!({ "type": "object" })))
//! };
//! let all = [tool("read_file", "Read a file")?, tool("web_search", "Search the web")?];
//! let slot = SelectorSlot::of(Arc::new(KeywordSelector::default()));
//!
//! let context = SelectionContext::new(0).with_prompt("look up the rust news");
//! let never_cancelled = std::future::pending();
//! let selection = block_on(slot.select(&context, &all, never_cancelled));
//! // One selection serves the request, the estimate and the gate.
//! assert_eq!(selection.subset().ids().collect::<Vec<_>>(), ["web_search"]);
//! assert!(selection.estimate().saved_chars() > 0);
//! assert!(!selection.subset().contains("read_file"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which selector
//!
//! | selector | asks | needs |
//! | --- | --- | --- |
//! | [`StaticSelector`] | nobody | nothing: every tool, as without a selector |
//! | [`KeywordSelector`] | nobody | English prompts and descriptions; few tools |
//! | [`RankerSelector`] | a `ToolRanker` | an index over the same tools |
//! | [`RewritingSelector`] | a small model, once a request | a completion, a timer, tokens |
//! | `EmbeddingSelector` (feature `embedding`) | an embedder, once a request and once a generation of tools | vectors |
//!
//! # Guarantees
//!
//! * **Drawn from what was given**: a [`Subset`] holds places of the slice, and [`SelectorSlot`] refuses one of another slice; no selector can advertise a tool that the host has not.
//! * **Open on failure**: a selector that cannot tell gives all tools and [says why](Selection::why_opened); an empty selection is always meant.
//! * **Bounded**: every text that is read or sent has a cap, the prompt included; a cut never splits a character.
//! * **Nothing third parties wrote is logged**; warnings carry a code. No runtime, clock, thread, `unsafe` or panic.
//! * [`StaticSelector`], [`KeywordSelector`] and [`RankerSelector`] over a deterministic ranker give the same selection for the same input.
//!
//! # What it does not do
//!
//! It decides no trust (a [`ToolSchema`] holds what a model may read, and `toolsift` makes it so), admits nothing, registers nothing, calls no model by itself and records nothing.

mod context;
#[cfg(feature = "embedding")]
mod embedding;
mod error;
mod estimate;
mod keyword;
mod race;
mod ranker;
mod rewriting;
mod schema;
mod selection;
mod selector;
mod slot;
mod static_selector;
mod subset;
mod timer;

pub use context::{Message, Role, SelectionContext};
#[cfg(feature = "embedding")]
pub use embedding::{Embedder, EmbeddingSelector, MAX_DIMENSIONS, MAX_EMBED_CHARS};
pub use error::{DeadWord, SelectError};
pub use estimate::{Estimate, Surface};
pub use keyword::{
    DEFAULT_PHRASES, DEFAULT_SYNONYMS, KEYWORD_STOPWORDS, KeywordSelector, MAX_KEYWORD_DESCRIPTION_CHARS,
    MAX_KEYWORD_PROMPT_CHARS, MIN_WORD_BYTES,
};
pub use ranker::{DEFAULT_TOP_K, RankerSelector};
pub use rewriting::{
    Budget, Completed, Completion, DEFAULT_TIMEOUT, MAX_ANSWER_BYTES, MAX_EXCERPT_BYTES, MAX_EXCERPTS,
    MAX_REWRITE_TOOLS, MAX_RUN_PROMPT_BYTES, RewritingSelector, Usage,
};
pub use schema::ToolSchema;
pub use selection::{Opened, Selection};
pub use selector::{AsyncToolSelector, BoxError, BoxFuture, ToolSelector};
pub use slot::SelectorSlot;
pub use static_selector::StaticSelector;
pub use subset::Subset;
pub use timer::Timer;
