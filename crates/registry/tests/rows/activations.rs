//! Loading: in which order what is checked, and what a callback may do.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use toolsift_registry::{
    Deferred, DeferredRegistry, Guard, RegistryError, Restriction, SEARCH_TOOL, Status, SubstringFactory,
};

use crate::toys::{Host, ask, described, id, plain, registry, statuses};

/// DSH-036: whether a scope sees the tool comes before whether it is loaded, that before whether it is denied, and that before the loading.
#[test]
fn the_order_of_the_checks() {
    // Registered here, loaded by the global scope, denied with or without an explanation.
    for (is_there, is_loaded, denial, expected) in [
        (false, false, ' ', Status::Unknown),
        (false, false, 'D', Status::Unknown),
        (true, true, 'd', Status::Unknown),
        (true, false, 'd', Status::Unknown),
        (true, true, ' ', Status::AlreadyLoaded),
        (true, true, 'D', Status::AlreadyLoaded),
        (true, false, 'D', Status::Denied),
        (true, false, ' ', Status::Loaded),
    ] {
        let (registry, host) = (registry(), Host::default());
        let reserved = registry.reserve(id("tool")).unwrap();
        let agent = registry.open_scope().unwrap();
        match denial {
            'd' => agent.restrict(Restriction::deny([id("tool")])).unwrap(),
            'D' => agent.restrict(Restriction::deny([id("tool")]).explained()).unwrap(),
            _ => {}
        }
        drop(reserved);
        let _tool = is_there.then(|| registry.register(host.deferred("tool", "", "")).unwrap());
        if is_loaded {
            registry.activate("tool").unwrap();
        }
        let calls = host.calls();
        assert_eq!(agent.activate("tool").unwrap(), expected, "{is_there} {is_loaded} {denial:?}");
        assert_eq!(host.calls() - calls, usize::from(expected == Status::Loaded));
    }
}

/// DSH-036: the names of the statuses.
#[test]
fn names_of_statuses() {
    assert_eq!(Status::ALL.map(Status::as_str), ["loaded", "already-loaded", "denied", "unknown"]);
    for status in Status::ALL {
        assert_eq!(serde_json::to_string(&status).unwrap(), format!("{:?}", status.as_str()));
    }
}

/// DSH-002, DSH-012: a callback runs when a model asks and not before, once however often it does, and a tool that is registered anew is loaded anew.
#[test]
fn once() {
    let (registry, host) = (registry(), Host::default());
    let tool = registry.register(host.deferred("tool", "", "")).unwrap();
    let agent = registry.open_scope().unwrap();
    assert_eq!((host.calls(), tool.is_loaded()), (0, false));
    assert_eq!(statuses(&ask(&agent, "tool")), [("tool", "loaded")]);
    for scope in [&registry, &agent, &registry] {
        assert_eq!(scope.activate("tool").unwrap(), Status::AlreadyLoaded);
    }
    assert_eq!((host.calls(), tool.is_loaded()), (1, true));
    drop(tool);
    let _again = registry.register(host.deferred("tool", "", "")).unwrap();
    assert_eq!(agent.activate("tool").unwrap(), Status::Loaded);
    assert_eq!((host.calls(), host.tools()), (2, vec!["tool".to_owned()]));
}

/// DSH-012: a callback may use the registry: look, search, open scopes, register tools and take them with it when it is undone.
#[test]
fn a_callback_that_calls_back() {
    let (registry, host) = (registry(), Host::default());
    let (within, inner) = (registry.open_scope().unwrap(), host.clone());
    let (definition, doc) = described("server", "", "");
    let server = Deferred::new(definition, doc, move || {
        let scope = &within;
        assert!(scope.catalog()?.get("server").is_some() && scope.is_admitted("server"));
        scope.search(&toolsift_registry::SearchInput::new("server")?)?;
        let tools = [
            scope.register(inner.deferred("server__a", "", ""))?,
            scope.register(inner.deferred("server__b", "", ""))?,
        ];
        assert_eq!(scope.activate("server__b")?, Status::Loaded);
        Ok(Guard::holding(tools))
    });
    let server = registry.register(server).unwrap();
    assert_eq!(registry.activate("server").unwrap(), Status::Loaded);
    assert_eq!(host.tools(), ["server__b"]);
    drop(server);
    assert!(host.tools().is_empty());
}

/// DSH-012: a callback that asks for its own tool is refused instead of waiting for itself.
#[test]
fn a_callback_that_asks_for_itself() {
    let registry = registry();
    let inner = registry.open_scope().unwrap();
    let (definition, doc) = described("snake", "", "");
    let snake = Deferred::new(definition, doc, move || match inner.activate("snake") {
        Err(RegistryError::Busy { id }) if id.as_str() == "snake" => Ok(Guard::nothing()),
        other => Err(format!("{other:?}").into()),
    });
    let _snake = registry.register(snake).unwrap();
    assert_eq!(registry.activate("snake").unwrap(), Status::Loaded);
}

/// DSH-004: so may what is called when a tool is undone, and it finds the tool's name still taken.
#[test]
fn a_guard_that_calls_back() {
    let registry = registry();
    let inner = registry.open_scope().unwrap();
    let seen = Arc::new(AtomicUsize::new(0));
    let count = seen.clone();
    let (definition, doc) = described("tool", "", "");
    let tool = Deferred::new(definition, doc, move || {
        let (inner, count) = (inner.clone(), count.clone());
        Ok(Guard::new(move || {
            let taken = inner.reserve(id("tool"));
            let is_gone = inner.activate("tool").unwrap() == Status::Unknown;
            count.fetch_add(usize::from(is_gone && taken.is_err()), Ordering::SeqCst);
        }))
    });
    let tool = registry.register(tool).unwrap();
    registry.activate("tool").unwrap();
    drop(tool);
    assert_eq!(seen.load(Ordering::SeqCst), 1);
    let _again = registry.register(plain("tool")).unwrap();
}

/// DSH-003: what is loaded is undone with the registry's last handle, too, and a guard that outlives it does nothing.
#[test]
fn the_end_of_a_registry() {
    let host = Host::default();
    let registry = DeferredRegistry::new(Arc::new(SubstringFactory::new()), SEARCH_TOOL).unwrap();
    let kept = registry.register(host.deferred("kept", "", "").always_loaded()).unwrap();
    registry.register(host.deferred("left", "", "").always_loaded()).unwrap().detach();
    let name = registry.reserve(id("name")).unwrap();
    assert_eq!(host.tools().len(), 2);
    drop(registry);
    assert!(host.tools().is_empty() && !kept.is_loaded());
    drop((kept, name));
}
