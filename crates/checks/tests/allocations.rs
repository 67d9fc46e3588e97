//! A query allocates nothing but its answer, once the memory that queries use again has grown to its size.
//!
//! One test, and so one thread at a time: the allocator counts for the whole process.

use std::alloc::System;
use std::sync::Arc;

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use toolsift::bm25f_index::Scratch;
use toolsift::prelude::*;
use toolsift_checks::generated;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How often something asked for memory, new or more, and how often it gave some back.
fn counted(work: impl FnOnce()) -> (usize, usize) {
    let region = Region::new(ALLOCATOR);
    work();
    let change = region.change();
    (change.allocations + change.reallocations, change.deallocations)
}

/// Kinds of queries over some documents, all ASCII.
fn queries(docs: &[SearchDoc]) -> Vec<(&'static str, Vec<String>)> {
    let own = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let names: Vec<String> = docs.iter().step_by(97).map(|doc| doc.id.as_str().to_owned()).collect();
    let local: Vec<String> = docs.iter().step_by(89).map(|doc| format!("please {} now", doc.local_name())).collect();
    let spoken = names.iter().map(|name| name.replace('_', " ")).collect();
    vec![
        ("1 term", generated::queries(50, 1)),
        ("3 terms", generated::queries(50, 3)),
        ("8 terms", generated::queries(50, 8)),
        ("16 terms", generated::queries(50, 16)),
        ("60 terms", generated::queries(50, 60)),
        ("a name", names),
        ("a local name in a sentence", local),
        ("the words of a name", spoken),
        ("capitals", own(&["GitHub", "an issue on GitHub", "OAuth2 pullRequest createIssueComment HTTPServer"])),
        ("plurals", own(&["issues invoices queries", "repositories and their branches"])),
        ("stopwords only", own(&["the of and", "can it", "the"])),
        ("nothing found", own(&["zzyzx", "qwxy vvkq", "", "?!", "   "])),
        ("beyond the cap", vec!["invoice ".repeat(200), format!("{} GitHub", "x".repeat(600))]),
    ]
}

#[test]
fn a_query_allocates_only_its_answer() {
    let stopwords = Stopwords::default();
    let (control, _) = counted(|| drop(std::hint::black_box(vec![1_u8])));
    assert_eq!(control, 1, "the allocator counts");

    let mut allocated = Vec::new();
    for documents in [1_000, 10_000] {
        let docs = generated::docs(documents);
        let index = Arc::new(Index::build(&docs, &Params::default()).unwrap());
        let ranker = Bm25fRanker::new(index.clone(), stopwords.clone());
        let mut scratch = Scratch::default();
        for limit in [1, 5, 50] {
            let queries = queries(&docs);
            for query in queries.iter().flat_map(|(_, queries)| queries) {
                let warm = index.top(query, &stopwords, limit, &mut scratch).count();
                assert_eq!(ranker.rank(query, limit).unwrap().len(), warm, "{query}");
            }
            for (kind, queries) in &queries {
                let mut finds_any = false;
                for query in queries {
                    let mut found = 0;
                    let top = counted(|| found = index.top(query, &stopwords, limit, &mut scratch).count());
                    let mut answer = Vec::new();
                    let (rank, _) = counted(|| answer = ranker.rank(query, limit).unwrap());
                    finds_any |= found > 0;
                    let expected = usize::from(found > 0);
                    if top != (0, 0) || rank != expected {
                        allocated.push(format!(
                            "{kind}, {documents} documents, limit {limit}: `{query}` top {top:?} rank {rank}"
                        ));
                    }
                }
                assert_eq!(finds_any, *kind != "nothing found", "{kind}");
            }
        }
    }
    let first: Vec<&String> = allocated.iter().take(10).collect();
    assert!(allocated.is_empty(), "{} queries allocate, the first are {first:#?}", allocated.len());
}
