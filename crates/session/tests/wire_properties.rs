//! What holds on every wire for every menu: unique names, references to listed tools alone, never `defer_loading` with `cache_control`,
//! a grown menu begins with the bytes it had, and the way back from each name.

#![cfg(test)]

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};
use toolsift_core::canonical_json;
use toolsift_session::wire::anthropic::{self, CacheAfter};
use toolsift_session::wire::{Names, WireError, chat, mcp, responses};
use toolsift_trust_policy::MenuSpec;

fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({ "type": "object" })),
        Just(json!(true)),
        Just(json!({ "type": "string", "enum": ["a"] })),
        Just(json!({ "properties": 1 })),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        (prop::collection::btree_map("[a-z]{1,3}|é", inner.clone(), 0..3), prop::collection::vec(inner, 0..3))
            .prop_map(|(properties, any_of)| json!({ "type": "object", "properties": properties, "anyOf": any_of }))
    })
}

/// Ids from a small alphabet, so that they collide once they are names.
fn id() -> impl Strategy<Value = String> {
    prop_oneof!["[ab./: _é-]{1,6}", "(a|b|a b)(__|\\.|/)[a-c]{1,2}", "[xé]{60,70}"]
}

fn menu(most: usize) -> impl Strategy<Value = Vec<MenuSpec>> {
    prop::collection::btree_map(id(), (".{0,12}", schema()), 1..most).prop_perturb(|specs, mut rng| {
        let mut menu: Vec<_> = specs
            .into_iter()
            .map(|(id, (text, schema))| (rng.next_u32(), MenuSpec::of_the_host(id, text, schema)))
            .collect();
        menu.sort_by_key(|(place, _)| *place);
        menu.into_iter().map(|(_, spec)| spec).collect()
    })
}

fn named(menu: &[MenuSpec]) -> Names {
    Names::of(menu.iter().map(|spec| spec.name.as_str()))
}

fn bytes(tools: &[Value]) -> String {
    canonical_json(&tools.to_vec().into())
}

/// Everything but the closing bracket.
fn open(tools: &[Value]) -> String {
    let mut bytes = bytes(tools);
    assert_eq!(bytes.pop(), Some(']'));
    bytes
}

/// The functions of an array, those of namespaces included, and that no namespace is too large or there twice.
fn functions(tools: &Value) -> Vec<String> {
    let mut namespaces = BTreeSet::new();
    let mut functions = Vec::new();
    for tool in tools.as_array().unwrap() {
        let name = tool["name"].as_str().unwrap().to_owned();
        if tool["type"] == "namespace" {
            assert!(name.len() <= 64 && namespaces.insert(name), "{tool}");
            let inner = tool["tools"].as_array().unwrap();
            assert!((1..10).contains(&inner.len()), "{tool}");
            functions.extend(inner.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()));
        } else {
            functions.push(name);
        }
    }
    functions
}

fn ids(names: &Names, functions: &[String]) -> BTreeSet<String> {
    functions.iter().map(|name| names.id(name).unwrap().to_owned()).collect()
}

fn root_is_taken(schema: &Value) -> bool {
    let banned = ["oneOf", "anyOf", "allOf", "not", "enum"];
    schema["type"] == "object" && schema["properties"].is_object() && banned.iter().all(|key| schema.get(key).is_none())
}

