//! The guarded ranking by hand: weights, statistics, explanations, and a page of two lists.

use toolsift_bm25f_index::{Answer, Field, Index, IndexError, MIN_STATISTICS, Params, Searcher, Stopwords};
use toolsift_core::{Ranking, SearchDoc};

use crate::common::{With, doc};

fn params() -> Params {
    Params::default().with_ranking(Ranking::Guarded)
}

fn searcher(docs: &[SearchDoc]) -> Searcher {
    Searcher::build(docs, &params(), Stopwords::default()).unwrap()
}

fn ids(answer: &Answer) -> Vec<&str> {
    answer.hits.iter().map(|hit| hit.id.as_str()).collect()
}

/// R3, R4: a host's word for an un-vouched tool outweighs a name that says it twice; all of them come behind a trusted one.
#[test]
fn words_of_the_host_outweigh_names() {
    let docs = [
        doc("billing").described("refund"),
        doc("acme_reversal").called(&["refund"]).untrusted(),
        doc("refund_refund").untrusted(),
    ];
    assert_eq!(ids(&searcher(&docs).search("refund", 5)), ["billing", "acme_reversal", "refund_refund"]);
    let plain = Searcher::build(&docs, &Params::default(), Stopwords::default()).unwrap();
    assert_eq!(ids(&plain.search("refund", 5)), ["refund_refund", "acme_reversal", "billing"]);
}

/// ln(1 + 49.5 / 1.5).
const OF_34: f64 = 3.526_360_524_616;

/// R2: below 50 documents every term is as rare as one of one document in 50; from there on documents are counted (a term of all 50 has ln(1 + 0.5 / 50.5)).
#[test]
fn few_documents_are_no_statistics() {
    for (documents, common, rare) in [(49, OF_34, OF_34), (50, 0.009_852_296_443, OF_34)] {
        let mut docs: Vec<SearchDoc> = (0..documents).map(|n| doc(&format!("tool_{n:02}"))).collect();
        docs[0].description = Some("refund".to_owned());
        let index = Index::build(&docs, &params()).unwrap();
        let why = index.explain("tool refund", &Stopwords::none(), &docs[0]).unwrap();
        let idfs: Vec<f64> = why.terms.iter().map(|term| term.idf).collect();
        assert!((idfs[0] - common).abs() < 1e-11 && (idfs[1] - rare).abs() < 1e-11, "{documents}: {idfs:?}");
    }
    assert_eq!(MIN_STATISTICS, 50);
}

/// An explanation is that of the index which ranks the document, with the weight that its name has there.
#[test]
fn an_explanation_comes_from_the_list_of_the_document() {
    let docs = [doc("refund_payment"), doc("refund_all").untrusted()];
    let searcher = searcher(&docs);
    let answer = searcher.search("refund", 5);
    for (doc, hit, weight) in [(&docs[0], &answer.hits[0], 3.0), (&docs[1], &answer.hits[1], 1.0)] {
        let why = searcher.explain("refund", doc).unwrap();
        assert_eq!((&why.id, why.score, why.standing), (&hit.id, hit.score, hit.standing));
        assert_eq!((why.terms[0].fields[0].field, why.terms[0].fields[0].weight), (Field::Name, weight));
    }
}

/// A term is unmatched where neither list has it; joined terms of either are terms of the query.
#[test]
fn both_lists_know_terms() {
    let docs = [doc("refund"), doc("github_issue").untrusted()];
    let answer = searcher(&docs).search("refund GitHub wombat", 5);
    assert_eq!(answer.terms, ["refund", "git", "hub", "wombat", "github"]);
    assert_eq!(answer.unmatched, ["wombat"]);
}

/// One id in both lists is an error, as in one.
#[test]
fn an_id_is_in_one_list() {
    let docs = [doc("refund"), doc("refund").untrusted()];
    let error = Searcher::build(&docs, &params(), Stopwords::default()).unwrap_err();
    assert_eq!(error, IndexError::DuplicateId { id: docs[0].id.clone() });
}

/// What an index was made of includes its ranking; that of a plain one is what it was before there were two.
#[test]
fn the_fingerprint_knows_the_ranking() {
    let fingerprint = |params| Index::build(&[doc("refund")], &params).unwrap().fingerprint().to_owned();
    assert_ne!(fingerprint(params()), fingerprint(Params::default()));
    assert_ne!(fingerprint(params()), fingerprint(params().with_length_floor(false)));
}
