//! Files of tools, servers and annotations.

use serde_json::Value;
use toolsift_catalog::{Author, Catalog, CatalogError, Entry, parse, parse_annotations, parse_servers};
use toolsift_core::{Origin, ToolDefinition};
use toolsift_trust_policy::{Trust, trust};

/// A source is read the same in each of its shapes and with a byte-order mark; nothing in it makes its words the host's; a definition survives being written; and an
/// error quotes nothing but ids and names.
pub(crate) fn catalogue_json(data: &[u8]) {
    match parse(data, "source", Author::ThirdParty) {
        Ok(entries) => {
            shapes(data, &entries);
            entries.iter().for_each(|entry| third_party(&entry.tool));
            collected(entries);
        }
        Err(error) => quotes_nothing(&error),
    }
    match parse(data, "source", Author::Host) {
        Ok(entries) => {
            for Entry { tool, .. } in &entries {
                assert!(tool.json_input_schema.is_none() && tool.origin.is_none() && !tool.trust_json_schema_text);
                survives(tool);
            }
        }
        Err(error) => quotes_nothing(&error),
    }
    parse_annotations(data, "source").map_or_else(|error| quotes_nothing(&error), drop);
    match parse_servers(data, "source") {
        Ok(servers) => {
            assert!(servers.is_sorted_by(|one, next| one.name < next.name), "by name, each once");
            for server in servers {
                drop(format!("{server:?}"));
            }
        }
        Err(error) => quotes_nothing(&error),
    }
}

/// An array is as good inside of an answer.
fn shapes(data: &[u8], entries: &[Entry]) {
    let tools = |entries: &[Entry]| entries.iter().map(|entry| entry.tool.clone()).collect::<Vec<_>>();
    let read = |bytes: &[u8]| tools(&parse(bytes, "source", Author::ThirdParty).expect("another shape of the same"));
    let expected = tools(entries);
    let (mark, rest) = data.strip_prefix("\u{feff}".as_bytes()).map_or((false, data), |rest| (true, rest));
    if mark {
        assert_eq!(read(rest), expected, "without a byte-order mark");
    } else {
        assert_eq!(read(&["\u{feff}".as_bytes(), data].concat()), expected, "with a byte-order mark");
    }
    assert_eq!(read(&[rest, b"\n[]\n"].concat()), expected, "with an empty list behind it");
    if rest.trim_ascii().first() == Some(&b'[') && serde_json::from_slice::<serde::de::IgnoredAny>(rest).is_ok() {
        assert_eq!(read(&[b"{\"tools\":", rest, b"}"].concat()), expected, "as a listing");
        assert_eq!(read(&[b"{\"result\":{\"tools\":", rest, b"}}"].concat()), expected, "as an answer");
    }
}

fn third_party(tool: &ToolDefinition) {
    assert_eq!(trust(tool), Trust::Unvouched, "{tool:?}");
    assert!(tool.origin == Some(Origin::Remote) && tool.input_schema.is_none() && tool.schema_origin.is_none());
    assert!(!tool.trust_json_schema_text, "{tool:?}");
    survives(tool);
}

/// Written and read again, a definition is the same, but for the last digit of a fraction, which the parser may miss.
fn survives(tool: &ToolDefinition) {
    let json = serde_json::to_string(tool).expect("a definition");
    let mut read: ToolDefinition = serde_json::from_str(&json).expect("what was written");
    if tool.json_input_schema.iter().chain(&tool.input_schema).any(has_fraction) {
        read.json_input_schema.clone_from(&tool.json_input_schema);
        read.input_schema.clone_from(&tool.input_schema);
    }
    assert_eq!(read, *tool, "{json}");
}

fn has_fraction(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(values) => values.iter().any(has_fraction),
        Value::Object(members) => members.values().any(has_fraction),
        _ => false,
    }
}

/// Each id once, in their order, or an error and nothing.
fn collected(entries: Vec<Entry>) {
    let mut ids: Vec<String> = entries.iter().map(|entry| entry.tool.id.to_string()).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    let mut catalog = Catalog::new();
    let added = catalog.add(entries);
    assert_eq!(added.is_ok(), ids.len() == count);
    if added.is_ok() {
        assert!(catalog.tools().map(|tool| tool.id.as_str()).eq(ids.iter().map(String::as_str)));
    } else {
        assert!(catalog.is_empty());
    }
}

/// The word stands in seeds, where no id or name is.
fn quotes_nothing(error: &CatalogError) {
    let message = error.to_string();
    let names_one = matches!(
        error,
        CatalogError::DuplicateId { .. }
            | CatalogError::DuplicateName { .. }
            | CatalogError::Server { .. }
            | CatalogError::Annotation { .. }
    );
    assert!(names_one || !message.contains("CANARY"), "{message}");
    assert!(!message.contains('\n'), "{message}");
}
