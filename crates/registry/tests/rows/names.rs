//! Names, lines and lists that are refused.

use std::sync::Arc;

use toolsift_core::SearchDoc;
use toolsift_core::limits::MAX_DOCUMENTS;
use toolsift_registry::{
    Deferred, DeferredRegistry, Guard, MAX_RESTRICTIONS, MAX_SCOPE_DEPTH, MAX_SCOPES, RegistryError, Restriction,
    SubstringFactory,
};

use crate::toys::{Host, assert_refused, described, id, plain, refusal, registry};

/// DSH-013: one name, one holder in a scope, whichever of registration and reservation came first.
#[test]
fn one_holder() {
    let registry = registry();
    let tool = registry.register(plain("tool")).unwrap();
    let name = registry.reserve(id("name")).unwrap();
    for result in [registry.register(plain("tool")), registry.register(plain("name"))] {
        assert_refused!(result, RegistryError::NameTaken { .. });
    }
    assert_eq!(refusal(registry.reserve(id("name"))), r#"the name "name" is taken"#);
    assert_refused!(registry.reserve(id("tool")), RegistryError::NameTaken { .. });
    drop((tool, name));
    assert!(registry.register(plain("name")).is_ok() && registry.reserve(id("tool")).is_ok());
}

/// DSH-030: the search tool's name, whatever it is, can be neither registered nor reserved, in no scope.
#[test]
fn the_search_tools_name() {
    let registry = DeferredRegistry::new(Arc::new(SubstringFactory::new()), "ToolSearch").unwrap();
    let agent = registry.open_scope().unwrap();
    for scope in [&registry, &agent] {
        assert_refused!(scope.register(plain("ToolSearch")), RegistryError::NameTaken { .. });
        assert_refused!(scope.reserve(id("ToolSearch")), RegistryError::NameTaken { .. });
        assert!(scope.is_admitted("ToolSearch"));
    }
    let _free = registry.register(plain("search_tools")).unwrap();
    assert_eq!(agent.search_tool().unwrap().unwrap().id.as_str(), "ToolSearch");
    for name in ["", "two\nlines"] {
        assert!(DeferredRegistry::new(Arc::new(SubstringFactory::new()), name).is_err());
    }
}

/// DSH-013: what cannot be told on one line is no name and no line, and a document of another tool is refused.
#[test]
fn what_cannot_be_shown() {
    let registry = registry();
    for name in ["two\nlines", "nul\0", "sep\u{2028}arator", "next\u{85}line", &"x".repeat(129)] {
        assert_refused!(registry.register(plain(name)), RegistryError::Name { limit: 128, .. });
        assert_refused!(registry.reserve(id(name)), RegistryError::Name { limit: 128, .. });
    }
    let _longest = registry.register(plain(&"é".repeat(128))).unwrap();
    for line in ["two\nlines", "bell\u{7}", &"x".repeat(161)] {
        assert_refused!(registry.register(plain("tool").with_listing(line)), RegistryError::Listing { limit: 160, .. });
    }
    let (definition, _) = described("tool", "", "");
    let other = Deferred::new(definition, SearchDoc::new(id("other")), || Ok(Guard::nothing()));
    assert_eq!(refusal(registry.register(other)), r#"doc: the document of "tool" is that of "other""#);
    assert!(registry.register(plain("tool").with_listing("é".repeat(160))).is_ok());
}

/// DSH-042: scopes, their depth and their restrictions have caps.
#[test]
fn lists_have_caps() {
    let registry = registry();
    let mut chain = vec![registry.open_scope().unwrap()];
    while chain.len() < MAX_SCOPE_DEPTH {
        chain.push(chain[chain.len() - 1].open_scope().unwrap());
    }
    assert_eq!(refusal(chain[chain.len() - 1].open_scope()), "scopes above a scope: 64 are allowed");
    let mut scopes: Vec<_> = (0..MAX_SCOPES - 1 - chain.len()).map(|_| registry.open_scope().unwrap()).collect();
    assert_eq!(refusal(registry.open_scope()), "scopes: 10000 are allowed");
    scopes.pop();
    let scope = registry.open_scope().unwrap();
    for _ in 0..MAX_RESTRICTIONS {
        scope.restrict(Restriction::allow([])).unwrap();
    }
    assert_eq!(refusal(scope.restrict(Restriction::allow([]))), "restrictions of a scope: 64 are allowed");
}

/// DSH-040: scopes that are opened and closed leave nothing behind, also where one below outlives them.
#[test]
fn scopes_leave_nothing() {
    let (registry, host) = (registry(), Host::default());
    for _ in 0..MAX_SCOPES + 5 {
        let scope = registry.open_scope().unwrap();
        let below = scope.open_scope().unwrap();
        let _own = below.register(host.deferred("own", "", "")).unwrap();
        scope.close();
        drop(scope);
        assert_eq!(below.catalog().unwrap().tools().len(), 1);
    }
    assert!(host.tools().is_empty());
}

/// DSH-042: names have a cap, and one that is given back does not count.
#[test]
#[ignore = "long: cargo xtask nightly"]
fn a_million_names() {
    let registry = registry();
    for _ in 0..MAX_DOCUMENTS {
        drop(registry.reserve(id("name")).unwrap());
    }
    // The search tool has one.
    let _names: Vec<_> = (1..MAX_DOCUMENTS).map(|n| registry.reserve(id(&format!("name{n}"))).unwrap()).collect();
    assert_eq!(refusal(registry.reserve(id("more"))), "names: 1000000 are allowed");
    assert_eq!(refusal(registry.register(plain("more"))), "names: 1000000 are allowed");
    assert_eq!(registry.generation(), 0);
}
