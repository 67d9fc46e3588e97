//! Catalogues whose figures stand in the design, computed there by another program. Its scores lack the factor k1 + 1 = 2.2.

use std::sync::Arc;

use toolsift_bm25f_index::{Bm25fRanker, Index, Params};
use toolsift_core::{SearchDoc, ToolRanker};
use toolsift_tokenizer::Stopwords;

use crate::common::{With, doc};

/// Tools with names of two terms and descriptions of twelve, none of which is asked for.
fn fillers(count: usize) -> Vec<SearchDoc> {
    let words = |i: usize| (0..12).map(|word| format!("w{i}x{word}")).collect::<Vec<_>>().join(" ");
    (0..count).map(|i| doc(&format!("filler_n{i}")).described(&words(i))).collect()
}

/// A description of twelve terms that begins with a text.
fn twelve(text: &str) -> String {
    let rest = 12 - text.split_whitespace().count();
    format!("{text} {}", (0..rest).map(|word| format!("plain{word}")).collect::<Vec<_>>().join(" "))
}

/// A score on the scale of the design.
#[derive(Debug)]
struct About(f64);

impl PartialEq<&str> for About {
    /// Whether a figure of three digits is the score, but for what two terms lose when each is rounded to 1/128.
    fn eq(&self, figure: &&str) -> bool {
        let rounding = 2.0 * 0.5 / 128.0 / 2.2 + 0.0005;
        (self.0 - figure.parse::<f64>().unwrap()).abs() <= rounding
    }
}

/// The score of a document that the query does not name.
fn score(index: &Index, query: &str, id: &str) -> About {
    let answer = index.search(query, &Stopwords::default(), usize::MAX);
    let hit = answer.hits.iter().find(|hit| hit.id.as_str() == id && !hit.exact).unwrap();
    About(hit.score.as_f64() / 2.2)
}

/// 200 tools, five of which have `refund`: two honest names, one description that mentions it, two stuffed ones.
fn stuffed_descriptions(floor: bool) -> Index {
    let mut docs = fillers(195);
    docs.push(doc("refund_payment").described(&twelve("gives money back")));
    docs.push(doc("acme__billing_service_v2_refund_payment").described(&twelve("gives money back")));
    docs.push(doc("list_ledger").described(&twelve("shows a refund")));
    docs.push(doc("stuffed_two").described("refund refund"));
    docs.push(doc("stuffed_fifty").described(&"refund ".repeat(50)));
    Index::build(&docs, &Params::default().with_length_floor(floor)).unwrap()
}

/// ADR-043, ADR-044, ADR-045: with the floor an honest name beats two stuffed words, and fifty are worth less. The
/// counter-example is pinned too: a name of three times the mean length loses.
#[test]
fn an_honest_name_beats_a_stuffed_description() {
    let index = stuffed_descriptions(true);
    for (id, figure) in [
        ("refund_payment", "2.570"),
        ("stuffed_two", "2.249"),
        ("acme__billing_service_v2_refund_payment", "1.807"),
        ("stuffed_fifty", "1.198"),
    ] {
        assert_eq!(score(&index, "refund", id), figure, "{id}");
    }
    let answer = index.search("refund", &Stopwords::default(), 2);
    assert_eq!(answer.hits.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(), ["refund_payment", "stuffed_two"]);
}

/// ADR-044: without the floor the cut of the text pool alone holds two stuffed words down (without either they have 2.940).
#[test]
fn without_the_floor_the_cut_holds_two_stuffed_words_down() {
    let index = stuffed_descriptions(false);
    assert_eq!(score(&index, "refund", "refund_payment"), "2.576");
    assert_eq!(score(&index, "refund", "stuffed_two"), "2.249");
    let answer = index.search("refund", &Stopwords::default(), 1);
    assert_eq!(answer.hits[0].id.as_str(), "refund_payment");
}

/// ADR-044: no score is above the ceiling of its query, with the switch in either position.
#[test]
fn no_score_is_above_the_ceiling() {
    let docs = [doc("mail_mail"), doc(&["other"; 32].join("_"))];
    for floor in [true, false] {
        let index = Index::build(&docs, &Params::default().with_length_floor(floor)).unwrap();
        let answer = index.search("mail", &Stopwords::default(), 1);
        assert!(answer.hits[0].score <= answer.ceiling, "{} above {}", answer.hits[0].score, answer.ceiling);
    }
}

/// By hand: the highest x is 16, twice in fields of 3 + 2 + 2 and the pool's 2, so that a term of the only document comes to ln 4/3 · 16 · 2.2 / 17.2 and one of none to ln 4 of the
/// same, in steps of 1/128.
#[test]
fn a_ranker_tells_the_highest_score() {
    let index = Index::build(&[doc("mail_letter")], &Params::default()).unwrap();
    let ranker = Bm25fRanker::new(Arc::new(index), Stopwords::default());
    for (query, expected) in
        [("mail", 0.588_744), ("letter mail", 1.177_489), ("mail mail", 0.588_744), ("parcel", 2.837_068)]
    {
        let ceiling = ranker.ceiling(query).unwrap();
        assert!((ceiling - expected).abs() <= 2.0 / 128.0, "{query}: {ceiling}");
    }
}

/// ADR-043, ADR-044: 198 tools, all vouched for. A name of twelve terms is worth less for each of them than a name of two, and wins only
/// where it has a term that the other lacks.
#[test]
fn a_stuffed_name_loses_to_an_honest_one() {
    let mut docs = fillers(195);
    docs.push(doc("refund_payment"));
    docs.push(doc("refund_payment_s1_s2_s3_s4_s5_s6_s7_s8_s9_foreign"));
    docs.push(doc("list_ledger").described(&twelve("shows a refund")));
    let index = Index::build(&docs, &Params::default()).unwrap();
    let stuffed = "refund_payment_s1_s2_s3_s4_s5_s6_s7_s8_s9_foreign";
    for (query, honest, other) in [
        ("refund", "2.886", "1.415"),
        ("refund please payment", "6.013", "2.948"),
        ("refund foreign", "2.886", "3.127"),
    ] {
        assert_eq!(score(&index, query, "refund_payment"), honest, "{query}");
        assert_eq!(score(&index, query, stuffed), other, "{query}");
    }
}

/// ADR-043: 197 tools, one of which has tags. The mean is over those that have the field, else its one tag would count
/// as 197 times too long (0.049). With idf = ln(198 / 2.5) the two are worth 2/3.2 and 1/2.2 of it.
#[test]
fn a_field_that_few_tools_have_keeps_its_worth() {
    let mut docs = fillers(195);
    docs.push(doc("tagged_one").described(&twelve("plain")).tagged(&["refund"]));
    docs.push(doc("text_only").described(&twelve("refund")));
    let index = Index::build(&docs, &Params::default()).unwrap();
    assert_eq!(score(&index, "refund", "tagged_one"), "2.732");
    assert_eq!(score(&index, "refund", "text_only"), "1.987");
}
