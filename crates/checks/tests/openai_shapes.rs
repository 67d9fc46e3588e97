//! What the session says to `OpenAI`, read by the types of a client that somebody else wrote.
//!
//! A type may ignore what it does not know, so each value must also come back from it unchanged.

#![cfg(test)]

use async_openai::types::chat::{ChatCompletionRequestMessage, ChatCompletionTools};
use async_openai::types::responses::{
    FunctionCallOutputItemParam, InputItem, Item, NamespaceToolParamTool, Tool, ToolSearchExecutionType,
    ToolSearchOutputItemParam, ToolSearchOutputTool,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use toolsift_core::canonical_json;
use toolsift_session::wire::{Names, chat, responses};
use toolsift_trust_policy::MenuSpec;

/// A search tool, a tool of a server, one whose id is no name, and one whose schema is no object.
fn menu() -> Vec<MenuSpec> {
    let schema = json!({ "type": "object", "properties": { "query": { "type": "string" } }, "required": ["query"] });
    vec![
        MenuSpec::of_the_host("search_tools", "Finds tools.", schema.clone()),
        MenuSpec::of_the_host("github__search_issues", "Searches issues.", schema),
        MenuSpec::of_the_host("files/read all", "Reads.", json!({ "anyOf": [{ "type": "object" }] })),
        MenuSpec::of_the_host("ping", "", json!(true)),
    ]
}

fn names() -> Names {
    Names::of(["search_tools", "github__search_issues", "files/read all", "ping"])
}

/// Reads a value and writes it again: nothing is lost.
fn read<T: DeserializeOwned + Serialize>(value: &Value) -> T {
    let read: T = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(canonical_json(&serde_json::to_value(&read).unwrap()), canonical_json(value));
    read
}

#[test]
fn chat_completions() {
    let tools = chat::tools(&names(), &menu()).unwrap();
    let read_names: Vec<String> = tools
        .iter()
        .map(|tool| match read::<ChatCompletionTools>(tool) {
            ChatCompletionTools::Function(tool) => tool.function.name,
            ChatCompletionTools::Custom(tool) => panic!("{tool:?}"),
        })
        .collect();
    let ids: Vec<_> = read_names.iter().map(|name| names().id(name).map(str::to_owned)).collect();
    assert_eq!(ids, menu().into_iter().map(|spec| Some(spec.name)).collect::<Vec<_>>());
    let message = read::<ChatCompletionRequestMessage>(&chat::tool_message("call_1", "Found."));
    assert!(matches!(message, ChatCompletionRequestMessage::Tool(message) if message.tool_call_id == "call_1"));
}

#[test]
fn responses_tools() {
    let tools = responses::tools(&names(), "search_tools", &menu()).unwrap();
    let Tool::ToolSearch(search) = read::<Tool>(&tools[0]) else { panic!("{}", tools[0]) };
    assert_eq!(search.execution, Some(ToolSearchExecutionType::Client));
    assert_eq!(search.description.as_deref(), Some("Finds tools."));
    assert!(search.parameters.is_some());
    for tool in &tools[1..] {
        let Tool::Function(function) = read::<Tool>(tool) else { panic!("{tool}") };
        assert_eq!((function.strict, function.defer_loading), (Some(false), None));
    }
}

#[test]
fn responses_output() {
    let output = responses::search_output(&names(), "call_1", &menu()[1..]).unwrap();
    let item = read::<InputItem>(&output);
    let InputItem::Item(Item::ToolSearchOutput(item)) = item else { panic!("{item:?}") };
    let ToolSearchOutputItemParam { call_id, execution, tools, .. } = item;
    assert_eq!((call_id.as_deref(), execution), (Some("call_1"), Some(ToolSearchExecutionType::Client)));
    let mut found = Vec::new();
    for tool in tools {
        match tool {
            ToolSearchOutputTool::Function(function) => found.push((String::new(), function.name)),
            ToolSearchOutputTool::Namespace(namespace) => {
                for tool in namespace.tools {
                    let NamespaceToolParamTool::Function(function) = tool else { panic!("{tool:?}") };
                    assert_eq!((function.strict, function.defer_loading), (Some(false), Some(true)));
                    found.push((namespace.name.clone(), function.name));
                }
            }
            tool => panic!("{tool:?}"),
        }
    }
    let found: Vec<_> =
        found.iter().map(|(namespace, name)| (namespace.as_str(), names().id(name).map(str::to_owned))).collect();
    let expected = [("github", "github__search_issues"), ("files", "files/read all"), ("", "ping")];
    assert_eq!(found, expected.map(|(namespace, id)| (namespace, Some(id.to_owned()))));
}

#[test]
fn responses_function_output() {
    let output = responses::function_output("call_1", "Done.");
    let item = read::<InputItem>(&output);
    let InputItem::Item(Item::FunctionCallOutput(FunctionCallOutputItemParam { call_id, .. })) = item else {
        panic!("{item:?}")
    };
    assert_eq!(call_id.as_deref(), Some("call_1"));
}
