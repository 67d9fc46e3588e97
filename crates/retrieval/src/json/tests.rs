//! The reader against `serde_json`, and where it is stricter.

use proptest::prelude::*;
use serde_json::json;
use toolsift_core::canonical_json;

use super::*;

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i32>().prop_map(|number| Value::from(f64::from(number) / 8.0)),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..6).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read(value in any_value()) {
        for text in [serde_json::to_string(&value), serde_json::to_string_pretty(&value)] {
            let read = read(text.unwrap().as_bytes()).unwrap();
            prop_assert_eq!(canonical_json(&read), canonical_json(&value));
        }
    }

    /// Short texts of the letters that JSON is made of: what one reader takes the other does, too.
    #[test]
    fn both_take_the_same(text in r#"[\[\]{}:,"a01.eE+\-\\ tu]{0,14}"#) {
        let other: Option<Value> = serde_json::from_str(&text).ok();
        if let Some(read) = read(text.as_bytes()) {
            prop_assert_eq!(canonical_json(&read), canonical_json(&other.unwrap()));
        } else if other.is_some() {
            // The one thing that only this reader refuses in so short a text is a name given twice.
            prop_assert!(text.matches(':').count() > 1, "{}", text);
        }
    }
}

#[test]
fn what_is_refused() {
    for text in [
        "",
        " ",
        "nul",
        "tru e",
        "[1,]",
        "[,1]",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\" 1}",
        "01",
        "1.",
        ".5",
        "-",
        "+1",
        "1e",
        "1e400",
        "-1e999",
        "NaN",
        "\"\u{1}\"",
        "\"\\x\"",
        "\"\\ud800\"",
        "\"a",
        "\"\\",
        "[1] 2",
        "\u{feff}1",
        "'a'",
        "[1}",
        "{\"a\":1]",
        "// a\n1",
    ] {
        assert_eq!(read(text.as_bytes()), None, "{text:?}");
    }
    assert_eq!(read(b"\"\xff\""), None);
    assert_eq!(read(br#"{"a":1,"\u0061":2}"#), None, "one name in two spellings");
}

#[test]
fn numbers() {
    for (text, expected) in [
        ("0", "0"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("1.0", "1"),
        ("9007199254740993", "9007199254740993"),
        ("18446744073709551615", "18446744073709551615"),
        ("18446744073709551616", "1.8446744073709552e+19"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("1e308", "1e+308"),
        ("0.1", "0.1"),
        ("2.5e-3", "0.0025"),
        // The nearest double, which a reader in a hurry misses by one bit.
        ("1.7339253062092163730578609458683877051596e-42", "1.7339253062092164e-42"),
    ] {
        assert_eq!(canonical_json(&read(text.as_bytes()).unwrap()), expected, "{text}");
    }
}

#[test]
fn names_that_serde_json_keeps_for_itself_are_refused() {
    for name in ["$serde_json::private::Number", "$serde_json::private::RawValue", r"\u0024serde_json::private::Other"]
    {
        assert_eq!(read(format!(r#"[{{"{name}":"1"}}]"#).as_bytes()), None, "{name}");
        assert!(read(format!(r#"["{name}"]"#).as_bytes()).is_some(), "as a text it is one");
    }
    assert!(read(br#"{"$serde_json::public":1}"#).is_some());
}

#[test]
fn depth_and_number_of_values_are_bounded() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read(nested(MAX_DEPTH).as_bytes()).is_some());
    assert_eq!(read(nested(MAX_DEPTH + 1).as_bytes()), None);
    assert_eq!(read("[".repeat(1_000_000).as_bytes()), None);
    let list = |nodes: usize| format!("[{}0]", "0,".repeat(nodes - 2));
    assert!(read(list(MAX_NODES).as_bytes()).is_some());
    assert_eq!(read(list(MAX_NODES + 1).as_bytes()), None);
    assert_eq!(read(b" {\"a\" : [ true , null ] } "), Some(json!({ "a": [true, null] })));
}
