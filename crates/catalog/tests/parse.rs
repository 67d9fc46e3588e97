//! Every shape that is read, and every refusal with its words.

#![cfg(test)]

use proptest::prelude::*;
use toolsift_catalog::{Author, parse};
use toolsift_core::{Origin, ToolKind};

fn ids(source: &str) -> Vec<(String, usize)> {
    let entries = parse(source.as_bytes(), "s", Author::ThirdParty).unwrap();
    entries.iter().map(|entry| (entry.tool.id.to_string(), entry.place.line)).collect()
}

#[test]
fn every_shape_gives_the_same_tools() {
    for source in [
        "[{\"name\":\"a\"},\n{\"name\":\"b\"}]",
        "{\"tools\":[{\"name\":\"a\"},\n{\"name\":\"b\"}]}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"nextCursor\":\"x\",\"tools\":[{\"name\":\"a\"},\n{\"name\":\"b\"}]}}",
        "{\"name\":\"a\"}\n{\"name\":\"b\"}\n",
        "\u{FEFF}{\"id\":\"a\",\"name\":\"A\"}\n\r{\"id\":\"b\"}",
        "{\"tools\":[{\"name\":\"a\"}]}\n{\"tools\":[{\"name\":\"b\"}]}",
        "{\"name\":\"a\",\"_meta\":{\"x\":[1]},\"annotations\":{\"readOnlyHint\":true},\"title\":5}\n{\"name\":\"b\"}",
    ] {
        assert_eq!(ids(source), [("a".to_owned(), 1), ("b".to_owned(), 2)], "{source}");
    }
    for empty in ["[]", "{\"tools\":[]}", "{\"result\":{\"tools\":[]}}"] {
        assert!(ids(empty).is_empty(), "{empty}");
    }
}

/// What a third party says about itself is kept as its own claim; what it says about trust is not read at all.
#[test]
fn the_author_decides_whose_words_they_are() {
    let source = br#"{"name":"n__t","description":"d","tags":["x"],"aliases":["y"],"namespace":"n","kind":"human",
        "inputSchema":{"type":"object"},"trustJsonSchemaText":true,"origin":"local","schemaOrigin":"local"}"#;
    let theirs = &parse(source, "s", Author::ThirdParty).unwrap()[0].tool;
    assert_eq!(theirs.origin, Some(Origin::Remote));
    assert_eq!(theirs.kind, ToolKind::Function);
    assert!(theirs.json_input_schema.is_some() && theirs.input_schema.is_none());
    assert!(!theirs.trust_json_schema_text && theirs.schema_origin.is_none());
    assert_eq!((theirs.tags[0].as_str(), theirs.aliases[0].as_str()), ("x", "y"));

    let ours = &parse(source, "s", Author::Host).unwrap()[0].tool;
    assert_eq!((ours.origin, ours.kind), (None, ToolKind::Human));
    assert!(ours.input_schema.is_some() && ours.json_input_schema.is_none());

    let tainted = br#"{"id":"t","description":{"text":"d","tainted":true}}"#;
    assert!(parse(tainted, "s", Author::Host).unwrap()[0].tool.description.as_ref().unwrap().is_tainted());
    assert!(parse(tainted, "s", Author::ThirdParty).is_err());
}

