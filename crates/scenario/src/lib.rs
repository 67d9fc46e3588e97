//! Whole agent runs as files: scenarios, transcripts, golden logs, and the check that they still replay exactly.
//!
//! # Should I use this crate?
//!
//! Yes, if you keep runs as regression tests: write down what a model called, and let your build check that the same calls
//! give the same menus and results, live and replayed. The `toolsift` program has the same as commands.
//!
//! # Example
//!
//! ```
//! use toolsift_replay::MemoryJournal;
//! use toolsift_scenario::Scenario;
//!
//! let scenario = Scenario::parse(r#"{
//!     "version": 1, "loop": "main",
//!     "catalog": [{ "id": "charge_invoice", "aliases": ["bill the customer"] }, { "id": "refund_payment" }],
//!     "toolSearch": {},
//!     "turns": [{ "calls": [{ "name": "search_tools", "arguments": { "query": "bill the customer" } }] }]
//! }"#)?;
//! let mut journal = MemoryJournal::new();
//! let live = scenario.run(&mut journal)?;
//! assert_eq!(live.turns[0].menu, ["search_tools", "charge_invoice"]);
//!
//! let (replayed, divergences) = scenario.replay(journal.lines(), None)?;
//! assert_eq!(replayed.turns[0].menu, live.turns[0].menu);
//! assert!(divergences.is_empty());
//! # Ok::<(), toolsift_scenario::ScenarioError>(())
//! ```
//!
//! # Guarantees
//!
//! The same scenario gives the same journal and the same transcript, byte for byte. A replay never ranks. An unknown field
//! is an error.
//!
//! # What it does not do
//!
//! It calls no model: the calls are the scenario's. Tools other than the search answer `{ "ok": true }`.

mod against;
mod check;
mod drive;
mod edits;
mod error;
mod golden;
mod ranker;
mod scenario;
mod skills;
mod tamper;
mod transcript;
mod world;

pub use against::{Loss, against};
pub use check::{Problem, Regenerated, Report, header_line, replay_check};
pub use edits::{Edits, Removed};
pub use error::ScenarioError;
pub use golden::{Golden, GoldenHeader, ReplayPlan, find_logs};
pub use ranker::{Answer, AnswerError, AnswerTerminal, RankerChoice};
pub use scenario::{Scenario, ScenarioCall, SearchSettings, SkillSettings, Turn};
pub use skills::SkillUse;
pub use tamper::{TAMPERINGS, tampered};
pub use transcript::{CallTranscript, Transcript, TurnTranscript, TurnWarning};
