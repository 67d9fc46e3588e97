//! The gateway's own tools: the same for every client and at every moment, in the same order.

use std::sync::Arc;

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value, json};
use toolsift::session::MAX_SEARCH_QUERY_CHARS;

/// The name of the search tool.
pub(crate) const SEARCH: &str = "search_tools";
/// The name of the tool that describes tools.
pub(crate) const DESCRIBE: &str = "describe_tools";
/// The name of the tool that calls tools.
pub(crate) const CALL: &str = "call_tool";
/// The name of the tool that activates skills.
pub(crate) const ACTIVATE: &str = "activate_skill";
/// Most tools that are described at once: what two other gateways take (`describe` of at most 10), so that a result stays below what clients cut.
pub const MAX_DESCRIBED: usize = 10;
/// Most ids that a call may name: those behind the tenth are named back as not described. A model that found the most tools of a search asks for fifty.
const MAX_IDS: usize = 50;

/// What a model reads of the search tool unless the configuration says otherwise.
pub const SEARCH_DESCRIPTION: &str = "Finds tools of the connected servers. Ask for one need at a time, as action, object and application \
    (\"create an issue in GitHub\"). Then read their schemas with describe_tools and call them with call_tool.";

/// The fixed tools.
pub(crate) fn fixed(description: Option<&str>, has_skills: bool) -> Vec<Tool> {
    let handle = json!({ "type": "string", "description": "The handle of an earlier search. Without one a new handle is made." });
    let mut tools = vec![
        tool(
            SEARCH,
            &format!(
                "{}{}",
                description.unwrap_or(SEARCH_DESCRIPTION),
                if has_skills { " It also finds skills, which activate_skill loads." } else { "" }
            ),
            json!({
                "query": { "type": "string", "description": "The one thing that is needed, in a few words.", "maxLength": MAX_SEARCH_QUERY_CHARS },
                "limit": { "type": "integer", "minimum": 1, "description": "How many tools at most." },
                "handle": handle,
            }),
            &["query"],
            // It makes a handle, and changes nothing else.
            ToolAnnotations::new().read_only(true).open_world(false),
        ),
        tool(
            DESCRIBE,
            "Shows what found tools do and the schemas of their arguments.",
            json!({
                "ids": {
                    "type": "array", "minItems": 1, "maxItems": MAX_IDS, "items": { "type": "string" },
                    "description": format!("The ids of the tools. The first {MAX_DESCRIBED} are described."),
                },
                "handle": handle,
            }),
            &["ids"],
            ToolAnnotations::new().read_only(true).open_world(false),
        ),
        tool(
            CALL,
            "Calls a tool that was found, with arguments that match its schema.",
            json!({
                "id": { "type": "string", "description": "The id of the tool." },
                "arguments": { "type": "object", "description": "Its arguments." },
                "handle": handle,
            }),
            &["id"],
            // The worst of what any tool may do.
            ToolAnnotations::new().read_only(false).destructive(true).idempotent(false).open_world(true),
        ),
    ];
    if has_skills {
        tools.push(tool(
            ACTIVATE,
            "Loads a skill that was found: the result is its instructions.",
            json!({
                "name": { "type": "string", "description": "The name of the skill." },
                "handle": handle,
            }),
            &["name"],
            ToolAnnotations::new().read_only(true).open_world(false),
        ));
    }
    tools
}

fn tool(name: &'static str, description: &str, properties: Value, required: &[&str], hints: ToolAnnotations) -> Tool {
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), properties);
    schema.insert("required".to_owned(), json!(required));
    schema.insert("additionalProperties".to_owned(), json!(false));
    let mut tool = Tool::default();
    tool.name = name.into();
    tool.description = Some(description.to_owned().into());
    tool.input_schema = Arc::new(schema);
    tool.annotations = Some(hints);
    tool
}

/// The arguments of the gateway's tools, read strictly: a field that nobody knows is a mistake.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Asked {
    Search { query: String, limit: Option<u64>, handle: Option<String> },
    Describe { ids: Vec<String>, handle: Option<String> },
    Call { id: String, arguments: Map<String, Value>, handle: Option<String> },
    Activate { name: String, handle: Option<String> },
}

