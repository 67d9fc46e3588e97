//! What an engine must offer to be measured.

use crate::corpus::Corpus;

/// An engine with an index.
pub trait Engine: Sized {
    /// What the tables call it.
    const NAME: &'static str;

    /// What a search hands out, before anybody asks which documents these are.
    type Answer;

    /// Builds the index of all documents.
    fn build(corpus: &Corpus) -> Self;

    /// The best `limit` documents, from the query as a user types it.
    fn search(&mut self, query: &str, limit: usize) -> Self::Answer;

    /// Searches and says which documents were found, best first. Not timed.
    fn numbers(&mut self, query: &str, limit: usize, corpus: &Corpus) -> Vec<u32>;

    /// Makes a copy of an answer and drops it: what an answer alone allocates. False where nobody wants to know.
    fn copy(&self, answer: &Self::Answer) -> bool {
        let _ = answer;
        false
    }

    /// The size of the index as files, where the engine can write some.
    fn disk_bytes(&self) -> Option<u64> {
        None
    }
}

/// Something that is done with every engine.
pub trait Visitor {
    /// Does it with one.
    fn visit<E: Engine + 'static>(&mut self);
}
