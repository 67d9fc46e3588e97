//! Annotations: strict, since a slip of the pen would lose one.

#![cfg(test)]

use proptest::prelude::*;
use toolsift_catalog::parse_annotations;

#[test]
fn annotations_are_read_by_id() {
    let source = "\u{FEFF}{\n\"b\": { \"tags\": [\"x\", \"y\"], \"aliases\": [\"z\"] },\n\"a\": { \"aliases\": [] }, \"c\": {} }";
    let annotations = parse_annotations(source.as_bytes(), "s").unwrap();
    assert_eq!(annotations.keys().map(|id| id.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!(annotations["b"].tags, ["x", "y"]);
    assert_eq!(annotations["b"].aliases, ["z"]);
    assert!(annotations["a"].tags.is_empty() && annotations["c"].aliases.is_empty());
    assert!(parse_annotations(b"{}", "s").unwrap().is_empty());
}

#[test]
fn refusals() {
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(5_000), "]".repeat(5_000));
    let long = format!("{{\"{}\":{{}}}}", "n".repeat(513));
    for (source, message) in [
        ("", "s line 1: not valid JSON at column 0: EOF while parsing a value"),
        ("\n[\"SECRET\"]", "s line 2: expected an object of annotations by the ids of their tools"),
        ("{\"\\ud800\":{}}", "s line 1: expected an object of annotations by the ids of their tools"),
        ("{\"\":{}}", "s line 1: field `id`: an id must not be empty"),
        (&long, "s line 1: field `id`: an id has 513 characters, 512 are allowed"),
        ("{\"a\":{},\n\"a\":{\"tags\":[\"SECRET\"]}}", "the id \"a\" stands in s line 1 and in s line 2"),
        ("{\"a\":\n[\"SECRET\"]}", "s line 2: annotation of \"a\": must be an object"),
        (&deep, "s line 1: annotation of \"a\": must be an object"),
        ("{\"a\":{\"SECRET\":[]}}", "s line 1: annotation of \"a\": has a field other than `tags` and `aliases`"),
        ("{\"a\":{\"tags\":[],\"tags\":[\"SECRET\"]}}", "s line 1: annotation of \"a\": field `tags` is given twice"),
        ("{\"a\":{\"aliases\":[],\"aliases\":[]}}", "s line 1: annotation of \"a\": field `aliases` is given twice"),
        (
            "{\"a\":{\"tags\":\"SECRET\"}}",
            "s line 1: annotation of \"a\": field `tags` must be a list of valid strings",
        ),
        ("{\"a\":{\"tags\":null}}", "s line 1: annotation of \"a\": field `tags` must be a list of valid strings"),
        ("{\"a\":{\"aliases\":[7]}}", "s line 1: annotation of \"a\": field `aliases` must be a list of valid strings"),
        ("{\"a\":{}} SECRET", "s line 1: not valid JSON at column 10: trailing characters"),
        ("{\"a\":{\"tags\":[\"x\",]}}", "s line 1: not valid JSON at column 19: expected value"),
    ] {
        let error = parse_annotations(source.as_bytes(), "s").unwrap_err();
        assert_eq!(error.to_string(), message, "{source:.60}");
        assert!(!format!("{error:?}").contains("SECRET"), "{error:?}");
    }
    assert_eq!(parse_annotations(b"{\n\xff}", "s").unwrap_err().to_string(), "s line 2: not valid UTF-8");
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..256)) {
        let _ = parse_annotations(&bytes, "s");
    }
}
