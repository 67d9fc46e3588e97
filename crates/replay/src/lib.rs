//! Recorded decisions of an agent's run: ids, records, marks, journals, and their re-admission against what is allowed now.
//!
//! # Should I use this crate?
//!
//! Yes, if you keep a run's decisions in a store of your own, check logs, or write another kind of journal.
//! If you want searches to be recorded and replayed, take `toolsift`: its session writes and reads all of this.
//!
//! # Example
//!
//! ```
//! use toolsift_replay::{Journal, Line, LoopName, MemoryJournal, Position, Recorded, SearchChoice, admit};
//!
//! let main = LoopName::new("main")?;
//! let mut choice = SearchChoice::new("bm25f", "bill the customer");
//! choice.results = vec!["charge_invoice".into(), "drop_tables".into(), "charge_invoice".into()];
//! let mut journal = MemoryJournal::new();
//! journal.append(&Line::search(&main, Position { turn: 0, call: 0 }, &choice))?;
//!
//! let recorded = Recorded::from_lines(journal.lines())?;
//! let read = recorded.search(&main, Position { turn: 0, call: 0 }).ok_or("not recorded")?;
//! // A record may narrow what is allowed now and never widen it.
//! assert_eq!(admit(&read.results, |id| id == "charge_invoice", 5), ["charge_invoice"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! * **A record is untrusted.** Whatever a line holds, reading it gives a bounded choice or a typed error, never a panic,
//!   and [`admit`] lets nothing pass that is not allowed now.
//! * **A crash loses nothing accepted.** The file journal flushes each line to the disk before it answers; a torn or NUL-padded tail is dropped, damage
//!   anywhere else is an error that names the line.
//! * **Bounded**: a line has at most [`MAX_LINE_BYTES`], which is checked before it is parsed.
//!
//! # What it does not do
//!
//! It ranks nothing, and cannot: no ranker is among its dependencies. It knows no menu; what is allowed now is for the caller to say.

mod admit;
mod chain;
mod choice;
mod error;
mod file;
mod id;
mod journal;
mod lenient;
mod line;
mod reader;
mod recorded;
mod skill_choice;
mod store;
mod version;

pub use admit::admit;
pub use chain::{Chain, verify_chain};
pub use choice::{MAX_RECORDED_IDS, MAX_RECORDED_QUERY_CHARS, MAX_RECORDED_TERMS, SearchChoice};
pub use error::{Divergence, DivergenceKind, JournalError};
pub use file::{FileJournal, Recovery};
pub use id::{
    DecisionKind, LoopName, MAX_LOOP_NAME_CHARS, Position, compaction_id, decision_id, parse_decision_id, turn_id,
};
pub use journal::{Journal, MemoryJournal};
pub use line::{Decision, End, Line, MAX_LINE_BYTES, Mark, RECORDED_FACT_SOURCES, Source};
pub use reader::{JournalReader, read_lines};
pub use recorded::Recorded;
pub use skill_choice::SkillChoice;
pub use store::{FolderStore, MAX_STORED_BYTES, MemoryStore, instructions_digest};
pub use version::{Behaviour, Header, JOURNAL_FORMAT, JOURNAL_VERSION, OLDEST_JOURNAL_VERSION};
