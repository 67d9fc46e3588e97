//! Reading a recorded choice: whatever the text is, what is read of it is bounded and never more than it says.

#![cfg(test)]

use proptest::collection::btree_map;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;
use toolsift_replay::SearchChoice;

/// A choice that says something at each key.
const FULL: &str = r#"{"ranker":"bm25f","skillRanker":"custom","query":"bill","results":["a"],"loaded":["b"],"skills":["c"],"onMenu":["d"],"note":"more","unmatched":["e"],"resultBytes":7}"#;

fn full() -> SearchChoice {
    let mut choice = SearchChoice::new("bm25f", "bill");
    choice.skill_ranker = Some("custom".into());
    choice.results = vec!["a".into()];
    choice.loaded = vec!["b".into()];
    choice.skills = Some(vec!["c".into()]);
    choice.on_menu = vec!["d".into()];
    choice.note = Some("more".into());
    choice.unmatched = vec!["e".into()];
    choice.result_bytes = Some(7);
    choice
}

fn nothing() -> SearchChoice {
    SearchChoice::default()
}

/// What is read of an object with one field.
fn one(key: &str, value: &str) -> SearchChoice {
    SearchChoice::read(&format!(r#"{{"{key}":{value}}}"#))
}

/// ADR-031: every key is read, in any order and with any white space.
#[test]
fn all_of_a_choice_is_read() {
    assert_eq!(SearchChoice::read(FULL), full());
    let other = r#" { "resultBytes" : 7 , "unmatched":["e"],
        "note":"more","onMenu":["d"],"skills":["c"],"loaded":["b"],"results":["\u0061"],"query":"bill","skillRanker":"custom","r\u0061nker":"bm25f" } "#;
    assert_eq!(SearchChoice::read(other), full());
}

/// C3-30: a key that comes twice makes the whole a choice of nothing, known or not, alike or not, however it is spelled.
#[test]
fn a_key_that_comes_twice_is_a_choice_of_nothing() {
    let keys = [
        "ranker",
        "skillRanker",
        "query",
        "results",
        "loaded",
        "skills",
        "onMenu",
        "note",
        "unmatched",
        "resultBytes",
        "digest",
        "",
        "Results",
    ];
    for key in keys {
        for twice in [format!(r#""{key}":["a"],"{key}":["x"]"#), format!(r#""{key}":1,"z":null,"{key}":1"#)] {
            let json = format!(r#"{{"query":"q","loaded":["a"],{twice}}}"#);
            assert_eq!(SearchChoice::read(&json), nothing(), "{json}");
        }
    }
    let spelled = r#"{"results":["a"],"\u0072esults":["x"]}"#;
    assert_eq!(SearchChoice::read(spelled), nothing(), "one key in two spellings");
    let inner = r#"{"results":["a"],"more":{"x":1,"x":2}}"#;
    assert_eq!(SearchChoice::read(inner).results, ["a"], "only the choice's own keys are read");
}

/// C3-32, ADR-259: what is no object holds nothing, above all the fields as a list.
#[test]
fn what_is_no_object_is_a_choice_of_nothing() {
    let texts = [
        r#"["bm25f","q",["a"],["a"]]"#,
        r#"["bm25f",null,"q",["a"],["a"],null,[],null,[],null]"#,
        r#"[{"results":["a"]}]"#,
        "[]",
        "null",
        "true",
        "5",
        "-1e400",
        r#""results""#,
        "",
        " ",
        "\0",
        "{",
        "}",
        "{]",
        r#"{"results":["a"]}{"results":["b"]}"#,
        r#"{"results":["a"]} x"#,
        "{\"results\":[\"a\"]}\0",
        "\u{feff}{\"results\":[\"a\"]}",
        r#"{"results":["a"],}"#,
        r#"{"results":["a",]}"#,
        r#"{'results':['a']}"#,
        r#"{results:["a"]}"#,
        r#"{"results":["a"] /* all */}"#,
        r#"{1:["a"]}"#,
        "{\"results\":[\"a\nb\"]}",
    ];
    for text in texts {
        assert_eq!(SearchChoice::read(text), nothing(), "{text:?}");
    }
}

/// ADR-259: a choice that was cut anywhere is a choice of nothing.
#[test]
fn a_cut_choice_is_a_choice_of_nothing() {
    for (end, _) in FULL.char_indices() {
        let (cut, _) = FULL.split_at(end);
        assert_eq!(SearchChoice::read(cut), nothing(), "cut at {end}");
    }
}

/// C3-33: a list keeps its texts in their order, repeats included, and what is no list counts as absent.
#[test]
fn a_list_is_read_for_its_texts() {
    let a_and_a: &[&str] = &["a", "a"];
    let table: [(&str, Option<&[&str]>); 13] = [
        ("null", None),
        ("{}", None),
        (r#"{"0":"a"}"#, None),
        (r#""a""#, None),
        ("5", None),
        ("true", None),
        ("[]", Some(&[])),
        ("[1,null,true,{}]", Some(&[])),
        (r#"["a",1,null,["b"],"a"]"#, Some(a_and_a)),
        (r#"[["b"],{"a":"b"},"a"]"#, Some(&["a"])),
        (r#"["b","a","b"]"#, Some(&["b", "a", "b"])),
        (r#"["","\u0000","A"]"#, Some(&["", "\0", "A"])),
        (r#"[1e400,"a",-0]"#, Some(&["a"])),
    ];
    for (value, expected) in table {
        let texts = |found: &[&str]| found.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let list = texts(expected.unwrap_or_default());
        assert_eq!(one("results", value).results, list, "{value}");
        assert_eq!(one("loaded", value).loaded, list, "{value}");
        assert_eq!(one("onMenu", value).on_menu, list, "{value}");
        assert_eq!(one("unmatched", value).unmatched, list, "{value}");
        assert_eq!(one("skills", value).skills, expected.map(texts), "{value}");
    }
}

/// ADR-259: a text that has another type counts as absent, and the other keys are read as if it were not there.
#[test]
fn a_wrong_type_hides_its_key_only() {
    for value in ["null", "5", "true", "[]", r#"["a"]"#, "{}", r#"{"a":"b"}"#, "1e400"] {
        for (key, text) in [("ranker", "bm25f"), ("skillRanker", "custom"), ("query", "bill"), ("note", "more")] {
            let json = FULL.replace(&format!(r#""{key}":"{text}""#), &format!(r#""{key}":{value}"#));
            assert_ne!(json, FULL);
            let mut expected = full();
            match key {
                "ranker" => expected.ranker.clear(),
                "skillRanker" => expected.skill_ranker = None,
                "query" => expected.query.clear(),
                _ => expected.note = None,
            }
            assert_eq!(SearchChoice::read(&json), expected, "{json}");
        }
    }
}

/// C3-34: a size is a whole number in its only spelling; anything else counts as absent or, where it is no JSON, as nothing.
#[test]
fn a_size_is_digits() {
    for (value, expected) in
        [("0", 0), ("7", 7), ("9007199254740993", (1 << 53) + 1), ("18446744073709551615", u64::MAX)]
    {
        assert_eq!(one("resultBytes", value).result_bytes, Some(expected), "{value}");
    }
    let absent = [
        "1e400",
        "-1e400",
        "1e2",
        "1E2",
        "1.0",
        "0.0",
        "-0",
        "-0.0",
        "-1",
        "18446744073709551616",
        "null",
        "true",
        r#""7""#,
        "[7]",
        "{}",
    ];
    for value in absent {
        let choice = SearchChoice::read(&format!(r#"{{"resultBytes":{value},"results":["a"]}}"#));
        assert_eq!((choice.result_bytes, choice.results), (None, vec!["a".to_owned()]), "{value}");
    }
    for value in ["NaN", "Infinity", "01", "00", "+1", "1.", ".5", "0x7", "1_000", ""] {
        let choice = SearchChoice::read(&format!(r#"{{"resultBytes":{value},"results":["a"]}}"#));
        assert_eq!(choice, nothing(), "{value}");
    }
}

/// ADR-259: half of a surrogate pair is no text, so it counts as absent where it stands; a whole pair is one scalar.
#[test]
fn half_a_surrogate_pair_is_no_text() {
    for half in [r#""\ud800""#, r#""\udc00""#, r#""a\ud83d""#, r#""\ud83d\u0061""#, r#""\ude00\ud83d""#] {
        assert_eq!(one("query", half), nothing(), "{half}");
        assert_eq!(one("note", half), nothing(), "{half}");
        assert_eq!(one("results", &format!(r#"["a",{half},"b"]"#)).results, ["a", "b"], "{half}");
        let unknown = format!(r#"{{"more":{half},"results":["a"]}}"#);
        assert_eq!(SearchChoice::read(&unknown).results, ["a"], "{half}");
        let key = SearchChoice::read(&format!(r#"{{{half}:1,"results":["a"]}}"#));
        assert!(key == nothing() || key.results == ["a"], "{half} as a key");
    }
    assert_eq!(one("query", r#""\ud83d\ude00""#).query, "😀");
}

/// Values that a field may have, right and wrong ones.
fn value() -> impl Strategy<Value = String> {
    let leaf = select(vec!["null", "true", "0", "7", "-1", "1.5", r#""a""#, r#""é""#, r#""""#, "{}", r#"{"a":["a"]}"#]);
    let leaf = leaf.prop_map(str::to_owned).boxed();
    let list = proptest::collection::vec(leaf.clone(), 0..6).prop_map(|values| format!("[{}]", values.join(",")));
    prop_oneof![leaf, list]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    /// ADR-259: any text is read without a panic, as no more than the caps allow.
    #[test]
    fn any_text_is_bounded(text in any::<String>(), entry in any::<String>(), length in 0_usize..600) {
        prop_assert_eq!(SearchChoice::read(&text), nothing());
        let list = serde_json::to_string(&vec![entry; length]).unwrap();
        let choice = SearchChoice::read(&format!(r#"{{"results":{list},"unmatched":{list},"query":"{text}"}}"#));
        prop_assert!(choice.results.len() <= 256 && choice.unmatched.len() <= 16 && choice.query.chars().count() <= 200);
    }

    /// C3-33: an object of arbitrary fields is read as the tree of a JSON library says, field by field.
    #[test]
    fn fields_are_read_one_by_one(fields in btree_map(select(vec![
        "ranker", "skillRanker", "query", "results", "loaded", "skills", "onMenu", "note", "unmatched", "resultBytes", "x",
    ]), value(), 0..11)) {
        let json = fields.iter().map(|(key, value)| format!(r#""{key}":{value}"#)).collect::<Vec<_>>().join(",");
        let choice = SearchChoice::read(&format!("{{{json}}}"));
        let tree: Value = serde_json::from_str(&format!("{{{json}}}")).unwrap();
        let text = |key: &str| tree[key].as_str().map(str::to_owned);
        let list = |key: &str| {
            let texts = tree[key].as_array()?.iter().filter_map(Value::as_str);
            Some(texts.map(str::to_owned).collect::<Vec<_>>())
        };
        prop_assert_eq!(choice.ranker, text("ranker").unwrap_or_default());
        prop_assert_eq!(choice.skill_ranker, text("skillRanker"));
        prop_assert_eq!(choice.query, text("query").unwrap_or_default());
        prop_assert_eq!(choice.results, list("results").unwrap_or_default());
        prop_assert_eq!(choice.loaded, list("loaded").unwrap_or_default());
        prop_assert_eq!(choice.skills, list("skills"));
        prop_assert_eq!(choice.on_menu, list("onMenu").unwrap_or_default());
        prop_assert_eq!(choice.note, text("note"));
        prop_assert_eq!(choice.unmatched, list("unmatched").unwrap_or_default());
        prop_assert_eq!(choice.result_bytes, tree["resultBytes"].as_u64());
    }
}
