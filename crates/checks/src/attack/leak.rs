//! A canary in every text of a tool that its author can fill, and all that a model, a ranker, a record or a log may read of it.
//!
//! A definition comes in as a server's `tools/list` answer and goes through whole runs. Where a canary may come out is written by hand.

mod channels;

use serde_json::{Value, json};
use toolsift::catalog::{Author, parse};
use toolsift::contracts::ToolKind;
use toolsift::prelude::*;

use super::Found;
use super::row::Tally;
use super::world::remote;

/// What is known of a tool's author.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Own,
    Unvouched,
    Vouched,
    Tainted,
    Agent,
    Annotated,
    WithoutOrigin,
}

/// The classes in the order of the columns.
const CLASSES: [Known; 7] = [
    Known::Own,
    Known::Unvouched,
    Known::Vouched,
    Known::Tainted,
    Known::Agent,
    Known::Annotated,
    Known::WithoutOrigin,
];

/// A place, the value that stands there (`@` is the canary), and by class where it comes out:
/// `r` in a result of a search, `s` in a spec on the menu, `i` in the index; `-` nowhere.
#[rustfmt::skip]
const PLACES: [(&str, &str, &str); 20] = [
    //                                                        own unv vou tai age ann wit
    ("/description",                 r#""Refunds @ money.""#, "rsi -   rsi -   -   -   -"),
    ("/title",                       r#""@""#,                "-   -   -   -   -   -   -"),
    ("/tags",                        r#"["@"]"#,              "i   -   i   -   -   -   -"),
    ("/aliases",                     r#"["@"]"#,              "i   -   i   -   -   -   -"),
    ("/annotations",                 r#"{"title":"@"}"#,      "-   -   -   -   -   -   -"),
    ("/inputSchema/description",     r#""@""#,                "s   -   s   -   -   -   -"),
    ("/inputSchema/title",           r#""@""#,                "s   -   s   -   -   -   -"),
    ("/inputSchema/$comment",        r#""@""#,                "s   -   -   -   -   -   -"),
    ("/inputSchema/examples",        r#"["@"]"#,              "s   -   -   -   -   -   -"),
    ("/inputSchema/default",         r#""@""#,                "s   -   s   -   -   -   -"),
    ("/inputSchema/enum",            r#"["@"]"#,              "s   s   s   -   s   s   s"),
    ("/inputSchema/const",           r#""@""#,                "s   s   s   -   s   s   s"),
    ("/inputSchema/pattern",         r#""^@$""#,              "s   -   s   -   -   -   -"),
    ("/inputSchema/properties",      r#"{"@":{}}"#,           "si  s   si  -   s   s   s"),
    ("/inputSchema/$defs",           r#"{"@":{}}"#,           "s   s   s   -   s   s   s"),
    ("/inputSchema/required",        r#"["@"]"#,              "s   -   s   -   -   -   -"),
    ("/inputSchema/x-note",          r#""@""#,                "s   -   -   -   -   -   -"),
    ("/outputSchema",                r#"{"title":"@"}"#,      "-   -   -   -   -   -   -"),
    ("/icons",                       r#"[{"src":"@"}]"#,      "-   -   -   -   -   -   -"),
    ("/_meta",                       r#"{"note":"@"}"#,       "-   -   -   -   -   -   -"),
];

/// 24 bytes that stand nowhere else and are one term.
fn canary(place: usize, column: usize) -> String {
    format!("qz{place:02}{column:02}wkvxjbpq{place:02}{column:02}hgfyzm")
}

/// The tool of a class with a value at a place.
fn tool(author: Known, path: &str, value: Value) -> Result<ToolDefinition, Box<dyn std::error::Error>> {
    let mut wire = json!({
        "name": "pay__refund", "description": "Refunds money.", "inputSchema": { "type": "object" },
    });
    match path.strip_prefix("/inputSchema/") {
        Some(keyword) => {
            *wire.pointer_mut("/inputSchema").and_then(|schema| member(schema, keyword)).ok_or("no schema")? = value
        }
        None => *member(&mut wire, path.trim_start_matches('/')).ok_or("no tool")? = value,
    }
    let by = if matches!(author, Known::Own | Known::Agent) { Author::Host } else { Author::ThirdParty };
    let parsed = parse(json!({ "tools": [wire] }).to_string().as_bytes(), "server.json", by)?;
    let mut tool = parsed.into_iter().next().ok_or("no tool")?.tool;
    match author {
        Known::Own | Known::WithoutOrigin => {}
        Known::Unvouched | Known::Annotated => {
            // The origin alone says that it is remote.
            tool.origin = remote(tool.id.clone()).origin;
            tool.input_schema = tool.json_input_schema.take();
        }
        Known::Vouched => tool.trust_json_schema_text = true,
        Known::Tainted => {
            tool.trust_json_schema_text = true;
            tool.description = tool.description.map(|text| Text::tainted(text.as_str()));
        }
        Known::Agent => tool.kind = ToolKind::A2a,
    }
    if author == Known::WithoutOrigin {
        tool.origin = None;
    }
    Ok(tool)
}

/// A member of an object, made where it is missing.
fn member<'v>(object: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    Some(object.as_object_mut()?.entry(name).or_insert(Value::Null))
}

/// The host's words for the tool, where the class has some.
fn annotations(author: Known, tool: &ToolDefinition) -> Annotations {
    let mut words = Vocabulary::default();
    words.aliases = vec!["give money back".to_owned()];
    if author == Known::Annotated { Annotations::from([(tool.id.clone(), words)]) } else { Annotations::new() }
}

pub(super) fn run() -> Found {
    let (mut withheld, mut shown) = (Tally::default(), Tally::default());
    for (place, (path, value, columns)) in PLACES.into_iter().enumerate() {
        for (column, (author, letters)) in CLASSES.into_iter().zip(columns.split_whitespace()).enumerate() {
            let canary = canary(place, column);
            let value = serde_json::from_str(&value.replace('@', &canary))?;
            let tool = tool(author, path, value)?;
            let channels = channels::read(&tool, &annotations(author, &tool), &canary)?;
            let (first, last) = canary.split_at_checked(12).unwrap_or_default();
            for (name, speaks_of, text) in channels {
                let example =
                    || format!("{path} of {author:?} in {name}: {}", text.chars().take(400).collect::<String>());
                let is_shown = letters.chars().any(|letter| speaks_of.contains(letter));
                let is_there = text.contains(&canary);
                // What is withheld is withheld to the half.
                withheld.check(is_shown || !text.contains(first) && !text.contains(last), example);
                shown.check(is_there || !is_shown, example);
            }
        }
    }
    Ok(vec![
        withheld.row("canaries that come out where they are withheld", 1_680),
        shown.row("canaries that are missing where they are shown", 1_680),
    ])
}
