//! Who reads the lines. Each answers with a number that depends on all that it found, so that nothing is left out.

use std::ops::ControlFlow;

use bm25::{DefaultTokenizer, Language, Tokenizer};
use tantivy::tokenizer::{LowerCaser, RemoveLongFilter, SimpleTokenizer, TextAnalyzer};
use toolsift_tokenizer::{MAX_FIELD_CHARS, for_each_term};

/// Reads one line.
type Read = Box<dyn FnMut(&str) -> usize>;

/// The names that the bars ask for.
pub const OURS: &str = "toolsift";
/// tantivy's chain for a field that says nothing else.
pub const TANTIVY: &str = "tantivy, default chain";
/// The default of the crate `bm25`.
pub const BM25: &str = "bm25, default";

/// tantivy's default for words that are too long, in bytes.
const LONGEST: usize = 40;

/// All of them, in the order of the table.
#[must_use]
pub fn contestants() -> Vec<(&'static str, Read)> {
    vec![
        (OURS, Box::new(toolsift)),
        (
            TANTIVY,
            tantivy(
                TextAnalyzer::builder(SimpleTokenizer::default())
                    .filter(RemoveLongFilter::limit(LONGEST))
                    .filter(LowerCaser)
                    .build(),
            ),
        ),
        ("tantivy, SimpleTokenizer", tantivy(TextAnalyzer::from(SimpleTokenizer::default()))),
        (BM25, bm25()),
        ("charabia, latin", charabia()),
        ("split where no letter or digit is", Box::new(split)),
        ("`str::to_lowercase`", Box::new(|line| line.to_lowercase().len())),
        ("copy into a buffer", copy()),
    ]
}

fn toolsift(line: &str) -> usize {
    let mut sum = 0;
    for_each_term(line, MAX_FIELD_CHARS, |term| {
        sum += term.len();
        ControlFlow::Continue(())
    });
    sum
}

fn split(line: &str) -> usize {
    line.split(|c: char| !c.is_alphanumeric()).map(str::len).sum()
}

fn tantivy(mut analyzer: TextAnalyzer) -> Read {
    Box::new(move |line| {
        let mut sum = 0;
        analyzer.token_stream(line).process(&mut |token| sum += token.text.len());
        sum
    })
}

fn bm25() -> Read {
    let tokenizer = DefaultTokenizer::new(Language::English);
    Box::new(move |line| tokenizer.tokenize(line).iter().map(String::len).sum())
}

fn charabia() -> Read {
    let tokenizer = charabia::TokenizerBuilder::<Vec<u8>>::new().into_tokenizer();
    Box::new(move |line| tokenizer.tokenize(line).map(|token| token.lemma().len()).sum())
}

fn copy() -> Read {
    let mut buffer = String::new();
    Box::new(move |line| {
        buffer.clear();
        buffer.push_str(line);
        std::hint::black_box(&mut buffer).len()
    })
}
