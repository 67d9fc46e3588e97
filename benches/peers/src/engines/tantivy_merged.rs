//! tantivy with one field and the fastest query for it.

use tantivy::collector::TopDocs;
use tantivy::directory::RamDirectory;
use tantivy::query::{BooleanQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Schema};
use tantivy::tokenizer::TextAnalyzer;
use tantivy::{DocAddress, Score, Searcher, TantivyDocument, Term};

use super::tantivy_fields::{build, text_options};
use crate::corpus::Corpus;
use crate::engine::Engine;

/// All text in one field; a query is a flat disjunction, which skips blocks that cannot win. In memory, one segment.
pub struct TantivyMerged {
    searcher: Searcher,
    analyzer: TextAnalyzer,
    field: Field,
    directory: RamDirectory,
}

impl TantivyMerged {
    fn open(corpus: &Corpus) -> tantivy::Result<Self> {
        let mut schema = Schema::builder();
        let field = schema.add_text_field("text", text_options());
        let documents = corpus.documents.iter().map(|document| {
            let mut built = TantivyDocument::default();
            built.add_text(field, &document.merged);
            built
        });
        let (index, directory) = build(schema.build(), documents)?;
        let analyzer = index.tokenizer_for_field(field)?;
        Ok(Self { searcher: index.reader()?.searcher(), analyzer, field, directory })
    }
}

impl Engine for TantivyMerged {
    const NAME: &'static str = "tantivy, one field";
    type Answer = Vec<(Score, DocAddress)>;

    fn build(corpus: &Corpus) -> Self {
        Self::open(corpus).expect("an index in memory")
    }

    fn search(&mut self, query: &str, limit: usize) -> Self::Answer {
        let mut terms: Vec<Box<dyn Query>> = Vec::new();
        self.analyzer.token_stream(query).process(&mut |token| {
            let term = Term::from_field_text(self.field, &token.text);
            terms.push(Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)));
        });
        let query = BooleanQuery::union(terms);
        self.searcher.search(&query, &TopDocs::with_limit(limit).order_by_score()).expect("an index in memory")
    }

    fn numbers(&mut self, query: &str, limit: usize, _: &Corpus) -> Vec<u32> {
        self.search(query, limit).iter().map(|(_, address)| address.doc_id).collect()
    }

    fn disk_bytes(&self) -> Option<u64> {
        Some(self.directory.total_mem_usage() as u64)
    }
}
