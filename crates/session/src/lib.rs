//! One agent run with a searchable catalogue: an append-only menu, bounded and recorded searches, replay, provider wires.
//!
//! # Should I use this crate?
//!
//! Yes, if you drive an agent loop yourself and want `search_tools` or `activate_skill` in it. `toolsift` wires it to the built-in ranker.
//!
//! # How a turn goes
//!
//! The prompt of the first turn has [`SkillIndex::text`] in it, where skills may be activated. Ahead of each turn [`Session::compact`] says whether the transcript is to be compacted. Then the
//! host sends [`Menu::specs`], gets the model's calls, and hands all of them to [`Session::settle`]: searches are ranked, instructions are loaded, both are recorded and applied in
//! their order, so that a later call of the same turn may use what an earlier one found. Every other call goes through [`Run::is_callable`] and
//! then through the host's own approvals; [`Session::count`] counts its result. An example is at [`Session`]; a host with an asynchronous ranker or loader, or a durable store, drives a [`Run`] itself.
//!
//! Skills work like this:
//!
//! ```
//! use std::sync::Arc;
//! use serde_json::json;
//! use toolsift_core::{Hit, RankError, SkillDefinition, SkillId, SkillSnapshot, ToolRanker};
//! use toolsift_replay::{LoopName, MemoryJournal};
//! use toolsift_session::{Call, RankerSource, Session, Setup, SkillActivationConfig};
//! # #[derive(Debug)]
//! # struct None;
//! # impl ToolRanker for None {
//! #     fn kind(&self) -> &str { "none" }
//! #     fn rank(&self, _: &str, _: usize) -> Result<Vec<Hit>, RankError> { Ok(Vec::new()) }
//! # }
//!
//! let mut skill = SkillDefinition::new(SkillId::new("month-end")?, "Close the ledger first.");
//! skill.description = Some("Closes the books.".into());
//! let mut setup = Setup::new(LoopName::new("main")?);
//! setup.skills = Some(SkillSnapshot::new(vec![skill])?);
//! setup.activation = Some(SkillActivationConfig::default());
//! let mut session = Session::new(setup, RankerSource::Custom(Arc::new(None)))?;
//! let prompt = session.run().skill_index().map(|index| index.text.as_str());
//! assert!(prompt.is_some_and(|prompt| prompt.ends_with("- month-end: Closes the books.")));
//!
//! let calls = [Call::new("activate_skill", json!({ "name": "month-end" }))];
//! let settled = session.settle(0, &calls, &mut MemoryJournal::new())?;
//! let result = settled.outcomes[&0].output.to_json();
//! assert_eq!(result, r#"{"skill":"month-end","instructions":"Close the ledger first."}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! * **The menu only grows**, and its prefix stays the same bytes.
//! * **Searching widens nothing**: what a ranker or a record names is admitted against what may be found now.
//! * **Recorded before it takes effect**: replaying the record with a [`Replayer`], which has no ranker, gives the same results and the same menu.
//! * **The recorded text or none**: instructions of a record with a digest are delivered if they are the ones that were recorded, on a replay, after a compaction, after a resume; the meter of compactions counts what was recorded.
//! * **Bounded**: searches, pages, found tools and the characters of their specs have caps with ceilings; the work of a turn does not grow with the turns before.
//! * **Typed refusals**: a model reads one of a closed set of [`Code`]s with a fixed text, never a host's, a ranker's or a server's words.
//!
//! # What it does not do
//!
//! It calls no model and no tool, links no ranker, compacts nothing, and touches no file, socket or clock.

mod checkpoint;
mod code;
mod config;
mod error;
mod instructions;
mod ledger;
mod menu;
mod meta_tool;
mod meter;
mod page;
mod pending;
mod ranker;
mod replayer;
mod result;
mod run;
mod session;
mod settled;
mod skills;
pub mod wire;
mod words;

pub use checkpoint::Checkpoint;
pub use code::Code;
pub use config::{
    MAX_LOADED, MAX_MENU_CHARS_CEILING, MAX_PER_SEARCH, MAX_SEARCHES, MAX_TOOL_DESCRIPTION_CHARS, Setup,
    ToolSearchConfig,
};
pub use error::{ConfigError, SessionError};
pub use instructions::Instructions;
pub use menu::{Menu, MenuEntry, Origin};
pub use meta_tool::{ACTIVATION_DESCRIPTION, SEARCH_DESCRIPTION};
pub use meter::{CompactionConfig, MAX_AFTER_BYTES, Meter};
pub use pending::{Ask, Asks, Offer, Pending, Search};
pub use ranker::{RankerSource, Rankers};
pub use replayer::Replayer;
pub use result::{FoundSkill, FoundTool, Note, Outcome, Output, SearchResult, SkillResult, Warning};
pub use run::{Begin, Call, MAX_SEARCH_QUERY_CHARS, Made, Run};
pub use session::{MAX_MARKED_CALLS, Session};
pub use settled::{Rest, Settled};
pub use skills::{
    Activation, ActiveSkill, Discovery, MAX_ACTIVE, MAX_INDEX, MAX_INDEX_BYTES, MAX_INSTRUCTION_BYTES, MAX_SKILL_TOOLS,
    PendingSkill, SkillActivationConfig, SkillCatalog, SkillIndex,
};
pub use toolsift_core::limits::{MAX_RANK_ASK, MAX_RANK_ROUNDS};
