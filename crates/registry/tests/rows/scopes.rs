//! What a scope sees, and what goes with it.

use std::sync::Arc;

use toolsift_registry::{DeferredRegistry, RegistryError, Restriction, Status};

use crate::toys::{Host, assert_refused, found, id, plain, registry};

fn seen(scope: &DeferredRegistry) -> Vec<String> {
    scope.catalog().unwrap().tools().map(|tool| tool.id.to_string()).collect()
}

/// DSH-022, DSH-024, DSH-025, S9: a scope sees its own tools and those above, a scope beside or above does not see them, and a handle means its own scope.
#[test]
fn chains() {
    let (registry, host) = (registry(), Host::default());
    let _all = registry.register(host.deferred("global_tool", "global", "Global capability.")).unwrap();
    let (a, b) = (registry.open_scope().unwrap(), registry.open_scope().unwrap());
    let below = a.open_scope().unwrap();
    let _own = a.register(host.deferred("scoped_tool", "scoped", "Capability of a scope.")).unwrap();
    let _lower = below.register(host.deferred("lower_tool", "scoped", "Capability of a lower scope.")).unwrap();
    for (scope, expected) in [
        (&registry, ["global_tool"].as_slice()),
        (&b, &["global_tool"]),
        (&a, &["global_tool", "scoped_tool"]),
        (&below, &["global_tool", "lower_tool", "scoped_tool"]),
    ] {
        assert_eq!(seen(scope), expected);
        assert_eq!(found(scope, "capability"), expected);
    }
    assert_eq!((found(&a, "scoped"), found(&b, "scoped")), (vec!["scoped_tool".to_owned()], vec![]));
    for (scope, expected) in [(&b, Status::Unknown), (&registry, Status::Unknown), (&below, Status::Loaded)] {
        assert_eq!(scope.activate("scoped_tool").unwrap(), expected);
    }
    assert_eq!(a.activate("scoped_tool").unwrap(), Status::AlreadyLoaded);
}

/// A definition may be of any size: the catalogues of all scopes and generations share it.
#[test]
fn definitions_are_shared() {
    let (registry, host) = (registry(), Host::default());
    let agent = registry.open_scope().unwrap();
    let _all = registry.register(host.deferred("global_tool", "", "")).unwrap();
    let before = registry.catalog().unwrap();
    let _more = registry.register(host.deferred("other_tool", "", "")).unwrap();
    let _own = agent.register(host.deferred("own_tool", "", "")).unwrap();
    let definition = before.shared("global_tool").unwrap();
    for after in [registry.catalog().unwrap(), agent.catalog().unwrap()] {
        assert_ne!(after.generation(), before.generation());
        assert!(Arc::ptr_eq(after.shared("global_tool").unwrap(), definition));
    }
}

/// DSH-023, DSH-013: the nearest tool of a name is seen, and the other one again when it is gone; two in one scope are an error.
#[test]
fn shadows() {
    let (registry, host) = (registry(), Host::default());
    let agent = registry.open_scope().unwrap();
    let below = agent.open_scope().unwrap();
    let _theirs = registry.register(host.deferred("tool", "theirs", "")).unwrap();
    let own = agent.register(host.deferred("tool", "mine", "")).unwrap();
    assert_refused!(agent.register(host.deferred("tool", "again", "")), RegistryError::NameTaken { .. });
    assert_refused!(registry.register(host.deferred("tool", "again", "")), RegistryError::NameTaken { .. });
    for (scope, query, hits) in [
        (&agent, "mine", 1),
        (&agent, "theirs", 0),
        (&below, "mine", 1),
        (&registry, "theirs", 1),
        (&registry, "mine", 0),
    ] {
        assert_eq!(found(scope, query).len(), hits, "{query}");
    }
    assert_eq!(registry.activate("tool").unwrap(), Status::Loaded);
    assert_eq!(found(&agent, "mine"), ["tool"], "another one is loaded");
    drop(own);
    assert_eq!((found(&agent, "theirs").len(), below.activate("tool").unwrap()), (0, Status::AlreadyLoaded));
}

/// DSH-023: what one handle shadows, it shadows for the definitions that a session gets, too, and in the place of the id.
#[test]
fn shadows_in_a_catalog() {
    let (registry, host) = (registry(), Host::default());
    let agent = registry.open_scope().unwrap();
    let _theirs = ["a", "m", "z"].map(|name| registry.register(host.deferred(name, "", "theirs")).unwrap());
    let _own = agent.register(host.deferred("m", "", "mine")).unwrap();
    let texts: Vec<_> =
        agent.catalog().unwrap().tools().map(|tool| tool.description.clone().unwrap().as_str().to_owned()).collect();
    assert_eq!(texts, ["theirs", "mine", "theirs"]);
}

