//! The cases that the document's own program tests.

use toolsift_registry::{EmptyReason, Status};

use crate::toys::{Host, ask, found, input, registry, statuses};

/// DSH-001, DSH-002, DSH-026: a deferred tool is nowhere but in the search until a model asks for it.
#[test]
fn deferred_is_not_there() {
    let (registry, host) = (registry(), Host::default());
    let _big = registry.register(host.deferred("big_tool", "read", "Heavy filesystem capability.")).unwrap();
    assert_eq!(host.menu(&registry), ["search_tools"]);
    assert_eq!(found(&registry, "filesystem"), ["big_tool"]);
    assert_eq!((host.calls(), host.menu(&registry)), (0, vec!["search_tools".to_owned()]), "searching loads nothing");
}

/// DSH-008: names, hints and descriptions are searched.
#[test]
fn fields() {
    let (registry, host) = (registry(), Host::default());
    let _tools = [
        host.deferred("bash_tool", "shell terminal", "Run commands."),
        host.deferred("write_file", "edit write", "Overwrite a file on disk."),
        host.deferred("notebook", "python cells", "Drive a Jupyter notebook."),
    ]
    .map(|deferred| registry.register(deferred).unwrap());
    for (query, expected) in
        [("bash", "bash_tool"), ("shell", "bash_tool"), ("jupyter", "notebook"), ("disk", "write_file")]
    {
        assert_eq!(found(&registry, query), [expected], "{query}");
    }
}

/// DSH-008: a name counts more than a hint.
#[test]
fn a_name_comes_first() {
    let (registry, host) = (registry(), Host::default());
    let _one = registry.register(host.deferred("write_tool", "edit", "Create files.")).unwrap();
    let _other = registry.register(host.deferred("edit_tool", "write modify", "Change contents.")).unwrap();
    assert_eq!(found(&registry, "edit"), ["edit_tool", "write_tool"]);
}

/// DSH-006: five hits, or as many as the caller asks for.
#[test]
fn five_of_seven() {
    let (registry, host) = (registry(), Host::default());
    let _tools: Vec<_> = (0..7)
        .map(|n| host.deferred(&format!("tool_{n}"), "something", &format!("capability number {n}")))
        .map(|deferred| registry.register(deferred).unwrap())
        .collect();
    assert_eq!(found(&registry, "capability"), ["tool_0", "tool_1", "tool_2", "tool_3", "tool_4"]);
    let two = input("capability").with_max_results(2).unwrap();
    assert_eq!(registry.search(&two).unwrap().len(), 2);
    assert_eq!(registry.search_and_load(&two).unwrap().result.results.len(), 2);
    assert_eq!(host.tools(), ["tool_0", "tool_1"]);
}

/// DSH-012, DSH-014, DSH-015: a hit is loaded, is there in the next turn, and is no hit any more.
#[test]
fn a_hit_is_loaded_once() {
    let (registry, host) = (registry(), Host::default());
    let _big = registry.register(host.deferred("big_tool", "data", "Heavy capability.")).unwrap();
    assert_eq!(host.menu(&registry), ["search_tools"]);
    let first = ask(&registry, "data");
    assert_eq!(statuses(&first), [("big_tool", "loaded")]);
    assert!(first.result.message.contains("big_tool") && first.result.message.contains("Heavy capability."));
    assert_eq!(host.menu(&registry), ["search_tools", "big_tool"]);
    assert_eq!(registry.activate("big_tool").unwrap(), Status::AlreadyLoaded);
    assert_eq!((host.calls(), host.tools()), (1, vec!["big_tool".to_owned()]));
    assert!(found(&registry, "data").is_empty());
    assert!(statuses(&ask(&registry, "data")).is_empty());
}

/// DSH-003: a disposed registration takes the loaded tool with it.
#[test]
fn unloading() {
    let (registry, host) = (registry(), Host::default());
    let big = registry.register(host.deferred("big_tool", "data", "Heavy capability.")).unwrap();
    ask(&registry, "data");
    assert_eq!(host.menu(&registry), ["search_tools", "big_tool"]);
    drop(big);
    assert_eq!(host.menu(&registry), ["search_tools"]);
    assert_eq!(registry.activate("big_tool").unwrap(), Status::Unknown);
}

