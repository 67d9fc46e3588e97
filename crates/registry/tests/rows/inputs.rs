//! What a search may ask for.

use serde_json::{Value, json};
use toolsift_registry::{MAX_QUERY_CHARS, RegistryError, SearchInput};

use crate::toys::{Host, ask, found, input, registry};

/// DSH-006, DSH-007: the arguments of a call are read strictly; a number that makes no sense is refused, a high one counts as the highest.
#[test]
fn arguments() {
    let read = |text: &str| {
        let arguments: Value = serde_json::from_str(text).unwrap();
        match SearchInput::read(&arguments) {
            Ok(input) => Ok((input.query().to_owned(), input.max_results())),
            Err(RegistryError::Input { field, .. }) => Err(field),
            Err(other) => panic!("{other}"),
        }
    };
    let some = |max_results| Ok(("q".to_owned(), max_results));
    for (text, expected) in [
        (r#"{"query":"q"}"#, some(5)),
        (r#"{"query":"q","max_results":1}"#, some(1)),
        (r#"{"query":"q","max_results":50}"#, some(50)),
        (r#"{"query":"q","max_results":51}"#, some(50)),
        (r#"{"query":"q","max_results":18446744073709551615}"#, some(50)),
        (r#"{"query":"q","max_results":0}"#, Err("max_results")),
        (r#"{"query":"q","max_results":-1}"#, Err("max_results")),
        (r#"{"query":"q","max_results":2.5}"#, Err("max_results")),
        (r#"{"query":"q","max_results":1e999999}"#, Err("max_results")),
        (r#"{"query":"q","max_results":"2"}"#, Err("max_results")),
        (r#"{"query":"q","max_results":"NaN"}"#, Err("max_results")),
        (r#"{"query":"q","max_results":null}"#, Err("max_results")),
        (r#"{"query":"q","limit":2}"#, Err("arguments")),
        (r#"{"query":""}"#, Err("query")),
        (r#"{"query":" \n "}"#, Err("query")),
        (r#"{"query":["q"]}"#, Err("query")),
        (r#"{"max_results":2}"#, Err("query")),
        (r#"["q"]"#, Err("arguments")),
        ("null", Err("arguments")),
    ] {
        // A number that no float holds is no JSON value for serde_json, either.
        if serde_json::from_str::<Value>(text).is_ok() {
            assert_eq!(read(text), expected, "{text}");
        }
    }
    assert!(input("q").with_max_results(0).is_err());
    assert_eq!(input("q").with_max_results(usize::MAX).unwrap().max_results(), 50);
    assert!(SearchInput::read(&json!({ "query": "q", "max_results": f64::NAN })).is_err());
}

/// DSH-034, DSH-042: of a query 512 characters are read, whole ones, also in the result; a message quotes 80 on one line.
#[test]
fn long_queries() {
    let (registry, host) = (registry(), Host::default());
    let _tool = registry.register(host.deferred("needle", "", "")).unwrap();
    let padded = |padding: usize| format!("{}needle", "é".repeat(padding));
    assert_eq!(found(&registry, &padded(MAX_QUERY_CHARS - 6)), ["needle"]);
    assert!(found(&registry, &padded(MAX_QUERY_CHARS)).is_empty());
    let megabyte = "é ".repeat(1 << 19);
    let told = ask(&registry, &megabyte);
    assert_eq!(told.result.query.chars().count(), 512);
    assert!(told.result.to_json().len() < 3_000, "{}", told.result.to_json().len());
    let line = ask(&registry, &format!("one\ntwo\u{2028}three\u{0}{}", "x".repeat(100))).result.message;
    let quoted = format!("one two three {}…", "x".repeat(66));
    assert!(line.starts_with(&format!("No tool matches \"{quoted}\". ")), "{line}");
}
