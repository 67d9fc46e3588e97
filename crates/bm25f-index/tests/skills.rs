//! Skills under their keys, in one index with tools.

#![cfg(test)]

mod common;

use common::{With, doc, found, ids, index};
use toolsift_bm25f_index::{Bm25fRanker, EXACT_SCORE, Index, IndexError, Params};
use toolsift_core::{SearchDoc, SkillId, ToolId, ToolRanker};
use toolsift_tokenizer::Stopwords;

fn key(name: &str) -> ToolId {
    ToolId::skill_key(&SkillId::new(name).unwrap())
}

/// A skill as it stands among tools.
fn skill(name: &str) -> SearchDoc {
    SearchDoc::new(key(name))
}

/// The hits of a query that it names, and the others.
fn hits(index: &Index, query: &str) -> (Vec<String>, Vec<String>) {
    let answer = index.search(query, &Stopwords::default(), usize::MAX);
    let (exact, ranked): (Vec<_>, Vec<_>) = answer.hits.iter().partition(|hit| hit.exact);
    let ids = |hits: Vec<&toolsift_bm25f_index::Hit>| hits.iter().map(|hit| hit.id.to_string()).collect();
    (ids(exact), ids(ranked))
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// ADR-144: a tool, a skill of the same id, and a tool that is called like its key are three documents; one key twice is an error.
#[test]
fn three_ids() {
    let docs = [doc("pay"), skill("pay"), doc("skill:pay")];
    assert_eq!(docs.each_ref().map(|doc| doc.id.as_str()), ["pay", "\0skill:pay", "skill:pay"]);
    let three = index(&docs);
    let mut all = found(&three, "pay");
    all.sort();
    assert_eq!(all, ["\0skill:pay", "pay", "skill:pay"]);
    let twice = Index::build(&[doc("pay"), skill("pay"), skill("pay")], &Params::default());
    assert_eq!(twice.unwrap_err(), IndexError::DuplicateId { id: key("pay") });
}

/// ADR-144, ADR-141: the key is no part of a skill's name: the word `skill` finds those that say it themselves, and a name is as long as it reads.
#[test]
fn the_key_is_not_a_word() {
    let docs = [
        skill("month-end"),
        skill("skill-writer"),
        skill("reviews").described("Reviews a skill."),
        doc("skill:deploy"),
        doc("deploy"),
    ];
    let index = index(&docs);
    let mut with_the_word = found(&index, "skill");
    with_the_word.sort();
    assert_eq!(with_the_word, ["\0skill:reviews", "\0skill:skill-writer", "skill:deploy"]);
    assert_eq!(found(&index, "month"), ["\0skill:month-end"]);
    for query in ["\0", "skill:", "\0skill:"] {
        assert!(!found(&index, query).contains(&"\0skill:month-end".to_owned()), "{query:?}");
    }
    for (doc, namespace, local) in [
        (skill("crm__report"), Some("crm"), "report"),
        (skill("report"), None, "report"),
        (skill("a:b"), Some("a"), "b"),
        (skill("a/b"), Some("a"), "b"),
    ] {
        assert_eq!((doc.namespace(), doc.local_name()), (namespace, local));
    }
}

/// ADR-141, ADR-143: in every field a skill's word is worth what a tool's is: two documents that differ in their kind alone have one score, to the last unit.
#[test]
fn one_formula() {
    type Fill = fn(SearchDoc) -> SearchDoc;
    let fills: [Fill; 4] = [
        |doc| doc,
        |doc| doc.described("needle and straw"),
        |doc| doc.called(&["needle in a stack"]),
        |doc| doc.tagged(&["needle"]),
    ];
    let mut scores = Vec::new();
    for (place, fill) in fills.into_iter().enumerate() {
        let name = if place == 0 { "needle_case" } else { "plain_case" };
        let docs = [fill(doc(name)), fill(skill(name)), doc("hay"), skill("hay"), doc("corn").untrusted()];
        let answer = index(&docs).search("needle", &Stopwords::default(), 9);
        let [first, second] = &answer.hits[..] else { panic!("two: {:?}", answer.hits) };
        assert_eq!((first.id.as_str(), second.id.as_str()), (key(name).as_str(), name), "a tie, by id");
        assert_eq!((first.score, first.standing), (second.score, second.standing));
        scores.push(first.score);
    }
    let [name, description, alias, tag] = scores[..] else { panic!("four") };
    assert!(name > alias && alias > description && tag > description, "{scores:?}");
}

/// ADR-141, ADR-151: a skill and a tool are ranked by what they say, whatever their kind.
#[test]
fn across_kinds() {
    let docs = [
        doc("refund_payment").described("Returns money."),
        skill("disputes").described("Refund a payment after a dispute."),
        skill("refund-playbook").described("Step by step."),
        doc("list_payments").described("Lists."),
    ];
    let index = index(&docs);
    assert_eq!(found(&index, "refund")[2..], ["\0skill:disputes"], "a name beats a description");
    assert_eq!(found(&index, "dispute of a payment")[0], "\0skill:disputes");
    assert_eq!(found(&index, "how is a payment listed")[0], "list_payments");
    assert_eq!(found(&index, "returns of money"), ["refund_payment"]);
}

/// ADR-144: equal scores are in the order of ids, in which the keys of skills come first.
#[test]
fn ties() {
    let docs = [skill("b"), doc("a"), skill("a"), doc("c"), doc("b")].map(|doc| doc.described("mail"));
    let order = ["\0skill:a", "\0skill:b", "a", "b", "c"];
    let index = index(&docs);
    assert_eq!(found(&index, "mail"), order);
    for limit in 0..=5 {
        let answer = index.search("mail", &Stopwords::default(), limit);
        assert_eq!(answer.hits.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(), order[..limit]);
    }
}

/// ADR-141, ADR-144: a query names a skill by its id as it names a tool, and where both have it, the tool first; a plain word does so only as the whole query.
#[test]
fn exact_identifiers() {
    let docs = [
        doc("charge_invoice"),
        skill("charge_invoice"),
        skill("close-books"),
        doc("crm__get_report"),
        skill("finance"),
        doc("finance_report").described("Finance."),
    ];
    let index = index(&docs);
    for (query, named) in [
        ("charge_invoice", &["charge_invoice", "\0skill:charge_invoice"][..]),
        ("please use charge_invoice, now", &["charge_invoice", "\0skill:charge_invoice"]),
        ("close-books then charge_invoice", &["\0skill:close-books", "charge_invoice", "\0skill:charge_invoice"]),
        ("load `close-books`.", &["\0skill:close-books"]),
        ("close books", &["\0skill:close-books"]),
        ("please close books", &[]),
        ("charge invoice", &["\0skill:charge_invoice", "charge_invoice"]),
        ("finance", &["\0skill:finance"]),
        ("the finance of it", &[]),
        ("get_report", &["crm__get_report"]),
    ] {
        assert_eq!(hits(&index, query).0, texts(named), "{query:?}");
    }
    assert_eq!(hits(&index, "finance").1, ["finance_report"]);
    let ranker = Bm25fRanker::new(std::sync::Arc::new(index), Stopwords::default());
    let scores = ranker.rank("charge_invoice", 2).unwrap();
    assert!(scores.iter().all(|hit| hit.score.to_bits() == EXACT_SCORE.to_bits()) && scores.len() == 2);
}

/// ADR-144: a local name that a tool and a skill share leads to neither; their whole ids still do.
#[test]
fn shared_local_names() {
    let docs = [doc("crm__list_files"), skill("erp__list_files"), skill("erp__close_books")];
    let index = index(&docs);
    assert_eq!(hits(&index, "use list_files").0, [""; 0]);
    assert_eq!(hits(&index, "use erp__list_files").0, ["\0skill:erp__list_files"]);
    assert_eq!(hits(&index, "use crm__list_files").0, ["crm__list_files"]);
    assert_eq!(hits(&index, "use close_books").0, ["\0skill:erp__close_books"]);
    let index = common::index(&[doc("x__a__list_files"), skill("a__list_files")]);
    assert_eq!(
        hits(&index, "use a__list_files").0,
        ["\0skill:a__list_files"],
        "a whole id is meant before a local name"
    );
}

/// ADR-143, ADR-164: the same skills in an index of their own, under their own ids, are found by the same words in the same order.
#[test]
fn an_index_of_skills_alone() {
    let say = |doc: SearchDoc, name: &str| match name {
        "month-end" => doc.described("Closes the books.").tagged(&["finance"]).called(&["balance sheet"]),
        "wechat" => doc.described("发布公众号文章"),
        _ => doc.described("Finance for beginners, and a balance."),
    };
    let names = ["month-end", "wechat", "basics"];
    let raw = index(&names.map(|name| say(doc(name), name)));
    let keyed = index(&names.map(|name| say(skill(name), name)));
    for (query, expected) in [
        ("公众号", &["wechat"][..]),
        ("balance sheet", &["month-end", "basics"]),
        ("finance", &["month-end", "basics"]),
        ("month-end", &["month-end"]),
        ("zebra", &[]),
    ] {
        assert_eq!(ids(&raw, query, &Stopwords::default()), texts(expected), "{query}");
        let keys: Vec<String> = expected.iter().map(|name| format!("\0skill:{name}")).collect();
        assert_eq!(ids(&keyed, query, &Stopwords::default()), keys, "{query}");
    }
}
