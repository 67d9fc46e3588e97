//! What a restriction takes away.

use toolsift_registry::{DENIED_REASON, DeferredRegistry, EmptyReason, Restriction, Status};

use crate::toys::{Host, ask, found, id, ids, plain, registry, statuses};

/// DSH-016, DSH-017, DSH-021: a denial that explains itself is told by name and reason, without a word of the tool, and nothing is loaded.
#[test]
fn an_explained_denial() {
    let (registry, host) = (registry(), Host::default());
    let _big = registry.register(host.deferred("big_tool", "data", "Heavy capability.")).unwrap();
    let agent = registry.open_scope().unwrap();
    agent.restrict(Restriction::deny([id("big_tool")]).explained()).unwrap();
    let told = ask(&agent, "data");
    assert_eq!(statuses(&told), [("big_tool", "denied")]);
    assert_eq!(
        told.result.to_json(),
        r#"{"query":"data","message":"big_tool (denied) This name is restricted for this agent.","results":[{"name":"big_tool","description":"","status":"denied","reason":"This name is restricted for this agent."}]}"#
    );
    assert_eq!(told.result.results[0].reason, Some(DENIED_REASON));
    let hits = agent.search(&crate::toys::input("data")).unwrap();
    assert!(hits[0].is_denied && hits[0].listing.is_empty());
    assert_eq!(agent.activate("big_tool").unwrap(), Status::Denied);
    assert_eq!((host.calls(), host.menu(&agent)), (0, vec!["search_tools".to_owned()]));
    assert_eq!(agent.catalog().unwrap().tools().len(), 0, "a session knows of no denials");
}

/// DSH-016, DSH-021, S55, S56: any other denial leaves no trace: no hit, no count, no status, and the same answers as for a tool that does not exist.
#[test]
fn a_hidden_tool_does_not_exist() {
    let (registry, host) = (registry(), Host::default());
    let _admin = registry.register(host.deferred("admin_tool", "data", "Wipes all data.")).unwrap();
    let agent = registry.open_scope().unwrap();
    agent.restrict(Restriction::deny([id("admin_tool")])).unwrap();
    let told = ask(&agent, "data");
    assert_eq!((told.empty, statuses(&told)), (Some(EmptyReason::EmptyPool), vec![]));
    assert_eq!(agent.activate("admin_tool").unwrap(), agent.activate("nobody").unwrap());
    assert_eq!(agent.activate("admin_tool").unwrap(), Status::Unknown);
    assert!(agent.search_tool().unwrap().is_none());
    assert_eq!(agent.catalog().unwrap().tools().len(), 0);
    registry.activate("admin_tool").unwrap();
    assert_eq!(agent.activate("admin_tool").unwrap(), Status::Unknown, "nor when others have loaded it");
    assert!(host.menu(&agent).is_empty());
}

/// DSH-020: another scope loads it, and the restricted one does not see it.
#[test]
fn another_scope_may() {
    let (registry, host) = (registry(), Host::default());
    let _big = registry.register(host.deferred("big_tool", "data", "Heavy capability.")).unwrap();
    let agent = registry.open_scope().unwrap();
    agent.restrict(Restriction::deny([id("big_tool")]).explained()).unwrap();
    let free = registry.open_scope().unwrap();
    assert_eq!(free.activate("big_tool").unwrap(), Status::Loaded);
    assert_eq!(agent.activate("big_tool").unwrap(), Status::AlreadyLoaded, "checked before the denial");
    assert!(!host.menu(&agent).contains(&"big_tool".to_owned()));
    assert!(host.menu(&free).contains(&"big_tool".to_owned()));
    assert!(found(&agent, "data").is_empty());
}

