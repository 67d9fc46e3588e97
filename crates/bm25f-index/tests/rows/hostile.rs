//! Documents and queries that nobody writes by accident, and catalogues that cannot be indexed.

use toolsift_bm25f_index::{Index, IndexError, Params, Score};
use toolsift_core::{SearchDoc, Standing, ToolId};
use toolsift_tokenizer::Stopwords;

use crate::common::{With, doc, found, index};

/// Texts that break parsers.
const ODD: [&str; 10] = [
    "",
    " \t\r\n ",
    "\u{0}",
    "send\u{0}mail",
    "\u{1b}[2J\u{7}",
    "\u{202e}liam_dnes",
    "\u{feff}\u{200b}\u{e0041}",
    "?!…—'\"\\`",
    "\u{fffd}\u{10ffff}",
    "e\u{301}\u{301}\u{301}",
];

/// ADR-060, S79: every odd text as a query of every odd document: no panic, no rising score, no id from elsewhere.
#[test]
fn odd_texts_are_only_texts() {
    let mut docs: Vec<SearchDoc> = Vec::new();
    for odd in ODD.iter().filter(|odd| !odd.is_empty()) {
        docs.push(doc(odd).described(odd).tagged(&ODD).called(&ODD));
        let mut other = doc(&format!("tool{odd}")).described(odd).untrusted();
        other.parameters = ODD.map(str::to_owned).to_vec();
        other.namespace = Some((*odd).to_owned());
        docs.push(other);
    }
    docs.push(doc("send_mail"));
    let index = index(&docs);
    let megabyte = "\u{0}send\u{301}".repeat(200_000);
    for query in ODD.iter().copied().chain([megabyte.as_str(), "send mail", "tool"]) {
        let answer = index.search(query, &Stopwords::default(), usize::MAX);
        let ranked = answer.hits.iter().skip_while(|hit| hit.exact);
        assert!(ranked.clone().all(|hit| !hit.exact && hit.score > Score::default()), "{query:?}");
        assert!(ranked.clone().zip(ranked.skip(1)).all(|(one, next)| one.score >= next.score), "{query:?}");
        assert!(answer.hits.iter().all(|hit| docs.iter().any(|doc| doc.id == hit.id)), "{query:?}");
        for doc in &docs {
            assert!(index.explain(query, &Stopwords::default(), doc).is_ok(), "{query:?} {doc:?}");
        }
    }
    assert!(found(&index, "send mail").contains(&"send_mail".to_owned()));
}

/// S79: an index of nothing answers everything, with nothing.
#[test]
fn an_empty_index_has_no_hits() {
    let index = index(&[]);
    let stats = index.stats();
    assert_eq!((stats.documents, stats.terms, stats.postings, stats.tokens), (0, 0, 0, 0));
    for query in ODD.into_iter().chain(["send mail"]) {
        let answer = index.search(query, &Stopwords::default(), usize::MAX);
        assert_eq!((answer.hits.len(), answer.postings), (0, 0), "{query:?}");
        assert_eq!(answer.unmatched, answer.terms);
    }
    let error = index.explain("send", &Stopwords::default(), &doc("send_mail")).unwrap_err();
    assert_eq!(error.to_string(), "no document of the index has the id \"send_mail\"");
}

/// ADR-049: two documents of one id are an error that names it, wherever they stand and whatever else they say.
#[test]
fn a_second_document_of_an_id_is_refused() {
    let mut docs: Vec<SearchDoc> = (0..100).map(|i| doc(&format!("tool_{i}"))).collect();
    docs.push(doc("tool_7").described("another one").untrusted());
    for _ in 0..docs.len() {
        let error = Index::build(&docs, &Params::default()).unwrap_err();
        assert_eq!(error, IndexError::DuplicateId { id: ToolId::new("tool_7").unwrap() });
        docs.rotate_left(1);
    }
    let near = [doc("tool_7"), doc("tool-7"), doc("Tool_7"), doc("tool_7 "), doc("tool_\u{ad}7")];
    assert_eq!(index(&near).stats().documents, 5, "ids are compared byte for byte");
}

/// A document that was changed is not explained: its terms would not add up to the score that was indexed.
#[test]
fn a_changed_document_is_not_explained() {
    let docs = [doc("send_mail").described("Sends a mail."), doc("get_me")];
    let index = index(&docs);
    let explain = |query: &str, doc: &SearchDoc| index.explain(query, &Stopwords::default(), doc).map(|why| why.score);
    assert!(explain("mail", &docs[0]).is_ok());
    let changed = Err(IndexError::ChangedDocument { id: docs[0].id.clone() });
    for other in [doc("send_mail"), doc("send_mail").described("mail mail"), docs[0].clone().tagged(&["mail"])] {
        assert_eq!(explain("mail", &other), changed, "{other:?}");
    }
}

/// A change that the query's words notice is refused; the standing is the indexed one, whatever the other document says.
#[test]
fn what_is_explained_is_what_was_indexed() {
    let docs = [doc("send_mail").described("Sends a mail."), doc("get_me").described("A letter.")];
    let index = index(&docs);
    for other in [doc("send_mail").described("Sends a letter."), docs[0].clone().called(&["mail"])] {
        let error = index.explain("mail letter", &Stopwords::default(), &other).map(|why| why.score);
        assert_eq!(error, Err(IndexError::ChangedDocument { id: other.id.clone() }), "{other:?}");
    }
    let why = index.explain("mail", &Stopwords::default(), &docs[0].clone().untrusted()).unwrap();
    assert_eq!(why.standing, Standing::Trusted);
}
