//! Documents and queries: made, not collected, and the same on every machine.
//!
//! Words of real tools come with Zipf's frequencies; a document has the five fields and the size of a real one, a query the words of
//! one document. Nothing floating and nothing random from outside takes part.

mod documents;
mod queries;
mod random;
mod vocabulary;
mod words;

use std::collections::HashMap;

use toolsift_core::{SearchDoc, ToolId};

pub use queries::{Queries, Query};
pub use words::FUNCTION_WORDS;

/// One tool in plain words.
#[derive(Debug, Clone)]
pub struct Document {
    /// The fields in lower-case words with one blank between: what the peers and the floor read, so that no tokenizer is at a
    /// disadvantage. In the order of the fields: name, aliases, tags, description, parameters.
    pub fields: [String; 5],
    /// All five in one.
    pub merged: String,
}

/// The documents, in the order of their ids.
#[derive(Debug)]
pub struct Corpus {
    /// As they are written: what toolsift reads. A document's number is its place.
    pub written: Vec<SearchDoc>,
    /// The same documents in plain words.
    pub documents: Vec<Document>,
    numbers: HashMap<ToolId, u32>,
}

impl Corpus {
    /// Makes `n` documents.
    #[must_use]
    pub fn new(n: usize) -> Self {
        let mut documents = documents::documents(n);
        documents.sort_by(|(a, _), (b, _)| a.id.cmp(&b.id));
        // Copies, so that the texts lie in memory as they are read: a build is no test of the memory's latency.
        let (written, documents): (Vec<SearchDoc>, _) = documents.iter().cloned().unzip();
        let numbers = (0..).zip(&written).map(|(number, doc)| (doc.id.clone(), number)).collect();
        Self { written, documents, numbers }
    }

    /// The number of a document that toolsift named.
    #[must_use]
    pub fn number(&self, id: &ToolId) -> Option<u32> {
        self.numbers.get(id).copied()
    }

    /// Bytes of text, as it is written.
    #[must_use]
    pub fn text_bytes(&self) -> usize {
        self.written.iter().map(text_bytes).sum()
    }
}

fn text_bytes(doc: &SearchDoc) -> usize {
    let labels = doc.tags.iter().chain(&doc.aliases).chain(&doc.parameters);
    doc.id.as_str().len()
        + doc.description.as_ref().map_or(0, String::len)
        + labels.map(|label| label.len() + 1).sum::<usize>()
}
