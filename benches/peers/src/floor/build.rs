//! Documents to an index: count, then weigh.

use super::dictionary::{Dictionary, Words};
use super::weigh::{self, Weighed};
use super::{BLOCK, DENSE, Floor, HEAD, NONE, Term, WINDOW, search};

/// Distinct terms of a document, about.
const EXPECTED_TERMS: usize = 24;

/// One term in one document: in two bits for each field, how often, at most twice.
#[derive(Debug, Clone, Copy)]
pub(super) struct Occurrence {
    pub(super) term: u32,
    pub(super) document: u32,
    pub(super) frequencies: u16,
}

/// What the first pass gives.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) dictionary: Dictionary,
    /// In how many documents each term is.
    pub(super) documents_of: Vec<u32>,
    pub(super) occurrences: Vec<Occurrence>,
    /// The words of each document's fields.
    pub(super) lengths: Vec<[u16; 5]>,
}

impl Floor {
    /// Builds the index over documents of five fields: name, aliases, tags, description, parameters.
    #[must_use]
    pub fn build<'a>(documents: impl Iterator<Item = &'a [String; 5]>) -> Self {
        let counts = count(documents);
        let weighed = weigh::weigh(&counts);
        Self::arrange(counts.dictionary, counts.lengths.len(), weighed)
    }

    /// Third pass: twelve bits each, rows for dense terms, heads for all.
    fn arrange(dictionary: Dictionary, documents: usize, weighed: Weighed) -> Self {
        let padded = documents.next_multiple_of(BLOCK);
        let windows = padded.div_ceil(WINDOW);
        let Weighed { bounds, documents: posting_documents, shares } = weighed;
        let highest = shares.iter().copied().fold(0.0_f32, f32::max).max(f32::MIN_POSITIVE);
        let scale = 4_095.0 / highest;
        let twelve_bits = |share: f32| ((share * scale + 0.5) as u16).max(1);
        let is_dense = |count: usize| count * DENSE > documents;
        let lists = || bounds.windows(2).map(|pair| pair[0] as usize..pair[1] as usize);
        let highest_dense = lists().filter(|list| is_dense(list.len())).flat_map(|list| &shares[list]);
        let highest_dense = twelve_bits(highest_dense.copied().fold(0.0, f32::max));
        let shift = (0..8).find(|shift| highest_dense >> shift <= 255).unwrap_or(8);
        let sparse: usize = lists().filter(|list| !is_dense(list.len())).map(|list| list.len()).sum();
        let dense = lists().filter(|list| is_dense(list.len())).count();
        let heads: usize = lists().map(|list| list.len().min(HEAD)).sum();
        let mut floor = Self {
            dictionary,
            terms: Vec::with_capacity(bounds.len()),
            documents: Vec::with_capacity(sparse),
            shares: Vec::with_capacity(sparse),
            starts: Vec::new(),
            rows: Vec::with_capacity(dense * padded),
            heads: Vec::with_capacity(heads),
            padded,
            shift,
            scratch: search::Scratch::default(),
        };
        let mut best = Vec::new();
        for list in lists() {
            let (numbers, values) = (&posting_documents[list.clone()], &shares[list]);
            let mut term = Term {
                first: floor.documents.len() as u32,
                count: numbers.len() as u32,
                starts: NONE,
                head: floor.heads.len() as u32,
                ends: [0; 2],
                dense: is_dense(numbers.len()),
            };
            best.clear();
            if term.dense {
                let row = floor.rows.len();
                term.first = (row / padded) as u32;
                floor.rows.resize(row + padded, 0);
                for (&number, &value) in numbers.iter().zip(values) {
                    let rounded = (u32::from(twelve_bits(value)) + (1 << shift) / 2) >> shift;
                    let byte = rounded.clamp(1, 255) as u8;
                    floor.rows[row + number as usize] = byte;
                    best.push(key(u16::from(byte) << shift, number));
                }
            } else {
                if windows > 1 && numbers.len() > 4 * windows {
                    term.starts = floor.starts.len() as u32;
                    let start = |window: usize| numbers.partition_point(|&number| (number as usize) < window * WINDOW);
                    floor.starts.extend((0..=windows).map(|window| start(window) as u32));
                }
                floor.documents.extend_from_slice(numbers);
                for (&number, &value) in numbers.iter().zip(values) {
                    let share = twelve_bits(value);
                    floor.shares.push(share);
                    best.push(key(share, number));
                }
            }
            if best.len() > HEAD {
                best.select_nth_unstable_by(HEAD - 1, |a, b| b.cmp(a));
                best.truncate(HEAD);
            }
            best.sort_unstable_by(|a, b| b.cmp(a));
            term.ends = [5, HEAD].map(|k| best.get(k - 1).map_or(0, |&key| (key >> 32) as u16));
            floor.heads.extend(best.iter().map(|&key| !(key as u32)));
            floor.terms.push(term);
        }
        floor.starts.shrink_to_fit();
        floor
    }
}

/// Score, then the smaller number first.
#[inline]
pub(super) fn key(score: u16, number: u32) -> u64 {
    u64::from(score) << 32 | u64::from(!number)
}

/// First pass.
fn count<'a>(documents: impl Iterator<Item = &'a [String; 5]>) -> Counts {
    let mut counts = Counts::default();
    // For each term, one past the place of its latest occurrence, and in how many documents it is.
    let mut terms: Vec<(u32, u32)> = Vec::new();
    counts.occurrences.reserve(documents.size_hint().0 * EXPECTED_TERMS);
    for (document, fields) in (0_u32..).zip(documents) {
        let first = counts.occurrences.len() as u32;
        let mut lengths = [0_u16; 5];
        for ((field, text), length) in (0_u16..).zip(fields).zip(&mut lengths) {
            for word in Words::new(text) {
                *length += 1;
                let term = counts.dictionary.intern(word);
                if term as usize == terms.len() {
                    terms.push((0, 0));
                }
                let (latest, with) = &mut terms[term as usize];
                if *latest <= first {
                    counts.occurrences.push(Occurrence { term, document, frequencies: 0 });
                    *latest = counts.occurrences.len() as u32;
                    *with += 1;
                }
                let frequencies = &mut counts.occurrences[*latest as usize - 1].frequencies;
                let one = 1 << (2 * field);
                if *frequencies & (one << 1) == 0 {
                    *frequencies += one;
                }
            }
        }
        counts.lengths.push(lengths);
    }
    counts.documents_of = terms.into_iter().map(|(_, with)| with).collect();
    counts
}
