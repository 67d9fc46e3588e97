//! Labelled queries, recall@k, nDCG@k and MRR for tool rankers, and the contract that every ranker must pass.
//!
//! # Should I use this crate?
//!
//! Yes, if you want to know how well a ranker finds the right tools, or if you write a ranker of your own:
//! [`contract::check`] holds it against the laws that everything else in the family relies on.
//! If you only want to search tools, take `toolsift`.
//!
//! # Example
//!
//! ```
//! use toolsift_core::{Hit, RankError, ToolId, ToolRanker};
//! use toolsift_eval::{evaluate, parse_queries};
//!
//! #[derive(Debug)]
//! struct Fixed(Vec<ToolId>);
//!
//! impl ToolRanker for Fixed {
//!     fn kind(&self) -> &str {
//!         "fixed"
//!     }
//!     fn rank(&self, _query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
//!         Ok(self.0.iter().take(limit).map(|id| Hit::new(id.clone(), 1.0)).collect())
//!     }
//! }
//!
//! let queries = parse_queries(br#"{"query":"bill the customer","relevant":["charge_invoice"]}"#, "queries.jsonl")?;
//! let ranker = Fixed(vec![ToolId::new("list_invoices")?, ToolId::new("charge_invoice")?]);
//! let report = evaluate(&ranker, &queries, 10)?;
//! assert_eq!(report.recall_at_1, 0.0);
//! assert_eq!(report.recall_at_5, 1.0);
//! assert_eq!(report.mrr_at_10, 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! No input or output, no clock, no randomness, no logging, no `unsafe`; nothing here panics.
//! The logarithm is computed in Rust, so that a report has the same bits on every platform.
//! A ranker is asked for each query in the order of the data set, once.
//!
//! # What it does not do
//!
//! It opens no files, measures no time, knows no graded relevance and says nothing about significance.

pub mod contract;
mod dataset;
mod error;
pub mod metrics;
mod report;
mod run;

pub use dataset::{Query, parse_queries};
pub use error::EvalError;
pub use report::{Report, Row, Scores};
pub use run::{MIN_DEPTH, evaluate, evaluate_pages};
