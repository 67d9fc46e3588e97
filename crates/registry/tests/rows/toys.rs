//! A host with tools of its own, and registries in few words.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use toolsift_core::{SearchDoc, ToolDefinition, ToolId};
use toolsift_registry::{
    Deferred, DeferredRegistry, Found, Guard, RegistryError, SEARCH_TOOL, SearchInput, SubstringFactory,
};

pub(crate) fn id(text: &str) -> ToolId {
    ToolId::new(text).unwrap()
}

pub(crate) fn ids<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<ToolId> {
    texts.into_iter().map(id).collect()
}

/// An empty registry with the document's ranking.
pub(crate) fn registry() -> DeferredRegistry {
    DeferredRegistry::new(Arc::new(SubstringFactory::new()), SEARCH_TOOL).unwrap()
}

/// The registry of the host itself: what can really be called, in the order in which it came. A name that is there already is refused.
#[derive(Debug, Clone, Default)]
pub(crate) struct Host {
    tools: Arc<Mutex<Vec<String>>>,
    calls: Arc<AtomicUsize>,
}

impl Host {
    /// The names that can be called.
    pub(crate) fn tools(&self) -> Vec<String> {
        self.tools.lock().unwrap().clone()
    }

    /// How often an activation ran.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }

    pub(crate) fn add(&self, name: &str) -> Result<Guard, Box<dyn std::error::Error + Send + Sync>> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let mut tools = self.tools.lock().unwrap();
        if tools.iter().any(|tool| tool == name) {
            return Err(format!("{name} is there already").into());
        }
        tools.push(name.to_owned());
        let (host, name) = (self.clone(), name.to_owned());
        Ok(Guard::new(move || host.tools.lock().unwrap().retain(|tool| *tool != name)))
    }

    /// A tool whose activation adds it here.
    pub(crate) fn deferred(&self, name: &str, hint: &str, description: &str) -> Deferred {
        let (host, tool) = (self.clone(), name.to_owned());
        let (definition, doc) = described(name, hint, description);
        Deferred::new(definition, doc, move || host.add(&tool)).with_listing(description)
    }

    /// What a model of a scope is sent: the search tool, if it is due, and what can be called and is not taken away from it.
    pub(crate) fn menu(&self, scope: &DeferredRegistry) -> Vec<String> {
        let search = scope.search_tool().unwrap().map(|tool| tool.id.to_string());
        search.into_iter().chain(self.tools().into_iter().filter(|tool| scope.is_admitted(tool))).collect()
    }
}

/// A definition and a document that believes all of it.
pub(crate) fn described(name: &str, hint: &str, description: &str) -> (ToolDefinition, SearchDoc) {
    let mut definition = ToolDefinition::new(id(name));
    definition.description = Some(description.into());
    let mut doc = SearchDoc::new(id(name));
    doc.description = Some(description.to_owned());
    doc.aliases = if hint.is_empty() { Vec::new() } else { vec![hint.to_owned()] };
    (definition, doc)
}

/// A tool that does nothing when it is loaded.
pub(crate) fn plain(name: &str) -> Deferred {
    let (definition, doc) = described(name, "", "");
    Deferred::new(definition, doc, || Ok(Guard::nothing()))
}

pub(crate) fn input(query: &str) -> SearchInput {
    SearchInput::new(query).unwrap()
}

/// The names that a search finds.
pub(crate) fn found(scope: &DeferredRegistry, query: &str) -> Vec<String> {
    scope.search(&input(query)).unwrap().into_iter().map(|hit| hit.id.to_string()).collect()
}

/// A search as a model makes it.
pub(crate) fn ask(scope: &DeferredRegistry, query: &str) -> Found {
    scope.search_and_load(&input(query)).unwrap()
}

/// The names of a result with what became of them.
pub(crate) fn statuses(found: &Found) -> Vec<(&str, &'static str)> {
    found.result.results.iter().map(|tool| (tool.name.as_str(), tool.status.as_str())).collect()
}

/// Whether an error is of a kind.
macro_rules! assert_refused {
    ($result:expr, $pattern:pat) => {{
        let refused = $result.unwrap_err();
        assert!(matches!(refused, $pattern), "{refused:?}");
    }};
}
pub(crate) use assert_refused;

/// The text of an error.
pub(crate) fn refusal<T: std::fmt::Debug>(result: Result<T, RegistryError>) -> String {
    result.unwrap_err().to_string()
}
