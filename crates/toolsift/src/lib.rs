//! toolsift decides what the model of an agent gets to see (tools, skills, rows), keeps that within bounds and trust, and
//! writes down every decision so that a run can be replayed exactly.
//!
//! # Should I use this crate?
//!
//! Yes, if your agent has more tools than you want to put on every request. This is the whole family behind one name; if you need one part, the
//! small crates stand alone: `toolsift-core` (contracts), `toolsift-tokenizer`, `toolsift-bm25f-index`,
//! `toolsift-trust-policy`, `toolsift-session`, `toolsift-select`, `toolsift-registry`, `toolsift-replay`, `toolsift-retrieval`,
//! `toolsift-scenario`, `toolsift-catalog`, `toolsift-eval`.
//! Below about 30 tools, put them all on the menu: that is cheaper than the extra round trip of a search.
//!
//! # Example
//!
//! ```
//! use toolsift::prelude::*;
//!
//! let mut charge = ToolDefinition::new(ToolId::new("charge_invoice")?);
//! charge.aliases = vec!["bill the customer".to_owned()];
//! let refund = ToolDefinition::new(ToolId::new("refund_payment")?);
//!
//! let docs = tool_search_docs(&[charge, refund], &Annotations::new());
//! let ranker = build_ranker(&docs, Stopwords::default())?;
//! assert_eq!(ranker.rank("bill the customer", 5)?[0].id.as_str(), "charge_invoice");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An agent's turn, with the search recorded and the menu growing:
//!
//! ```
//! use serde_json::json;
//! use toolsift::prelude::*;
//!
//! let mut charge = ToolDefinition::new(ToolId::new("charge_invoice")?);
//! charge.aliases = vec!["bill the customer".to_owned()];
//! let mut setup = Setup::new(LoopName::new("main")?);
//! setup.catalog = CatalogSnapshot::new(1, vec![charge])?;
//! setup.search = Some(ToolSearchConfig::default());
//!
//! let mut session = Session::new(setup, built_in_ranker(Stopwords::default()))?;
//! let mut journal = MemoryJournal::new();
//! let calls = [Call::new("search_tools", json!({ "query": "bill the customer" }))];
//! let settled = session.settle(0, &calls, &mut journal)?;
//! assert!(settled.outcomes[&0].output.to_json().contains("charge_invoice"));
//! assert!(session.run().is_callable("charge_invoice").is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! * `scenario`: whole runs as files, and the check that they still replay;
//! * `catalog`: readers for catalogue files;
//! * `eval`: labelled queries, measures, and the contract that every ranker must pass;
//! * `registry`: tools that come and go, in scopes, loaded when a model asks;
//! * `select`: per-turn selection, for a loop that builds every request anew; see `ranker_selector`;
//! * `embedding`: the same by vectors of the host's own embedder;
//! * `retrieval`: rows of a host under a ceiling of confidentiality.
//!
//! A feature adds items. None changes a result.
//!
//! # What it does not do
//!
//! It calls no tool and no model, speaks no protocol and reads no file by itself.

#[cfg(feature = "registry")]
mod deferring;
#[cfg(feature = "select")]
mod selection;
mod wiring;

#[cfg(feature = "registry")]
pub use deferring::{deferred, deferred_registry, over_scope};
#[cfg(feature = "select")]
pub use selection::{ranker_selector, tool_schemas};
pub use wiring::{build_ranker, built_in_ranker, guarded_ranker};

pub use toolsift_bm25f_index as bm25f_index;
#[cfg(feature = "catalog")]
pub use toolsift_catalog as catalog;
pub use toolsift_core as contracts;
#[cfg(feature = "eval")]
pub use toolsift_eval as eval;
#[cfg(feature = "registry")]
pub use toolsift_registry as registry;
pub use toolsift_replay as replay;
#[cfg(feature = "retrieval")]
pub use toolsift_retrieval as retrieval;
#[cfg(feature = "scenario")]
pub use toolsift_scenario as scenario;
#[cfg(feature = "select")]
pub use toolsift_select as select;
pub use toolsift_session as session;
pub use toolsift_tokenizer as tokenizer;
pub use toolsift_trust_policy as trust_policy;

/// What most programs need.
pub mod prelude {
    pub use crate::{build_ranker, built_in_ranker, guarded_ranker};
    #[cfg(feature = "registry")]
    pub use crate::{deferred, deferred_registry, over_scope};
    #[cfg(feature = "select")]
    pub use crate::{ranker_selector, tool_schemas};
    pub use toolsift_bm25f_index::{Answer, Bm25fRanker, Index, Params, Score, Searcher, Strength};
    pub use toolsift_core::{
        CatalogSnapshot, Hit, RankError, Ranking, SearchDoc, SkillDefinition, SkillId, SkillSnapshot, Standing, Text,
        ToolDefinition, ToolId, ToolRanker, Vocabulary,
    };
    #[cfg(feature = "registry")]
    pub use toolsift_registry::{
        Deferred, DeferredRegistry, Guard, Registration, Restriction, SEARCH_TOOL, SearchInput, Status,
    };
    pub use toolsift_replay::{FileJournal, Journal, LoopName, MemoryJournal, Recorded};
    #[cfg(feature = "select")]
    pub use toolsift_select::{
        KeywordSelector, Opened, RankerSelector, Selection, SelectionContext, SelectorSlot, StaticSelector, Subset,
        ToolSchema, ToolSelector,
    };
    pub use toolsift_session::{
        Call, Discovery, RankerSource, Rankers, Replayer, Session, Setup, SkillActivationConfig, ToolSearchConfig,
    };
    pub use toolsift_tokenizer::Stopwords;
    pub use toolsift_trust_policy::{
        Annotations, MenuSpec, Vouch, combined_search_docs, listing, skill_search_docs, tool_search_docs, tool_spec,
        vouch,
    };
}

/// The pages under `docs/` and the front page, so that their examples are compiled with the tests.
#[cfg(doctest)]
mod documentation {
    #[doc = include_str!("../../../README.md")]
    mod readme {}
    #[doc = include_str!("../../../docs/architecture.md")]
    mod architecture {}
    #[doc = include_str!("../../../docs/defaults.md")]
    mod defaults {}
    #[doc = include_str!("../../../docs/formats.md")]
    mod formats {}
}
