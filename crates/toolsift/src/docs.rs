//! What may be indexed and listed of a tool: the trust rule in its smallest form.

use std::collections::VecDeque;

use serde_json::{Map, Value};
use toolsift_core::limits::{MAX_LISTING_CHARS, MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES, MAX_SCHEMA_PROPERTIES};
use toolsift_core::{Origin, SearchDoc, Standing, ToolDefinition, ToolKind, chars_prefix};

/// What is shown in place of a description that nobody vouched for.
pub const WITHHELD: &str = "Third-party tool; description withheld";

/// What may be indexed of a tool.
///
/// Of a remote tool that nobody vouched for: its id. Of a remote and vouched one its description, with its self-declared tags and aliases as
/// more description, and its parameters. Of the host's own all of that, tags and aliases as fields of their own. A tainted description never.
#[must_use]
pub fn search_doc(tool: &ToolDefinition, vouched: bool) -> SearchDoc {
    let mut doc = SearchDoc::new(tool.id.clone());
    let remote = is_remote(tool);
    if remote && !vouched {
        doc.standing = Standing::Untrusted;
        return doc;
    }
    let description = tool.description.iter().filter(|text| !text.is_tainted()).map(|text| text.as_str());
    if remote {
        let labels = tool.tags.iter().chain(&tool.aliases).map(String::as_str);
        doc.description = Some(description.chain(labels).collect::<Vec<_>>().join("\n"));
    } else {
        doc.description = description.map(str::to_owned).next();
        doc.tags.clone_from(&tool.tags);
        doc.aliases.clone_from(&tool.aliases);
    }
    doc.namespace.clone_from(&tool.namespace);
    let schema = tool.input_schema.as_ref().or(tool.json_input_schema.as_ref());
    doc.parameters = schema.map(parameters).unwrap_or_default();
    doc
}

/// The one line that is shown of a tool: the first line of its description up to 160 characters, or the withheld text.
#[must_use]
pub fn listing(tool: &ToolDefinition, vouched: bool) -> String {
    let Some(text) = &tool.description else { return String::new() };
    if (is_remote(tool) && !vouched) || text.is_tainted() {
        return WITHHELD.to_owned();
    }
    let line_ends = ['\n', '\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'];
    let first_line = text.as_str().trim_start().split(line_ends).next().unwrap_or_default();
    chars_prefix(first_line, MAX_LISTING_CHARS).trim_end().to_owned()
}

fn is_remote(tool: &ToolDefinition) -> bool {
    tool.origin == Some(Origin::Remote) || tool.json_input_schema.is_some() || tool.kind == ToolKind::A2a
}

/// The names of a schema's properties, the outer ones first, and then their descriptions.
fn parameters(schema: &Value) -> Vec<String> {
    let mut names = Vec::new();
    let mut descriptions = Vec::new();
    let mut nodes = VecDeque::from([(schema, 0)]);
    let mut visited = 0;
    while let Some((node, depth)) = nodes.pop_front() {
        visited += 1;
        let Value::Object(node) = node else { continue };
        if visited > MAX_SCHEMA_NODES || depth >= MAX_SCHEMA_DEPTH {
            continue;
        }
        for (name, property) in sorted(node.get("properties")) {
            if names.len() == MAX_SCHEMA_PROPERTIES {
                break;
            }
            names.push(name.clone());
            descriptions.extend(property.get("description").and_then(Value::as_str).map(str::to_owned));
            nodes.push_back((property, depth + 1));
        }
        for keyword in ["items", "prefixItems", "anyOf", "oneOf", "allOf"] {
            match node.get(keyword) {
                Some(Value::Array(branches)) => {
                    nodes.extend(branches.iter().take(MAX_SCHEMA_NODES).map(|branch| (branch, depth + 1)));
                }
                Some(branch) => nodes.push_back((branch, depth + 1)),
                None => {}
            }
        }
        for keyword in ["$defs", "definitions"] {
            nodes.extend(sorted(node.get(keyword)).into_iter().map(|(_, definition)| (definition, depth + 1)));
        }
    }
    names.append(&mut descriptions);
    names
}

/// The members of an object in the order of their keys, whatever order the map keeps.
fn sorted(object: Option<&Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<_> = object.and_then(Value::as_object).map(Map::iter).into_iter().flatten().collect();
    members.sort_by_key(|(name, _)| *name);
    members.truncate(MAX_SCHEMA_NODES);
    members
}
