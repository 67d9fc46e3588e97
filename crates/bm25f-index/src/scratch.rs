//! Memory that queries use again.

use crate::lookup::Looked;
use crate::postings::BLOCK;
use crate::top_k::TopK;

/// Documents whose sums one mark stands for.
pub(crate) const GROUP: usize = 64;
/// Marks of a block, in words of 64.
const MARK_WORDS: usize = BLOCK / GROUP / 64;

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

/// The sums of one block of documents.
#[derive(Debug)]
pub(crate) struct Sums {
    values: Box<[u16; BLOCK]>,
    /// A bit for each group of which a sum may not be 0, where marks are kept.
    marks: [u64; MARK_WORDS],
    /// How many of the first values may not be 0, apart from those that are marked.
    dirty: usize,
}

impl Default for Sums {
    fn default() -> Self {
        // A vector first: an array of that size would be made on the stack.
        let values = vec![0; BLOCK].into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([0; BLOCK]));
        Self { values, marks: [0; MARK_WORDS], dirty: 0 }
    }
}

/// Documents that are added up at a time: as many sums as stay in the first cache beside what is added.
const WINDOW: usize = 4_096;
/// Sums that are compared at a time.
const LANES: usize = 32;

impl Sums {
    /// Sets every sum to 0.
    pub(crate) fn clean(&mut self) {
        if let Some(dirty) = self.values.get_mut(..self.dirty) {
            dirty.fill(0);
        }
        self.dirty = 0;
    }

    /// Adds to a sum.
    #[inline]
    pub(crate) fn add(&mut self, low: usize, impact: u16) {
        if let Some(sum) = self.values.get_mut(low % BLOCK) {
            *sum = sum.wrapping_add(impact);
        }
    }

    /// Adds to a sum and marks its group.
    #[inline]
    pub(crate) fn add_marked(&mut self, low: usize, impact: u16) {
        self.add(low, impact);
        if let Some(word) = self.marks.get_mut(low / GROUP / 64) {
            *word |= 1 << (low / GROUP % 64);
        }
    }

    /// Adds columns to the sums of the first documents, which are 0 before.
    pub(crate) fn add_columns<'c, I: Iterator<Item = &'c [u16]>>(&mut self, documents: usize, columns: impl Fn() -> I) {
        self.dirty = documents;
        for start in (0..documents).step_by(WINDOW) {
            let end = (start + WINDOW).min(documents);
            let Some(sums) = self.values.get_mut(start..end) else { return };
            for column in columns() {
                let values = column.get(start..end).unwrap_or_default();
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum = sum.wrapping_add(*value));
            }
        }
    }

    /// Offers the sums of the first documents that are not 0.
    pub(crate) fn offer_all(&self, documents: usize, first: u32, top: &mut TopK) {
        // What stands behind the documents is 0.
        let padded = documents.next_multiple_of(LANES).min(BLOCK);
        let sums = self.values.get(..padded).unwrap_or_default();
        for (chunk, number) in sums.chunks_exact(LANES).zip((first..).step_by(LANES)) {
            offer_some(chunk, number, top);
        }
    }

    /// Offers the sums of the marked groups, and sets them to 0.
    pub(crate) fn offer_marked(&mut self, first: u32, top: &mut TopK) {
        for (word, mark) in self.marks.iter_mut().enumerate() {
            let mut left = std::mem::take(mark);
            while left != 0 {
                let group = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let Some(sums) = self.values.get_mut(group * GROUP..(group + 1) * GROUP) else { continue };
                let number = first + u32::try_from(group * GROUP).unwrap_or_default();
                for (chunk, number) in sums.chunks_exact(LANES).zip((number..).step_by(LANES)) {
                    offer_some(chunk, number, top);
                }
                sums.fill(0);
            }
        }
    }
}

/// Offers those of some sums in a row that exceed the threshold; whether any does is asked of all at once.
#[inline]
fn offer_some(sums: &[u16], first: u32, top: &mut TopK) {
    let threshold = top.threshold();
    let any = sums.iter().fold(0, |any, sum| any | sum.saturating_sub(threshold));
    if any != 0 {
        (first..).zip(sums).for_each(|(document, sum)| top.offer(document, *sum));
    }
}
