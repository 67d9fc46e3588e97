//! One agent run with a searchable catalogue: an append-only menu, bounded and recorded searches, replay, provider wires.
//!
//! # Should I use this crate?
//!
//! Yes, if you drive an agent loop yourself and want `search_tools` in it. `toolsift` wires it to the built-in ranker.
//!
//! # How a turn goes
//!
//! The host sends [`Menu::specs`], gets the model's calls, and hands all of them to [`Session::settle`]: searches are ranked, recorded and applied in
//! their order, so that a later call of the same turn may use what an earlier one found. Every other call goes through [`Run::is_callable`] and
//! then through the host's own approvals. An example is at [`Session`]; a host with an asynchronous ranker or a durable store drives a [`Run`] itself.
//!
//! # Guarantees
//!
//! * **The menu only grows**, and its prefix stays the same bytes.
//! * **Searching widens nothing**: what a ranker or a record names is admitted against what may be found now.
//! * **Recorded before it takes effect**: replaying the record with a [`Replayer`], which has no ranker, gives the same results and the same menu.
//! * **Bounded**: searches, pages, found tools and the characters of their specs have caps with ceilings; the work of a turn does not grow with the turns before.
//! * **Typed refusals**: a model reads one of a closed set of [`Code`]s with a fixed text, never a host's, a ranker's or a server's words.
//!
//! # What it does not do
//!
//! It calls no model and no tool, links no ranker, and touches no file, socket or clock.

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
pub use pending::{Ask, Asks, MAX_RANK_ASK, MAX_RANK_ROUNDS, Offer, Pending, Search};
pub use ranker::{RankerSource, Rankers};
pub use replayer::Replayer;
pub use result::{FoundSkill, FoundTool, Note, Outcome, Output, SearchResult, SkillResult, Warning};
pub use run::{Begin, Call, MAX_SEARCH_QUERY_CHARS, Made, Run};
pub use session::Session;
pub use settled::{Rest, Settled};
pub use skills::{
    Activation, ActiveSkill, Discovery, MAX_ACTIVE, MAX_INDEX, MAX_INDEX_BYTES, MAX_INSTRUCTION_BYTES, MAX_SKILL_TOOLS,
    PendingSkill, SkillActivationConfig, SkillCatalog, SkillIndex,
};
