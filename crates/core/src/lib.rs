//! The contracts of toolsift: what a tool is, what may be indexed about it, what a ranker answers, and every cap.
//!
//! # Should I use this crate?
//!
//! Yes, if you write a ranker of your own or hand tool definitions to another crate of the family.
//! If you want to search tools, take `toolsift` (everything wired) or `toolsift-bm25f-index` (the index alone).
//!
//! # Example
//!
//! A ranker is anything that answers [`ToolRanker::rank`]:
//!
//! ```
//! use toolsift_core::{Hit, RankError, ToolId, ToolRanker};
//!
//! #[derive(Debug)]
//! struct Alphabetical(Vec<ToolId>);
//!
//! impl ToolRanker for Alphabetical {
//!     fn kind(&self) -> &str {
//!         "alphabetical"
//!     }
//!     fn rank(&self, _query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
//!         Ok(self.0.iter().take(limit).map(|id| Hit::new(id.clone(), 1.0)).collect())
//!     }
//! }
//!
//! let ranker = Alphabetical(vec![ToolId::new("charge_invoice")?]);
//! assert_eq!(ranker.rank("anything", 5)?[0].id.as_str(), "charge_invoice");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! No input or output, no clock, no randomness, no logging, no `unsafe`; nothing here panics.
//! Every length is counted in Unicode scalar values.
//!
//! # What it does not do
//!
//! It ranks nothing, decides no trust and parses no files.

mod canonical;
mod doc;
mod error;
mod hex;
mod id;
mod instructions;
pub mod limits;
mod ranker;
mod ranking;
mod skill;
mod snapshot;
mod text;
mod tool;

pub use canonical::{MAX_JSON_DEPTH, canonical_json};
pub use doc::{SearchDoc, Standing};
pub use error::CoreError;
pub use hex::lower_hex;
pub use id::{SKILL_KEY_PREFIX, SkillId, ToolId};
pub use instructions::{InstructionLoader, InstructionStore, LoadError, OwnInstructions};
pub use ranker::{Hit, RankError, ToolRanker, ToolRankerFactory};
pub use ranking::Ranking;
pub use skill::{Annotations, CapabilityDefinition, SkillDefinition, Vocabulary};
pub use snapshot::{CatalogSnapshot, SkillSnapshot};
pub use text::{Text, chars_prefix};
pub use tool::{Origin, SchemaOrigin, ToolDefinition, ToolKind};
