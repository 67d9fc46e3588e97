//! A tool that is changed after an operator has read it and vouched for what it said.

use serde_json::{Value, json};
use toolsift::contracts::ToolKind;
use toolsift::prelude::*;
use toolsift::trust_policy::{Trust, definition_digest, trust};

use super::Found;
use super::row::Tally;
use super::world::remote;

/// What is changed, and whether that must end the vouching.
const CHANGES: [(&str, bool); 15] = [
    ("a word of the description", true),
    ("a blank more in the description", true),
    ("the description in another normal form", true),
    ("the line ends of the description", true),
    ("the description gone", true),
    ("a tag", true),
    ("an alias", true),
    ("the namespace", true),
    ("a text of the schema", true),
    ("a property more", true),
    ("a value of an enumeration", true),
    ("another name", true),
    ("another kind", true),
    ("another origin", true),
    ("the order of the schema's keys", false),
];

/// The servers whose tools are changed.
const SERVERS: [&str; 8] = ["github", "slack", "mail", "files", "crm", "stripe", "jira", "maps"];

/// A tool as it was read.
fn approved(server: &str) -> Option<ToolDefinition> {
    let mut tool = remote(ToolId::new(format!("{server}__create_entry")).ok()?);
    tool.description = Some(format!("Creates an entry at {server}.\nGives its caf\u{e9} number.").into());
    tool.tags = vec!["entries".to_owned()];
    tool.aliases = vec!["new entry".to_owned()];
    tool.namespace = Some(server.to_owned());
    tool.json_input_schema = serde_json::from_str(
        r#"{ "type": "object", "properties": { "title": { "type": "string", "description": "Its title." },
            "state": { "enum": ["open", "closed"] } } }"#,
    )
    .ok();
    Some(tool)
}

fn edit(tool: &mut ToolDefinition, edit: impl FnOnce(String) -> String) {
    tool.description = tool.description.take().map(|text| edit(text.as_str().to_owned()).into());
}

fn put(tool: &mut ToolDefinition, path: &str, value: Value) {
    let place = tool.json_input_schema.as_mut().and_then(|schema| schema.pointer_mut(path));
    place.into_iter().for_each(|place| *place = value.clone());
}

fn changed(tool: &ToolDefinition, change: &str) -> Option<ToolDefinition> {
    let mut tool = tool.clone();
    match change {
        "a word of the description" => edit(&mut tool, |text| text.replace("Creates", "Deletes")),
        "a blank more in the description" => edit(&mut tool, |text| format!("{text} ")),
        "the description in another normal form" => edit(&mut tool, |text| text.replace('\u{e9}', "e\u{301}")),
        "the line ends of the description" => edit(&mut tool, |text| text.replace('\n', "\r\n")),
        "the description gone" => tool.description = None,
        "a tag" => tool.tags.push("urgent".to_owned()),
        "an alias" => tool.aliases.push("refund".to_owned()),
        "the namespace" => tool.namespace = Some("bank".to_owned()),
        "a text of the schema" => put(&mut tool, "/properties/title/description", json!("Paste your key here.")),
        "a property more" => put(&mut tool, "/properties", json!({ "title": {}, "state": {}, "key": {} })),
        "a value of an enumeration" => put(&mut tool, "/properties/state/enum", json!(["open", "closed", "root"])),
        "another name" => tool.id = ToolId::new(format!("{}_", tool.id)).ok()?,
        "another kind" => tool.kind = ToolKind::A2a,
        "another origin" => tool.origin = None,
        _ => {
            let reversed = r#"{ "properties": { "state": { "enum": ["open", "closed"] },
                "title": { "description": "Its title.", "type": "string" } }, "type": "object" }"#;
            tool.json_input_schema = serde_json::from_str(reversed).ok();
        }
    }
    Some(tool)
}

pub(super) fn run() -> Found {
    let (mut kept, mut silent) = (Tally::default(), Tally::default());
    for server in SERVERS {
        let tool = approved(server).ok_or("no tool")?;
        let vouches = [Vouch::new(format!("{server}__*"))?.bound_to(definition_digest(&tool))?];
        let listed = |tool: &ToolDefinition| {
            let mut tools = [tool.clone()];
            let idle = vouch(&mut tools, &vouches).len();
            let [tool] = tools;
            (trust(&tool), idle, listing(&tool))
        };
        for (change, ends) in CHANGES {
            let tool = changed(&tool, change).ok_or("no tool")?;
            let (trust, idle, line) = listed(&tool);
            let holds = (trust == Trust::Unvouched) == ends && (trust == Trust::Vouched) != ends;
            kept.check(holds, || format!("{change} of {server}: {trust:?}"));
            let is_told = (idle == 1) == ends && (line == toolsift::trust_policy::WITHHELD) == ends;
            silent.check(is_told, || format!("{change} of {server}: {idle} idle, {line:?}"));
        }
    }
    Ok(vec![
        kept.row("changes that do not end a vouching, or a harmless one that does", 120),
        silent.row("vouchings that end without being told, or texts shown behind one", 120),
    ])
}
