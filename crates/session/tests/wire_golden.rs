//! Each wire by hand, byte by byte.

#![cfg(test)]

use serde_json::{Value, json};
use toolsift_core::canonical_json;
use toolsift_session::wire::anthropic::{self, CacheAfter};
use toolsift_session::wire::{Names, WireError, chat, mcp, responses};
use toolsift_trust_policy::MenuSpec;

fn search() -> MenuSpec {
    let schema = json!({ "type": "object", "properties": { "query": { "type": "string" } }, "required": ["query"] });
    MenuSpec::of_the_host("search_tools", "Finds tools.", schema)
}

fn spec(id: &str) -> MenuSpec {
    MenuSpec::of_the_host(id, format!("About {id}."), json!({ "type": "object" }))
}

fn specs(ids: &[&str]) -> Vec<MenuSpec> {
    ids.iter().map(|id| spec(id)).collect()
}

fn names() -> Names {
    Names::of(["search_tools", "a__one", "a.b/c", "plain"])
}

fn bytes(tools: Vec<Value>) -> String {
    canonical_json(&tools.into())
}

#[test]
fn anthropic_menu() {
    let menu = [search(), spec("a.b/c")];
    let tools = anthropic::tools(&names(), &menu, &specs(&["a__one"]), Some(CacheAfter::new("a.b/c"))).unwrap();
    assert_eq!(
        bytes(tools),
        concat!(
            r#"[{"description":"Finds tools.","input_schema":{"properties":{"query":{"type":"string"}},"required":["query"],"type":"object"},"name":"search_tools"},"#,
            r#"{"cache_control":{"type":"ephemeral"},"description":"About a.b/c.","input_schema":{"properties":{},"type":"object"},"name":"a_b_c_fc7cd9c4e073"},"#,
            r#"{"defer_loading":true,"description":"About a__one.","input_schema":{"properties":{},"type":"object"},"name":"a__one"}]"#,
        )
    );
    let hour = CacheAfter::new("plain").for_an_hour();
    let tools = anthropic::tools(&names(), &specs(&["plain"]), &[], Some(hour)).unwrap();
    assert_eq!(
        bytes(tools),
        r#"[{"cache_control":{"ttl":"1h","type":"ephemeral"},"description":"About plain.","input_schema":{"properties":{},"type":"object"},"name":"plain"}]"#
    );
    assert_eq!(anthropic::tools(&names(), &[], &[], None), Ok(vec![]));
}

#[test]
fn anthropic_results() {
    let names = names();
    let tools = anthropic::tools(&names, &[search()], &specs(&["a__one", "a.b/c"]), None).unwrap();
    let answer = |found: &[&str], text| {
        anthropic::search_answer(&names, &tools, "toolu_1", found.iter().copied(), text)
            .map(|answer| (canonical_json(&answer.result), answer.text.as_ref().map(canonical_json)))
    };
    let references = r#"{"content":[{"tool_name":"a_b_c_fc7cd9c4e073","type":"tool_reference"},{"tool_name":"a__one","type":"tool_reference"}],"tool_use_id":"toolu_1","type":"tool_result"}"#;
    let found = ["a.b/c", "a__one"];
    assert_eq!(answer(&found, ""), Ok((references.to_owned(), None)));
    let text = r#"{"text":"Two \"found\".","type":"text"}"#;
    assert_eq!(answer(&found, "Two \"found\"."), Ok((references.to_owned(), Some(text.to_owned()))));
    let none = r#"{"content":"None.","tool_use_id":"toolu_1","type":"tool_result"}"#;
    assert_eq!(answer(&[], "None."), Ok((none.to_owned(), None)));
    assert_eq!(
        canonical_json(&anthropic::error_result("toolu_1", "No.")),
        r#"{"content":"No.","is_error":true,"tool_use_id":"toolu_1","type":"tool_result"}"#
    );
    // On the menu and not deferred, named and not listed, never named.
    for id in ["search_tools", "plain"] {
        assert_eq!(answer(&[id], ""), Err(WireError::NotListed { id: id.to_owned() }));
    }
    assert_eq!(answer(&["other"], ""), Err(WireError::Unnamed { id: "other".to_owned() }));
}

