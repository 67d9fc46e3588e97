//! What fails leaves nothing behind.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use toolsift_registry::{Deferred, EmptyReason, RegistryError, Status};

use crate::toys::{Host, ask, assert_refused, described, found, id, plain, registry, statuses};

/// A tool whose first activations fail, by an error or a panic, and whose later ones add it to a host.
fn flaky(host: &Host, name: &str, failures: usize, panics: bool) -> Deferred {
    let (host, tool, tries) = (host.clone(), name.to_owned(), AtomicUsize::new(0));
    let (definition, doc) = described(name, "data", "Flaky.");
    Deferred::new(definition, doc, move || {
        if tries.fetch_add(1, Ordering::SeqCst) >= failures {
            return host.add(&tool);
        }
        if panics { panic!("a secret of the plugin") } else { Err("a secret of the plugin".into()) }
    })
    .with_listing("Flaky.")
}

/// DSH-038: an activation that fails or panics leaves the tool as it was, still to be found, and works when it works.
#[test]
fn a_failing_activation() {
    for panics in [false, true] {
        let (registry, host) = (registry(), Host::default());
        let tool = registry.register(flaky(&host, "tool", 2, panics)).unwrap();
        for _ in 0..2 {
            let generation = registry.generation();
            let refused = registry.activate("tool").unwrap_err();
            assert_eq!(refused.to_string(), r#"the activation of "tool" failed"#);
            let cause = std::error::Error::source(&refused).unwrap().to_string();
            assert_eq!(cause, if panics { "the callback panicked" } else { "a secret of the plugin" });
            assert_eq!((registry.generation(), tool.is_loaded(), host.tools().len()), (generation, false, 0));
            assert_eq!(found(&registry, "data"), ["tool"]);
        }
        assert_eq!(registry.activate("tool").unwrap(), Status::Loaded);
        assert_eq!(host.tools(), ["tool"]);
    }
}

/// DSH-038: one that fails as it is registered, being always loaded, leaves no registration, no name and no generation behind.
#[test]
fn a_failing_registration() {
    for panics in [false, true] {
        let (registry, host) = (registry(), Host::default());
        let before = registry.generation();
        assert_refused!(
            registry.register(flaky(&host, "tool", 1, panics).always_loaded()),
            RegistryError::Activation { .. }
        );
        assert_eq!(registry.generation(), before);
        assert!(registry.catalog().unwrap().tools().len() == 0 && host.tools().is_empty());
        assert_eq!(registry.activate("tool").unwrap(), Status::Unknown);
        let _again = registry.register(host.deferred("tool", "", "").always_loaded()).unwrap();
        assert_eq!(host.tools(), ["tool"]);
    }
}

/// DSH-039: a name that is reserved refuses the whole registration: nothing is found, loaded or taken.
#[test]
fn a_failing_reservation() {
    let (registry, host) = (registry(), Host::default());
    let agent = registry.open_scope().unwrap();
    let reserved = registry.reserve(id("tool")).unwrap();
    for scope in [&registry, &agent] {
        let before = scope.generation();
        for deferred in [host.deferred("tool", "data", ""), host.deferred("tool", "data", "").always_loaded()] {
            assert_refused!(scope.register(deferred), RegistryError::NameTaken { .. });
        }
        assert_eq!((scope.generation(), host.calls()), (before, 0));
        assert!(found(scope, "data").is_empty() && scope.catalog().unwrap().tools().len() == 0);
        assert_eq!(scope.activate("tool").unwrap(), Status::Unknown);
    }
    drop(reserved);
    let _tool = agent.register(host.deferred("tool", "data", "")).unwrap();
    assert_eq!(found(&agent, "data"), ["tool"]);
}

/// DSH-039: nor does a reservation that is refused leave a name or a generation behind.
#[test]
fn a_refused_reservation() {
    let registry = registry();
    let agent = registry.open_scope().unwrap();
    let below = agent.open_scope().unwrap();
    let tool = below.register(plain("tool")).unwrap();
    let above = registry.register(plain("above")).unwrap();
    let before = agent.generation();
    for name in ["tool", "above", "search_tools"] {
        assert_refused!(agent.reserve(id(name)), RegistryError::NameTaken { .. });
    }
    assert_eq!(agent.generation(), before);
    drop((tool, above));
    let _names = ["tool", "above"].map(|name| agent.reserve(id(name)).unwrap());
}

/// DSH-037, DSH-038: a hit that cannot be loaded is unknown in the result, which says nothing of the cause; the others are loaded, and the host is told.
#[test]
fn a_failing_hit() {
    for panics in [false, true] {
        let (registry, host) = (registry(), Host::default());
        let _tools = [host.deferred("a", "data", "A."), flaky(&host, "b", 1, panics), host.deferred("c", "data", "C.")]
            .map(|deferred| registry.register(deferred).unwrap());
        let told = ask(&registry, "data");
        assert_eq!(statuses(&told), [("a", "loaded"), ("b", "unknown"), ("c", "loaded")]);
        assert_eq!(told.result.message.lines().nth(1), Some("b: Flaky. (not available)"));
        assert!(!told.result.to_json().contains("secret") && !told.result.to_json().contains("panic"));
        assert!(matches!(&told.failures[..], [RegistryError::Activation { id, .. }] if id.as_str() == "b"));
        assert_eq!(told.empty, None);
        assert_eq!(statuses(&ask(&registry, "data")), [("b", "loaded")]);
        assert_eq!(ask(&registry, "data").empty, Some(EmptyReason::AllLoaded));
    }
}

/// DSH-038: a host that has a tool of the name already fails the activation like any other error.
#[test]
fn a_host_that_refuses() {
    let (registry, host) = (registry(), Host::default());
    let _own = host.add("tool").unwrap();
    let _tool = registry.register(host.deferred("tool", "", "")).unwrap();
    assert_refused!(registry.activate("tool"), RegistryError::Activation { .. });
    assert_eq!(host.tools(), ["tool"]);
    let shared = Arc::new(registry);
    assert_refused!(shared.register(host.deferred("tool", "", "")), RegistryError::NameTaken { .. });
}
