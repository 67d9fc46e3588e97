//! toolsift: five fields as their author wrote them, asked in both ways that there are.

use std::hint::black_box;
use std::sync::Arc;

use toolsift_bm25f_index::{Bm25fRanker, Index, Params, Scratch};
use toolsift_core::{Hit, ToolRanker};
use toolsift_tokenizer::Stopwords;

use crate::corpus::Corpus;
use crate::engine::Engine;

/// The index with its default stopwords and memory that is used again. An answer is a look at each hit's id, which stays in the index.
#[derive(Debug)]
pub struct Toolsift {
    index: Index,
    stopwords: Stopwords,
    scratch: Scratch,
}

impl Engine for Toolsift {
    const NAME: &'static str = "toolsift";
    type Answer = ();

    fn build(corpus: &Corpus) -> Self {
        Self { index: index(corpus), stopwords: Stopwords::default(), scratch: Scratch::default() }
    }

    fn search(&mut self, query: &str, limit: usize) {
        let Self { index, stopwords, scratch } = self;
        index.top(query, stopwords, limit, scratch).for_each(|hit| {
            black_box(hit.id);
        });
    }

    fn numbers(&mut self, query: &str, limit: usize, corpus: &Corpus) -> Vec<u32> {
        let Self { index, stopwords, scratch } = self;
        index.top(query, stopwords, limit, scratch).filter_map(|hit| corpus.number(hit.id)).collect()
    }

    fn copy(&self, (): &()) -> bool {
        true
    }
}

/// The same through the contract that sessions use, which hands out hits with ids of their own.
#[derive(Debug)]
pub struct ToolsiftRanker(Bm25fRanker);

impl Engine for ToolsiftRanker {
    const NAME: &'static str = "toolsift, as a ranker";
    type Answer = Vec<Hit>;

    fn build(corpus: &Corpus) -> Self {
        Self(Bm25fRanker::new(Arc::new(index(corpus)), Stopwords::default()))
    }

    fn search(&mut self, query: &str, limit: usize) -> Vec<Hit> {
        self.0.rank(query, limit).expect("the index is always available")
    }

    fn numbers(&mut self, query: &str, limit: usize, corpus: &Corpus) -> Vec<u32> {
        self.search(query, limit).iter().filter_map(|hit| corpus.number(&hit.id)).collect()
    }

    fn copy(&self, answer: &Vec<Hit>) -> bool {
        drop(black_box(answer.clone()));
        true
    }
}

fn index(corpus: &Corpus) -> Index {
    Index::build(&corpus.written, &Params::default()).expect("every id is there once")
}
