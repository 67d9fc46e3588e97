//! What each term adds to which documents.
//!
//! A term of few documents has a list of them; one of many has a value for every document, so that adding it is a pass over memory in a row. Either way the
//! value is the term's final impact, and a sum of 16 of them fits into 16 bits.

use std::cmp::Reverse;

use toolsift_core::limits::MAX_DOCUMENTS;

use crate::score::MAX_IMPACT;

/// Documents of a block: as many as 16 bits number. Lists are cut at blocks.
pub(crate) const BLOCK: usize = 1 << 16;

/// A term with at least one in so many documents has a value for each of them.
///
/// A value for each costs 2 bytes a document and a list 4 bytes a posting; adding in a row takes about a tenth of the time that a posting does (`docs/performance.md`).
const DENSE_SHARE: usize = 7;
/// Indexes of fewer documents have lists alone.
const LEAST_DENSE: usize = 64;

/// How many of a term's best documents are known in their order.
pub(crate) const HEAD: usize = 50;

/// A document within its block and what the term adds to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Posting(u32);

impl Posting {
    pub(crate) fn new(low: u16, impact: u16) -> Self {
        Self(u32::from(low) << 16 | u32::from(impact))
    }

    /// The document within its block.
    pub(crate) fn low(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// What the term adds.
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    pub(crate) fn impact(self) -> u16 {
        self.0 as u16
    }
}

/// A term with what is known of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TermEntry {
    pub(crate) number: u32,
    known: Known,
}

impl std::ops::Deref for TermEntry {
    type Target = Known;

    fn deref(&self) -> &Known {
        &self.known
    }
}

/// What is known of a term.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    /// In how many documents it occurs.
    pub(crate) documents: u32,
    /// How many of them are trusted.
    pub(crate) trusted: u32,
    /// The most that it can add to a document.
    pub(crate) highest: u16,
    /// Which dense column it has.
    dense: u16,
    /// Where its head begins: among the orders where it is [short](Self::is_short), among the heads where it is not.
    head: u32,
}

/// No column. There are at most [`DENSE_SHARE`] times as many as a document has terms, of which it keeps 448.
const NOT_DENSE: u16 = u16::MAX;

impl Known {
    /// How many of its best documents are known.
    fn head_len(self) -> usize {
        (self.documents as usize).min(HEAD)
    }

    /// Whether it has a list and all of it is its head.
    fn is_short(self) -> bool {
        self.dense == NOT_DENSE && self.documents as usize <= HEAD
    }
}

/// A document and what a term adds to it, the better the greater: the impact above 20 bits that hold the number inverted, so that equal impacts stand in the order of the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Best(u32);

impl Best {
    const NUMBER_BITS: u32 = 20;
    const NUMBER: u32 = (1 << Self::NUMBER_BITS) - 1;

    fn new(document: u32, impact: u16) -> Self {
        Self(u32::from(impact) << Self::NUMBER_BITS | (!document & Self::NUMBER))
    }

    fn document(self) -> u32 {
        !self.0 & Self::NUMBER
    }

    fn impact(self) -> u16 {
        (self.0 >> Self::NUMBER_BITS) as u16
    }
}

const _: () = assert!(HEAD <= 1 << u8::BITS, "an order is a byte");
const _: () = assert!(MAX_DOCUMENTS <= 1 << Best::NUMBER_BITS && (MAX_IMPACT as u32) < 1 << (32 - Best::NUMBER_BITS));

/// The postings of all terms.
#[derive(Debug, Clone, Default)]
pub(crate) struct Postings {
    entries: Vec<Known>,
    /// Block by block, in it term by term, in it by document.
    lists: Vec<Posting>,
    /// Where the list of each term of each block begins, and where the last one ends.
    starts: Vec<u32>,
    /// For each dense term a value a document.
    columns: Vec<u16>,
    /// The best documents of each term that is not short, best first.
    heads: Vec<Best>,
    /// Of each short term, where in its list its documents are, best first.
    orders: Vec<u8>,
    documents: usize,
}

