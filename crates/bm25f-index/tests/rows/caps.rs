//! How much of a document and of a query is read. Each cap from both sides.

use toolsift_core::SearchDoc;
use toolsift_tokenizer::Stopwords;

use crate::common::{With, doc, found, index};

/// `t001 t002 …`: so many distinct terms.
fn numbered(range: std::ops::RangeInclusive<usize>) -> Vec<String> {
    range.map(|number| format!("t{number:03}")).collect()
}

/// Distinct terms, so many a label.
fn labels(terms: usize, each: usize) -> Vec<String> {
    numbered(1..=terms).chunks(each).map(|label| label.join(" ")).collect()
}

/// ADR-063, ADR-064, ADR-065, ADR-066: the last kept term of a field is found and the next one is not.
#[test]
fn a_field_keeps_its_first_terms() {
    let mut tagged = doc("tool");
    tagged.tags = labels(80, 5);
    let mut called = doc("tool");
    called.aliases = labels(112, 7);
    let mut schema = doc("tool");
    schema.parameters = numbered(1..=140);
    let described = doc("tool").described(&numbered(1..=140).join(" "));
    let named = doc(&numbered(1..=40).join("_"));
    for (doc, cap) in [(named, 32), (described, 128), (tagged, 64), (called, 96), (schema, 128)] {
        let id = doc.id.to_string();
        let index = index(&[doc]);
        assert_eq!(found(&index, &format!("t{cap:03}")), [id], "the last one: {cap}");
        assert_eq!(found(&index, &format!("t{:03}", cap + 1)), [""; 0], "the next one: {}", cap + 1);
        assert_eq!(index.unmatched(&format!("t{:03}", cap + 1), &Stopwords::default()).len(), 1);
    }
}

/// ADR-064: what is cut off does not count as length either.
#[test]
fn a_cut_description_is_as_long_as_its_cap() {
    let other = "other ".repeat(64);
    let docs = |words| [doc("a").described(&numbered(1..=words).join(" ")), doc("b").described(&other)];
    let score = |words| index(&docs(words)).search("t001", &Stopwords::default(), 1).hits[0].score;
    assert_eq!(score(128), score(300));
    // A single term more changes less than a score can tell.
    assert!(score(100) > score(128));
}

/// ADR-068: 2,000 characters of a field are read, counted as characters and not as bytes.
#[test]
fn the_rest_of_a_field_is_not_read() {
    for letter in ["x", "é", "発"] {
        let text = |filler: usize| format!("{}. edge", letter.repeat(filler));
        let index_of = |filler| index(&[doc("tool").described(&text(filler))]);
        // One letter of a script without spaces gives a term each: there the field is full long before.
        let expected: &[&str] = if letter == "発" { &[] } else { &["tool"] };
        assert_eq!(found(&index_of(1_994), "edge"), expected, "{letter}");
        assert_eq!(found(&index_of(1_995), "edge"), [""; 0], "{letter}");
    }
    let late = index(&[doc("tool").described(&format!("{}. edge", "x".repeat(1_995)))]);
    assert_eq!(found(&late, "edg"), ["tool"], "what is left of the word");
}

/// ADR-068: parameters share those 2,000 characters, and each text costs one more than it has.
#[test]
fn parameters_share_what_is_read() {
    let index_of = |first: usize| {
        let mut doc = doc("tool");
        doc.parameters = vec!["x".repeat(first), "edge".to_owned(), "later".to_owned()];
        index(&[doc])
    };
    assert_eq!(found(&index_of(1_995), "edge"), ["tool"]);
    assert_eq!(found(&index_of(1_995), "later"), [""; 0]);
    assert_eq!(found(&index_of(1_996), "edge"), [""; 0]);
    assert_eq!(found(&index_of(1_996), "edg"), ["tool"]);
    assert_eq!(found(&index_of(2_500), "edge later"), [""; 0]);
}

