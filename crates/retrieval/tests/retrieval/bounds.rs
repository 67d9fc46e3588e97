//! What is shown has a length.

use proptest::prelude::*;
use serde_json::{Value, json};
use toolsift_retrieval::{Cancel, Ceiling, HostCommand, Label, Outcome, limits};

use crate::common::*;

const MAX: usize = 48_000;

fn chars(text: &str) -> usize {
    text.chars().count()
}

/// Whatever comes out is within the bound and counts every row.
fn check(outcome: &Outcome, rows: usize) -> Value {
    assert!(
        chars(&outcome.model) <= MAX && chars(&outcome.artifact) <= MAX,
        "{} {}",
        chars(&outcome.model),
        chars(&outcome.artifact)
    );
    let result = model(outcome);
    let count = |name: &str| usize::try_from(result[name].as_u64().unwrap()).unwrap();
    let entries = result["entries"].as_array().unwrap();
    assert_eq!(entries.len(), count("admitted") + count("withheld"));
    assert_eq!(entries.len() + count("omitted"), rows);
    assert_eq!(count("admitted"), outcome.handles.len());
    let is_cut = entries.iter().any(|entry| entry.get("truncated").is_some());
    assert!(result["truncated"] == true || !(is_cut || count("omitted") > 0));
    if let Some(observation) = &outcome.observation {
        assert_eq!(observation.truncated, result["truncated"] == true);
    }
    result
}

/// CF-059, CF-063, CF-066, CF-075: a text of one character too many is cut, and the entry, the result and the observation say so.
#[test]
fn a_long_text() {
    for scalar in ["x", "é", "😀"] {
        for (chars, expected, is_cut) in [(4_000, 4_000, false), (4_001, 4_000, true)] {
            let hits = json!([{ "snippet": scalar.repeat(chars), "ifc": { "confidentiality": [OWNER] } }]);
            let outcome = search_hits(hits, []);
            let result = check(&outcome, 1);
            assert_eq!(result["entries"][0]["value"]["snippet"], scalar.repeat(expected));
            assert_eq!(result["entries"][0].get("truncated"), is_cut.then_some(&json!(true)));
            assert_eq!(result["truncated"], is_cut);
            let observation = outcome.observation.unwrap();
            assert_eq!(observation.truncated, is_cut);
            assert_eq!(observation.to_json().contains("truncated"), is_cut);
        }
    }
}

/// CF-065: a name is cut, too, at whatever depth.
#[test]
fn a_long_name() {
    let result = check(&search_hits(json!([{ "a": [{ "k".repeat(100_000): 1 }] }]), []), 1);
    assert_eq!(result["entries"][0]["value"]["a"][0], json!({ "k".repeat(200): 1 }));
    assert_eq!((&result["entries"][0]["truncated"], &result["truncated"]), (&json!(true), &json!(true)));
}

/// CF-060, CF-062, CF-063: the first row that does not fit ends the result, and smaller ones behind it are left out, too.
#[test]
fn a_wide_row_ends_the_result() {
    let wide =
        |name: &str| -> Value { (0..20).map(|field| (format!("{name}{field}"), json!("z".repeat(4_000)))).collect() };
    for (hits, shown, omitted) in [
        (json!([wide("a"), { "title": "small" }]), 0, 2),
        (json!([{ "title": "small" }, wide("a"), { "title": "small again" }]), 1, 2),
    ] {
        let rows = hits.as_array().unwrap().len();
        let result = check(&search_hits(hits, []), rows);
        assert_eq!(result["entries"].as_array().unwrap().len(), shown);
        assert_eq!((&result["omitted"], &result["truncated"]), (&json!(omitted), &json!(true)));
    }
}

