//! Definitions to documents, lines and specs: nothing leaks.

use serde_json::{Value, json};
use toolsift_catalog::{Author, parse};
use toolsift_core::{Annotations, SchemaOrigin, Standing, Text, ToolDefinition, Vocabulary, canonical_json};
use toolsift_trust_policy::{
    MAX_SPEC_DESCRIPTION_CHARS, MAX_SPEC_SCHEMA_CHARS, Trust, WITHHELD, definition_digest, listing, sanitize_schema,
    tool_search_docs, tool_spec, trust,
};

/// Put into every place of a definition that must not be shown or indexed. A definition that has it already, as fuzzers find words, is not tried.
const CANARY: &str = "qzwkvxjbpqhgfyzmcanary";
/// What the host says of a tool.
const ANNOTATION: &str = "ofthehost";
/// Members of a schema that are text, whatever they hold.
const TEXTS: [&str; 8] = ["title", "description", "$comment", "$id", "default", "examples", "pattern", "format"];
/// Members of a schema whose values a caller needs, and which are shown.
const VALUES: [&str; 2] = ["enum", "const"];

/// Of a tool that nobody vouches for, no text of its author is in document, line or spec, wherever it stands; what comes out of any tool is bounded; and the host's own
/// words are indexed and not shown.
///
/// An input is one definition, or a catalogue, whose tools are tried as they are and as vouched for.
pub(crate) fn docs(data: &[u8]) {
    let own: Option<ToolDefinition> = serde_json::from_slice(data).ok();
    let parsed = parse(data, "source", Author::ThirdParty).unwrap_or_default().into_iter().map(|entry| entry.tool);
    for mut tool in own.into_iter().chain(parsed) {
        check(&tool);
        tool.trust_json_schema_text = true;
        check(&tool);
    }
}

fn check(tool: &ToolDefinition) {
    if serde_json::to_string(tool).expect("a definition").contains(CANARY) {
        return;
    }
    bounded(tool);
    annotated(tool);
    match trust(tool) {
        Trust::Unvouched => withheld(tool),
        Trust::Vouched | Trust::FirstParty => believed(tool),
        _ => {}
    }
}

fn docs_of(tool: &ToolDefinition, annotations: &Annotations) -> String {
    serde_json::to_string(&tool_search_docs([tool], annotations)[..]).expect("documents")
}

fn bounded(tool: &ToolDefinition) {
    let line = listing(tool);
    assert!(line.chars().count() <= 160 && !line.chars().any(|c| c.is_control() && c != '\t'), "{line:?}");
    assert_eq!(definition_digest(tool), definition_digest(&tool.clone()));
    let Ok(spec) = tool_spec(tool) else { return };
    assert!(spec.description.chars().count() <= MAX_SPEC_DESCRIPTION_CHARS);
    if trust(tool) != Trust::FirstParty && tool.schema_origin != Some(SchemaOrigin::Local) {
        let schema = canonical_json(&spec.input_schema);
        assert!(schema.chars().count() <= MAX_SPEC_SCHEMA_CHARS);
        let again = sanitize_schema(&spec.input_schema, trust(tool) == Trust::Vouched);
        assert_eq!(canonical_json(&again.schema), schema, "what is reduced is reduced no further");
    }
    let written: Value = serde_json::from_str(&spec.canonical_json()).expect("JSON");
    assert_eq!(written["name"], tool.id.as_str());
}

/// The host's words come into the document of any tool and nowhere else.
fn annotated(tool: &ToolDefinition) {
    let words: Vocabulary = serde_json::from_value(json!({ "tags": [ANNOTATION] })).expect("a vocabulary");
    let annotations = Annotations::from([(tool.id.clone(), words)]);
    let docs = tool_search_docs([tool], &annotations);
    assert_eq!(docs.len(), 1, "an annotated tool has a document");
    assert_eq!(docs[0].tags.first().map(String::as_str), Some(ANNOTATION));
    assert_eq!(docs[0].standing == Standing::Trusted, trust(tool) != Trust::Unvouched);
}

/// With a canary in every place where its author may put a text, and then with none of these places.
fn withheld(tool: &ToolDefinition) {
    let mut loud = tool.clone();
    loud.description = Some(match &tool.description {
        Some(text) if text.is_tainted() => Text::tainted(CANARY),
        _ => CANARY.into(),
    });
    (loud.tags, loud.aliases) = (vec![CANARY.to_owned()], vec![CANARY.to_owned()]);
    loud.namespace = Some(CANARY.to_owned());
    let schemas = [&mut loud.json_input_schema, &mut loud.input_schema];
    schemas.into_iter().flatten().for_each(sing);
    let mut quiet = loud.clone();
    quiet.description = loud.description.as_ref().filter(|text| text.is_tainted()).map(|_| Text::tainted(""));
    (quiet.tags, quiet.aliases, quiet.namespace) = Default::default();

    let nothing = Annotations::new();
    let docs = docs_of(&loud, &nothing);
    assert!(!docs.contains(CANARY), "{docs}");
    assert_eq!(docs, docs_of(&quiet, &nothing));
    assert_eq!(listing(&loud), WITHHELD);
    assert_eq!(tool_spec(&loud), tool_spec(&quiet));
    let Ok(spec) = tool_spec(&loud) else { return };
    assert_eq!((spec.name.as_str(), spec.description.as_str()), (tool.id.as_str(), WITHHELD));
    // That the host wrote the schema itself is its claim, and not checked.
    let by_the_host = tool.schema_origin == Some(SchemaOrigin::Local) && tool.json_input_schema.is_none();
    assert!(by_the_host || !spec.canonical_json().contains(CANARY), "{}", spec.canonical_json());
}

/// Puts a canary into each text of a schema, and adds some.
fn sing(schema: &mut Value) {
    match schema {
        Value::Array(values) => values.iter_mut().for_each(sing),
        Value::Object(members) => {
            for (key, value) in members.iter_mut() {
                if TEXTS.contains(&key.as_str()) || key.starts_with("x-") {
                    *value = json!([CANARY]);
                } else if !VALUES.contains(&key.as_str()) {
                    sing(value);
                }
            }
            for key in TEXTS {
                members.insert(key.to_owned(), json!(CANARY));
            }
            members.insert("x-note".to_owned(), json!(CANARY));
        }
        _ => {}
    }
}

/// What is believed is indexed as it is, unless a third party's id may hide something; and a tainted text never.
fn believed(tool: &ToolDefinition) {
    let docs = tool_search_docs([tool], &Annotations::new());
    let id = tool.id.as_str();
    let is_printable = id.len() <= 128 && id.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if trust(tool) == Trust::FirstParty || is_printable {
        assert_eq!(docs.len(), 1);
    }
    let mut tainted = tool.clone();
    tainted.description = Some(Text::tainted(CANARY));
    for out in [docs_of(&tainted, &Annotations::new()), listing(&tainted), format!("{:?}", tool_spec(&tainted))] {
        assert!(!out.contains(CANARY), "{out}");
    }
}