/// ADR-069: sixteen labels of a list count, and equal or empty ones take no place.
#[test]
fn the_seventeenth_label_is_dropped() {
    let fill: [fn(&mut SearchDoc, Vec<String>); 2] = [|doc, list| doc.tags = list, |doc, list| doc.aliases = list];
    for fill in fill {
        let mut tool = doc("tool");
        fill(&mut tool, [vec![String::new(), " T001 ".to_owned()], numbered(1..=17)].concat());
        let index = index(&[tool]);
        assert_eq!(found(&index, "t016"), ["tool"]);
        assert_eq!(found(&index, "t017"), [""; 0]);
    }
}

/// ADR-069: a label is read to its eightieth character.
#[test]
fn a_label_is_cut_at_eighty_characters() {
    for letter in ["x", "é"] {
        for (letters, expected) in [(78, ["tool"].as_slice()), (79, &[])] {
            let label = format!("{} y", letter.repeat(letters));
            assert_eq!(found(&index(&[doc("tool").tagged(&[&label])]), "y"), expected, "{letters} letters");
            assert_eq!(found(&index(&[doc("tool").called(&[&label])]), "y"), expected, "{letters} letters");
        }
    }
}

/// ADR-067: a term of forty characters is found by its first 32, whatever follows, and not by 31.
#[test]
fn a_long_term_is_its_beginning() {
    let index = index(&[doc(&format!("do_{}", "x".repeat(40)))]);
    for (query, expected) in
        [("x".repeat(32), ["do"].as_slice()), (format!("{}zzz", "x".repeat(32)), &["do"]), ("x".repeat(31), &[])]
    {
        assert_eq!(found(&index, &query).len(), expected.len(), "{query}");
    }
}

/// ADR-060: what stands behind the 512th character of a query has no effect, neither as a term nor as an id.
#[test]
fn a_query_is_read_to_its_512th_character() {
    let index = index(&[doc("get_me"), doc("send_mail")]);
    let query = |filler: usize| format!("{} send_mail", "x".repeat(filler));
    assert_eq!(found(&index, &query(502)), ["send_mail"]);
    assert!(index.search(&query(502), &Stopwords::default(), 1).hits[0].exact);
    let cut = index.search(&query(503), &Stopwords::default(), 9);
    assert_eq!(cut.hits.iter().map(|hit| (hit.id.as_str(), hit.exact)).collect::<Vec<_>>(), [("send_mail", false)]);
    assert_eq!(found(&index, &query(512)), [""; 0]);
    let megabyte = format!("get me {}", "send mail ".repeat(100_000));
    let same = format!("get me {}", "send mail ".repeat(50));
    let answer = |query: &str| index.search(query, &Stopwords::default(), 9);
    assert_eq!(answer(&megabyte).hits, answer(&format!("{same}send ")).hits);
}

/// ADR-046: of fifty megabytes of description as much is kept as of a thousand characters.
#[test]
fn a_huge_description_costs_its_cap() {
    let huge = doc("tool").described(&"word ".repeat(10 << 20));
    assert_eq!(index(&[huge]).stats().tokens, 1 + 128);
    let mut everything = doc(&numbered(1..=40).join("_")).described(&numbered(1..=300).join(" "));
    everything.tags = labels(300, 5);
    everything.aliases = labels(300, 7);
    everything.parameters = numbered(1..=300);
    let stats = index(&[everything]).stats();
    assert_eq!(stats.tokens, 32 + 96 + 64 + 128 + 128);
    assert_eq!((stats.documents, stats.postings, stats.terms), (1, 128, 128));
}

/// ADR-046: the work is in proportion to the documents, and their number of terms is all that counts.
#[test]
fn work_grows_with_the_documents() {
    let docs = |count: usize| {
        (0..count).map(|i| doc(&format!("tool_n{i}")).described("three shared words")).collect::<Vec<_>>()
    };
    for count in [0, 1, 10, 1_000] {
        let stats = index(&docs(count)).stats();
        assert_eq!((stats.documents, stats.tokens, stats.postings), (count, 5 * count, 5 * count));
    }
}

/// Of the name of an untrusted document eight terms count; the ninth is not found.
#[test]
fn an_untrusted_name_has_eight_terms() {
    let index = index(&[doc("one_two_three_four_five_six_seven_eight_nine").untrusted()]);
    for (query, hits) in [("eight", 1), ("nine", 0)] {
        assert_eq!(index.search(query, &Stopwords::none(), 5).hits.len(), hits, "{query}");
    }
}
