//! Loading a tool, at most once.

use serde::Serialize;

use crate::error::RegistryError;
use crate::gate::Admission;
use crate::registry::DeferredRegistry;
use crate::slot::Made;
use crate::view::Seen;

/// What became of a request for a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Status {
    /// It is loaded now.
    Loaded,
    /// It was loaded before, by whomever.
    AlreadyLoaded,
    /// A restriction that [explains](crate::Restriction::explained) itself keeps it from this scope.
    Denied,
    /// There is no such tool for this scope.
    Unknown,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 4] = [Self::Loaded, Self::AlreadyLoaded, Self::Denied, Self::Unknown];

    /// Its name in results.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Loaded => "loaded",
            Self::AlreadyLoaded => "already-loaded",
            Self::Denied => "denied",
            Self::Unknown => "unknown",
        }
    }
}

impl DeferredRegistry {
    /// Loads a tool for everybody who sees it: makes its real registration. What is checked first comes first: whether this scope sees the tool, whether it is loaded, whether it
    /// is denied here. Of two threads that want a tool one loads it and the other waits and finds it loaded.
    ///
    /// # Errors
    ///
    /// [`RegistryError::Activation`] where the callback fails or panics: the tool is as it was and may be asked for again. [`RegistryError::Busy`] where a
    /// callback asks for a tool that another thread, or itself, is loading. [`RegistryError::ScopeClosed`].
    pub fn activate(&self, id: &str) -> Result<Status, RegistryError> {
        match self.view()?.get(id) {
            Some(seen) => self.load(seen),
            None => Ok(Status::Unknown),
        }
    }

    pub(crate) fn load(&self, seen: &Seen) -> Result<Status, RegistryError> {
        let entry = &seen.entry;
        if entry.loaded.is_closed() {
            return Ok(Status::Unknown);
        }
        if entry.loaded.is_full() {
            return Ok(Status::AlreadyLoaded);
        }
        if seen.admission != Admission::Admitted {
            return Ok(Status::Denied);
        }
        let id = || entry.definition.id.clone();
        match entry.load() {
            Made::Now => {
                self.shared().note_load();
                Ok(Status::Loaded)
            }
            Made::Already => Ok(Status::AlreadyLoaded),
            Made::Closed => Ok(Status::Unknown),
            Made::ClosedMeanwhile => {
                self.shared().release(entry);
                Ok(Status::Unknown)
            }
            Made::Failed(source) => Err(RegistryError::Activation { id: id(), source }),
            Made::Busy => Err(RegistryError::Busy { id: id() }),
        }
    }
}
