//! The crate `bm25x` with its plain tokenizer.

use std::fs;
use std::path::Path;

use bm25x::{BM25, Method, SearchResult, TokenizerMode};

use crate::corpus::Corpus;
use crate::engine::Engine;

/// All text in one. Its build uses every core.
pub struct Bm25x(BM25);

impl Engine for Bm25x {
    const NAME: &'static str = "bm25x";
    type Answer = Vec<SearchResult>;

    fn build(corpus: &Corpus) -> Self {
        let mut index = BM25::with_tokenizer(Method::Lucene, 1.2, 0.75, 0.5, TokenizerMode::Plain, false);
        let documents: Vec<&str> = corpus.documents.iter().map(|document| document.merged.as_str()).collect();
        index.add(&documents).expect("an index in memory");
        Self(index)
    }

    fn search(&mut self, query: &str, limit: usize) -> Self::Answer {
        self.0.search(query, limit)
    }

    fn numbers(&mut self, query: &str, limit: usize, _: &Corpus) -> Vec<u32> {
        self.search(query, limit).iter().map(|result| result.index as u32).collect()
    }

    fn disk_bytes(&self) -> Option<u64> {
        let folder = std::env::temp_dir().join(format!("peers-bm25x-{}", std::process::id()));
        let bytes = self.0.save(&folder).ok().and_then(|()| size(&folder));
        let _ = fs::remove_dir_all(&folder);
        bytes
    }
}

fn size(folder: &Path) -> Option<u64> {
    fs::read_dir(folder).ok()?.map(|entry| Some(entry.ok()?.metadata().ok()?.len())).sum()
}
