//! What has no influence: the order of documents, of terms, and the limit.

use toolsift_bm25f_index::{Index, Params};
use toolsift_core::SearchDoc;
use toolsift_tokenizer::Stopwords;

use crate::common::{With, doc, found, ids, index};

/// Another order of some things each time: a shuffle by a generator of its own, the same on every machine.
struct Shuffles(u64);

impl Shuffles {
    fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            things.swap(last, usize::try_from((self.0 >> 33) % (last as u64 + 1)).unwrap());
        }
    }
}

/// A catalogue with something in every field.
fn mixed() -> Vec<SearchDoc> {
    let mut docs = vec![
        doc("github__create_issue").described("Creates an issue.").tagged(&["bugs"]),
        doc("jira__create_issue").untrusted(),
        doc("send_mail").described("Sends a mail.").called(&["write a letter"]),
        doc("公众号.查询").described("查询公众号"),
        doc("get_me"),
        doc("Get_me"),
        doc("get-me"),
    ];
    docs[2].parameters = vec!["subject".to_owned(), "who gets it".to_owned()];
    docs[4].namespace = Some("github".to_owned());
    docs
}

/// ADR-049, C1-9: a thousand equal documents come in the order of their ids, and fewer of them are a prefix.
#[test]
fn a_thousand_ties_are_ordered_by_id() {
    let mut docs: Vec<SearchDoc> =
        (0..1_000).map(|number| doc(&format!("tool{number:04}")).described("send a mail")).collect();
    let sorted: Vec<String> = docs.iter().map(|doc| doc.id.to_string()).collect();
    let mut shuffles = Shuffles(9);
    for _ in 0..3 {
        shuffles.shuffle(&mut docs);
        let index = index(&docs);
        assert_eq!(found(&index, "mail"), sorted);
        for limit in [0, 1, 5, 20, 999, 1_000, 1_001] {
            let answer = index.search("mail", &Stopwords::default(), limit);
            let ids: Vec<&str> = answer.hits.iter().map(|hit| hit.id.as_str()).collect();
            assert_eq!(ids, sorted[..limit.min(1_000)]);
        }
    }
}

/// ADR-049: ids are ordered by their characters: digits, capitals, underscore, small letters, then what lies beyond
/// ASCII, and a character beyond U+FFFF after one of U+E000 to U+FFFF.
#[test]
fn ids_are_ordered_by_scalar_value() {
    let order = ["0x", "Zx", "_x", "ax", "zx", "éx", "查x", "\u{ff5e}x", "\u{1f600}x"];
    let mut docs: Vec<SearchDoc> = order.iter().map(|id| doc(id).described("mail")).collect();
    docs.reverse();
    assert_eq!(found(&index(&docs), "mail"), order);
}

/// C1-8, ADR-049: a hundred orders of the same documents are one index.
#[test]
fn a_hundred_shuffles_have_one_fingerprint() {
    let mut docs = mixed();
    let first = index(&docs);
    let mut shuffles = Shuffles(1);
    for _ in 0..100 {
        shuffles.shuffle(&mut docs);
        let index = index(&docs);
        assert_eq!(index.fingerprint(), first.fingerprint());
        for query in ["create issue", "get_me", "mail", "查询"] {
            assert_eq!(found(&index, query), found(&first, query));
        }
    }
}

/// C1-8: a fingerprint is 64 hexadecimal digits, and a change of any field, a standing or a parameter shows in it.
#[test]
fn a_fingerprint_tells_what_is_indexed() {
    let of = |docs: &[SearchDoc]| index(docs).fingerprint().to_owned();
    let docs = mixed();
    let original = of(&docs);
    assert!(
        original.len() == 64 && original.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    );
    let changes: [fn(&mut SearchDoc); 6] = [
        |doc| doc.description = Some("Other words.".to_owned()),
        |doc| doc.tags.push("other".to_owned()),
        |doc| doc.aliases.push("other".to_owned()),
        |doc| doc.parameters.push("other".to_owned()),
        |doc| doc.standing = toolsift_core::Standing::Untrusted,
        |doc| doc.namespace = Some("other".to_owned()),
    ];
    let mut seen = vec![original, of(&docs[1..]), of(&[])];
    for change in changes {
        let mut changed = docs.clone();
        change(&mut changed[0]);
        seen.push(of(&changed));
    }
    seen.push(Index::build(&docs, &Params::default().with_length_floor(false)).unwrap().fingerprint().to_owned());
    let all = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), all, "every one is different");
}

/// C1-10: the words of a query in fifty orders give every document the same bits.
#[test]
fn the_order_of_terms_changes_no_bit() {
    let words: Vec<String> = (0..16).map(|number| format!("w{number:02}")).collect();
    let docs: Vec<SearchDoc> = (1..60_usize)
        .map(|number| {
            let chosen =
                words.iter().enumerate().filter(|(at, _)| (number >> (at % 6)) & 1 == 1 || number % (at + 2) == 0);
            let text: Vec<&str> = chosen.map(|(_, word)| word.as_str()).collect();
            doc(&format!("tool_{number}")).described(&text.join(" ")).tagged(&text[..text.len() / 2])
        })
        .collect();
    let index = index(&docs);
    let first = index.search(&words.join(" "), &Stopwords::default(), usize::MAX);
    assert!(first.hits.len() > 50);
    let mut shuffled = words;
    let mut shuffles = Shuffles(2);
    for _ in 0..50 {
        shuffles.shuffle(&mut shuffled);
        let answer = index.search(&shuffled.join(" "), &Stopwords::default(), usize::MAX);
        assert_eq!((answer.hits, answer.ceiling), (first.hits.clone(), first.ceiling));
    }
}

/// S1: hits that the query names stand first whatever the limit, and are a prefix too.
#[test]
fn a_shorter_answer_is_a_prefix_with_exact_hits_too() {
    let index = index(&mixed());
    let query = "issue get-me create send_mail Get_me mail";
    let all = ids(&index, query, &Stopwords::default());
    assert_eq!(all[..3], ["get-me", "send_mail", "Get_me"]);
    for limit in 0..=all.len() {
        let answer = index.search(query, &Stopwords::default(), limit);
        assert_eq!(answer.hits.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(), all[..limit]);
    }
}
