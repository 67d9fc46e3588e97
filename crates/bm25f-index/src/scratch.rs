//! Memory that queries use again.

use crate::lookup::Looked;
use crate::postings::Posting;
use crate::top_k::TopK;

/// Memory that queries use again, so that none of them allocates anything but its answer. One serves any number of indexes, one after the other.
///
/// ```
/// use toolsift_bm25f_index::{Index, Params, Scratch};
/// use toolsift_core::{SearchDoc, ToolId};
/// use toolsift_tokenizer::Stopwords;
///
/// let docs = [SearchDoc::new(ToolId::new("refund_payment")?)];
/// let (index, mut scratch) = (Index::build(&docs, &Params::default())?, Scratch::default());
/// for query in ["refund", "payment"] {
///     let best = index.top(query, &Stopwords::default(), 5, &mut scratch).next();
///     assert_eq!(best.map(|hit| hit.id.as_str()), Some("refund_payment"));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Scratch {
    /// What the query's terms are.
    pub(crate) looked: Looked,
    /// The documents that the query names.
    pub(crate) named: Vec<u32>,
    pub(crate) sums: Sums,
    pub(crate) top: TopK,
    /// What is found, best first, with whether the query names it.
    pub(crate) found: Vec<(u32, u16, bool)>,
}

/// Documents that are added up at a time: as many sums as stay in the first cache beside what is added.
pub(crate) const WINDOW: usize = 1 << 12;

#[expect(clippy::cast_possible_truncation, reason = "it is less than a block")]
const WINDOW_U16: u16 = WINDOW as u16;

/// The sums of a window of documents.
#[derive(Debug)]
pub(crate) struct Sums {
    values: Box<[u16; WINDOW]>,
    /// How many of the first may not be 0.
    dirty: usize,
}

impl Default for Sums {
    fn default() -> Self {
        Self { values: Box::new([0; WINDOW]), dirty: 0 }
    }
}

/// Sums that are compared at a time.
const LANES: usize = 64;
/// And, where any of those exceeds the threshold, at a time.
const PART: usize = 16;
/// Columns that are added in one pass over the sums.
const ABREAST: usize = 4;
/// With fewer postings than one in so many documents, their sums are looked at and not all.
const FEW: usize = 32;

impl Sums {
    /// Sets the sums to those of some columns.
    pub(crate) fn set_to_columns(&mut self, columns: &[&[u16]], start: usize, end: usize) {
        if columns.is_empty() {
            let dirty = std::mem::take(&mut self.dirty);
            self.values.get_mut(..dirty).unwrap_or_default().fill(0);
            return;
        }
        self.dirty = (end - start).next_multiple_of(LANES).min(WINDOW).max(self.dirty);
        let Some((sums, behind)) = self.values.split_at_mut_checked(end - start) else { return };
        // What stands behind the documents counts as nothing.
        behind.iter_mut().take(LANES).for_each(|sum| *sum = 0);
        for (place, abreast) in columns.chunks(ABREAST).enumerate() {
            let of = |place: usize| abreast.get(place).and_then(|column| column.get(start..end)).unwrap_or_default();
            let (a, b, c, d) = (of(0), of(1), of(2), of(3));
            let kept = |sum: u16| if place == 0 { 0 } else { sum };
            match abreast.len() {
                1 => sums.iter_mut().zip(a).for_each(|(sum, a)| *sum = kept(*sum).wrapping_add(*a)),
                2 => sums.iter_mut().zip(a).zip(b).for_each(|((sum, a), b)| {
                    *sum = kept(*sum).wrapping_add(*a).wrapping_add(*b);
                }),
                3 => sums.iter_mut().zip(a).zip(b).zip(c).for_each(|(((sum, a), b), c)| {
                    *sum = kept(*sum).wrapping_add(*a).wrapping_add(*b).wrapping_add(*c);
                }),
                _ => sums.iter_mut().zip(a).zip(b).zip(c).zip(d).for_each(|((((sum, a), b), c), d)| {
                    *sum = kept(*sum).wrapping_add(*a).wrapping_add(*b).wrapping_add(*c).wrapping_add(*d);
                }),
            }
        }
    }

    /// The sum that a posting adds to.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "a remainder of the length is a place")]
    fn sum(&mut self, posting: Posting) -> &mut u16 {
        &mut self.values[usize::from(posting.low()) % WINDOW]
    }

    /// Adds the postings at the head of a list that lie before `end`, and divides the list behind them.
    pub(crate) fn add<'p>(&mut self, list: &'p [Posting], end: usize) -> (&'p [Posting], &'p [Posting]) {
        let is_before = |posting: &Posting| usize::from(posting.low()) < end;
        if list.last().is_none_or(is_before) {
            list.iter().for_each(|posting| self.add_one(*posting));
            return (list, &[]);
        }
        let mut taken = 0;
        for posting in list.iter().take_while(|posting| is_before(posting)) {
            self.add_one(*posting);
            taken += 1;
        }
        list.split_at_checked(taken).unwrap_or_default()
    }

    #[inline]
    fn add_one(&mut self, posting: Posting) {
        let sum = self.sum(posting);
        *sum = sum.wrapping_add(posting.impact());
    }

    /// Offers the sums that are not 0 of `documents` documents, of which the first has the number `first`; `lists` are the postings that were added to columns, if there were any.
    pub(crate) fn offer<'p>(
        &mut self,
        documents: usize,
        first: u32,
        lists: impl Iterator<Item = &'p [Posting]> + Clone,
        top: &mut TopK,
    ) {
        let added: usize = lists.clone().map(<[_]>::len).sum();
        if self.dirty == 0 && added * FEW < documents {
            for posting in lists.flatten() {
                let sum = std::mem::take(self.sum(*posting));
                top.offer_in_any_order(first + u32::from(posting.low() % WINDOW_U16), sum);
            }
            return;
        }
        let padded = documents.next_multiple_of(LANES).min(WINDOW);
        self.dirty = self.dirty.max(padded);
        let sums = self.values.get(..padded).unwrap_or_default();
        for (chunk, number) in sums.chunks_exact(LANES).zip((first..).step_by(LANES)) {
            if let Ok(chunk) = chunk.try_into() {
                offer_some(chunk, number, top);
            }
        }
    }
}

/// Offers those of some sums in a row that exceed the threshold; whether any does is asked of all at once.
#[inline]
fn offer_some(sums: &[u16; LANES], first: u32, top: &mut TopK) {
    let exceeds =
        |sums: &[u16], threshold: u16| sums.iter().fold(0, |any, sum| any | sum.saturating_sub(threshold)) != 0;
    if exceeds(sums, top.threshold()) {
        for (part, number) in sums.chunks_exact(PART).zip((first..).step_by(PART)) {
            let mut marks = marks_of_exceeding(part, top.threshold());
            while marks != 0 {
                let place = marks.trailing_zeros();
                marks &= marks - 1;
                top.offer(number + place, part.get(place as usize).copied().unwrap_or_default());
            }
        }
    }
}

/// A bit for each of the sums that exceeds the threshold.
#[inline]
fn marks_of_exceeding(part: &[u16], threshold: u16) -> u16 {
    let mark = |(place, sum): (usize, &u16)| if *sum > threshold { 1 << place } else { 0 };
    part.iter().enumerate().map(mark).fold(0, |marks, mark| marks | mark)
}