/// CF-060, CF-063: one long row and two hundred of a thousand characters.
#[test]
fn many_rows() {
    let row = |length: usize| json!({ "snippet": "y".repeat(length), "ifc": { "confidentiality": [OWNER] } });
    let hits: Value = std::iter::once(row(4_100)).chain((0..200).map(|_| row(1_000))).collect();
    let outcome = search_hits(hits, [ceiling(json!([OWNER]))]);
    let result = check(&outcome, 201);
    assert_eq!(result["entries"][0]["truncated"], true);
    // 4,000 and 44,000 less what stands beside them: by hand, some 35 of the short ones.
    assert!((30..=40).contains(&result["admitted"].as_u64().unwrap()), "{}", result["admitted"]);
}

/// CF-060: rows that nobody may see are counted like others, and bounded like others.
#[test]
fn many_withheld_rows() {
    let hits: Value = (0..100_000).map(|_| json!({ "ifc": 0 })).collect();
    let outcome = search_hits(hits, []);
    let result = check(&outcome, 100_000);
    assert_eq!(result["admitted"], 0);
    // An entry and its comma have 59 characters; 2,000 are kept free, and what stands beside the entries has some hundreds.
    assert!((765..=775).contains(&result["withheld"].as_u64().unwrap()), "{}", result["withheld"]);
}

/// CF-061: the last entry that fits is there, and one character more leaves it out: all that is kept free is what is not known yet.
#[test]
fn the_bound_is_exact() {
    let of_length = |length: usize| -> Value {
        let fields = (0..length / 4_000).map(|field| (format!("f{field:02}"), json!("z".repeat(4_000))));
        fields.chain([("rest".to_owned(), json!("z".repeat(length % 4_000)))]).collect()
    };
    let fits = |length: usize| {
        let retrieval = open(json!([of_length(length)]).to_string(), []);
        let outcome = retrieval.call(HostCommand::CalendarList, &json!({}), &Label::default(), &Cancel::new());
        (model(&outcome)["admitted"] == 1).then(|| chars(&outcome.model))
    };
    let longest = (45_000..46_000).rev().find(|&length| fits(length).is_some()).unwrap();
    assert_eq!(fits(longest + 1), None);
    // Kept free: the join's allowance, `cfc` with `observedLabel` around it, a comma, and `false` for `true`.
    let around = r#","cfc":{"version":1,"observedLabel":}"#.len();
    let shown = fits(longest).unwrap();
    assert_eq!(MAX - shown, limits::JOIN_ALLOWANCE_CHARS + around + "null".len() + 1, "{shown}");
}

/// CF-061: a join that is longer than its allowance takes its length from the entries.
#[test]
fn a_long_join_is_counted() {
    let clause =
        |row: usize, place: usize| json!({ "type": "a", "subject": format!("{row}-{place}-{}", "s".repeat(900)) });
    let hits: Value = (0..40).map(|row| labelled("m", (0..4).map(|place| clause(row, place)).collect())).collect();
    let outcome = search_hits(hits, []);
    let result = check(&outcome, 40);
    assert!(chars(&outcome.artifact) > 40_000, "{}", chars(&outcome.artifact));
    assert!(chars(&outcome.model) < 10_000 && result["omitted"].as_u64().unwrap() > 20);
}

/// CF-064: the texts of a summary are bounded like those of a row, and so is all of it; either sets the mark.
#[test]
fn envelopes() {
    let answer = |warnings: Value| {
        let mut answer: Value = serde_json::from_str(&payload(json!([hit("m-1", None)]))).unwrap();
        answer["warnings"] = warnings;
        search(&open(answer.to_string(), []), &Label::default())
    };
    let result = check(&answer(json!(["w".repeat(4_000)])), 1);
    assert_eq!((&result["truncated"], &result["envelope"]["warnings"][0]), (&json!(false), &json!("w".repeat(4_000))));
    let result = check(&answer(json!(["w".repeat(4_001)])), 1);
    assert_eq!((&result["truncated"], &result["envelope"]["warnings"][0]), (&json!(true), &json!("w".repeat(4_000))));
    assert_eq!(result["entries"][0].get("truncated"), None, "the row is whole");
    let result = check(&answer(json!([{ "k".repeat(201): 1 }])), 1);
    assert_eq!(
        (&result["truncated"], &result["envelope"]["warnings"]),
        (&json!(true), &json!([{ "k".repeat(200): 1 }]))
    );
    let result = check(&answer(vec!["w".repeat(3_000); 1_000].into()), 1);
    assert_eq!(result["truncated"], true);
    assert!(result["envelope"].get("warnings").is_none(), "what does not fit is left out whole");
    assert_eq!((&result["envelope"]["truncated"], &result["admitted"]), (&json!(false), &json!(1)));
}

