//! A query against the index.

use std::cell::RefCell;

use toolsift_core::limits::MAX_QUERY_TERMS;
use toolsift_core::{Standing, ToolId};
use toolsift_tokenizer::Stopwords;

use crate::answer::{Answer, Hit, Strength};
use crate::identifiers;
use crate::index::Index;
use crate::lookup::Looked;
use crate::postings::{BLOCK, HEAD, Posting, TermEntry};
use crate::score::Score;
use crate::scratch::{Scratch, Sums, WINDOW};
use crate::top_k::TopK;

/// One found document, as it stands in the index.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct TopHit<'i> {
    /// Its id.
    pub id: &'i ToolId,
    /// Its score.
    pub score: Score,
    /// Whether it is trusted.
    pub standing: Standing,
    /// Whether the query names it by an identifier, which puts it before all others.
    pub exact: bool,
}

thread_local! {
    /// The memory of the queries that bring none.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Does something with memory for queries: this thread's, or new memory where that is in use.
pub(crate) fn with_scratch<T>(run: impl FnOnce(&mut Scratch) -> T) -> T {
    SCRATCH.with(|scratch| match scratch.try_borrow_mut() {
        Ok(mut scratch) => run(&mut scratch),
        Err(_) => run(&mut Scratch::default()),
    })
}

impl Index {
    /// The best `limit` documents for a query.
    ///
    /// A word that a capital letter divides (`GitHub`) is looked for in its parts and, where a document has it so, in one piece (`github`).
    /// Of a long query the [`MAX_QUERY_TERMS`](toolsift_core::limits::MAX_QUERY_TERMS) rarest known terms rank: those in the fewest trusted documents, terms known only
    /// from untrusted names last, ties by appearance.
    ///
    /// # Complexity
    ///
    /// The postings of the ranked terms, plus O(hits · log `limit`), plus the cap of the query, plus a pass over the documents where a term is in more than an eighth of them.
    #[must_use]
    pub fn search(&self, query: &str, stopwords: &Stopwords, limit: usize) -> Answer {
        with_scratch(|scratch| {
            self.find(query, stopwords, limit, scratch);
            let looked = &scratch.looked;
            let ceiling = self.ceiling(looked);
            let hit = |hit: TopHit<'_>| Hit {
                id: hit.id.clone(),
                score: hit.score,
                standing: hit.standing,
                exact: hit.exact,
                strength: Strength::of(hit.score, ceiling, hit.exact),
            };
            Answer {
                hits: self.hits(&scratch.found).map(hit).collect(),
                terms: self.texts(looked, &looked.distinct),
                unmatched: self.texts(looked, &looked.unmatched),
                ceiling,
                postings: looked.ranked.iter().map(|(_, entry)| entry.documents as usize).sum(),
            }
        })
    }

    /// The best `limit` documents for a query and nothing else of its [answer](Self::search), without an allocation once the memory has grown to its size (and of
    /// queries that are not ASCII, without one but for their normal form).
    pub fn top<'s>(
        &'s self,
        query: &str,
        stopwords: &Stopwords,
        limit: usize,
        scratch: &'s mut Scratch,
    ) -> impl ExactSizeIterator<Item = TopHit<'s>> + use<'s> {
        self.find(query, stopwords, limit, scratch);
        self.hits(&scratch.found)
    }

    /// The terms of a query that no document contains, in order of appearance.
    #[must_use]
    pub fn unmatched(&self, query: &str, stopwords: &Stopwords) -> Vec<String> {
        with_scratch(|scratch| {
            self.look_up(query, stopwords, &mut scratch.looked);
            self.texts(&scratch.looked, &scratch.looked.unmatched)
        })
    }

    /// The highest score that a query could give a document of this index.
    #[must_use]
    pub fn ceiling_of(&self, query: &str, stopwords: &Stopwords) -> Score {
        with_scratch(|scratch| {
            self.look_up(query, stopwords, &mut scratch.looked);
            self.ceiling(&scratch.looked)
        })
    }

    fn hits<'s>(&'s self, found: &'s [(u32, u16, bool)]) -> impl ExactSizeIterator<Item = TopHit<'s>> {
        found.iter().map(|(document, score, exact)| {
            #[expect(clippy::indexing_slicing, reason = "what is found is a document of this index")]
            let document = &self.documents[*document as usize];
            TopHit { id: &document.id, score: Score::of_impact(*score), standing: document.standing, exact: *exact }
        })
    }

    /// Looks a query up, and fills what is found.
    fn find(&self, query: &str, stopwords: &Stopwords, limit: usize, scratch: &mut Scratch) {
        let Scratch { looked, named, sums, top, found } = scratch;
        self.look_up(query, stopwords, looked);
        identifiers::named(self, query, looked, limit, named);
        self.rank(looked, limit.min(self.documents.len()), sums, top);
        found.clear();
        for document in named.iter() {
            let impacts = looked.ranked.iter().map(|(_, entry)| self.postings.impact(*entry, *document));
            found.push((*document, impacts.sum(), true));
        }
        let ranked = top.sorted().filter(|(document, _)| !named.contains(document));
        found.extend(ranked.take(limit - named.len()).map(|(document, score)| (document, score, false)));
    }

    /// Ranks the documents by the terms that were looked up.
    fn rank(&self, looked: &Looked, limit: usize, sums: &mut Sums, top: &mut TopK) {
        let least = looked.ranked.iter().map(|(_, entry)| self.kth_impact(*entry, limit)).max();
        top.begin(limit, least.unwrap_or_default());
        match looked.ranked.as_slice() {
            [] => {}
            [(_, entry)] => self.rank_by_one(*entry, limit, top),
            entries => (0..self.postings.blocks()).for_each(|block| self.rank_block(entries, block, sums, top)),
        }
    }

    /// What a term adds to its `k`th best document, where that is known: no document of the best k of any query with it scores less.
    fn kth_impact(&self, entry: TermEntry, k: usize) -> u16 {
        let head = self.postings.head(entry).filter(|_| k <= HEAD);
        let document = head.and_then(|head| head.get(k.checked_sub(1)?));
        document.map_or(0, |document| self.postings.impact(entry, *document))
    }

    fn rank_by_one(&self, entry: TermEntry, limit: usize, top: &mut TopK) {
        if let Some(head) = self.postings.head(entry).filter(|_| limit <= HEAD) {
            head.iter().take(limit).for_each(|document| top.offer(*document, self.postings.impact(entry, *document)));
            return;
        }
        for block in 0..self.postings.blocks() {
            let first = first_of(block);
            for posting in self.postings.list(entry, block) {
                top.offer(first + u32::from(posting.low()), posting.impact());
            }
            let values = self.postings.column(entry, block).unwrap_or_default();
            (first..).zip(values).for_each(|(document, value)| top.offer(document, *value));
        }
    }

    /// Adds the impacts of some terms up for each document of a block, window by window, and offers the sums.
    fn rank_block(&self, entries: &[(u32, TermEntry)], block: usize, sums: &mut Sums, top: &mut TopK) {
        let documents = (self.documents.len() - block * BLOCK).min(BLOCK);
        let columns = entries.iter().filter_map(|(_, entry)| self.postings.column(*entry, block));
        let (columns, column_count) = in_a_row(columns);
        let columns = columns.get(..column_count).unwrap_or_default();
        let lists = entries.iter().map(|(_, entry)| self.postings.list(*entry, block));
        let (mut lists, list_count) = in_a_row(lists.filter(|list| !list.is_empty()));
        let lists = lists.get_mut(..list_count).unwrap_or_default();
        let mut added: [&[Posting]; MAX_QUERY_TERMS] = [&[]; MAX_QUERY_TERMS];
        for start in (0..documents).step_by(WINDOW) {
            let end = (start + WINDOW).min(documents);
            sums.set_to_columns(columns, start, end);
            for (left, added) in lists.iter_mut().zip(&mut added) {
                (*added, *left) = left.split_at_checked(sums.add(left, end)).unwrap_or_default();
            }
            let first = first_of(block) + u32::try_from(start).unwrap_or_default();
            sums.offer(end - start, first, added.iter().copied().take(list_count), top);
        }
    }
}

/// The slices of a query's terms and how many they are, the rest of the places empty.
fn in_a_row<'i, T>(slices: impl Iterator<Item = &'i [T]>) -> ([&'i [T]; MAX_QUERY_TERMS], usize) {
    let mut row = [&[][..]; MAX_QUERY_TERMS];
    let count = row.iter_mut().zip(slices).map(|(place, slice)| *place = slice).count();
    (row, count)
}

/// The first document of a block.
fn first_of(block: usize) -> u32 {
    u32::try_from(block * BLOCK).unwrap_or(u32::MAX)
}