impl Postings {
    /// The term of a number.
    pub(crate) fn entry(&self, number: u32) -> Option<TermEntry> {
        let known = self.entries.get(number as usize).copied()?;
        Some(TermEntry { number, known })
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> usize {
        self.documents.div_ceil(BLOCK)
    }

    /// A term's list in a block; empty where it is dense.
    pub(crate) fn list(&self, entry: TermEntry, block: usize) -> &[Posting] {
        let place = block * self.entries.len() + entry.number as usize;
        match (self.starts.get(place), self.starts.get(place + 1)) {
            (Some(start), Some(end)) => self.lists.get(*start as usize..*end as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    /// A term's values for the documents of a block, where it is dense.
    pub(crate) fn column(&self, entry: TermEntry, block: usize) -> Option<&[u16]> {
        if entry.dense == NOT_DENSE {
            return None;
        }
        let column = usize::from(entry.dense);
        let (start, end) = (block * BLOCK, ((block + 1) * BLOCK).min(self.documents));
        self.columns.get(column * self.documents + start..column * self.documents + end)
    }

    /// What a term adds to its `k`th best document; 0 where that is not known.
    pub(crate) fn kth_impact(&self, entry: TermEntry, k: usize) -> u16 {
        let Some(place) = k.checked_sub(1).filter(|place| *place < entry.head_len()) else { return 0 };
        let place = entry.head as usize + place;
        if !entry.is_short() {
            return self.heads.get(place).map_or(0, |best| best.impact());
        }
        let in_list = self.orders.get(place).copied().unwrap_or_default();
        self.in_lists(entry, usize::from(in_list)).map_or(0, |(_, impact)| impact)
    }

    /// A term's best `k` documents, best first, with what it adds to them; `None` where not so many are known and it has more.
    pub(crate) fn best(&self, entry: TermEntry, k: usize) -> Option<impl Iterator<Item = (u32, u16)>> {
        if k > HEAD && entry.documents as usize > HEAD {
            return None;
        }
        let places = entry.head as usize..entry.head as usize + entry.head_len().min(k);
        let (orders, heads) = if entry.is_short() {
            (self.orders.get(places).unwrap_or_default(), &[][..])
        } else {
            (&[][..], self.heads.get(places).unwrap_or_default())
        };
        // Most lists lie in the first block.
        let list = self.list(entry, 0);
        let of_orders = orders.iter().filter_map(move |place| match list.get(usize::from(*place)) {
            Some(posting) => Some((u32::from(posting.low()), posting.impact())),
            None => self.in_lists(entry, usize::from(*place)),
        });
        Some(of_orders.chain(heads.iter().map(|best| (best.document(), best.impact()))))
    }

    /// The posting at a place of a term's lists, counted through all blocks.
    #[inline]
    fn in_lists(&self, entry: TermEntry, mut place: usize) -> Option<(u32, u16)> {
        for block in 0..self.blocks() {
            let list = self.list(entry, block);
            if let Some(posting) = list.get(place) {
                return Some((first_of(block) + u32::from(posting.low()), posting.impact()));
            }
            place -= list.len();
        }
        None
    }

    /// What a term adds to a document.
    pub(crate) fn impact(&self, entry: TermEntry, document: u32) -> u16 {
        let (block, low) = (document as usize / BLOCK, document as usize % BLOCK);
        if let Some(column) = self.column(entry, block) {
            return column.get(low).copied().unwrap_or_default();
        }
        let list = self.list(entry, block);
        let place = list.binary_search_by_key(&low, |posting| usize::from(posting.low())).ok();
        place.and_then(|place| list.get(place)).map_or(0, |posting| posting.impact())
    }

    /// How many postings there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.iter().map(|entry| entry.documents as usize).sum()
    }

    /// How many terms there are.
    pub(crate) fn terms(&self) -> usize {
        self.entries.len()
    }
}

/// What the build knows of a term before its postings come.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counted {
    /// In how many documents it occurs.
    pub(crate) documents: u32,
    /// How many of them are trusted.
    pub(crate) trusted: u32,
    /// The most that it can add.
    pub(crate) highest: u16,
}

/// Takes the postings of an index, document by document.
pub(crate) struct Writer {
    postings: Postings,
    /// Where the next posting of each term goes.
    places: Vec<Place>,
    document: u32,
}

/// Where the next posting of a term goes.
enum Place {
    /// The next of all lists.
    List(u32),
    /// A column.
    Column(u16),
}

impl Writer {
    /// A writer for some terms. `up_to_block` says for each block but the last in how many documents up to its end each term that has come till there occurs.
    pub(crate) fn new(documents: usize, terms: impl Iterator<Item = Counted>, up_to_block: &[Vec<u32>]) -> Self {
        let mut columns = 0..NOT_DENSE;
        let entry = |term: Counted| {
            let is_dense = documents >= LEAST_DENSE && term.documents as usize * DENSE_SHARE > documents;
            Known {
                documents: term.documents,
                trusted: term.trusted,
                highest: term.highest,
                dense: is_dense.then(|| columns.next()).flatten().unwrap_or(NOT_DENSE),
                head: 0,
            }
        };
        let entries: Vec<Known> = terms.map(entry).collect();
        let (starts, listed) = starts(&entries, up_to_block);
        let postings = Postings {
            lists: vec![Posting(0); listed as usize],
            columns: vec![0; usize::from(columns.start) * documents],
            heads: Vec::new(),
            orders: Vec::new(),
            entries,
            starts,
            documents,
        };
        Self { places: Vec::new(), postings, document: 0 }
    }

    /// Begins a document. Documents ascend.
    pub(crate) fn begin(&mut self, document: u32) {
        self.document = document;
        if document as usize % BLOCK == 0 {
            let postings = &self.postings;
            let starts = postings.starts.iter().skip(document as usize / BLOCK * postings.entries.len());
            let place = |(entry, start): (&Known, &u32)| match entry.dense {
                NOT_DENSE => Place::List(*start),
                column => Place::Column(column),
            };
            self.places.clear();
            self.places.extend(postings.entries.iter().zip(starts).map(place));
        }
    }

    /// Takes what a term adds to the document.
    #[inline]
    pub(crate) fn add(&mut self, term: u32, impact: u16) {
        match self.places.get_mut(term as usize) {
            Some(Place::List(next)) => {
                if let Some(posting) = self.postings.lists.get_mut(*next as usize) {
                    *posting = Posting::new(low(self.document), impact);
                }
                *next += 1;
            }
            Some(Place::Column(column)) => {
                let place = usize::from(*column) * self.postings.documents + self.document as usize;
                if let Some(value) = self.postings.columns.get_mut(place) {
                    *value = impact;
                }
            }
            None => {}
        }
    }

    /// All postings, with the heads of the terms.
    pub(crate) fn finish(self) -> Postings {
        let mut postings = self.postings;
        let mut starts = Vec::with_capacity(postings.terms());
        let (mut orders, mut heads) = (Vec::new(), Vec::new());
        let mut best = BestOf::default();
        for entry in (0..).map_while(|number| postings.entry(number)) {
            let listed = (0..postings.blocks()).flat_map(|block| {
                let first = first_of(block);
                let of_block = postings.list(entry, block).iter();
                of_block.map(move |posting| (first + u32::from(posting.low()), posting.impact()))
            });
            if entry.documents == 1 && entry.is_short() {
                starts.push(orders.len());
                orders.push(0);
            } else if entry.is_short() {
                starts.push(orders.len());
                (0..).zip(listed).for_each(|(place, (_, impact))| best.offer(Best::new(place, impact)));
                orders.extend(best.take().filter_map(|best| u8::try_from(best.document()).ok()));
            } else {
                starts.push(heads.len());
                listed.for_each(|(document, impact)| best.offer(Best::new(document, impact)));
                let valued = (0..postings.blocks()).flat_map(|block| postings.column(entry, block)).flatten();
                let valued = (0..).zip(valued).filter(|(_, value)| **value > 0);
                valued.for_each(|(document, value)| best.offer(Best::new(document, *value)));
                heads.extend(best.take());
            }
        }
        for (entry, start) in postings.entries.iter_mut().zip(starts) {
            entry.head = u32::try_from(start).unwrap_or(u32::MAX);
        }
        orders.shrink_to_fit();
        heads.shrink_to_fit();
        Postings { orders, heads, ..postings }
    }
}

/// A document within its block.
#[expect(clippy::cast_possible_truncation, reason = "a block has as many documents as 16 bits number")]
fn low(document: u32) -> u16 {
    document as u16
}

/// Where each list begins, block by block, and how long all of them are.
fn starts(entries: &[Known], up_to_block: &[Vec<u32>]) -> (Vec<u32>, u32) {
    let blocks = up_to_block.len() + 1;
    let mut starts = Vec::with_capacity(blocks * entries.len() + 1);
    let mut start = 0;
    for block in 0..blocks {
        let until = |block: Option<usize>, term: usize| {
            let counts = block.and_then(|block| up_to_block.get(block));
            counts.map(|counts| counts.get(term).copied().unwrap_or_default())
        };
        for (term, known) in entries.iter().enumerate() {
            starts.push(start);
            if known.dense == NOT_DENSE {
                let end = until(Some(block), term).unwrap_or(known.documents);
                start += end - until(block.checked_sub(1), term).unwrap_or_default();
            }
        }
    }
    starts.push(start);
    (starts, start)
}

/// The best [`HEAD`] documents of a term.
#[derive(Default)]
struct BestOf {
    /// Twice as many at most.
    kept: Vec<Best>,
    /// No better ones than this need be kept.
    least: Best,
}

impl BestOf {
    #[inline]
    fn offer(&mut self, best: Best) {
        if best > self.least {
            self.kept.push(best);
            if self.kept.len() == 2 * HEAD {
                self.cut();
            }
        }
    }

    fn cut(&mut self) {
        let (_, least, _) = self.kept.select_nth_unstable_by_key(HEAD - 1, |best| Reverse(*best));
        self.least = *least;
        self.kept.truncate(HEAD);
    }

    /// The documents, best first, to begin anew.
    fn take(&mut self) -> impl Iterator<Item = Best> {
        if self.kept.len() > HEAD {
            self.cut();
        }
        self.kept.sort_unstable_by_key(|best| Reverse(*best));
        self.least = Best::default();
        self.kept.drain(..)
    }
}

/// The first document of a block.
pub(crate) fn first_of(block: usize) -> u32 {
    u32::try_from(block * BLOCK).unwrap_or(u32::MAX)
}
