//! A deterministic BM25F index over tools: integer scores, exact identifiers, bounded top-k, explanations.
//!
//! # Should I use this crate?
//!
//! Yes, if you have documents whose text you already decided to believe and want to find the right one in a microsecond.
//! If your tools come from servers that you do not control, take `toolsift`, which decides what may be indexed.
//!
//! # Example
//!
//! ```
//! use toolsift_bm25f_index::{Index, Params};
//! use toolsift_core::{SearchDoc, ToolId};
//! use toolsift_tokenizer::Stopwords;
//!
//! let mut charge = SearchDoc::new(ToolId::new("charge_invoice")?);
//! charge.description = Some("Charges an open invoice to the payment method on file.".to_owned());
//! charge.aliases = vec!["bill the customer".to_owned()];
//! let refund = SearchDoc::new(ToolId::new("refund_payment")?);
//!
//! let index = Index::build(&[charge, refund], &Params::default())?;
//! let answer = index.search("bill the customer", &Stopwords::default(), 5);
//! assert_eq!(answer.hits[0].id.as_str(), "charge_invoice");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How a score comes about
//!
//! See [`K1`]: one saturation over the weighted sum of five fields, as an integer that is fixed when the index is built.
//! A query adds integers, so that no order of evaluation, thread count or platform can change a result, and ties go to
//! the smaller id. A word that *is* a tool's identifier puts that tool first: see [`Hit::exact`].
//!
//! # Guarantees
//!
//! * **Deterministic**: hits and scores are a function of the documents (in any order), [`Params`], the stopwords, the query, and the
//!   versions in [`Index::fingerprint`].
//! * **Bounded**: a query reads at most 512 characters and the postings of at most 16 terms; a document gives at most 448 postings.
//! * **No panic** on any document or query, and no `unsafe`. The index is immutable and `Send + Sync`.
//!
//! # What it does not do
//!
//! It decides no trust (it reads whatever a [`SearchDoc`](toolsift_core::SearchDoc) holds), knows no menu, and does not
//! forbid a hit: results are suggestions that the caller intersects with what is allowed.

mod answer;
mod build;
mod count;
mod dictionary;
mod error;
mod explain;
mod field;
mod fingerprint;
mod formula;
mod identifiers;
mod index;
mod lookup;
mod postings;
mod ranker;
mod score;
mod scratch;
mod search;
mod searcher;
mod top_k;

pub use answer::{Answer, Hit, Strength};
pub use error::IndexError;
pub use explain::{Explanation, FieldExplanation, TermExplanation};
pub use field::{Field, TERM_FREQUENCY_CLAMP, TEXT_POOL_CUT, UNTRUSTED_NAME_WEIGHT};
pub use formula::{B, K1, MIN_STATISTICS};
pub use index::{Index, Params, Stats};
pub use ranker::{Bm25fFactory, Bm25fRanker, EXACT_SCORE};
pub use score::Score;
pub use scratch::Scratch;
pub use search::TopHit;
pub use searcher::Searcher;
pub use toolsift_tokenizer::{Stopwords, StopwordsError};

/// The version of the ranking. It rises whenever some query over some documents gives other hits, another order or other scores.
pub const RANKING_VERSION: u32 = 2;
