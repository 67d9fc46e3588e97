//! Documents, indexes and answers in few words.

use toolsift_bm25f_index::{Index, Params};
use toolsift_core::{SearchDoc, Standing, ToolId};
use toolsift_tokenizer::Stopwords;

/// A trusted document with nothing but an id.
pub(crate) fn doc(id: &str) -> SearchDoc {
    SearchDoc::new(ToolId::new(id).unwrap())
}

/// The text of a document, added to it.
pub(crate) trait With: Sized {
    fn described(self, description: &str) -> Self;
    fn tagged(self, tags: &[&str]) -> Self;
    fn called(self, aliases: &[&str]) -> Self;
    fn untrusted(self) -> Self;
}

impl With for SearchDoc {
    fn described(mut self, description: &str) -> Self {
        self.description = Some(description.to_owned());
        self
    }

    fn tagged(mut self, tags: &[&str]) -> Self {
        self.tags = tags.iter().map(|&tag| tag.to_owned()).collect();
        self
    }

    fn called(mut self, aliases: &[&str]) -> Self {
        self.aliases = aliases.iter().map(|&alias| alias.to_owned()).collect();
        self
    }

    fn untrusted(mut self) -> Self {
        self.standing = Standing::Untrusted;
        self
    }
}

/// The index with every default.
pub(crate) fn index(docs: &[SearchDoc]) -> Index {
    Index::build(docs, &Params::default()).unwrap()
}

/// The ids that a query finds with the default stopwords, best first, all of them.
pub(crate) fn found(index: &Index, query: &str) -> Vec<String> {
    ids(index, query, &Stopwords::default())
}

/// The ids that a query finds, best first, all of them.
pub(crate) fn ids(index: &Index, query: &str, stopwords: &Stopwords) -> Vec<String> {
    let answer = index.search(query, stopwords, usize::MAX);
    answer.hits.iter().map(|hit| hit.id.to_string()).collect()
}
