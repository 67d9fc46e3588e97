//! Build and query over generated tools: 1,000 and 10,000 of them, queries of 1 to 16 terms.
//!
//! Names are verb, object and qualifier; descriptions draw 16 words with Zipf's frequencies from a fixed generator, so
//! that some terms are in most documents and most terms are in few.

#![expect(missing_docs, reason = "the macro of the harness makes a function without them")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use toolsift_bm25f_index::{Index, Params};
use toolsift_core::{SearchDoc, ToolId};
use toolsift_tokenizer::Stopwords;

/// A small generator with a fixed start.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// A word, the n-th of which comes about 1/n as often as the first.
    fn word(&mut self) -> String {
        let rank = (1_u64 << (self.next() % 12)) + self.next() % (1 << (self.next() % 12));
        format!("w{rank}")
    }
}

fn docs(n: usize) -> Vec<SearchDoc> {
    let mut random = Random(7);
    (0..n)
        .filter_map(|i| {
            let mut doc = SearchDoc::new(ToolId::new(format!("{}_{}_{i}", random.word(), random.word())).ok()?);
            doc.description = Some((0..16).map(|_| random.word()).collect::<Vec<_>>().join(" "));
            doc.tags = vec![random.word()];
            Some(doc)
        })
        .collect()
}

fn search(c: &mut Criterion) {
    let stopwords = Stopwords::default();
    for n in [1_000, 10_000] {
        let docs = docs(n);
        let mut group = c.benchmark_group(format!("{n} tools"));
        group.sample_size(20);
        group.bench_function("build", |b| b.iter(|| Index::build(black_box(&docs), &Params::default())));
        let Ok(index) = Index::build(&docs, &Params::default()) else { continue };
        let mut random = Random(11);
        for terms in [1, 3, 8, 16] {
            let query = (0..terms).map(|_| random.word()).collect::<Vec<_>>().join(" ");
            group.bench_function(format!("{terms} terms"), |b| {
                b.iter(|| index.search(black_box(&query), &stopwords, 5))
            });
        }
        group.finish();
    }
}

criterion_group!(benches, search);
criterion_main!(benches);
