//! The handle of a registry: one scope's.

use std::fmt;
use std::sync::Arc;

use toolsift_core::{CatalogSnapshot, ToolDefinition, ToolId, ToolRankerFactory};

use crate::deferred::{Deferred, check_name};
use crate::disposer::{Registration, Reservation};
use crate::entry::Entry;
use crate::error::RegistryError;
use crate::gate::{Admission, Restriction};
use crate::input::search_tool;
use crate::layer::ScopeKey;
use crate::shared::Shared;
use crate::slot::Made;
use crate::tree::GLOBAL;
use crate::view::View;

/// A registry of deferred tools, as one scope has it.
///
/// A handle speaks for its own scope: what is registered with it lies there, and what is searched is what that scope and those above it hold. There is no
/// way from a handle to a scope above or beside it, so that a plugin or an agent that has one can see and restrict no other. Clones are handles of
/// the same scope; with the last of them, and the last of a scope below, the scope [closes](Self::close).
///
/// ```
/// use std::sync::Arc;
/// use toolsift_core::{SearchDoc, ToolDefinition, ToolId};
/// use toolsift_registry::{
///     Deferred, DeferredRegistry, Guard, Restriction, SEARCH_TOOL, SearchInput, Status, SubstringFactory,
/// };
///
/// # fn deferred(id: &str) -> Result<Deferred, toolsift_core::CoreError> {
/// #     let id = ToolId::new(id)?;
/// #     Ok(Deferred::new(ToolDefinition::new(id.clone()), SearchDoc::new(id), || Ok(Guard::nothing())))
/// # }
/// let registry = DeferredRegistry::new(Arc::new(SubstringFactory::new()), SEARCH_TOOL)?;
/// let everybody = registry.register(deferred("read_archive")?)?;
/// let agent = registry.open_scope()?;
/// let own = agent.register(deferred("read_mail")?)?;
///
/// assert_eq!(agent.search(&SearchInput::new("read")?)?.len(), 2);
/// assert_eq!(registry.search(&SearchInput::new("read")?)?.len(), 1);
///
/// agent.restrict(Restriction::deny([ToolId::new("read_archive")?]))?;
/// assert_eq!(agent.activate("read_archive")?, Status::Unknown, "it is hidden");
/// assert_eq!(registry.activate("read_archive")?, Status::Loaded);
/// drop(everybody); // undoes the registration and the activation
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct DeferredRegistry {
    own: Arc<Own>,
}

/// A scope for as long as somebody has a handle of it.
struct Own {
    shared: Arc<Shared>,
    key: ScopeKey,
    /// A scope stays open while there is one below it.
    _parent: Option<Arc<Own>>,
}

impl Drop for Own {
    fn drop(&mut self) {
        self.shared.close(self.key);
    }
}

/// What the search tool is usually called.
pub const SEARCH_TOOL: &str = "search_tools";

impl DeferredRegistry {
    /// An empty registry, and the handle of its global scope. Rankers are built of what a scope can search, when it searches first and again when that has
    /// changed. The name of the search tool is reserved: nobody can register it, and it may be restricted.
    ///
    /// # Errors
    ///
    /// [`RegistryError::Name`] or [`RegistryError::Core`] for a name that no tool can have.
    pub fn new(rankers: Arc<dyn ToolRankerFactory>, search_tool: &str) -> Result<Self, RegistryError> {
        let search_tool = ToolId::new(search_tool)?;
        check_name(&search_tool)?;
        let shared = Arc::new(Shared::new(rankers, search_tool));
        Ok(Self { own: Arc::new(Own { shared, key: GLOBAL, _parent: None }) })
    }

    /// Opens a scope below this one, which sees what this one sees and more.
    ///
    /// # Errors
    ///
    /// [`RegistryError::ScopeClosed`], and [`RegistryError::Full`] beyond [`MAX_SCOPES`](crate::MAX_SCOPES) or [`MAX_SCOPE_DEPTH`](crate::MAX_SCOPE_DEPTH).
    pub fn open_scope(&self) -> Result<Self, RegistryError> {
        let shared = self.own.shared.clone();
        let key = shared.open(self.own.key)?;
        Ok(Self { own: Arc::new(Own { shared, key, _parent: Some(self.own.clone()) }) })
    }

    /// Closes this scope for all its handles: its own registrations are undone, the last id first, its reservations and names are free. Scopes below it keep theirs and go on, and what this
    /// one took away from them stays away. A tool that is being activated is undone by whoever activates it.
    pub fn close(&self) {
        self.own.shared.close(self.own.key);
    }