proptest! {
    #[test]
    fn names_are_unique_and_lead_back(menu in menu(40)) {
        let names = named(&menu);
        let all: BTreeSet<String> = menu.iter().map(|spec| spec.name.clone()).collect();
        let chat: Vec<String> = chat::tools(&names, &menu).unwrap().iter()
            .map(|tool| tool["function"]["name"].as_str().unwrap().to_owned()).collect();
        prop_assert_eq!(ids(&names, &chat), all.clone());
        let output = responses::search_output(&names, "c", &menu).unwrap();
        let functions = functions(&output["tools"]);
        prop_assert_eq!(functions.len(), menu.len());
        prop_assert_eq!(ids(&names, &functions), all.clone());
        let flat: Vec<String> = responses::tools(&names, "none", &menu).unwrap().iter()
            .map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
        prop_assert_eq!(ids(&names, &flat), all);
    }

    #[test]
    fn growth_keeps_earlier_bytes(menu in menu(10), base in 1..10_usize) {
        let base = base.min(menu.len());
        let cache = Some(CacheAfter::new(&menu[0].name));
        let search = menu[0].name.as_str();
        let (mut chat_before, mut responses_before) = (String::new(), String::new());
        let (mut plain_before, mut deferred_before) = (String::new(), String::new());
        let mut mcp_before = String::new();
        for size in 1..=menu.len() {
            // The names grow with the menu, as they do in a run.
            let (grown, names) = (&menu[..size], named(&menu[..size]));
            let check = |before: &mut String, tools: &[Value]| {
                let bytes = bytes(tools);
                prop_assert!(bytes.starts_with(before.as_str()), "{before} {bytes}");
                *before = open(tools);
                Ok(())
            };
            check(&mut chat_before, &chat::tools(&names, grown).unwrap())?;
            check(&mut responses_before, &responses::tools(&names, search, grown).unwrap())?;
            check(&mut mcp_before, &mcp::tools(grown))?;
            check(&mut plain_before, &anthropic::tools(&names, grown, &[], cache).unwrap())?;
            if size >= base {
                check(&mut deferred_before, &anthropic::tools(&names, &grown[..base], &grown[base..], cache).unwrap())?;
            }
        }
    }

    #[test]
    fn deferred_tools_are_not_cached_and_references_are_listed(
        menu in menu(24), base in 1..24_usize, cached in 0..24_usize, found in prop::collection::vec(0..24_usize, 0..6),
    ) {
        let base = base.min(menu.len());
        let names = named(&menu);
        let cache = menu.get(cached).map(|spec| CacheAfter::new(&spec.name));
        let tools = match anthropic::tools(&names, &menu[..base], &menu[base..], cache) {
            Err(error) => {
                let refused = matches!(error, WireError::CacheTool { .. });
                prop_assert!(refused && cached >= base);
                return Ok(());
            }
            Ok(tools) => tools,
        };
        prop_assert_eq!(tools.len(), menu.len());
        for (place, tool) in tools.iter().enumerate() {
            prop_assert_eq!(tool.get("defer_loading").is_some(), place >= base);
            prop_assert_eq!(tool.get("cache_control").is_some(), place == cached);
            prop_assert!(tool.get("defer_loading").is_none() || tool.get("cache_control").is_none());
        }
        let found: Vec<&MenuSpec> = found.iter().filter_map(|place| menu.get(*place)).collect();
        let deferred = found.iter().all(|spec| menu[base..].contains(spec));
        let answer = anthropic::search_answer(&names, &tools, "t", found.iter().map(|spec| spec.name.as_str()), "text");
        prop_assert_eq!(answer.is_ok(), deferred);
        let Ok(answer) = answer else { return Ok(()) };
        for reference in answer.result["content"].as_array().into_iter().flatten() {
            prop_assert!(tools.iter().any(|tool| tool["name"] == reference["tool_name"] && tool["defer_loading"] == true));
        }
        prop_assert_eq!(answer.text.is_some(), !found.is_empty());
    }

    #[test]
    fn every_root_is_taken(menu in menu(12)) {
        let names = named(&menu);
        for tool in anthropic::tools(&names, &menu[..1], &menu[1..], None).unwrap() {
            prop_assert!(root_is_taken(&tool["input_schema"]), "{tool}");
        }
        for tool in chat::tools(&names, &menu).unwrap() {
            prop_assert!(root_is_taken(&tool["function"]["parameters"]), "{tool}");
        }
        for tool in responses::tools(&names, &menu[0].name, &menu).unwrap() {
            prop_assert!(root_is_taken(&tool["parameters"]), "{tool}");
        }
    }

    #[test]
    fn mcp_loses_nothing(menu in menu(12)) {
        for spec in &menu {
            let tool = mcp::tool(spec);
            prop_assert_eq!(canonical_json(&tool), spec.canonical_json());
            match mcp::spec(&tool) {
                Ok(back) => prop_assert_eq!(&back, spec),
                Err(_) => prop_assert!(!spec.input_schema.is_object()),
            }
        }
    }
}
