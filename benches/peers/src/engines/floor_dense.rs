//! The floor.

use crate::corpus::Corpus;
use crate::engine::Engine;
use crate::floor::Floor;

/// The loop that does only what must be done; its answer stays in memory of its own.
#[derive(Debug)]
pub struct FloorDense(Floor);

impl Engine for FloorDense {
    const NAME: &'static str = "floor-dense";
    type Answer = ();

    fn build(corpus: &Corpus) -> Self {
        Self(Floor::build(corpus.documents.iter().map(|document| &document.fields)))
    }

    fn search(&mut self, query: &str, limit: usize) {
        self.0.search(query, limit);
    }

    fn numbers(&mut self, query: &str, limit: usize, _: &Corpus) -> Vec<u32> {
        self.search(query, limit);
        self.0.found().to_vec()
    }
}
