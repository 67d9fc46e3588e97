//! How fast the machine lets such an index be: a loop written for the purpose, beside which the real index is held.
//!
//! Each term's share of a document's score is computed when the index is built, in twelve bits. A query adds shares in windows of 4,096
//! documents, which stay in the nearest cache: frequent terms as one byte a document, added by the vector unit, others one by one. A query of
//! one term copies the head of a list that is sorted by share.
//!
//! It leaves out what a user needs: it splits at blanks, takes words with one hash for one word, and knows no capitals, plurals or Unicode;
//! it gives numbers instead of ids, rounds scores, and says neither which terms are unknown nor how good a hit is.
//!
//! It is built for the target's default instructions, as a library's users build theirs; on x86-64 that is SSE2.

mod build;
mod dictionary;
mod search;
mod top;
mod weigh;

use dictionary::Dictionary;

/// Documents whose scores are added together.
pub(crate) const WINDOW: usize = 4_096;

/// Documents that are compared with the threshold at once; rows of frequent terms are a multiple of it.
const BLOCK: usize = 128;

/// Terms that more than one document in so many has are kept as a row.
const DENSE: usize = 12;

/// The longest head.
const HEAD: usize = 50;

/// Terms of a query that count.
pub(crate) const MAX_TERMS: usize = 16;

/// The index and what a search needs.
#[derive(Debug)]
pub struct Floor {
    dictionary: Dictionary,
    terms: Vec<Term>,
    /// The documents of the terms that are not dense, ascending in each term.
    documents: Vec<u32>,
    /// What the term adds to each of them.
    shares: Vec<u16>,
    /// Where a term's postings of each window begin, for terms with many.
    starts: Vec<u32>,
    /// One row of bytes for each dense term.
    rows: Vec<u8>,
    /// The documents to which a term adds most, best first.
    heads: Vec<u32>,
    /// Documents, rounded up to whole blocks: the length of a row.
    padded: usize,
    /// What a byte of a row is worth, as a shift.
    shift: u32,
    scratch: search::Scratch,
}

/// What is known of a term.
#[derive(Debug, Clone, Copy)]
struct Term {
    /// The first of its postings, or the number of its row.
    first: u32,
    /// How many postings it has.
    count: u32,
    /// The first of its starts, or [`NONE`].
    starts: u32,
    /// The first of its head.
    head: u32,
    /// What it adds to its fifth and fiftieth best document: no list of that length ends lower. A dense term's in whole bytes.
    ends: [u16; 2],
    dense: bool,
}

/// No starts.
const NONE: u32 = u32::MAX;

impl Floor {
    /// The documents that the latest search found, best first.
    #[must_use]
    pub fn found(&self) -> &[u32] {
        &self.scratch.found
    }

    fn windows(&self) -> usize {
        self.padded.div_ceil(WINDOW)
    }
}
