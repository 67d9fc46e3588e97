//! What is registered: a tool that is not there yet.

use std::any::Any;
use std::fmt;

use toolsift_core::limits::MAX_LISTING_CHARS;
use toolsift_core::{SearchDoc, ToolDefinition, ToolId};

use crate::error::{BoxError, RegistryError};

/// Longest name of a tool, in characters: what MCP allows, and what a session finds.
pub const MAX_NAME_CHARS: usize = 128;

/// What a deferred registration holds.
///
/// The document is what is believed of the tool and what is searched; the trust policy makes it of the definition, as it makes the line that a
/// result shows. The callback makes the real registration, wherever the host has it, and answers the [`Guard`] that undoes it.
///
/// ```
/// use toolsift_core::{SearchDoc, ToolDefinition, ToolId};
/// use toolsift_registry::{Deferred, Guard};
///
/// let id = ToolId::new("read_archive")?;
/// let deferred = Deferred::new(ToolDefinition::new(id.clone()), SearchDoc::new(id), || {
///     // Connect to a server, register with the host …
///     Ok(Guard::new(|| { /* … and undo both. */ }))
/// });
/// assert_eq!(deferred.id().as_str(), "read_archive");
/// # Ok::<(), toolsift_core::CoreError>(())
/// ```
pub struct Deferred {
    pub(crate) definition: ToolDefinition,
    pub(crate) doc: SearchDoc,
    pub(crate) listing: String,
    pub(crate) always_load: bool,
    pub(crate) activate: Box<Activate>,
}

/// Makes the real registration.
type Activate = dyn Fn() -> Result<Guard, BoxError> + Send + Sync;

impl Deferred {
    /// A tool that is loaded when it is asked for. The callback runs on the thread that asks, without a lock, never twice at once, and again only
    /// where it failed.
    ///
    /// A callback that holds a handle of the registry keeps that handle's scope open until the registration is undone. So the scope of a
    /// [detached](crate::Registration::detach) registration does not close by itself if its callback holds a handle of it or of one below: [close](crate::DeferredRegistry::close) it.
    #[must_use]
    pub fn new(
        definition: ToolDefinition,
        doc: SearchDoc,
        activate: impl Fn() -> Result<Guard, BoxError> + Send + Sync + 'static,
    ) -> Self {
        Self { definition, doc, listing: String::new(), always_load: false, activate: Box::new(activate) }
    }

    /// The same with the line that a result shows of it, in at most [`MAX_LISTING_CHARS`] characters.
    #[must_use]
    pub fn with_listing(mut self, line: impl Into<String>) -> Self {
        self.listing = line.into();
        self
    }

    /// The same, but loaded when it is registered, so that no search ever finds it.
    #[must_use]
    pub fn always_loaded(mut self) -> Self {
        self.always_load = true;
        self
    }

    /// The id.
    #[must_use]
    pub fn id(&self) -> &ToolId {
        &self.definition.id
    }

    /// Checks everything that does not need the registry.
    pub(crate) fn check(&self) -> Result<(), RegistryError> {
        let id = self.id();
        check_name(id)?;
        if self.doc.id != *id {
            return Err(RegistryError::OtherDocument { id: id.clone(), other: self.doc.id.clone() });
        }
        if !is_line(&self.listing, MAX_LISTING_CHARS) {
            return Err(RegistryError::Listing { id: id.clone(), limit: MAX_LISTING_CHARS });
        }
        Ok(())
    }
}

impl fmt::Debug for Deferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deferred")
            .field("id", self.id())
            .field("always_load", &self.always_load)
            .finish_non_exhaustive()
    }
}

/// Refuses a name that a model could not be told on one line.
pub(crate) fn check_name(id: &ToolId) -> Result<(), RegistryError> {
    let limit = MAX_NAME_CHARS;
    if is_line(id.as_str(), limit) { Ok(()) } else { Err(RegistryError::Name { id: id.clone(), limit }) }
}

/// Whether a text is one line of at most so many characters.
fn is_line(text: &str, most: usize) -> bool {
    text.chars().nth(most).is_none() && !text.contains(breaks_line)
}

/// Whether a character has no place within a line: controls, and the separators of lines and paragraphs.
pub(crate) fn breaks_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Undoes an activation when it is dropped. A panic of it is caught and goes no further, so that the others are undone as well.
#[derive(Default)]
pub struct Guard(Option<Undo>);

enum Undo {
    Call(Box<dyn FnOnce() + Send>),
    Hold { _value: Box<dyn Any + Send> },
}

impl Guard {
    /// A guard that calls a function.
    #[must_use]
    pub fn new(undo: impl FnOnce() + Send + 'static) -> Self {
        Self(Some(Undo::Call(Box::new(undo))))
    }

    /// A guard that drops a value.
    #[must_use]
    pub fn holding(value: impl Any + Send) -> Self {
        Self(Some(Undo::Hold { _value: Box::new(value) }))
    }

    /// A guard of an activation that there is nothing to undo of.
    #[must_use]
    pub fn nothing() -> Self {
        Self(None)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let undo = self.0.take();
        let undone = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || match undo {
            Some(Undo::Call(undo)) => undo(),
            Some(Undo::Hold { .. }) | None => {}
        }));
        // What panicked was reported by the host's hook when it did.
        drop(undone);
    }
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard").finish_non_exhaustive()
    }
}
