//! The wiring of the registry: documents from the trust policy, ranking by the index, runs over what a scope sees.

use std::sync::Arc;

use toolsift_bm25f_index::Bm25fFactory;
use toolsift_core::ToolDefinition;
use toolsift_registry::{BoxError, Deferred, DeferredRegistry, Guard, RegistryError};
use toolsift_session::Setup;
use toolsift_tokenizer::Stopwords;
use toolsift_trust_policy::{Annotations, listing, tool_search_docs};

/// A deferred registration of a tool, with what the trust policy lets be searched and shown of it. None, where it has no document: a third
/// party's tool whose id is not [plain](toolsift_trust_policy::is_plain_id).
///
/// ```
/// use toolsift::prelude::*;
///
/// let registry = deferred_registry(SEARCH_TOOL, Stopwords::default())?;
/// let mut tool = ToolDefinition::new(ToolId::new("read_archive")?);
/// tool.aliases = vec!["old messages".to_owned()];
/// let connect = || Ok(Guard::new(|| println!("disconnected")));
/// let _archive = deferred(tool, &Annotations::new(), connect).map(|tool| registry.register(tool)).transpose()?;
///
/// let found = registry.search_and_load(&SearchInput::new("an old message")?)?;
/// assert_eq!(found.result.results[0].status, Status::Loaded);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn deferred(
    tool: ToolDefinition,
    annotations: &Annotations,
    activate: impl Fn() -> Result<Guard, BoxError> + Send + Sync + 'static,
) -> Option<Deferred> {
    let doc = tool_search_docs([&tool], annotations).first()?.clone();
    let line = listing(&tool);
    Some(Deferred::new(tool, doc, activate).with_listing(line))
}

/// An empty registry whose scopes are searched with the built-in ranker.
///
/// # Errors
///
/// What [`DeferredRegistry::new`] refuses.
pub fn deferred_registry(search_tool: &str, stopwords: Stopwords) -> Result<DeferredRegistry, RegistryError> {
    DeferredRegistry::new(Arc::new(Bm25fFactory::new(stopwords)), search_tool)
}

/// The setup of a run over what a scope sees now: its catalogue, and on the menu from the start what is always loaded there. Later states come with
/// [`Session::refresh`](toolsift_session::Session::refresh), between turns.
///
/// # Errors
///
/// [`RegistryError::ScopeClosed`].
pub fn over_scope(mut setup: Setup, scope: &DeferredRegistry) -> Result<Setup, RegistryError> {
    setup.catalog = scope.catalog()?;
    if let Some(search) = &mut setup.search {
        search.always_loaded = scope.always_loaded()?;
        // What came in between comes with the next state.
        search.always_loaded.retain(|id| setup.catalog.get(id.as_str()).is_some());
    }
    Ok(setup)
}
