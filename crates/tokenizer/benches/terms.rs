//! Terms of tool text, in bytes a second: ASCII, text with accents, Chinese.

#![expect(missing_docs, reason = "the macro of the harness makes a function without them")]

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use toolsift_tokenizer::{MAX_FIELD_CHARS, Stopwords, for_each_term, query_terms};

const ASCII: &str = "Create a pull request in a GitHub repository. Returns the pull request's number, URL and state; \
                     fails with HTTP 422 when base and head branches are equal (see list_branches, getBranchForID).";
const ACCENTS: &str =
    "Créer une facture pour le client. Renvoie le numéro, l'adresse et l'état de la facture émise à l'échéance.";
const CHINESE: &str = "创建拉取请求并返回编号、链接和状态。如果基准分支与当前分支相同，则返回错误。";

fn terms(c: &mut Criterion) {
    let mut group = c.benchmark_group("terms");
    for (name, text) in [("ascii", ASCII), ("accents", ACCENTS), ("chinese", CHINESE)] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut bytes = 0;
                for_each_term(black_box(text), MAX_FIELD_CHARS, |term| {
                    bytes += term.len();
                    ControlFlow::Continue(())
                });
                bytes
            });
        });
    }
    group.finish();
    let stopwords = Stopwords::default();
    c.bench_function("query of 9 words", |b| {
        b.iter(|| query_terms(black_box("please create a pull request for the release branch"), &stopwords));
    });
}

criterion_group!(benches, terms);
criterion_main!(benches);
