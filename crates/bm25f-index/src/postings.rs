//! What each term adds to which documents.
//!
//! A term of few documents has a list of them; one of many has a value for every document, so that adding it is a pass over memory in a row. Either way the
//! value is the term's final impact, and a sum of 16 of them fits into 16 bits.

/// Documents of a block: as many as 16 bits number. Lists are cut at blocks.
pub(crate) const BLOCK: usize = 1 << 16;

/// A term with at least one in so many documents has a value for each of them.
///
/// A value for each costs 2 bytes a document and a list 4 bytes a posting; adding in a row takes about a tenth of the time that a posting does (`docs/performance.md`).
const DENSE_SHARE: usize = 8;
/// Indexes of fewer documents have lists alone.
const LEAST_DENSE: usize = 64;

/// How many of a term's best documents are kept in their order, where it has more.
pub(crate) const HEAD: usize = 64;

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

/// What is known of a term.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TermEntry {
    /// Its number.
    pub(crate) number: u32,
    /// In how many documents it occurs.
    pub(crate) documents: u32,
    /// How many of them are trusted.
    pub(crate) trusted: u32,
    /// The most that it can add to a document.
    pub(crate) highest: u16,
    /// Which dense column it has.
    dense: u32,
    /// Which head it has.
    head: u32,
}

const NONE: u32 = u32::MAX;

/// The postings of all terms.
#[derive(Debug, Clone, Default)]
pub(crate) struct Postings {
    entries: Vec<TermEntry>,
    /// Block by block, in it term by term, in it by document.
    lists: Vec<Posting>,
    /// Where the list of each term of each block begins, and where the last one ends.
    starts: Vec<u32>,
    /// For each dense term a value a document.
    columns: Vec<u16>,
    /// The best documents of the terms that have more than [`HEAD`] of them.
    heads: Vec<[u32; HEAD]>,
    documents: usize,
}

impl Postings {
    /// The term of a number.
    pub(crate) fn entry(&self, number: u32) -> Option<TermEntry> {
        self.entries.get(number as usize).copied()
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
        let column = entry.dense as usize;
        if entry.dense == NONE {
            return None;
        }
        let (start, end) = (block * BLOCK, ((block + 1) * BLOCK).min(self.documents));
        self.columns.get(column * self.documents + start..column * self.documents + end)
    }

    /// A term's best documents, best first, where they are kept.
    pub(crate) fn head(&self, entry: TermEntry) -> Option<&[u32; HEAD]> {
        self.heads.get(entry.head as usize)
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
    /// Where the next posting of each list goes.
    next: Vec<u32>,
    block: usize,
}

impl Writer {
    /// A writer for terms in how many documents each occurs in each block: `in_blocks` has a row a block.
    pub(crate) fn new(documents: usize, counted: &[Counted], in_blocks: &[Vec<u32>]) -> Self {
        let mut columns = 0;
        let mut heads = 0;
        let number = |counter: &mut u32, is: bool| {
            let number = *counter;
            *counter += u32::from(is);
            if is { number } else { NONE }
        };
        let entries: Vec<TermEntry> = (0..)
            .zip(counted)
            .map(|(term, counted)| {
                let is_dense = documents >= LEAST_DENSE && counted.documents as usize * DENSE_SHARE > documents;
                TermEntry {
                    number: term,
                    documents: counted.documents,
                    trusted: counted.trusted,
                    highest: counted.highest,
                    dense: number(&mut columns, is_dense),
                    head: number(&mut heads, counted.documents as usize > HEAD),
                }
            })
            .collect();
        let mut starts = Vec::with_capacity(in_blocks.len() * entries.len() + 1);
        let mut start = 0;
        for block in in_blocks {
            for (entry, listed) in entries.iter().zip(block) {
                starts.push(start);
                start += if entry.dense == NONE { *listed } else { 0 };
            }
        }
        starts.push(start);
        let postings = Postings {
            lists: vec![Posting(0); start as usize],
            columns: vec![0; columns as usize * documents],
            heads: vec![[0; HEAD]; heads as usize],
            entries,
            starts,
            documents,
        };
        Self { next: Vec::new(), postings, block: usize::MAX }
    }

    /// Takes what a term adds to a document. Documents ascend.
    pub(crate) fn add(&mut self, term: u32, document: u32, impact: u16) {
        let (block, low) = (document as usize / BLOCK, document as usize % BLOCK);
        let Some(entry) = self.postings.entry(term) else { return };
        if entry.dense != NONE {
            let place = entry.dense as usize * self.postings.documents + document as usize;
            if let Some(value) = self.postings.columns.get_mut(place) {
                *value = impact;
            }
            return;
        }
        if block != self.block {
            let terms = self.postings.entries.len();
            self.block = block;
            self.next = self.postings.starts.get(block * terms..(block + 1) * terms).unwrap_or_default().to_vec();
        }
        if let Some(next) = self.next.get_mut(term as usize) {
            if let (Some(posting), Ok(low)) = (self.postings.lists.get_mut(*next as usize), u16::try_from(low)) {
                *posting = Posting::new(low, impact);
            }
            *next += 1;
        }
    }

    /// All postings, with the heads of the terms that have one.
    pub(crate) fn finish(self) -> Postings {
        let mut postings = self.postings;
        let mut all: Vec<(u16, u32)> = Vec::new();
        let mut heads = std::mem::take(&mut postings.heads);
        for entry in postings.entries.iter().filter(|entry| entry.head != NONE) {
            all.clear();
            for block in 0..postings.blocks() {
                let first = u32::try_from(block * BLOCK).unwrap_or(u32::MAX);
                let listed = postings.list(*entry, block).iter();
                all.extend(listed.map(|posting| (posting.impact(), first + u32::from(posting.low()))));
                let values = postings.column(*entry, block).unwrap_or_default();
                all.extend(
                    (first..).zip(values).filter(|(_, value)| **value > 0).map(|(number, value)| (*value, number)),
                );
            }
            let best_first = |a: &(u16, u32), b: &(u16, u32)| (b.0, a.1).cmp(&(a.0, b.1));
            if all.len() > HEAD {
                all.select_nth_unstable_by(HEAD - 1, best_first);
                all.truncate(HEAD);
            }
            all.sort_unstable_by(best_first);
            if let Some(head) = heads.get_mut(entry.head as usize) {
                head.iter_mut().zip(&all).for_each(|(place, (_, document))| *place = *document);
            }
        }
        postings.heads = heads;
        postings
    }
}
