//! The schemas of `docs/schemas` and the readers agree: every golden file is valid, and what one refuses the other refuses, too.

#![cfg(test)]

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::{Value, json};
use toolsift_replay::Line;
use toolsift_scenario::{Golden, Scenario, find_logs};
use toolsift_session::{Code, Note};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn schema(name: &str) -> Value {
    read(&root().join(format!("docs/schemas/{name}.schema.json")))
}

fn validator(name: &str) -> Validator {
    jsonschema::draft202012::new(&schema(name)).unwrap()
}

/// The validator of one definition of a schema.
fn definition(name: &str, definition: &str) -> Validator {
    let mut schema = schema(name);
    let reference = json!({ "$ref": format!("#/$defs/{definition}"), "$defs": schema["$defs"].take() });
    jsonschema::draft202012::new(&reference).unwrap()
}

fn check(validator: &Validator, value: &Value, what: &str) {
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{what}: {}", errors.join("; "));
}

fn logs() -> Vec<PathBuf> {
    find_logs(&root().join("crates/scenario/golden")).unwrap()
}

#[test]
fn schemas_are_schemas() {
    for name in ["scenario", "journal", "transcript", "log", "replay"] {
        let schema = schema(name);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        jsonschema::draft202012::meta::validate(&schema).unwrap();
    }
}