/// C2-21: broken input is an error with source, line and field, and quotes nothing of the source.
#[test]
fn refusals() {
    let deep = format!("{{\"name\":\"a\",\"inputSchema\":{{\"x\":{}{}}}}}", "[".repeat(200), "]".repeat(200));
    let long = format!("{{\"name\":\"{}\"}}", "n".repeat(513));
    for (source, message) in [
        ("", "s: nothing in it"),
        (" \n ", "s: nothing in it"),
        ("5", "s line 1: expected a tool, a list of tools or a tools/list answer"),
        ("\n\"SECRET\"", "s line 2: expected a tool, a list of tools or a tools/list answer"),
        ("[\n1]", "s line 2: expected a tool, which is an object"),
        ("{\"tools\":{}}", "s line 1: expected `tools` to be a list"),
        ("{\"result\":[]}", "s line 1: expected `result` to be an object"),
        ("{\"result\":{}}", "s line 1: expected `result` to have `tools`"),
        ("{\"tools\":[],\"tools\":[]}", "s line 1: expected an object that gives each of its fields once"),
        ("[{\"name\":\"a\",\"name\":\"b\"}]", "s line 1: expected a tool that gives each of its fields once"),
        ("{\"name\":\"a\"}\n{\"name\":", "s line 2: not valid JSON at column 8: EOF while parsing a value"),
        ("{\"name\":\"a\"}\n{\"name\": SECRET}", "s line 2: not valid JSON at column 10: expected value"),
        ("[{\"name\":\"a\"}", "s line 1: not valid JSON at column 13: EOF while parsing a list"),
        ("{\"name\":\"a\"} trailing", "s line 1: not valid JSON at column 16: expected ident"),
        ("{\"description\":\"SECRET\"}", "s line 1: field `name`: missing"),
        ("{\"name\":null}", "s line 1: field `name`: missing"),
        ("[{\"name\":\"a\"},\n\n{\"description\":\"x\"}]", "s line 3: field `name`: missing"),
        ("{\"name\":7}", "s line 1: field `name`: must be a valid string"),
        ("{\"name\":\"\"}", "s line 1: field `name`: an id must not be empty"),
        ("{\"id\":\"\"}", "s line 1: field `id`: an id must not be empty"),
        (&long, "s line 1: field `name`: an id has 513 characters, 512 are allowed"),
        ("{\"name\":\"a\",\"description\":[\"SECRET\"]}", "s line 1: field `description`: must be a valid string"),
        ("{\"name\":\"a\",\"description\":\"\\ud800\"}", "s line 1: field `description`: must be a valid string"),
        ("{\"name\":\"a\",\"tags\":\"SECRET\"}", "s line 1: field `tags`: must be a list of valid strings"),
        ("{\"name\":\"a\",\"aliases\":[1]}", "s line 1: field `aliases`: must be a list of valid strings"),
        ("{\"name\":\"a\",\"namespace\":1}", "s line 1: field `namespace`: must be a valid string"),
        ("{\"name\":\"a\",\"inputSchema\":\"SECRET\"}", "s line 1: field `inputSchema`: must be an object"),
        (&deep, "s line 1: field `inputSchema`: nests too deep or holds a number out of range"),
    ] {
        let error = parse(source.as_bytes(), "s", Author::ThirdParty).unwrap_err();
        assert_eq!(error.to_string(), message, "{source:.60}");
        assert!(!format!("{error:?}").contains("SECRET"), "{error:?}");
    }
    let error = parse(b"{\"name\":\"a\"}\n{\"name\":\"\xff\"}", "s", Author::ThirdParty).unwrap_err();
    assert_eq!(error.to_string(), "s line 2: not valid UTF-8");
    let error = parse(br#"{"id":"a","kind":"robot"}"#, "s", Author::Host).unwrap_err();
    assert_eq!(error.to_string(), "s line 1: field `kind`: must be `function`, `human` or `a2a`");
}

proptest! {
    /// A source that is cut anywhere is an error or a whole number of its tools, never a panic and never half a tool.
    #[test]
    fn a_cut_source_is_never_half_read(at in 0_usize..64, flip in any::<u8>()) {
        let whole = "{\"name\":\"a\",\"tags\":[\"t\"]}\n{\"name\":\"b\",\"tags\":[\"é\"]}\n";
        let mut bytes = whole.as_bytes().to_vec();
        bytes.truncate(at);
        if let Ok(entries) = parse(&bytes, "s", Author::ThirdParty) {
            prop_assert!(entries.iter().all(|entry| entry.tool.tags.len() == 1));
        }
        let mut bytes = whole.as_bytes().to_vec();
        if let Some(byte) = bytes.get_mut(at) {
            *byte = flip;
        }
        let _ = parse(&bytes, "s", Author::ThirdParty);
    }
}