/// DSH-005: what is always loaded is there at once and never found.
#[test]
fn always_loaded() {
    let (registry, host) = (registry(), Host::default());
    let _one = registry.register(host.deferred("essential", "core", "Always present.").always_loaded()).unwrap();
    let _other = registry.register(host.deferred("heavy", "data", "Deferred.")).unwrap();
    assert_eq!(host.menu(&registry), ["search_tools", "essential"]);
    assert_eq!(found(&registry, "data"), ["heavy"]);
    assert!(found(&registry, "core").is_empty());
    assert_eq!(registry.activate("essential").unwrap(), Status::AlreadyLoaded);
    assert_eq!(host.calls(), 1);
    assert_eq!(registry.always_loaded().unwrap(), [crate::toys::id("essential")]);
}

/// DSH-027, DSH-030: without anything to search there is no search tool; its name is reserved all the same and can be restricted.
#[test]
fn an_empty_pool_shows_nothing() {
    let (registry, host) = (registry(), Host::default());
    assert!(host.menu(&registry).is_empty());
    assert!(registry.is_admitted("search_tools"));
    let agent = registry.open_scope().unwrap();
    agent.restrict(toolsift_registry::Restriction::deny([crate::toys::id("search_tools")])).unwrap();
    let _big = registry.register(host.deferred("big_tool", "", "")).unwrap();
    assert!(host.menu(&agent).is_empty(), "restricted here");
    assert_eq!(host.menu(&registry), ["search_tools"]);
}

/// DSH-028, DSH-031, S33: the search tool comes with the first tool that can be searched, stays when the pool is empty again, and is there once.
#[test]
fn hysteresis() {
    let (registry, host) = (registry(), Host::default());
    assert!(host.menu(&registry).is_empty());
    let big = registry.register(host.deferred("big_tool", "data", "Heavy capability.")).unwrap();
    assert_eq!(host.menu(&registry), ["search_tools"]);
    drop(big);
    assert_eq!(host.menu(&registry), ["search_tools"]);
    let _other = registry.register(host.deferred("other_tool", "other", "Another capability.")).unwrap();
    assert_eq!(host.menu(&registry), ["search_tools"]);
    assert_eq!(registry.search_tool().unwrap(), registry.search_tool().unwrap(), "the same bytes");
}

/// DSH-029: where all is loaded from the start there is no search tool.
#[test]
fn only_always_loaded() {
    let (registry, host) = (registry(), Host::default());
    let _one = registry.register(host.deferred("essential", "core", "Always present.").always_loaded()).unwrap();
    assert_eq!(host.menu(&registry), ["essential"]);
}

/// DSH-027, DSH-028: each scope has its own search tool: one whose tools are hidden from it has none, and tools of a scope beside bring none.
#[test]
fn hysteresis_of_scopes() {
    let (registry, host) = (registry(), Host::default());
    let (blind, agent, sibling) =
        (registry.open_scope().unwrap(), registry.open_scope().unwrap(), registry.open_scope().unwrap());
    blind.restrict(toolsift_registry::Restriction::allow([])).unwrap();
    let own = agent.register(host.deferred("own", "", "")).unwrap();
    assert_eq!(host.menu(&agent), ["search_tools"]);
    for scope in [&registry, &blind, &sibling] {
        assert!(host.menu(scope).is_empty(), "{scope:?}");
    }
    drop(own);
    assert_eq!(host.menu(&agent), ["search_tools"]);
    let _all = registry.register(host.deferred("all", "", "")).unwrap();
    assert!(host.menu(&blind).is_empty());
    assert_eq!(host.menu(&sibling), ["search_tools"]);
}

/// DSH-032, DSH-033, DSH-034: the three reasons for an empty result.
#[test]
fn three_reasons() {
    let (registry, host) = (registry(), Host::default());
    let empty = ask(&registry, "data");
    assert_eq!(empty.empty, Some(EmptyReason::EmptyPool));
    assert_eq!(
        empty.result.message,
        "No tool is waiting to be loaded: whatever you can use is in your list of tools. Call it directly."
    );
    let big = registry.register(host.deferred("big_tool", "data", "Heavy capability.")).unwrap();
    let miss = ask(&registry, "zebra");
    assert_eq!(miss.empty, Some(EmptyReason::NoMatch));
    assert_eq!(
        miss.result.message,
        "No tool matches \"zebra\". What you need may be in your list of tools already: then call it directly."
    );
    assert_eq!(ask(&registry, "data").empty, None);
    for query in ["data", "zebra"] {
        let all = ask(&registry, query);
        assert_eq!(all.empty, Some(EmptyReason::AllLoaded));
        assert_eq!(
            all.result.message,
            "Every tool that could be loaded for you is loaded already and in your list of tools. Call it directly."
        );
        assert!(all.result.results.is_empty());
    }
    drop(big);
    assert_eq!(ask(&registry, "data").empty, Some(EmptyReason::EmptyPool));
}
