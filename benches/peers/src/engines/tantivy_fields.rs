//! tantivy with four fields: the usual way, a query parser with boosts.

use tantivy::collector::TopDocs;
use tantivy::directory::RamDirectory;
use tantivy::query::QueryParser;
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::{DocAddress, Index, Score, Searcher, TantivyDocument};

use crate::corpus::Corpus;
use crate::engine::Engine;

/// What the writer sizes its tables for, as in tantivy's own examples.
const WRITER_BYTES: usize = 50_000_000;

/// Name, aliases, tags, and description with parameters; in memory, one segment.
pub struct TantivyFields {
    searcher: Searcher,
    parser: QueryParser,
    directory: RamDirectory,
}

/// Frequencies without positions, nothing stored: what ranking needs.
pub(super) fn text_options() -> TextOptions {
    let indexing = TextFieldIndexing::default().set_tokenizer("default");
    TextOptions::default().set_indexing_options(indexing.set_index_option(IndexRecordOption::WithFreqs))
}

/// Builds an index of one segment in memory.
pub(super) fn build(
    schema: Schema,
    documents: impl Iterator<Item = TantivyDocument>,
) -> tantivy::Result<(Index, RamDirectory)> {
    let directory = RamDirectory::create();
    let mut writer = Index::builder().schema(schema).single_segment_index_writer(directory.clone(), WRITER_BYTES)?;
    for document in documents {
        writer.add_document(document)?;
    }
    Ok((writer.finalize()?, directory))
}

impl TantivyFields {
    fn open(corpus: &Corpus) -> tantivy::Result<Self> {
        let mut schema = Schema::builder();
        let fields: [Field; 4] =
            ["name", "aliases", "tags", "text"].map(|name| schema.add_text_field(name, text_options()));
        let documents = corpus.documents.iter().map(|document| {
            let [name, aliases, tags, description, parameters] = &document.fields;
            let mut built = TantivyDocument::default();
            for (field, text) in fields.iter().zip([name, aliases, tags, description]) {
                built.add_text(*field, text);
            }
            built.add_text(fields[3], parameters);
            built
        });
        let (index, directory) = build(schema.build(), documents)?;
        let mut parser = QueryParser::for_index(&index, fields.to_vec());
        for (field, boost) in fields.into_iter().zip([3.0, 2.0, 2.0, 1.0]) {
            parser.set_field_boost(field, boost);
        }
        Ok(Self { searcher: index.reader()?.searcher(), parser, directory })
    }
}

impl Engine for TantivyFields {
    const NAME: &'static str = "tantivy, four fields";
    type Answer = Vec<(Score, DocAddress)>;

    fn build(corpus: &Corpus) -> Self {
        Self::open(corpus).expect("an index in memory")
    }

    fn search(&mut self, query: &str, limit: usize) -> Self::Answer {
        let query = self.parser.parse_query(query).expect("plain words");
        self.searcher.search(&query, &TopDocs::with_limit(limit).order_by_score()).expect("an index in memory")
    }

    fn numbers(&mut self, query: &str, limit: usize, _: &Corpus) -> Vec<u32> {
        self.search(query, limit).iter().map(|(_, address)| address.doc_id).collect()
    }

    fn disk_bytes(&self) -> Option<u64> {
        Some(self.directory.total_mem_usage() as u64)
    }
}
