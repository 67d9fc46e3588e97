//! The crate `bm25` with its default tokenizer.

use bm25::{Document, Language, SearchEngine, SearchEngineBuilder, SearchResult};

use crate::corpus::Corpus;
use crate::engine::Engine;

/// All text in one; the engine keeps the texts.
pub struct Bm25(SearchEngine<u32>);

impl Engine for Bm25 {
    const NAME: &'static str = "bm25";
    type Answer = Vec<SearchResult<u32>>;

    fn build(corpus: &Corpus) -> Self {
        let documents = (0..).zip(&corpus.documents).map(|(number, document)| Document::new(number, &document.merged));
        Self(SearchEngineBuilder::<u32>::with_documents(Language::English, documents).build())
    }

    fn search(&mut self, query: &str, limit: usize) -> Self::Answer {
        self.0.search(query, limit)
    }

    fn numbers(&mut self, query: &str, limit: usize, _: &Corpus) -> Vec<u32> {
        self.search(query, limit).iter().map(|result| result.document.id).collect()
    }
}