#[test]
fn every_golden_file_is_valid() {
    let files = [
        ("log.json", validator("log")),
        ("scenario.json", validator("scenario")),
        ("transcript.json", validator("transcript")),
        ("replay.json", validator("replay")),
        ("replay-transcript.json", validator("transcript")),
    ];
    let line = validator("journal");
    let decisions = ["searchDecision", "skillDecision", "compaction"].map(|name| definition("journal", name));
    let mut count = 0;
    for path in logs() {
        for (file, validator) in &files {
            if path.join(file).exists() {
                check(validator, &read(&path.join(file)), &path.join(file).display().to_string());
                count += 1;
            }
        }
        let log = Golden::load(&path).unwrap();
        for text in log.journal.lines() {
            let what = format!("{}: {text}", path.display());
            // A key that is given twice is lost in a value: those lines are valid as far as a schema can see.
            let value: Value = serde_json::from_str(text).unwrap();
            check(&line, &value, &what);
            if log.header.live && value.get("id").is_some() {
                let of_the_kind = &decisions[match text {
                    text if text.contains(r#""source":"agent-tool-search""#) => 0,
                    text if text.contains(r#""source":"agent-skill-activation""#) => 1,
                    _ => 2,
                }];
                check(of_the_kind, &value, &what);
            }
            count += 1;
        }
    }
    assert!(count > 500, "only {count} files and lines");
}

/// A scenario with every member that there is.
fn full() -> Value {
    let text = json!({ "text": "d", "tainted": true });
    let tool = json!({
        "id": "t", "description": text, "tags": ["a"], "aliases": ["b"], "namespace": "n", "kind": "human", "origin": "remote",
        "inputSchema": {}, "jsonInputSchema": {}, "schemaOrigin": "local", "trustJsonSchemaText": true
    });
    let mut edited = tool.clone();
    edited["description"] = Value::Null;
    let skill = json!({
        "id": "s", "description": "d", "tags": [], "aliases": [], "tools": [tool], "instructions": text, "unavailable": true
    });
    let mut edited_skill = skill.clone();
    edited_skill["instructions"] = Value::Null;
    json!({
        "version": 1, "loop": "main", "tools": [], "catalog": [tool], "selectedSkills": ["s"],
        "skills": [skill],
        "toolSearch": {
            "toolName": "find", "description": "Finds.", "maxPerSearch": 1, "maxLoaded": 1, "maxSearches": 1, "maxMenuChars": 1,
            "namespaces": ["t"], "alwaysLoaded": ["t"], "annotations": { "t": { "tags": [], "aliases": [] } }, "stopwords": [],
            "ranker": { "kind": "k", "answers": [["t"], { "error": "e" }, { "terminal": "e" }] }
        },
        "skillActivation": {
            "catalog": [skill], "discovery": "both", "maxActive": 1, "maxIndex": 1, "maxIndexBytes": 1, "maxInstructionBytes": 1,
            "toolName": "load", "skillRanker": { "kind": "k", "answers": [["s"]] }
        },
        "compaction": { "afterBytes": 1 },
        "turns": [{
            "before": {
                "addTool": tool, "editTool": edited, "removeTool": { "id": "t" },
                "addSkill": skill, "editSkill": edited_skill, "removeSkill": { "id": "s" }
            },
            "calls": [{ "name": "find", "arguments": null }]
        }]
    })
}

/// Whether the schema and the reader take a scenario.
fn taken(scenario: &Value) -> (bool, bool) {
    (validator("scenario").is_valid(scenario), Scenario::parse(&scenario.to_string()).is_ok())
}

#[test]
fn an_unknown_field_is_refused_by_schema_and_reader() {
    assert_eq!(taken(&full()), (true, true));
    for place in [
        "",
        "/catalog/0",
        "/catalog/0/description",
        "/skills/0",
        "/skills/0/tools/0",
        "/skills/0/instructions",
        "/toolSearch",
        "/toolSearch/annotations/t",
        "/toolSearch/ranker",
        "/turns/0",
        "/turns/0/before",
        "/turns/0/before/addTool",
        "/turns/0/before/removeTool",
        "/turns/0/before/addSkill",
        "/turns/0/before/removeSkill",
        "/turns/0/calls/0",
        "/skillActivation",
        "/skillActivation/catalog/0",
        "/skillActivation/skillRanker",
        "/compaction",
    ] {
        let mut scenario = full();
        scenario.pointer_mut(place).unwrap()["unknown"] = json!(1);
        assert_eq!(taken(&scenario), (false, false), "{place:?}");
    }
}

#[test]
fn a_field_that_is_missing_is_refused_by_schema_and_reader() {
    for (place, field) in [
        ("", "version"),
        ("", "loop"),
        ("", "turns"),
        ("/catalog/0", "id"),
        ("/catalog/0/description", "tainted"),
        ("/skills/0", "id"),
        ("/toolSearch/ranker", "kind"),
        ("/toolSearch/ranker", "answers"),
        ("/turns/0", "calls"),
        ("/turns/0/calls/0", "name"),
        ("/turns/0/before/removeTool", "id"),
        ("/turns/0/before/removeSkill", "id"),
        ("/skillActivation/skillRanker", "kind"),
        ("/compaction", "afterBytes"),
    ] {
        let mut scenario = full();
        scenario.pointer_mut(place).unwrap().as_object_mut().unwrap().remove(field).unwrap();
        assert_eq!(taken(&scenario), (false, false), "{place:?} without {field}");
    }
}

#[test]
fn wrong_values_are_refused_by_schema_and_reader() {
    for (place, value) in [
        ("/version", json!(2)),
        ("/version", json!("1")),
        ("/loop", json!(null)),
        ("/tools", json!(null)),
        ("/catalog/0/id", json!("")),
        ("/catalog/0/id", json!("x".repeat(513))),
        ("/catalog/0/kind", json!("robot")),
        ("/catalog/0/origin", json!("local")),
        ("/catalog/0/tags", json!("a")),
        ("/toolSearch/maxLoaded", json!(-1)),
        ("/toolSearch/maxLoaded", json!(null)),
        ("/toolSearch/ranker", json!("bm25")),
        ("/toolSearch/ranker/answers/0", json!(5)),
        ("/turns/0/calls", json!({})),
        ("/skillActivation/catalog", json!("all")),
        ("/skillActivation/catalog", json!(null)),
        ("/skillActivation/discovery", json!("none")),
        ("/skillActivation/maxActive", json!(-1)),
        ("/skillActivation/skillRanker", json!("bm25")),
        ("/compaction/afterBytes", json!(null)),
    ] {
        let mut scenario = full();
        *scenario.pointer_mut(place).unwrap() = value.clone();
        assert_eq!(taken(&scenario), (false, false), "{place:?}: {value}");
    }
}

#[test]
fn what_may_be_left_out_or_null_is_taken() {
    assert_eq!(taken(&json!({ "version": 1, "loop": "main", "turns": [] })), (true, true));
    for place in [
        "/toolSearch",
        "/toolSearch/description",
        "/toolSearch/maxMenuChars",
        "/toolSearch/namespaces",
        "/toolSearch/stopwords",
        "/catalog/0/description",
        "/catalog/0/namespace",
        "/catalog/0/origin",
        "/turns/0/before",
        "/turns/0/before/addTool",
        "/turns/0/before/addSkill",
        "/turns/0/before/editSkill",
        "/turns/0/before/removeSkill",
        "/skillActivation",
        "/skillActivation/skillRanker",
        "/skills/0/description",
        "/compaction",
    ] {
        let mut scenario = full();
        *scenario.pointer_mut(place).unwrap() = Value::Null;
        assert_eq!(taken(&scenario), (true, true), "{place:?}");
    }
}

#[test]
fn lines_are_taken_and_refused_by_schema_and_reader() {
    let validator = validator("journal");
    for (line, expected) in [
        (r#"{"format":"toolsift-journal","version":1}"#, true),
        (r#"{"format":"toolsift-journal","version":1,"behaviours":[1],"more":1}"#, true),
        (r#"{"format":"toolsift-journal"}"#, false),
        (r#"{"format":"toolsift-journal","version":"1"}"#, false),
        (r#"{"id":"a","source":"b","choice":null,"more":1}"#, true),
        (r#"{"id":"a","source":"b"}"#, false),
        (r#"{"id":1,"source":"b","choice":{}}"#, false),
        (r#"{"mark":"a","outcomes":{"0":"b","10":"c"}}"#, true),
        (r#"{"mark":"a","outcomes":{"00":"b"}}"#, false),
        (r#"{"mark":"a","outcomes":{"0":5}}"#, false),
        (r#"{"mark":"a"}"#, false),
        (r#"{"end":"a","lines":3}"#, true),
        (r#"{"end":"a","lines":-3}"#, false),
        (r#"{"end":"a"}"#, false),
        (r#"{"other":1}"#, false),
        (r#"["id"]"#, false),
    ] {
        assert_eq!(Line::read(line).is_ok(), expected, "{line}");
        assert_eq!(validator.is_valid(&serde_json::from_str(line).unwrap()), expected, "{line}");
    }
}

/// What the schemas list is what there is.
#[test]
fn lists_are_complete() {
    let codes = Code::ALL.map(Code::as_str);
    let listed = &schema("transcript")["$defs"]["error"]["properties"]["error"]["properties"]["code"]["enum"];
    assert_eq!(*listed, json!(codes));
    let notes = Note::ALL.map(Note::code);
    assert_eq!(schema("journal")["$defs"]["searchChoice"]["properties"]["note"]["enum"], json!(notes));
    let (scenario, replay) = (schema("scenario"), schema("replay"));
    for (name, shared) in replay["$defs"].as_object().unwrap() {
        assert_eq!(*shared, scenario["$defs"][name], "{name} stands in two schemas");
    }
}