/// DSH-040: a closed scope takes its own registrations and reservations with it and nobody else's; scopes below go on.
#[test]
fn closing() {
    let (registry, host) = (registry(), Host::default());
    let agent = registry.open_scope().unwrap();
    let below = agent.open_scope().unwrap();
    let sibling = registry.open_scope().unwrap();
    let mut kept = Vec::new();
    for (scope, name) in [(&registry, "global"), (&agent, "own"), (&below, "lower"), (&sibling, "beside")] {
        kept.push(scope.register(host.deferred(name, "", "").always_loaded()).unwrap());
    }
    let reserved = agent.reserve(id("reserved")).unwrap();
    agent.register(host.deferred("left", "", "")).unwrap().detach();
    agent.activate("left").unwrap();
    assert_eq!(host.tools(), ["global", "own", "lower", "beside", "left"]);
    agent.close();
    assert_eq!(host.tools(), ["global", "lower", "beside"]);
    assert_eq!(seen(&below), ["global", "lower"]);
    assert_eq!(seen(&sibling), ["beside", "global"]);
    assert!(!kept[1].is_loaded());
    let _own = below.register(host.deferred("own", "", "")).unwrap();
    let _reserved = below.reserve(id("reserved")).unwrap();
    drop((kept.remove(1), reserved));
    assert_eq!(seen(&below), ["global", "lower", "own"], "and the old guards change nothing");
    agent.close();
}

/// DSH-040: a closed scope refuses everything.
#[test]
fn closed() {
    let registry = registry();
    let agent = registry.open_scope().unwrap();
    let other_handle = agent.clone();
    agent.close();
    let input = crate::toys::input("q");
    assert_refused!(agent.open_scope(), RegistryError::ScopeClosed);
    assert_refused!(agent.register(plain("a")), RegistryError::ScopeClosed);
    assert_refused!(agent.register(plain("a").always_loaded()), RegistryError::ScopeClosed);
    assert_refused!(agent.reserve(id("a")), RegistryError::ScopeClosed);
    assert_refused!(agent.restrict(Restriction::allow([])), RegistryError::ScopeClosed);
    assert_refused!(agent.search(&input), RegistryError::ScopeClosed);
    assert_refused!(agent.search_and_load(&input), RegistryError::ScopeClosed);
    assert_refused!(agent.activate("a"), RegistryError::ScopeClosed);
    assert_refused!(agent.catalog(), RegistryError::ScopeClosed);
    assert_refused!(agent.always_loaded(), RegistryError::ScopeClosed);
    assert_refused!(other_handle.search_tool(), RegistryError::ScopeClosed);
    assert!(!agent.is_admitted("a") && registry.is_admitted("a"));
}

/// DSH-040, DSH-019: closing a scope lifts no restriction from those below.
#[test]
fn closing_widens_nothing() {
    let registry = registry();
    let _tools = ["a", "b"].map(|name| registry.register(plain(name)).unwrap());
    let agent = registry.open_scope().unwrap();
    agent.restrict(Restriction::deny([id("a")])).unwrap();
    let below = agent.open_scope().unwrap();
    agent.close();
    drop(agent);
    assert_eq!((seen(&below), below.is_admitted("a")), (vec!["b".to_owned()], false));
    assert_eq!(below.activate("a").unwrap(), Status::Unknown);
}

/// DSH-040: a scope closes with its last handle, and not before the last scope below.
#[test]
fn handles() {
    let (registry, host) = (registry(), Host::default());
    let agent = registry.open_scope().unwrap();
    let own = agent.register(host.deferred("own", "", "").always_loaded()).unwrap();
    let clone = agent.clone();
    drop(agent);
    let below = clone.open_scope().unwrap();
    drop(clone);
    assert_eq!(seen(&below), ["own"]);
    drop(below);
    assert!(host.tools().is_empty() && !own.is_loaded());
    drop(own);
}

/// DSH-022: a change beside or below changes nothing of what a scope sees, down to its generation; one above does.
#[test]
fn generations() {
    let registry = registry();
    let (a, b) = (registry.open_scope().unwrap(), registry.open_scope().unwrap());
    let states = || [registry.generation(), a.generation(), b.generation()];
    assert_eq!(states(), [0; 3]);
    let own = a.register(plain("own")).unwrap();
    let [global, of_a, of_b] = states();
    assert!(global == 0 && of_a > 0 && of_b == 0);
    a.activate("own").unwrap();
    assert_eq!(states(), [global, of_a, of_b], "loading changes nothing that is seen");
    let _all = registry.register(plain("all")).unwrap();
    assert!(states().iter().all(|state| *state > of_a));
    assert_eq!(a.catalog().unwrap().generation(), a.generation());
    let before = states();
    drop(own);
    assert!(states()[0] == before[0] && states()[1] > before[1] && states()[2] == before[2]);
    let _name = registry.reserve(id("reserved")).unwrap();
    assert_eq!(states()[0], before[0], "a reservation is not seen");
}
