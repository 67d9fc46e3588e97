//! The caps of definitions and of what is indexed about them. The caps of a text (how much of a query or a field is read,
//! the length of a term or label) belong to the tokenizer, which is usable without this crate.
//!
//! The unit of every `_CHARS` cap is the Unicode scalar value, and a cut never splits one.
//! A cap is applied before the work it bounds.

/// Longest id a definition may carry, in characters.
///
/// Far above what MCP allows (128, server/tools of 2026-07-28), so that an odd catalogue can still be listed and audited.
pub const MAX_ID_CHARS: usize = 512;

/// Distinct query terms that take part in a ranking (ADR 0125, D6). Which ones: the rarest, see the index.
pub const MAX_QUERY_TERMS: usize = 16;

/// Terms kept of a tool's name (ADR 0125, D6).
pub const MAX_NAME_TERMS: usize = 32;

/// Terms kept of all aliases of a tool together (ADR 0125, D6).
pub const MAX_ALIAS_TERMS: usize = 96;

/// Terms kept of all tags of a tool together (ADR 0125, D6).
pub const MAX_TAG_TERMS: usize = 64;

/// Terms kept of a description (ADR 0125, D6).
pub const MAX_DESCRIPTION_TERMS: usize = 128;

/// Terms kept of a tool's parameter names and their descriptions together. The documents are silent: as the description.
pub const MAX_PARAMETER_TERMS: usize = 128;

/// Properties of a schema, nested ones included, whose names and descriptions are read.
pub const MAX_SCHEMA_PROPERTIES: usize = 128;

/// Schema nodes that are visited on the search for properties.
pub const MAX_SCHEMA_NODES: usize = 256;

/// How deep a schema is descended into. A property of the top level has depth 1.
pub const MAX_SCHEMA_DEPTH: usize = 8;

/// Longest line that a listing shows of a description, in characters (ADR 0125, D12).
pub const MAX_LISTING_CHARS: usize = 160;

/// The most hits that a ranker is asked for (ADR 0125, D13).
pub const MAX_RANK_ASK: usize = 1_000;

/// How often a ranker is asked at most for one page, where what it names may not be shown (ADR 0125, D13).
pub const MAX_RANK_ROUNDS: u32 = 4;

/// Most documents of one index. A catalogue above it is an error, never a silent loss of the ids that sort last.
pub const MAX_DOCUMENTS: usize = 1_000_000;

/// Most postings of one index, a pair of a term and a document each: a hundred for every document that it may have, several times as many as real tools need. A
/// catalogue of documents that are all as long as they may be is an error above it, instead of gigabytes.
pub const MAX_POSTINGS: usize = 100_000_000;

/// Terms kept of the name of a document that is not trusted: its server chose every one of them (`SearchDoc::standing`).
pub const MAX_UNTRUSTED_NAME_TERMS: usize = 8;

/// Of so many places of a [guarded](crate::Ranking::Guarded) page un-vouched hits have two, and every place that trusted ones leave free: two of five (`(2, 5)`).
pub const UNTRUSTED_PLACES: (usize, usize) = (2, 5);