#[test]
fn responses_menu() {
    let menu = [search(), spec("a.b/c")];
    let tool_search = r#"{"description":"Finds tools.","execution":"client","parameters":{"properties":{"query":{"type":"string"}},"required":["query"],"type":"object"},"type":"tool_search"}"#;
    let function = r#"{"description":"About a.b/c.","name":"a_b_c_fc7cd9c4e073","parameters":{"properties":{},"type":"object"},"strict":false,"type":"function"}"#;
    assert_eq!(
        bytes(responses::tools(&names(), "search_tools", &menu).unwrap()),
        format!("[{tool_search},{function}]")
    );
    assert_eq!(bytes(responses::tools(&names(), "search_tools", &menu[1..]).unwrap()), format!("[{function}]"));
    assert_eq!(
        canonical_json(&responses::function_output("call_1", "{}")),
        r#"{"call_id":"call_1","output":"{}","type":"function_call_output"}"#
    );
}

/// `x y` is no name for a namespace, and `plain` has none: the groups stand where their first tools were found.
#[test]
fn responses_output() {
    let ids = ["x y__z", "plain", "a__one", "x y__w", "a.b/c"];
    let names = Names::of(ids);
    let function = |name: &str, id: &str| {
        format!(
            r#"{{"defer_loading":true,"description":"About {id}.","name":"{name}","parameters":{{"properties":{{}},"type":"object"}},"strict":false,"type":"function"}}"#
        )
    };
    let namespace = |name: &str, functions: &[String]| {
        let functions = functions.join(",");
        format!(r#"{{"description":"Tools of {name}.","name":"{name}","tools":[{functions}],"type":"namespace"}}"#)
    };
    let odd = namespace(
        "x_y_887fcea6a803",
        &[function("x_y__z_d707a2ee10d2", "x y__z"), function("x_y__w_695417364bf7", "x y__w")],
    );
    let a = namespace("a", &[function("a__one", "a__one"), function("a_b_c_fc7cd9c4e073", "a.b/c")]);
    let tools = [odd, function("plain", "plain"), a].join(",");
    assert_eq!(
        canonical_json(&responses::search_output(&names, "call_1", &specs(&ids)).unwrap()),
        format!(
            r#"{{"call_id":"call_1","execution":"client","status":"completed","tools":[{tools}],"type":"tool_search_output"}}"#
        )
    );
    assert_eq!(
        canonical_json(&responses::search_output(&names, "call_2", &[]).unwrap()),
        r#"{"call_id":"call_2","execution":"client","status":"completed","tools":[],"type":"tool_search_output"}"#
    );
}

/// Nineteen tools of one server and one of a server whose name is that of the second part.
#[test]
fn a_large_namespace_is_split() {
    let mut ids: Vec<String> = (0..19).map(|number| format!("git__{number}")).collect();
    ids.insert(3, "git_2__x".to_owned());
    let names = Names::of(ids.iter().map(String::as_str));
    let found: Vec<_> = ids.iter().map(|id| spec(id)).collect();
    let output = responses::search_output(&names, "call_1", &found).unwrap();
    let parts: Vec<_> = output["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| (part["name"].as_str().unwrap(), part["tools"].as_array().unwrap().len()))
        .collect();
    assert_eq!(parts, [("git", 9), ("git_3", 9), ("git_4", 1), ("git_2", 1)]);
    assert_eq!(output["tools"][1]["tools"][0]["name"], "git__9");
}

#[test]
fn chat_menu() {
    let menu = [search(), spec("a.b/c")];
    assert_eq!(
        bytes(chat::tools(&names(), &menu).unwrap()),
        concat!(
            r#"[{"function":{"description":"Finds tools.","name":"search_tools","parameters":{"properties":{"query":{"type":"string"}},"required":["query"],"type":"object"}},"type":"function"},"#,
            r#"{"function":{"description":"About a.b/c.","name":"a_b_c_fc7cd9c4e073","parameters":{"properties":{},"type":"object"}},"type":"function"}]"#,
        )
    );
    assert_eq!(
        canonical_json(&chat::tool_message("call_1", "{}")),
        r#"{"content":"{}","role":"tool","tool_call_id":"call_1"}"#
    );
}

#[test]
fn mcp_menu() {
    let schema = json!({ "type": "object", "oneOf": [{ "required": ["a"] }], "x-own": null });
    let odd = MenuSpec::of_the_host("a.b/c", "", schema);
    assert_eq!(
        bytes(mcp::tools(&[spec("plain"), odd])),
        concat!(
            r#"[{"description":"About plain.","inputSchema":{"type":"object"},"name":"plain"},"#,
            r#"{"description":"","inputSchema":{"oneOf":[{"required":["a"]}],"type":"object","x-own":null},"name":"a.b/c"}]"#,
        )
    );
    let object = json!({});
    for (tool, error) in [
        (json!({ "inputSchema": object }), "field `name`: must be an id"),
        (json!({ "name": "", "inputSchema": object }), "field `name`: must be an id"),
        (json!({ "name": "a", "description": 1, "inputSchema": object }), "field `description`: must be a text"),
        (json!({ "name": "a" }), "field `inputSchema`: must be an object"),
        (json!({ "name": "a", "inputSchema": true }), "field `inputSchema`: must be an object"),
        (json!([]), "field `name`: must be an id"),
    ] {
        assert_eq!(mcp::spec(&tool).unwrap_err().to_string(), format!("mcp tool: {error}"));
    }
    let without = mcp::spec(&json!({ "name": "a", "title": "A", "inputSchema": object })).unwrap();
    assert_eq!(without, MenuSpec::of_the_host("a", "", object));
}

#[test]
fn what_no_provider_takes() {
    let names = names();
    let twice = Err(WireError::Twice { id: "plain".to_owned() });
    let unnamed = Err(WireError::Unnamed { id: "other".to_owned() });
    for (ids, error) in [(["plain", "plain"], twice), (["plain", "other"], unnamed)] {
        let menu = specs(&ids);
        assert_eq!(chat::tools(&names, &menu), error);
        assert_eq!(responses::tools(&names, "plain", &menu), error);
        assert_eq!(anthropic::tools(&names, &menu, &[], None), error);
        assert_eq!(anthropic::tools(&names, &menu[..1], &menu[1..], None), error);
        assert_eq!(responses::search_output(&names, "call_1", &menu).map(|_| vec![]), error);
    }
    let menu = specs(&["plain"]);
    assert_eq!(anthropic::tools(&names, &[], &menu, None), Err(WireError::AllDeferred));
    for (id, deferred) in [("a__one", &specs(&["a__one"])[..]), ("other", &[])] {
        let error = anthropic::tools(&names, &menu, deferred, Some(CacheAfter::new(id))).unwrap_err();
        assert_eq!(error.to_string(), format!("cache: {id:?} is not on the menu"));
    }
    let ids: Vec<String> = (0..=anthropic::MAX_TOOLS).map(|number| format!("t{number}")).collect();
    let names = Names::of(ids.iter().map(String::as_str));
    let many: Vec<_> = ids.iter().map(|id| spec(id)).collect();
    assert!(anthropic::tools(&names, &many[..1], &many[1..anthropic::MAX_TOOLS], None).is_ok());
    let error = anthropic::tools(&names, &many[..1], &many[1..], None).unwrap_err();
    assert_eq!(error.to_string(), "tools: 10001, at most 10000 are allowed");
}
