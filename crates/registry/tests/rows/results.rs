//! What a model reads.

use toolsift_registry::{EmptyReason, Restriction};

use crate::toys::{Host, ask, id, plain, registry, statuses};

/// DSH-037: the result is one object with its keys in their order; a reason is there only for what is denied.
#[test]
fn the_object() {
    let (registry, host) = (registry(), Host::default());
    let _tools = [host.deferred("b_tool", "data", "Second."), host.deferred("a_tool", "data more", "First.")]
        .map(|deferred| registry.register(deferred).unwrap());
    let _denied = registry.register(host.deferred("c_tool", "data", "Third.")).unwrap();
    let agent = registry.open_scope().unwrap();
    agent.restrict(Restriction::deny([id("c_tool")]).explained()).unwrap();
    assert_eq!(
        ask(&agent, "data").result.to_json(),
        concat!(
            r#"{"query":"data","message":"a_tool: First. (available from the next turn on)\nb_tool: Second. (available from the next turn on)\n"#,
            r#"c_tool (denied) This name is restricted for this agent.","results":["#,
            r#"{"name":"a_tool","description":"First.","status":"loaded"},"#,
            r#"{"name":"b_tool","description":"Second.","status":"loaded"},"#,
            r#"{"name":"c_tool","description":"","status":"denied","reason":"This name is restricted for this agent."}]}"#
        )
    );
    assert_eq!(
        ask(&registry, "zebra").result.to_json(),
        r#"{"query":"zebra","message":"No tool matches \"zebra\". What you need may be in your list of tools already: then call it directly.","results":[]}"#
    );
}

/// DSH-034: the search tool says beforehand that what is listed needs no search.
#[test]
fn the_search_tool() {
    let registry = registry();
    let _tool = registry.register(plain("tool")).unwrap();
    let search = registry.search_tool().unwrap().unwrap();
    assert!(search.description.unwrap().as_str().ends_with("needs no search: call it directly."));
    let schema = search.input_schema.unwrap();
    assert_eq!(schema["required"], serde_json::json!(["query"]));
    let fields: std::collections::BTreeSet<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(fields.into_iter().collect::<Vec<_>>(), ["max_results", "query"]);
}

/// DSH-032, DSH-033, DSH-034, DSH-035: why there is nothing follows from what the caller sees, after the loading, without what is always loaded or hidden.
#[test]
fn reasons_by_view() {
    use EmptyReason::{AllLoaded, EmptyPool, NoMatch};
    // Tools of the global scope: deferred, loaded by somebody, always loaded, hidden from the agent, denied to it, of the agent's own.
    for (tools, of_global, of_agent) in [
        ("", EmptyPool, EmptyPool),
        ("a", EmptyPool, EmptyPool),
        ("d", NoMatch, NoMatch),
        ("l", AllLoaded, AllLoaded),
        ("la", AllLoaded, AllLoaded),
        ("dl", NoMatch, NoMatch),
        ("h", NoMatch, EmptyPool),
        ("hl", NoMatch, AllLoaded),
        ("n", NoMatch, NoMatch),
        ("o", EmptyPool, NoMatch),
        ("ol", AllLoaded, NoMatch),
        ("oa", EmptyPool, NoMatch),
    ] {
        let (registry, host) = (registry(), Host::default());
        let agent = registry.open_scope().unwrap();
        let mut kept = Vec::new();
        for kind in tools.chars() {
            let tool = host.deferred(&format!("tool_{kind}"), "", "");
            kept.push(match kind {
                'a' => registry.register(tool.always_loaded()),
                'o' => agent.register(tool),
                _ => registry.register(tool),
            });
            match kind {
                'l' => drop(registry.activate("tool_l").unwrap()),
                'h' => agent.restrict(Restriction::deny([id("tool_h")])).unwrap(),
                'n' => agent.restrict(Restriction::deny([id("tool_n")]).explained()).unwrap(),
                _ => {}
            }
        }
        for (scope, expected) in [(&registry, of_global), (&agent, of_agent)] {
            let told = ask(scope, "zebra");
            assert_eq!((told.empty, statuses(&told).len()), (Some(expected), 0), "{tools:?} {scope:?}");
        }
    }
}

/// DSH-035: a hit that another caller loads in the same moment is told as what it is, and the one that loads the last tool is told of no empty pool.
#[test]
fn after_the_loading() {
    let (registry, host) = (registry(), Host::default());
    let _tool = registry.register(host.deferred("tool", "data", "")).unwrap();
    let told = ask(&registry, "data");
    assert_eq!((told.empty, statuses(&told)), (None, vec![("tool", "loaded")]));
    assert_eq!(ask(&registry, "data").empty, Some(EmptyReason::AllLoaded));
}
