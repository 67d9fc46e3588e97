//! The laws of every ranker, held against the ranker of this crate.

use std::sync::Arc;

use toolsift_bm25f_index::{Bm25fRanker, Index, Params};
use toolsift_core::{RankError, SearchDoc, ToolRanker};
use toolsift_eval::contract::check;
use toolsift_tokenizer::Stopwords;

fn ranker(docs: &[SearchDoc], params: &Params, stopwords: Stopwords) -> Result<Box<dyn ToolRanker>, RankError> {
    let index = Index::build(docs, params).map_err(|error| RankError::Unavailable(error.into()))?;
    Ok(Box::new(Bm25fRanker::new(Arc::new(index), stopwords)))
}

/// ADR-057, S78: no law is broken, with the default parameters and with every switch turned.
#[test]
fn the_ranker_keeps_every_law() {
    for params in [Params::default(), Params::default().with_length_floor(false)] {
        for stopwords in [Stopwords::default(), Stopwords::none()] {
            assert_eq!(check(&|docs| ranker(docs, &params, stopwords.clone())), Ok(()), "{params:?}");
        }
    }
}
