//! The floor against the formula, written down slowly.

use std::collections::{HashMap, HashSet};

use peers::corpus::{Corpus, Document, Queries};
use peers::floor::Floor;
use peers::plan::Length;

const WEIGHTS: [f64; 5] = [3.0, 2.0, 2.0, 1.0, 1.0];

/// Every document's score for a query: the whole corpus is read for each term.
fn scores(documents: &[Document], query: &str) -> Vec<f64> {
    let n = documents.len() as f64;
    let length = |document: &Document, field: usize| document.fields[field].split_whitespace().count() as f64;
    let average = |field: usize| {
        let lengths: Vec<f64> = documents.iter().map(|document| length(document, field)).filter(|&l| l > 0.0).collect();
        lengths.iter().sum::<f64>() / lengths.len() as f64
    };
    let averages: Vec<f64> = (0..5).map(average).collect();
    let mut scores = vec![0.0; documents.len()];
    for term in query.split(' ').collect::<HashSet<_>>() {
        let in_field = |document: &Document, field: usize| {
            document.fields[field].split_whitespace().filter(|&word| word == term).count().min(2) as f64
        };
        let with =
            documents.iter().filter(|document| (0..5).any(|field| in_field(document, field) > 0.0)).count() as f64;
        let idf = (1.0 + (n - with + 0.5) / (with + 0.5)).ln();
        for (document, score) in documents.iter().zip(&mut scores) {
            let times = |field: usize| {
                let ratio = (length(document, field) / averages[field]).max(1.0);
                WEIGHTS[field] * in_field(document, field) / (0.25 + 0.75 * ratio)
            };
            let x = times(0) + times(1) + times(2) + (times(3) + times(4)).min(2.0);
            *score += idf * 2.2 * x / (1.2 + x);
        }
    }
    scores
}

/// Fails where the floor adds a wrong share, misses a posting, or loses a document at the border of a window or block.
fn check(n: usize, each: usize) {
    let corpus = Corpus::new(n);
    let mut floor = Floor::build(corpus.documents.iter().map(|document| &document.fields));
    let queries = Queries::new(&corpus, each);
    for length in Length::ALL {
        for query in queries.of(length).iter().take(each) {
            let exact = scores(&corpus.documents, &query.text);
            let mut order: Vec<f64> = exact.clone();
            order.sort_by(|a, b| b.total_cmp(a));
            let with_score = exact.iter().filter(|&&score| score > 0.0).count();
            for k in [1, 5, 20, 50] {
                floor.search(&query.text, k);
                let found = floor.found();
                assert_eq!(found.len(), k.min(with_score), "{k} of {} in {n}", query.text);
                assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len(), "each once");
                // A share is rounded to 1/4,095 of the highest, of which no term has more than 22; a byte of a row is worth up to eight.
                let terms = query.text.split(' ').count() as f64;
                let rounding = terms * 8.0 * 22.0 / 4_095.0;
                for (place, &document) in found.iter().enumerate() {
                    let score = exact[document as usize];
                    assert!(
                        (score - order[place]).abs() <= rounding,
                        "{}: place {place} of {k} has {score}, not {}",
                        query.text,
                        order[place]
                    );
                }
            }
        }
    }
}

#[test]
fn one_window_finds_what_the_formula_finds() {
    check(100, 20);
    check(1_000, 10);
}

#[test]
fn several_windows_find_what_the_formula_finds() {
    check(9_000, 2);
}

/// A term of a query that nobody has, or that comes twice, changes nothing.
#[test]
fn unknown_and_repeated_terms_change_nothing() {
    let corpus = Corpus::new(500);
    let mut floor = Floor::build(corpus.documents.iter().map(|document| &document.fields));
    let mut found: HashMap<&str, Vec<u32>> = HashMap::new();
    for query in ["create file", "create unheard file", "file create create file", " file  create "] {
        floor.search(query, 5);
        found.insert(query, floor.found().to_vec());
    }
    let all: HashSet<&Vec<u32>> = found.values().collect();
    assert_eq!(all.len(), 1, "{found:?}");
    assert_eq!(found["create file"].len(), 5);
    floor.search("unheard", 5);
    assert_eq!(floor.found(), [0_u32; 0]);
}
