//! toolsift: five fields as their author wrote them, every search through the contract that sessions use.

use std::hint::black_box;
use std::sync::Arc;

use toolsift_bm25f_index::{Bm25fRanker, Index, Params};
use toolsift_core::{Hit, ToolRanker};
use toolsift_tokenizer::Stopwords;

use crate::corpus::Corpus;
use crate::engine::Engine;

/// The index with its default stopwords.
#[derive(Debug)]
pub struct Toolsift(Bm25fRanker);

impl Engine for Toolsift {
    const NAME: &'static str = "toolsift";
    type Answer = Vec<Hit>;

    fn build(corpus: &Corpus) -> Self {
        let index = Index::build(&corpus.written, &Params::default()).expect("every id is there once");
        Self(Bm25fRanker::new(Arc::new(index), Stopwords::default()))
    }

    fn search(&mut self, query: &str, limit: usize) -> Vec<Hit> {
        self.0.rank(query, limit).expect("the index is always available")
    }

    fn numbers(&self, answer: &Vec<Hit>, corpus: &Corpus) -> Vec<u32> {
        answer.iter().filter_map(|hit| corpus.number(&hit.id)).collect()
    }

    fn copy(&self, answer: &Vec<Hit>) -> bool {
        drop(black_box(answer.clone()));
        true
    }
}
