//! Files, folders and duplicate ids.

#![cfg(test)]

use std::fs;
use std::path::Path;

use toolsift_catalog::{Author, Catalog, load};

fn ids(folder: &Path) -> Vec<String> {
    load(folder, Author::ThirdParty).unwrap().iter().map(|entry| entry.tool.id.to_string()).collect()
}

#[test]
fn a_folder_is_its_files_in_name_order_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("b.jsonl", "{\"name\":\"two\"}\n{\"name\":\"three\"}\n");
    write("a.json", "[{\"name\":\"one\"}]");
    write("c.ndjson", "{\"name\":\"four\"}");
    write("README.md", "not a catalogue");
    write(".hidden.json", "not a catalogue");
    fs::create_dir(folder.path().join("d.json")).unwrap();
    assert_eq!(ids(folder.path()), ["one", "two", "three", "four"]);
    assert_eq!(ids(&folder.path().join("a.json")), ["one"]);
}

#[test]
fn what_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let error = load(&missing, Author::ThirdParty).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}: ", missing.display())), "{error}");
    let error = load(folder.path(), Author::ThirdParty).unwrap_err().to_string();
    assert_eq!(error, format!("{}: the folder has no .json, .jsonl or .ndjson file", folder.path().display()));
    fs::write(folder.path().join("bad.json"), "[{\"name\":\"a\"},\n{}]").unwrap();
    let error = load(folder.path(), Author::ThirdParty).unwrap_err().to_string();
    assert_eq!(error, format!("{} line 2: field `name`: missing", folder.path().join("bad.json").display()));
}

/// S62: two servers with one tool name fail loudly and name both places; neither wins, and nothing of the second source is kept.
#[test]
fn a_duplicate_id_names_both_places() {
    let mut catalog = Catalog::new();
    let entries =
        |source: &str, name: &str| toolsift_catalog::parse(source.as_bytes(), name, Author::ThirdParty).unwrap();
    catalog.add(entries("[{\"name\":\"a\"}]", "first.json")).unwrap();
    let error = catalog.add(entries("{\"name\":\"b\"}\n{\"name\":\"a\"}", "second.jsonl")).unwrap_err();
    assert_eq!(error.to_string(), "the id \"a\" stands in first.json line 1 and in second.jsonl line 2");
    assert_eq!(catalog.len(), 1, "all or nothing");
    let error = catalog.add(entries("{\"name\":\"c\"}\n\n{\"name\":\"c\"}", "twice.jsonl")).unwrap_err();
    assert_eq!(error.to_string(), "the id \"c\" stands in twice.jsonl line 1 and in twice.jsonl line 3");
    assert!(catalog.get("c").is_none());
}
