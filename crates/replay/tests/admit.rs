//! Re-admission: the rule against sets, for every small record and for random larger ones.

#![cfg(test)]

use std::cell::RefCell;
use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use toolsift_replay::{SearchChoice, admit};

/// The rule without a loop over states: what the record and the live set share, by first place in the record, as many as the cap.
fn by_sets(record: &[String], live: &BTreeSet<&str>, cap: usize) -> Vec<String> {
    let recorded: BTreeSet<&str> = record.iter().map(String::as_str).collect();
    let mut shared: Vec<&str> = recorded.intersection(live).copied().collect();
    shared.sort_by_key(|id| record.iter().position(|entry| entry == id));
    shared.into_iter().take(cap).map(str::to_owned).collect()
}

fn own(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|&id| id.to_owned()).collect()
}

/// Every record over `ids` with up to `longest` entries.
fn records(ids: &[&str], longest: usize) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        let longer = |record: &Vec<String>| {
            let record = record.clone();
            ids.iter().map(move |&id| [record.as_slice(), &[id.to_owned()]].concat()).collect::<Vec<_>>()
        };
        last = last.iter().flat_map(longer).collect();
        all.extend_from_slice(&last);
    }
    all
}

/// ADR-023: the table by hand, with `a` and `b` allowed now.
#[test]
fn decisions_by_hand() {
    let table: [(&[&str], usize, &[&str]); 12] = [
        (&[], 5, &[]),
        (&["a"], 5, &["a"]),
        (&["b", "a"], 5, &["b", "a"]),
        (&["a", "b"], 1, &["a"]),
        (&["a", "b"], 0, &[]),
        (&["h", "a"], 1, &["a"]),
        (&["a", "a", "b"], 2, &["a", "b"]),
        (&["h", "h", "f"], 5, &[]),
        (&["b", "h", "a", "b", "f"], 5, &["b", "a"]),
        (&["", "a ", " a", "A", "a\0", "а", "ａ", "a\u{200b}", "\0skill:a"], 5, &[]),
        (&["ab", "a,b", "a\nb", "[\"a\"]", "*", "%61", "./a"], 5, &[]),
        (&["a"], usize::MAX, &["a"]),
    ];
    for (record, cap, expected) in table {
        assert_eq!(admit(&own(record), |id| id == "a" || id == "b", cap), expected, "{record:?} {cap}");
    }
}

/// ADR-023, ADR-259, ADR-261: all 3,906 records of up to five ids against all 16 live sets and four caps.
#[test]
fn every_small_record_only_narrows() {
    // Allowed `a` and `b`, `h` that may be hidden, `l` that may be loaded, and `f` that no host ever offered.
    let records = records(&["a", "b", "h", "f", "l"], 5);
    assert_eq!(records.len(), 3_906);
    for bits in 0_u32..16 {
        let offered = ["a", "b", "h", "l"].into_iter().enumerate();
        let live: BTreeSet<&str> = offered.filter(|(place, _)| bits >> place & 1 == 1).map(|(_, id)| id).collect();
        for record in &records {
            for cap in 0..4 {
                let admitted = admit(record, |id| live.contains(id), cap);
                let shown = || format!("{record:?} {live:?} {cap}");
                assert_eq!(admitted, by_sets(record, &live, cap), "{}", shown());
                assert!(admitted.len() <= cap, "{}", shown());
                assert!(admitted.iter().all(|id| live.contains(id.as_str())), "{}", shown());
                let mut rest = record.iter();
                assert!(admitted.iter().all(|id| rest.any(|entry| entry == id)), "order: {}", shown());
                assert!(admitted.iter().all(|id| admitted.iter().filter(|other| *other == id).count() == 1));
            }
        }
    }
}

/// ADR-259: whatever the choice says, nothing gets from its text onto the menu but what is allowed now.
#[test]
fn a_tampered_choice_admits_nothing_new() {
    let entries = "\"h\",".repeat(100_000);
    let nested = "[".repeat(50_000) + "\"h\"" + &"]".repeat(50_000);
    let table: [(String, &[&str]); 10] = [
        (r#"{"results":["h","a","f","a"]}"#.into(), &["a"]),
        (r#"{"results":["a"],"results":["h"]}"#.into(), &[]),
        (r#"["bm25f","q",["a"],["a"]]"#.into(), &[]),
        (r#"{"results":{"a":"a"}}"#.into(), &[]),
        (r#"{"results":"a"}"#.into(), &[]),
        (r#"{"Results":["a"],"results ":["b"],"loaded":["a"]}"#.into(), &[]),
        (r#"{"results":["b","\u0061","\ud800","a\u0000"]}"#.into(), &["b", "a"]),
        (format!(r#"{{"results":[{entries}"a"]}}"#), &[]),
        (format!(r#"{{"results":[{nested},"a"]}}"#), &["a"]),
        (r#"{"results":["a","b""#.into(), &[]),
    ];
    for (json, expected) in table {
        let results = SearchChoice::read(&json).results;
        let start: String = json.chars().take(60).collect();
        assert_eq!(admit(&results, |id| id == "a" || id == "b", 5), expected, "{start}");
    }
}

/// ADR-023: the live set is asked about entries of the record only, in their order, and no more once the cap is reached.
#[test]
fn the_live_set_is_asked_once_an_entry() {
    let asked = RefCell::new(Vec::new());
    let record = own(&["h", "a", "a", "b", "c", "d"]);
    let admitted = admit(
        &record,
        |id| {
            asked.borrow_mut().push(id.to_owned());
            id != "h"
        },
        2,
    );
    assert_eq!(admitted, ["a", "b"]);
    assert_eq!(asked.into_inner(), ["h", "a", "b"], "not again about `a`, and not about what comes after the cap");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    /// ADR-023, ADR-261: long records with arbitrary ids agree with the sets; admitting again changes nothing, and a narrower
    /// live set never brings in what is not in it.
    #[test]
    fn long_records_only_narrow(
        record in vec(prop_oneof!["[a-h]", "[aAàａ]{0,2}", "\\PC{0,3}"], 0..40),
        live in vec(prop_oneof!["[a-h]", "[aAàａ]{0,2}"], 0..12),
        removed in "[a-h]",
        cap in prop_oneof![0_usize..12, Just(usize::MAX)],
    ) {
        let mut live: BTreeSet<&str> = live.iter().map(String::as_str).collect();
        let admitted = admit(&record, |id| live.contains(id), cap);
        prop_assert_eq!(&admitted, &by_sets(&record, &live, cap));
        prop_assert_eq!(&admit(&admitted, |id| live.contains(id), cap), &admitted);
        live.remove(removed.as_str());
        let narrower = admit(&record, |id| live.contains(id), cap);
        prop_assert_eq!(&narrower, &by_sets(&record, &live, cap));
        prop_assert!(!narrower.contains(&removed));
    }
}
