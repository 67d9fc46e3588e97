//! Stopwords are left out of queries and nowhere else.

use std::sync::Arc;

use toolsift_bm25f_index::{Bm25fRanker, Index, Params};
use toolsift_core::{SearchDoc, ToolRanker};
use toolsift_tokenizer::{DEFAULT_STOPWORDS, Stopwords};

use crate::common::{With, doc, found, ids, index};

/// Aliases full of small words, as people write them.
fn billing() -> Vec<SearchDoc> {
    vec![
        doc("charge_invoice").called(&["bill the customer"]),
        doc("refund_payment").called(&["give the money back"]),
        doc("explain_query").called(&["why is the database slow"]),
    ]
}

/// ADR-234, S3: a name that holds a stopword is found by its name, by its words and by the stopword alone.
#[test]
fn a_stopword_in_a_name_is_indexed() {
    let index = index(&[doc("get_the_x"), doc("get_a_y"), doc("put_x_z")]);
    for query in ["get_the_x", "get the x", "the", "please run get_the_x now"] {
        let answer = index.search(query, &Stopwords::default(), 1);
        assert_eq!(answer.hits[0].id.as_str(), "get_the_x", "{query}");
    }
}

/// ADR-236: stopwords belong to a query, so an index is the same under every list, and answers under each.
#[test]
fn an_index_does_not_depend_on_stopwords() {
    let shared = Arc::new(index(&billing()));
    let lists = [Stopwords::default(), Stopwords::none(), Stopwords::new(["customer"]).unwrap()];
    for stopwords in lists {
        let ranker = Bm25fRanker::new(Arc::clone(&shared), stopwords);
        assert_eq!(ranker.index().fingerprint(), index(&billing()).fingerprint());
        assert_eq!(ranker.index().stats(), shared.stats());
    }
    assert_eq!(found(&shared, "the").len(), 3, "its terms are all there");
}

/// ADR-237, ADR-241: only what the words of a request mean is found; with an empty list also what shares its `the`.
#[test]
fn bill_the_customer_does_not_match_through_the() {
    let index = index(&billing());
    assert_eq!(found(&index, "bill the customer"), ["charge_invoice"]);
    let empty: [&str; 0] = [];
    let unfiltered = ids(&index, "bill the customer", &Stopwords::new(empty).unwrap());
    assert_eq!(unfiltered, ["charge_invoice", "refund_payment", "explain_query"]);
    assert_eq!(unfiltered, ids(&index, "bill the customer", &Stopwords::none()));
}

/// ADR-238: sixteen stopwords in front of a word leave it its place.
#[test]
fn stopwords_take_no_place() {
    let stopwords = DEFAULT_STOPWORDS[..16].join(" ");
    let mut docs = vec![doc("send_mail")];
    docs.extend(DEFAULT_STOPWORDS[..16].iter().map(|word| doc(&format!("tool_{word}"))));
    let index = index(&docs);
    let answer = index.search(&format!("{stopwords} mail"), &Stopwords::default(), 99);
    assert_eq!((answer.terms.len(), answer.postings), (1, 1));
    assert_eq!(found(&index, &format!("{stopwords} mail")), ["send_mail"]);
    let unfiltered = index.search(&format!("{stopwords} mail"), &Stopwords::none(), 99);
    assert_eq!(unfiltered.terms.len(), 17);
    assert!(unfiltered.hits.iter().all(|hit| hit.id.as_str() != "send_mail"), "it would be the seventeenth");
}

/// ADR-239: where nothing else is left, stopwords are what is sought.
#[test]
fn a_query_of_stopwords_keeps_them() {
    let index = index(&[doc("can_it"), doc("who_am_i"), doc("send_mail")]);
    for (query, expected) in [("it can", "can_it"), ("am i", "who_am_i"), ("The CAN", "can_it")] {
        assert_eq!(found(&index, query), [expected], "{query}");
    }
    assert_eq!(found(&index, "can mail"), ["send_mail"], "beside another word they are dropped");
}

/// ADR-240: entries of a list of one's own reach the index in any form.
#[test]
fn a_list_of_ones_own_is_heard() {
    let index = index(&[doc("list_invoices"), doc("list_refunds")]);
    let own = Stopwords::new([" INVOICES ", "out of"]).unwrap();
    assert_eq!(ids(&index, "refund invoice", &own), ["list_refunds"]);
    assert_eq!(ids(&index, "invoices", &own), ["list_invoices"], "nothing else is left");
}

/// ADR-244: the list reaches the ranker of tools and the one of skills, each its own, over one index or two.
#[test]
fn every_ranker_takes_a_list() {
    let skills = [doc("the-pdf-skill").described("Fills the forms of a PDF."), doc("notes").described("the notes")];
    let tools = billing();
    for docs in [tools.as_slice(), &skills] {
        let shared = Arc::new(Index::build(docs, &Params::default()).unwrap());
        let rank = |stopwords| Bm25fRanker::new(Arc::clone(&shared), stopwords).rank("the unheard", 9).unwrap().len();
        assert_eq!(rank(Stopwords::default()), 0);
        assert_eq!(rank(Stopwords::none()), docs.len());
        assert_eq!(rank(Stopwords::new(["unheard"]).unwrap()), docs.len());
    }
    let ranker = Bm25fRanker::new(Arc::new(index(&tools)), Stopwords::new(["slow"]).unwrap());
    assert_eq!(*ranker.stopwords(), Stopwords::new(["slow"]).unwrap());
    assert_eq!(ranker.unmatched("slow pony"), ["pony"]);
}