/// DSH-019: allow and deny lists of all scopes of a chain count together, and one that does not explain itself hides.
#[test]
fn conjunction() {
    // What the global scope, an agent and its child allow or deny of one tool; an upper-case letter explains.
    let rule = |rule: char| {
        let (tool, other) = (ids(["tool"]), ids(["other"]));
        match rule {
            'a' => Some(Restriction::allow(tool)),
            'd' => Some(Restriction::deny(tool)),
            'D' => Some(Restriction::deny(tool).explained()),
            'o' => Some(Restriction::allow(other)),
            'O' => Some(Restriction::allow(other).explained()),
            _ => None,
        }
    };
    for (rules, status) in [
        ("...", "loaded"),
        ("a..", "loaded"),
        ("aaa", "loaded"),
        ("d..", "unknown"),
        (".d.", "unknown"),
        ("..d", "unknown"),
        ("ad.", "unknown"),
        ("da.", "unknown"),
        ("aao", "unknown"),
        ("oaa", "unknown"),
        ("D..", "denied"),
        ("..O", "denied"),
        ("DOD", "denied"),
        ("aDa", "denied"),
        ("dD.", "unknown"),
        ("O.o", "unknown"),
        ("D.d", "unknown"),
    ] {
        let registry = registry();
        let _tools = ["tool", "other"].map(|name| registry.register(plain(name)).unwrap());
        let agent = registry.open_scope().unwrap();
        let child = agent.open_scope().unwrap();
        for (scope, letter) in [&registry, &agent, &child].into_iter().zip(rules.chars()) {
            if let Some(restriction) = rule(letter) {
                scope.restrict(restriction).unwrap();
            }
        }
        assert_eq!(child.is_admitted("tool"), status == "loaded", "{rules}");
        assert_eq!(child.activate("tool").unwrap().as_str(), status, "{rules}");
    }
}

/// DSH-019: so do those of one scope.
#[test]
fn conjunction_in_a_scope() {
    let registry = registry();
    let _tools = ["a", "b", "c"].map(|name| registry.register(plain(name)).unwrap());
    let admitted = |scope: &DeferredRegistry| ["a", "b", "c"].map(|name| scope.is_admitted(name));
    let agent = registry.open_scope().unwrap();
    assert_eq!(admitted(&agent), [true; 3]);
    agent.restrict(Restriction::allow(ids(["a", "b"]))).unwrap();
    assert_eq!(admitted(&agent), [true, true, false]);
    assert!(!agent.is_admitted("anything else"));
    agent.restrict(Restriction::allow(ids(["b", "c"]))).unwrap();
    assert_eq!(admitted(&agent), [false, true, false]);
    agent.restrict(Restriction::deny(ids(["b"]))).unwrap();
    assert_eq!(admitted(&agent), [false; 3]);
    assert_eq!(admitted(&registry), [true; 3], "the global view is not touched");
}

/// DSH-018: what is deferred can be restricted before it is loaded, and what is only reserved as well; a name that nobody knows cannot.
#[test]
fn before_it_loads() {
    let registry = registry();
    let agent = registry.open_scope().unwrap();
    let deny = || Restriction::deny([id("heavy_tool")]);
    assert_eq!(
        crate::toys::refusal(agent.restrict(deny())),
        "a restriction names \"heavy_tool\", which is neither registered nor reserved here"
    );
    assert!(agent.is_admitted("heavy_tool"), "nothing came of it");
    let reserved = registry.reserve(id("heavy_tool")).unwrap();
    agent.restrict(deny()).unwrap();
    assert!(!agent.is_admitted("heavy_tool") && registry.is_admitted("heavy_tool"));
    assert!(found(&registry, "heavy").is_empty() && registry.catalog().unwrap().tools().len() == 0);
    drop(reserved);
    assert!(agent.restrict(deny()).is_err(), "it is unknown again");
    let _heavy = registry.register(plain("heavy_tool")).unwrap();
    assert_eq!(
        agent.activate("heavy_tool").unwrap(),
        Status::Unknown,
        "what was said of the name holds for whatever has it"
    );
    assert_eq!(registry.activate("heavy_tool").unwrap(), Status::Loaded);
}

/// DSH-018, S56: a restriction that comes after the loading takes the tool away as well.
#[test]
fn after_it_loaded() {
    let (registry, host) = (registry(), Host::default());
    let _big = registry.register(host.deferred("big_tool", "", "")).unwrap();
    let _core = registry.register(host.deferred("core", "", "").always_loaded()).unwrap();
    let agent = registry.open_scope().unwrap();
    agent.activate("big_tool").unwrap();
    let before = agent.generation();
    agent.restrict(Restriction::deny(ids(["big_tool", "core"]))).unwrap();
    assert_ne!(agent.generation(), before);
    assert_eq!(host.menu(&agent), [""; 0]);
    assert_eq!(agent.catalog().unwrap().tools().len(), 0);
    assert!(agent.always_loaded().unwrap().is_empty());
    assert_eq!(host.menu(&registry), ["search_tools", "core", "big_tool"]);
}
