//! What an occurrence of a term is worth.

use toolsift_bm25f_index::{B, Field, K1, Score};
use toolsift_core::SearchDoc;
use toolsift_tokenizer::Stopwords;

use crate::common::{With, doc, found, index};

/// A document whose five fields have two terms each: `needle` and another in one of them, other words in the rest.
fn needle_in(field: Field, id: &str) -> SearchDoc {
    let words = |at: Field| if at == field { "needle hay" } else { "straw hay" };
    let name = if field == Field::Name { format!("needle_{id}") } else { format!("straw_{id}") };
    let mut doc = doc(&name).described(words(Field::Description));
    doc = doc.called(&[words(Field::Aliases)]).tagged(&[words(Field::Tags)]);
    doc.parameters = vec![words(Field::Parameters).to_owned()];
    doc
}

fn units(docs: &[SearchDoc], query: &str, id: &str) -> u32 {
    let answer = index(docs).search(query, &Stopwords::default(), usize::MAX);
    answer.hits.iter().find(|hit| hit.id.as_str() == id).map_or(0, |hit| hit.score.units())
}

/// ADR-043, ADR-044: every pair of fields. Of two documents both have the term: idf = ln 1.2, and a weight of 3, 2 or 1
/// saturates to 3 · 2.2 / 4.2, 2 · 2.2 / 3.2 or 2.2 / 2.2: 36.67, 32.09 and 23.34 in 128ths.
#[test]
fn three_two_two_one_for_every_pair_of_fields() {
    assert_eq!((K1, B), (1.2, 0.75));
    let worth =
        [(Field::Name, 37), (Field::Aliases, 32), (Field::Tags, 32), (Field::Description, 23), (Field::Parameters, 23)];
    for (heavy, more) in worth {
        for (light, less) in worth.into_iter().filter(|(field, less)| *field != heavy && *less <= more) {
            // The lighter field belongs to the smaller id, so that only its weight can put it behind.
            let docs = [needle_in(light, "a"), needle_in(heavy, "b")];
            let scores = docs.clone().map(|doc| units(&docs, "needle", doc.id.as_str()));
            assert_eq!(scores, [less, more], "{light:?} against {heavy:?}");
            let first =
                if less == more { docs.iter().map(|doc| doc.id.as_str()).min() } else { Some(docs[1].id.as_str()) };
            assert_eq!(
                found(&index(&docs), "needle").first().map(String::as_str),
                first,
                "{light:?} against {heavy:?}"
            );
        }
    }
}

/// ADR-044: of two descriptions with 3 and 1 words the mean is 2, so the longer one has x = 1 / (0.25 + 0.75 · 1.5) = 8/11.
/// With idf = ln 2 that is 0.57544, or 73.66 in 128ths.
#[test]
fn a_longer_field_is_worth_less() {
    let docs = [doc("a").described("needle hay straw"), doc("b").described("hay")];
    assert_eq!(units(&docs, "needle", "a"), 74);
}

/// ADR-045: at equal length two occurrences are worth as much as fifty, and one is worth less.
#[test]
fn the_third_occurrence_counts_nothing() {
    let fifty = |needles: usize| format!("{}{}", "needle ".repeat(needles), "hay ".repeat(50 - needles));
    let once = doc("once").described(&fifty(1));
    let docs = [doc("fifty").described(&fifty(50)), once, doc("twice").described(&fifty(2))];
    assert_eq!(found(&index(&docs), "needle"), ["fifty", "twice", "once"]);
    assert_eq!(units(&docs, "needle", "fifty"), units(&docs, "needle", "twice"));
    assert!(units(&docs, "needle", "once") < units(&docs, "needle", "twice"));
}

/// ADR-045: the same in every other field.
#[test]
fn the_third_occurrence_counts_nothing_in_any_field() {
    let labels = |words: [&str; 4]| words.map(str::to_owned).to_vec();
    let twice = ["needle a", "needle b", "hay c", "hay d"];
    let often = ["needle a", "needle b", "needle c", "needle d"];
    let build = |fill: fn(&mut SearchDoc, Vec<String>)| {
        let mut docs = [doc("often"), doc("twice")];
        fill(&mut docs[0], labels(often));
        fill(&mut docs[1], labels(twice));
        docs
    };
    for docs in [
        build(|doc, labels| doc.aliases = labels),
        build(|doc, labels| doc.tags = labels),
        build(|doc, labels| doc.parameters = labels),
        [doc("needle_needle_needle_needle"), doc("needle_needle_hay_straw")],
    ] {
        let [often, twice] = docs.clone().map(|doc| units(&docs, "needle", doc.id.as_str()));
        assert_eq!(often, twice, "{docs:?}");
        assert_ne!(often, 0, "{docs:?}");
    }
}

/// ADR-045, S61: a document that repeats a term everywhere stays under idf · (k1 + 1), here ln 1.2 · 2.2 = 0.401, or 51.3 in 128ths.
#[test]
fn repetition_has_a_bounded_worth() {
    let mut stuffed = doc("needle_needle").described(&"needle ".repeat(128));
    stuffed.tags = (0..16).map(|i| format!("needle needle {i}")).collect();
    stuffed.aliases.clone_from(&stuffed.tags);
    stuffed.parameters = vec!["needle".to_owned(); 128];
    let docs = [stuffed, doc("needle_plain")];
    let (all, plain) = (units(&docs, "needle", "needle_needle"), units(&docs, "needle", "needle_plain"));
    assert_eq!(Score::from_units(plain).to_string(), "0.289");
    assert!(plain < all && all <= 51, "{plain} {all}");
}

/// Description and parameters are one pool: together they are worth what a description alone can be, x = 2.
#[test]
fn text_is_worth_two_at_most() {
    let mut both = doc("both").described("needle needle");
    both.parameters = vec!["needle needle".to_owned()];
    let docs = [both, doc("text").described("needle needle")];
    assert_eq!(["both", "text"].map(|id| units(&docs, "needle", id)), [32, 32]);
}
