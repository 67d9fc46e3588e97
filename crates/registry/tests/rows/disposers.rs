//! What dropping undoes.

use std::sync::{Arc, Mutex};

use toolsift_registry::{Deferred, Guard, RegistryError, Status};

use crate::toys::{Host, assert_refused, described, found, id, plain, registry};

/// DSH-003, DSH-004: disposing takes entry and loaded tool out together, once, whether by hand, by dropping or both.
#[test]
fn disposing() {
    let (registry, host) = (registry(), Host::default());
    let tool = registry.register(host.deferred("tool", "data", "")).unwrap();
    registry.activate("tool").unwrap();
    assert_eq!((tool.id().as_str(), tool.is_loaded()), ("tool", true));
    tool.dispose();
    assert_eq!((host.tools().len(), tool.is_loaded()), (0, false));
    assert!(registry.catalog().unwrap().tools().len() == 0 && found(&registry, "data").is_empty());
    tool.dispose();
    let next = registry.register(host.deferred("tool", "data", "")).unwrap();
    registry.activate("tool").unwrap();
    tool.dispose();
    drop(tool);
    assert_eq!(
        (host.tools(), next.is_loaded()),
        (vec!["tool".to_owned()], true),
        "the next one of the name is another"
    );
}

/// DSH-003: the entry goes first, then the real registration, then the name.
#[test]
fn the_order_of_undoing() {
    let registry = registry();
    let log = Arc::new(Mutex::new(Vec::new()));
    let (inner, lines) = (registry.clone(), log.clone());
    let (definition, doc) = described("tool", "", "");
    let deferred = Deferred::new(definition, doc, move || {
        let (inner, lines) = (inner.open_scope()?, lines.clone());
        Ok(Guard::new(move || {
            let is_seen = inner.catalog().unwrap().get("tool").is_some();
            let is_free = inner.reserve(id("tool")).is_ok();
            lines.lock().unwrap().push(format!("seen {is_seen} free {is_free}"));
        }))
    });
    let tool = registry.register(deferred).unwrap();
    registry.activate("tool").unwrap();
    tool.dispose();
    assert_eq!(*log.lock().unwrap(), ["seen false free false"]);
    assert!(registry.reserve(id("tool")).is_ok());
}

/// DSH-003: a registration that is detached stays.
#[test]
fn detaching() {
    let (registry, host) = (registry(), Host::default());
    registry.register(host.deferred("tool", "", "").always_loaded()).unwrap().detach();
    assert_eq!(host.tools(), ["tool"]);
    assert_refused!(registry.register(plain("tool")), RegistryError::NameTaken { .. });
    registry.close();
    assert!(host.tools().is_empty());
}

/// DSH-004: a reservation is undone once, and not by one of an earlier holder.
#[test]
fn reservations() {
    let registry = registry();
    let agent = registry.open_scope().unwrap();
    let name = agent.reserve(id("name")).unwrap();
    assert_eq!(name.name().as_str(), "name");
    agent.close();
    let later = registry.reserve(id("name")).unwrap();
    drop(name);
    assert_refused!(registry.register(plain("name")), RegistryError::NameTaken { .. });
    drop(later);
    assert!(registry.register(plain("name")).is_ok());
}

/// DSH-040: guards that panic keep nobody else's from being dropped, and nothing half-undone behind.
#[test]
fn guards_that_panic() {
    let (registry, host) = (registry(), Host::default());
    let agent = registry.open_scope().unwrap();
    let bad = |name: &str| {
        let (definition, doc) = described(name, "", "");
        Deferred::new(definition, doc, || Ok(Guard::new(|| panic!("a guard of a plugin")))).always_loaded()
    };
    let first = agent.register(bad("m")).unwrap();
    let _rest = [bad("b"), host.deferred("a", "", "").always_loaded(), host.deferred("z", "", "").always_loaded()]
        .map(|deferred| agent.register(deferred).unwrap());
    drop(first);
    assert_eq!(agent.activate("m").unwrap(), Status::Unknown);
    assert!(agent.register(plain("m")).is_ok());
    agent.close();
    assert!(host.tools().is_empty());
    assert!(registry.register(plain("b")).is_ok());
}

/// DSH-003: a value that is held is dropped, whatever it is.
#[test]
fn a_held_value() {
    let registry = registry();
    let value = Arc::new(());
    let held = value.clone();
    let (definition, doc) = described("tool", "", "");
    let tool = registry.register(Deferred::new(definition, doc, move || Ok(Guard::holding(held.clone())))).unwrap();
    assert_eq!(Arc::strong_count(&value), 2);
    registry.activate("tool").unwrap();
    assert_eq!(Arc::strong_count(&value), 3);
    found(&registry, "tool");
    drop(tool);
    assert_eq!(Arc::strong_count(&value), 1, "and the callback with what it holds");
    // A callback that holds its own scope's handle goes with the scope, if that is closed.
    let agent = registry.open_scope().unwrap();
    let (held, handle) = (value.clone(), agent.clone());
    let (definition, doc) = described("tool", "", "");
    let deferred = Deferred::new(definition, doc, move || {
        let _ = handle.generation();
        Ok(Guard::holding(held.clone()))
    });
    agent.register(deferred).unwrap().detach();
    agent.activate("tool").unwrap();
    assert_eq!(Arc::strong_count(&value), 3);
    agent.close();
    assert_eq!(Arc::strong_count(&value), 1);
}