#[test]
fn a_full_table_ends_the_result() {
    let rows = |from: usize, count: usize| (from..from + count).map(|number| json!({ "n": number })).collect::<Value>();
    let source = toolsift_core::ToolId::new("loom_search").unwrap();
    let mut table = toolsift_retrieval::HandleTable::new("run-1").unwrap();
    for number in 0..limits::MAX_HELD - 2 {
        let row = toolsift_retrieval::measure(json!({ "n": number }), &Ceiling::Unlimited, &Label::default());
        table.hold(&source, &row).unwrap();
    }
    let retrieval = open(payload(rows(limits::MAX_HELD, 5)), []).with_handles(table).unwrap();
    let result = check(&search(&retrieval, &Label::default()), 5);
    assert_eq!((&result["admitted"], &result["omitted"]), (&json!(2), &json!(3)));
    let held = search(&retrieval, &Label::default());
    assert_eq!(held.handles.len(), 2, "what is held is shown again");
    assert_eq!(retrieval.handles().len(), limits::MAX_HELD);
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z\"\\\\\u{1}é😀]{0,40}",
        (0..6_000_usize, prop::sample::select(vec!["x", "\"", "é", "😀", "\u{7}"]))
            .prop_map(|(count, text)| text.repeat(count)),
    ]
}

fn any_row() -> impl Strategy<Value = Value> {
    let ifc = prop_oneof![
        Just(None),
        Just(Some(json!(0))),
        prop::collection::vec(prop_oneof!["[a-c]", "[a-z]{1,900}"], 0..8)
            .prop_map(|atoms| Some(json!({ "confidentiality": atoms }))),
    ];
    (prop::collection::btree_map(any_text(), any_text(), 0..4), ifc).prop_map(|(members, ifc)| {
        let mut row: Value = members.into_iter().map(|(key, text)| (key, json!(text))).collect();
        if let Some(ifc) = ifc {
            row["ifc"] = ifc;
        }
        row
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// CF-060, CF-061, CF-063, CF-066: whatever a host answers, all of it is within the bound and counted.
    #[test]
    fn no_answer_is_too_long(
        rows in prop::collection::vec(any_row(), 0..24),
        warnings in prop::collection::vec(any_text(), 0..6),
        query in any_text(),
        context in prop::collection::vec("[a-z]{1,900}", 0..4),
    ) {
        let count = rows.len();
        let answer = json!({ "hits": rows, "warnings": warnings, "query": query });
        let outcome = search(&open(answer.to_string(), []), &label(json!(context)));
        let result = check(&outcome, count);
        let again = search(&open(answer.to_string(), []), &label(json!(context)));
        prop_assert_eq!(&again, &outcome, "the same in every run of that name");
        longest(&result["entries"]);
        longest(&result["envelope"]);
    }
}

/// No text is longer than 4,000 and no name than 200.
fn longest(value: &Value) {
    match value {
        Value::String(text) => assert!(chars(text) <= 4_000),
        Value::Array(values) => values.iter().for_each(longest),
        Value::Object(members) => members.iter().for_each(|(key, value)| {
            assert!(chars(key) <= 200);
            longest(value);
        }),
        _ => {}
    }
}
