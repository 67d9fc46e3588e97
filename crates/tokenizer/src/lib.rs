//! Text to bounded search terms, the same on every platform.
//!
//! # Should I use this crate?
//!
//! Yes, if you index short technical text (tool names, descriptions, labels) and need an answer for `HTTPServer`,
//! `create_pull_request`, `issues`, `Straße`, `ＪＳＯＮ` and `发票` alike, from input that you do not trust.
//! If you want to search tools, take `toolsift`; this is the layer below its index.
//!
//! # Example
//!
//! ```
//! use toolsift_tokenizer::{MAX_FIELD_CHARS, Stopwords, query_terms, terms};
//!
//! assert_eq!(terms("github:createPullRequests", MAX_FIELD_CHARS), ["github", "create", "pull", "request"]);
//! assert_eq!(terms("查询发票", MAX_FIELD_CHARS), ["查询", "询发", "发票"]);
//! assert_eq!(query_terms("Does this tool refund?", &Stopwords::default()), ["tool", "refund"]);
//! ```
//!
//! # How text becomes terms
//!
//! The first N characters (512 of a query, 2,000 of a field) → invisible format characters go → NFKC → the first N again →
//! words: runs of letters, digits and combining marks, begun by a letter or digit → camelCase boundaries → full case folding →
//! a trailing plural folded → the first 32 characters.
//! Scripts written without spaces (Han, kana, Hangul, Thai, Lao, Khmer, Myanmar) give overlapping pairs of characters instead of words.
//!
//! # Guarantees
//!
//! * **Bounded.** The caps apply before the work; a term has 1 to 32 characters, all of them letters, digits or combining marks.
//! * **Deterministic.** A function of the text and of three Unicode tables, whose versions [`unicode_versions`] tells.
//! * **No panic** on any text, and no `unsafe`.
//! * **Trust**: terms of hostile text are harmless, but they are still hostile text: whoever shows them must say so.
//!
//! # What it does not do
//!
//! No stemming beyond plurals, no synonyms, no language detection, no dictionary segmentation.

mod ascii;
mod block;
mod camel;
mod ignorable;
mod label;
mod normalize;
#[cfg(test)]
mod plain;
mod plural;
mod query;
mod scripts;
mod stopwords;
mod term;
mod traits;
mod unicode;
mod version;

pub use ignorable::is_ignorable;
pub use label::{Labels, MAX_LABEL_CHARS, MAX_LABELS, MAX_LABELS_READ, normalize_label, normalize_labels};
pub use query::{Joined, MAX_QUERY_CHARS, for_each_joined_term, joined_terms, query_terms};
pub use stopwords::{DEFAULT_STOPWORDS, MAX_STOPWORDS, Stopwords, StopwordsError};
pub use term::{MAX_FIELD_CHARS, MAX_TERM_CHARS, for_each_term, terms};
pub use version::{TOKENIZER_VERSION, UnicodeVersions, unicode_versions};
