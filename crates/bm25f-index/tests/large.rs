//! An index of more than one block: what several terms give together is what each gives alone, added up.

#![cfg(test)]

use std::collections::BTreeMap;

use toolsift_bm25f_index::{Index, Params, Scratch};
use toolsift_core::{SearchDoc, ToolId};
use toolsift_tokenizer::Stopwords;

/// Documents of a block and of a bit of the next.
const DOCUMENTS: usize = (1 << 16) + 5_000;

/// Names of four terms: one of 3, of 11, of 997 and of 30,011, so that there are columns, long lists and short ones.
fn docs() -> Vec<SearchDoc> {
    let name = |n: usize| format!("a{}_b{}_c{}_d{}_{n:06}", n % 3, n * 7 % 11, n * 13 % 997, n * 17 % 30_011);
    (0..DOCUMENTS).map(|n| SearchDoc::new(ToolId::new(name(n)).unwrap())).collect()
}

/// The best documents by adding up what each term gives alone: higher score first, smaller id on a tie.
fn added_up(index: &Index, terms: &[&str]) -> Vec<(String, u32)> {
    let mut sums: BTreeMap<String, u32> = BTreeMap::new();
    for term in terms {
        for hit in index.search(term, &Stopwords::none(), usize::MAX).hits {
            *sums.entry(hit.id.to_string()).or_default() += hit.score.units();
        }
    }
    let mut sums: Vec<_> = sums.into_iter().collect();
    sums.sort_by(|(a, more), (b, less)| (less, a).cmp(&(more, b)));
    sums
}

/// ADR-048: for a handful of hits and for hundreds, over columns, lists and both, in both blocks.
#[test]
fn terms_add_up() {
    let (index, mut scratch) = (Index::build(&docs(), &Params::default()).unwrap(), Scratch::default());
    for terms in [
        &["a1", "b2"][..],
        &["a0", "a1", "a2", "b5", "b6"],
        &["a2", "c500"],
        &["c3", "c7", "c11"],
        &["d5", "d29000"],
        &["b1", "c77", "d17", "d18", "unknown"],
        &["000005", "070000"],
    ] {
        let expected = added_up(&index, terms);
        for limit in [1, 5, 16, 17, 50, 64, 65, 300] {
            let found = index.top(&terms.join(" "), &Stopwords::none(), limit, &mut scratch);
            let found: Vec<_> = found.map(|hit| (hit.id.to_string(), hit.score.units())).collect();
            assert_eq!(found, expected[..limit.min(expected.len())], "{terms:?}, {limit}");
        }
    }
    // What a term gives alone is the same whether all of it is asked for or its head.
    for term in ["a1", "b2", "c500", "d5"] {
        let all = added_up(&index, &[term]);
        for limit in [1, 5, 64, 65] {
            let found = index.top(term, &Stopwords::none(), limit, &mut scratch);
            let found: Vec<_> = found.map(|hit| (hit.id.to_string(), hit.score.units())).collect();
            assert_eq!(found, all[..limit.min(all.len())], "{term}, {limit}");
        }
    }
}

/// ADR-048: the best documents of a term that is in many may stand anywhere among them, behind the first 256 as well.
#[test]
fn the_best_of_a_long_list() {
    let name = |n: usize| format!("tool{n:04}");
    let doc = |n: usize| {
        let mut doc = SearchDoc::new(ToolId::new(name(n)).unwrap());
        doc.description = Some(if n % 10 == 0 { "lookup" } else { "other" }.to_owned());
        if n % 10 == 0 && n >= 3_000 {
            doc.tags = vec!["lookup".to_owned()];
        }
        doc
    };
    let docs: Vec<SearchDoc> = (0..4_000).map(doc).collect();
    let (index, mut scratch) = (Index::build(&docs, &Params::default()).unwrap(), Scratch::default());
    for limit in [1, 5, 50, 51, 100] {
        let found = index.top("lookup", &Stopwords::none(), limit, &mut scratch);
        let found: Vec<_> = found.map(|hit| hit.id.to_string()).collect();
        let tagged: Vec<_> = (3_000..).step_by(10).take(limit).map(name).collect();
        assert_eq!(found, tagged, "{limit}");
    }
}
