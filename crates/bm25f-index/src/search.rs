//! A query against the index.

use std::cell::RefCell;

use toolsift_core::limits::MAX_QUERY_TERMS;
use toolsift_core::{Standing, ToolId};
use toolsift_tokenizer::Stopwords;

use crate::answer::{Answer, Hit, Strength};
use crate::identifiers;
use crate::index::Index;
use crate::lookup::Looked;
use crate::postings::{BLOCK, Posting, TermEntry, first_of};
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
    /// The postings of the ranked terms, plus O(hits · log `limit`), plus the cap of the query, plus a pass over the documents where a term is in more than a seventh of them.
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
            let document = self.documents.found(*document);
            TopHit { id: document.id, score: Score::of_impact(*score), standing: document.standing(), exact: *exact }
        })
    }

    /// Looks a query up, and fills what is found.
    fn find(&self, query: &str, stopwords: &Stopwords, limit: usize, scratch: &mut Scratch) {
        let Scratch { looked, named, sums, top, found } = scratch;
        self.look_up(query, stopwords, looked);
        identifiers::named(self, query, looked, limit, named);
        found.clear();
        for document in named.iter() {
            let impacts = looked.ranked.iter().map(|(_, entry)| self.postings.impact(*entry, *document));
            found.push((*document, impacts.sum(), true));
        }
        let left = limit - named.len();
        let is_left = |(document, _): &(u32, u16)| !named.contains(document);
        let found_by_terms = |(document, score): (u32, u16)| (document, score, false);
        if let [(_, entry)] = looked.ranked.as_slice() {
            if let Some(best) = self.postings.best(*entry, limit) {
                return found.extend(best.filter(is_left).take(left).map(found_by_terms));
            }
        }
        self.rank(looked, limit.min(self.documents.len()), sums, top);
        found.extend(top.sorted().filter(is_left).take(left).map(found_by_terms));
    }

    /// Ranks the documents by the terms that were looked up.
    fn rank(&self, looked: &Looked, limit: usize, sums: &mut Sums, top: &mut TopK) {
        // No document of the best of any query scores less than the one of that rank by one of its terms.
        let least = looked.ranked.iter().map(|(_, entry)| self.postings.kth_impact(*entry, limit)).max();
        top.begin(limit, least.unwrap_or_default());
        match looked.ranked.as_slice() {
            [] => {}
            [(_, entry)] => self.rank_by_one(*entry, top),
            entries => (0..self.postings.blocks()).for_each(|block| self.rank_block(entries, block, sums, top)),
        }
    }

    fn rank_by_one(&self, entry: TermEntry, top: &mut TopK) {
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
        let mut columns = [&[][..]; MAX_QUERY_TERMS];
        let mut lists = [&[][..]; MAX_QUERY_TERMS];
        let (mut free_columns, mut free_lists) = (columns.iter_mut(), lists.iter_mut());
        for (_, entry) in entries {
            match self.postings.column(*entry, block) {
                Some(column) => free_columns.next().into_iter().for_each(|place| *place = column),
                None => free_lists.next().into_iter().for_each(|place| *place = self.postings.list(*entry, block)),
            }
        }
        let (column_count, list_count) = (MAX_QUERY_TERMS - free_columns.len(), MAX_QUERY_TERMS - free_lists.len());
        let columns = columns.get(..column_count).unwrap_or_default();
        let lists = lists.get_mut(..list_count).unwrap_or_default();
        let mut added: [&[Posting]; MAX_QUERY_TERMS] = [&[]; MAX_QUERY_TERMS];
        for start in (0..documents).step_by(WINDOW) {
            let end = (start + WINDOW).min(documents);
            sums.set_to_columns(columns, start, end);
            for (left, added) in lists.iter_mut().zip(&mut added) {
                (*added, *left) = sums.add(left, end);
            }
            let first = first_of(block) + u32::try_from(start).unwrap_or_default();
            sums.offer(end - start, first, added.iter().copied().take(list_count), top);
        }
    }
}
