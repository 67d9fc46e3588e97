//! The floor's index, only read.

use crate::corpus::Corpus;
use crate::engine::Engine;
use crate::floor::Floor;

/// Adds up whatever a search over the same index reads, and finds nothing: the bandwidth that is there.
#[derive(Debug)]
pub struct FloorScan(Floor);

impl Engine for FloorScan {
    const NAME: &'static str = "floor-scan";
    type Answer = u64;

    fn build(corpus: &Corpus) -> Self {
        Self(Floor::build(corpus.documents.iter().map(|document| &document.fields)))
    }

    fn search(&mut self, query: &str, _: usize) -> u64 {
        self.0.scan(query)
    }

    fn numbers(&mut self, _: &str, _: usize, _: &Corpus) -> Vec<u32> {
        Vec::new()
    }
}