impl Asked {
    /// Reads the arguments of a tool; nothing, where they are wrong.
    pub(crate) fn read(tool: &str, arguments: &Map<String, Value>) -> Option<Self> {
        let text = |key: &str| arguments.get(key).and_then(Value::as_str).map(str::to_owned);
        let only = |keys: &[&str]| arguments.keys().all(|key| keys.contains(&key.as_str()));
        let handle = match arguments.get("handle") {
            None | Some(Value::Null) => None,
            Some(handle) => Some(handle.as_str()?.to_owned()),
        };
        match tool {
            SEARCH if only(&["query", "limit", "handle"]) => {
                let query = text("query").filter(|query| !query.trim().is_empty())?;
                let limit = match arguments.get("limit") {
                    None | Some(Value::Null) => None,
                    Some(limit) => Some(limit.as_u64().filter(|limit| *limit > 0)?),
                };
                Some(Self::Search { query, limit, handle })
            }
            DESCRIBE if only(&["ids", "handle"]) => {
                let ids = arguments.get("ids")?.as_array()?;
                let ids: Vec<String> = ids.iter().map(|id| id.as_str().map(str::to_owned)).collect::<Option<_>>()?;
                (1..=MAX_IDS).contains(&ids.len()).then_some(Self::Describe { ids, handle })
            }
            CALL if only(&["id", "arguments", "handle"]) => {
                let arguments = match arguments.get("arguments") {
                    None | Some(Value::Null) => Map::new(),
                    Some(arguments) => arguments.as_object()?.clone(),
                };
                Some(Self::Call { id: text("id")?, arguments, handle })
            }
            ACTIVATE if only(&["name", "handle"]) => Some(Self::Activate { name: text("name")?, handle }),
            _ => None,
        }
    }

    pub(crate) fn handle(&self) -> Option<&str> {
        match self {
            Self::Search { handle, .. }
            | Self::Describe { handle, .. }
            | Self::Call { handle, .. }
            | Self::Activate { handle, .. } => handle.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_strictly() {
        for (tool, arguments, fits) in [
            (SEARCH, json!({ "query": "q" }), true),
            (SEARCH, json!({ "query": "q", "limit": 3, "handle": "h" }), true),
            (SEARCH, json!({ "query": "q", "limit": null, "handle": null }), true),
            (SEARCH, json!({ "query": " " }), false),
            (SEARCH, json!({ "query": 5 }), false),
            (SEARCH, json!({}), false),
            (SEARCH, json!({ "query": "q", "limit": 0 }), false),
            (SEARCH, json!({ "query": "q", "limit": 1.5 }), false),
            (SEARCH, json!({ "query": "q", "handle": 5 }), false),
            (SEARCH, json!({ "query": "q", "more": 1 }), false),
            (DESCRIBE, json!({ "ids": ["a"] }), true),
            (DESCRIBE, json!({ "ids": [] }), false),
            (DESCRIBE, json!({ "ids": "a" }), false),
            (DESCRIBE, json!({ "ids": [1] }), false),
            (DESCRIBE, json!({ "ids": vec!["a"; 50] }), true),
            (DESCRIBE, json!({ "ids": vec!["a"; 51] }), false),
            (CALL, json!({ "id": "a" }), true),
            (CALL, json!({ "id": "a", "arguments": {} }), true),
            (CALL, json!({ "id": "a", "arguments": [] }), false),
            (CALL, json!({ "arguments": { "id": "a" } }), false),
            (CALL, json!({ "id": "a", "name": "b" }), false),
            (ACTIVATE, json!({ "name": "a" }), true),
            (ACTIVATE, json!({ "id": "a" }), false),
            ("other", json!({}), false),
        ] {
            let read = Asked::read(tool, arguments.as_object().unwrap());
            assert_eq!(read.is_some(), fits, "{tool} {arguments}");
        }
    }

    /// S57: what stands inside the arguments of the tool that is called names nothing.
    #[test]
    fn the_target_stands_in_one_place() {
        let arguments = json!({ "id": "a", "arguments": { "id": "b", "tool_name": "c" } });
        let read = Asked::read(CALL, arguments.as_object().unwrap());
        assert!(matches!(read, Some(Asked::Call { id, .. }) if id == "a"));
    }

    /// S31, S74: the same bytes for everyone; the host's own words are a part of them.
    #[test]
    fn the_list_is_fixed() {
        let names = |tools: &[Tool]| tools.iter().map(|tool| tool.name.to_string()).collect::<Vec<_>>();
        assert_eq!(names(&fixed(None, false)), [SEARCH, DESCRIBE, CALL]);
        assert_eq!(names(&fixed(None, true)), [SEARCH, DESCRIBE, CALL, ACTIVATE]);
        assert_eq!(fixed(Some("Mine."), false)[0].description.as_deref(), Some("Mine."));
        assert_eq!(
            serde_json::to_string(&fixed(None, true)).unwrap(),
            serde_json::to_string(&fixed(None, true)).unwrap()
        );
    }
}