    /// Registers a tool in this scope. It is searched from now on, or loaded at once where it is [always loaded](Deferred::always_loaded). It stays until
    /// the answer is dropped or the scope closes. A tool of the same name in a scope above is shadowed for this scope and those below.
    ///
    /// # Errors
    ///
    /// [`RegistryError::NameTaken`] where this scope has such a tool, or this one or one above has reserved the name; [`RegistryError::Name`],
    /// [`RegistryError::OtherDocument`] and [`RegistryError::Listing`] for what cannot be shown; [`RegistryError::Activation`] where a tool that is always
    /// loaded cannot be; [`RegistryError::Full`] and [`RegistryError::ScopeClosed`]. After an error there is nothing of it left.
    ///
    /// # Complexity
    ///
    /// Logarithmic in the scope's names; what the scope sees is worked out anew at the next search.
    pub fn register(&self, deferred: Deferred) -> Result<Registration, RegistryError> {
        deferred.check()?;
        let shared = &self.own.shared;
        let entry = Arc::new(Entry::new(self.own.key, deferred));
        shared.insert(&entry, !entry.always_load)?;
        if entry.always_load {
            match entry.load() {
                Made::Now if shared.show(&entry) => {}
                Made::Failed(source) => {
                    shared.release(&entry);
                    return Err(RegistryError::Activation { id: entry.definition.id.clone(), source });
                }
                _ => {
                    shared.undo(&entry);
                    return Err(RegistryError::ScopeClosed);
                }
            }
        }
        Ok(Registration::new(shared, entry))
    }

    /// Reserves a name, so that it may be restricted and nobody can register it here or below. It is neither searched nor shown.
    ///
    /// # Errors
    ///
    /// [`RegistryError::NameTaken`] where this scope or one above or below holds the name, [`RegistryError::Name`], [`RegistryError::Full`] and
    /// [`RegistryError::ScopeClosed`].
    ///
    /// # Complexity
    ///
    /// Every scope of the registry is looked at.
    pub fn reserve(&self, name: ToolId) -> Result<Reservation, RegistryError> {
        check_name(&name)?;
        self.own.shared.reserve(self.own.key, &name)?;
        Ok(Reservation::new(&self.own.shared, self.own.key, name))
    }

    /// Takes names away from this scope and those below, for as long as there are any: no restriction is ever lifted. It concerns whatever has the name, also later.
    ///
    /// # Errors
    ///
    /// [`RegistryError::UnknownName`] where a name is neither registered nor reserved in this scope or above; [`RegistryError::Full`] beyond
    /// [`MAX_RESTRICTIONS`](crate::MAX_RESTRICTIONS) or [`MAX_RESTRICTED_NAMES`](crate::MAX_RESTRICTED_NAMES); [`RegistryError::ScopeClosed`].
    pub fn restrict(&self, restriction: Restriction) -> Result<(), RegistryError> {
        self.own.shared.restrict(self.own.key, restriction)
    }

    /// Whether no restriction of this scope or one above takes a name away, whoever has it. In a closed scope nothing is admitted.
    #[must_use]
    pub fn is_admitted(&self, name: &str) -> bool {
        let tree = self.own.shared.tree();
        tree.get(self.own.key).is_some_and(|layer| !layer.is_closed)
            && Admission::of(tree.restrictions(self.own.key), name) == Admission::Admitted
    }

    /// Which state of what this scope sees this is: another number where it has changed. Loading a tool changes nothing of it.
    #[must_use]
    pub fn generation(&self) -> u64 {
        let tree = self.own.shared.tree();
        tree.generation(tree.viewpoint(self.own.key))
    }

    /// The tools of this scope and those above that are admitted here, loaded or not, for a session to search. It is the same value until
    /// the [generation](Self::generation) changes.
    ///
    /// # Errors
    ///
    /// [`RegistryError::ScopeClosed`].
    ///
    /// # Complexity
    ///
    /// The names that the scope sees, once for a generation; definitions are shared.
    pub fn catalog(&self) -> Result<CatalogSnapshot, RegistryError> {
        self.view()?.catalog()
    }

    /// The tools of the [catalogue](Self::catalog) that are always loaded, by id.
    ///
    /// # Errors
    ///
    /// [`RegistryError::ScopeClosed`].
    pub fn always_loaded(&self) -> Result<Vec<ToolId>, RegistryError> {
        Ok(self.view()?.always_loaded())
    }

    /// The search tool, if it is to be on the menu: from the first time on that this is asked while something could be searched here, and then for good, so that
    /// the tools behind it stay where they are. Not where it is restricted.
    ///
    /// A host with a session has the session's search tool in its place.
    ///
    /// # Errors
    ///
    /// [`RegistryError::ScopeClosed`].
    pub fn search_tool(&self) -> Result<Option<ToolDefinition>, RegistryError> {
        let (shared, key) = (&self.own.shared, self.own.key);
        let is_shown = shared.shows_search(key)? && self.is_admitted(shared.search_tool.as_str());
        Ok(is_shown.then(|| search_tool(shared.search_tool.clone())))
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.own.shared
    }

    pub(crate) fn view(&self) -> Result<Arc<View>, RegistryError> {
        self.own.shared.view(self.own.key)
    }
}

impl fmt::Debug for DeferredRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeferredRegistry").field("scope", &self.own.key).finish_non_exhaustive()
    }
}
