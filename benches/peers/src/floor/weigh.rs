//! The formula of toolsift's index, in single precision: the same weights, lengths and saturation.

use super::build::Counts;

const WEIGHTS: [f32; 5] = [3.0, 2.0, 2.0, 1.0, 1.0];
const K1: f32 = 1.2;
const B: f32 = 0.75;

/// What description and parameters may add together.
const TEXT_POOL: f32 = 2.0;

/// Lengths whose weight is looked up.
const LOOKED_UP: usize = 256;

/// What the second pass gives: the postings of each term, in the order of documents.
#[derive(Debug)]
pub(super) struct Weighed {
    /// Where each term's postings begin, and the end of the last.
    pub(super) bounds: Vec<u32>,
    pub(super) documents: Vec<u32>,
    pub(super) shares: Vec<f32>,
}

/// Second pass.
pub(super) fn weigh(counts: &Counts) -> Weighed {
    let n = counts.lengths.len() as f32;
    let idfs: Vec<f32> = counts
        .documents_of
        .iter()
        .map(|&with| {
            let with = with as f32;
            (1.0 + (n - with + 0.5) / (with + 0.5)).ln() * (K1 + 1.0)
        })
        .collect();
    let weights = weights(&counts.lengths);
    let mut bounds = Vec::with_capacity(idfs.len() + 1);
    let mut sum = 0;
    for &with in &counts.documents_of {
        bounds.push(sum);
        sum += with;
    }
    let mut next = bounds.clone();
    bounds.push(sum);
    let mut documents = vec![0; sum as usize];
    let mut shares = vec![0.0; sum as usize];
    let mut current = u32::MAX;
    let mut factors = [0.0; 5];
    for occurrence in &counts.occurrences {
        if occurrence.document != current {
            current = occurrence.document;
            let lengths = counts.lengths[current as usize];
            for ((factor, table), length) in factors.iter_mut().zip(&weights).zip(lengths) {
                *factor = table[(length as usize).min(LOOKED_UP - 1)];
            }
        }
        let times = |field: u16| f32::from(occurrence.frequencies >> (2 * field) & 3) * factors[field as usize];
        let text = (times(3) + times(4)).min(TEXT_POOL);
        let x = times(0) + times(1) + times(2) + text;
        let term = occurrence.term as usize;
        let place = next[term] as usize;
        next[term] += 1;
        documents[place] = occurrence.document;
        shares[place] = idfs[term] * x / (K1 + x);
    }
    Weighed { bounds, documents, shares }
}

/// For each field and length, what one occurrence is worth.
fn weights(lengths: &[[u16; 5]]) -> [[f32; LOOKED_UP]; 5] {
    let mut totals = [(0_u32, 0_u64); 5];
    for lengths in lengths {
        for ((documents, words), &length) in totals.iter_mut().zip(lengths) {
            *documents += u32::from(length > 0);
            *words += u64::from(length);
        }
    }
    let mut tables = [[0.0; LOOKED_UP]; 5];
    for ((table, (documents, words)), weight) in tables.iter_mut().zip(totals).zip(WEIGHTS) {
        let average = words as f32 / documents.max(1) as f32;
        for (length, value) in table.iter_mut().enumerate() {
            let ratio = (length as f32 / average.max(f32::MIN_POSITIVE)).max(1.0);
            *value = weight / (1.0 - B + B * ratio);
        }
    }
    tables
}
