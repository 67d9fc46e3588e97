//! A deferred tool as the registry keeps it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use toolsift_core::{SearchDoc, ToolDefinition};

use crate::deferred::{Deferred, Guard};
use crate::error::BoxError;
use crate::layer::ScopeKey;
use crate::slot::{Made, Slot};

/// What was registered, and whether it is loaded.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The layer it lies in.
    pub(crate) scope: ScopeKey,
    /// Shared with the catalogues that have it.
    pub(crate) definition: Arc<ToolDefinition>,
    pub(crate) doc: SearchDoc,
    pub(crate) listing: String,
    pub(crate) always_load: bool,
    activate: Callback,
    /// Holds the guard while the tool is loaded.
    pub(crate) loaded: Slot<Guard>,
}

impl Entry {
    pub(crate) fn new(scope: ScopeKey, deferred: Deferred) -> Self {
        let Deferred { definition, doc, listing, always_load, activate } = deferred;
        let definition = Arc::new(definition);
        Self { scope, definition, doc, listing, always_load, activate: Callback(activate), loaded: Slot::new() }
    }

    /// Runs the callback, if the tool is not loaded. A panic of it counts as its failure.
    pub(crate) fn load(&self) -> Made<BoxError> {
        self.loaded
            .make(|| catch_unwind(AssertUnwindSafe(|| (self.activate.0)())).unwrap_or_else(|_| Err(Panicked.into())))
    }
}

struct Callback(Box<dyn Fn() -> Result<Guard, BoxError> + Send + Sync>);

impl std::fmt::Debug for Callback {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Callback")
    }
}

/// The callback panicked.
#[derive(Debug, thiserror::Error)]
#[error("the callback panicked")]
struct Panicked;
