//! What undoes a registration or a reservation when it is dropped.

use std::fmt;
use std::sync::{Arc, Weak};

use toolsift_core::ToolId;

use crate::entry::Entry;
use crate::layer::ScopeKey;
use crate::shared::Shared;

/// A registration. Dropping it takes the tool out of the registry and undoes its activation.
///
/// A search that runs meanwhile ends with what it began with, without the tool. If the tool is being activated, whoever activates it undoes that
/// and finds the tool unknown. The name is free when all of that is done.
#[must_use = "dropping it undoes the registration"]
pub struct Registration {
    shared: Weak<Shared>,
    entry: Arc<Entry>,
}

impl Registration {
    pub(crate) fn new(shared: &Arc<Shared>, entry: Arc<Entry>) -> Self {
        Self { shared: Arc::downgrade(shared), entry }
    }

    /// The name of the tool.
    #[must_use]
    pub fn id(&self) -> &ToolId {
        &self.entry.definition.id
    }

    /// Whether the tool is loaded.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        self.entry.loaded.is_full()
    }

    /// Undoes the registration. Doing it again does nothing.
    pub fn dispose(&self) {
        if let Some(shared) = self.shared.upgrade() {
            if shared.hide(&self.entry) {
                shared.undo(&self.entry);
            }
        }
    }

    /// Leaves the tool registered until its scope closes.
    pub fn detach(mut self) {
        self.shared = Weak::new();
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.dispose();
    }
}

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registration").field("id", self.id()).field("is_loaded", &self.is_loaded()).finish()
    }
}

/// A reserved name. Dropping it frees the name.
#[must_use = "dropping it frees the name"]
#[derive(Debug)]
pub struct Reservation {
    shared: Weak<Shared>,
    scope: ScopeKey,
    name: ToolId,
}

impl Reservation {
    pub(crate) fn new(shared: &Arc<Shared>, scope: ScopeKey, name: ToolId) -> Self {
        Self { shared: Arc::downgrade(shared), scope, name }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &ToolId {
        &self.name
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if let Some(shared) = self.shared.upgrade() {
            shared.unreserve(self.scope, &self.name);
        }
    }
}
