//! What was done under each handle, in a folder of its own.
//!
//! `config.json` says what the session began with, `turns.jsonl` what was asked, `journal.jsonl` what was decided. Definitions, lists of them and instructions lie beside the sessions, each once, under their digests.

mod config;
mod folder;
mod layout;
mod recorder;
mod replayed;
mod shelf;
mod turn;

pub(crate) use self::config::SessionConfig;
pub(crate) use self::folder::{Records, Stored};
pub(crate) use self::recorder::Recorder;
pub use self::replayed::{Replayed, ReplayedTurn, is_recorded_session, replay};
pub use self::turn::MAX_TURN_BYTES;
pub(crate) use self::turn::{LISTED, bounded};
