//! The crate `probly-search`: five fields, BM25 with a boost for each.

use std::borrow::Cow;

use probly_search::score::bm25;
use probly_search::{FieldAccessor, Index, QueryResult};

use crate::corpus::{Corpus, Document};
use crate::engine::Engine;

const BOOSTS: [f64; 5] = [3.0, 2.0, 2.0, 1.0, 1.0];

/// A trie; a search hands out every document with a term, or with a word that begins like one.
pub struct Probly(Index<u32>);

impl Engine for Probly {
    const NAME: &'static str = "probly-search";
    type Answer = Vec<QueryResult<u32>>;

    fn build(corpus: &Corpus) -> Self {
        let fields: [FieldAccessor<Document>; 5] = [
            |document| vec![&document.fields[0]],
            |document| vec![&document.fields[1]],
            |document| vec![&document.fields[2]],
            |document| vec![&document.fields[3]],
            |document| vec![&document.fields[4]],
        ];
        let mut index = Index::new(fields.len());
        for (number, document) in (0..).zip(&corpus.documents) {
            index.add_document(&fields, words, number, document);
        }
        Self(index)
    }

    fn search(&mut self, query: &str, limit: usize) -> Self::Answer {
        let mut results = self.0.query(query, &mut bm25::new(), words, &BOOSTS);
        results.truncate(limit);
        results
    }

    fn numbers(&mut self, query: &str, limit: usize, _: &Corpus) -> Vec<u32> {
        self.search(query, limit).iter().map(|result| result.key).collect()
    }
}

fn words(text: &str) -> Vec<Cow<'_, str>> {
    text.split(' ').map(Cow::Borrowed).collect()
}
