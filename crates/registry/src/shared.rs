//! What all handles of a registry share, and the steps by which it changes.
//!
//! No foreign code runs under the lock. What a step takes out is dropped after it as well: with a registration or a view go callbacks, guards and rankers, which
//! are the host's.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use toolsift_core::limits::MAX_DOCUMENTS;
use toolsift_core::{ToolId, ToolRankerFactory};

use crate::entry::Entry;
use crate::error::RegistryError;
use crate::gate::{MAX_RESTRICTED_NAMES, Restriction};
use crate::layer::{Layer, Name, ScopeKey};
use crate::slot::Held;
use crate::tree::{GLOBAL, Tree};
use crate::view::{Pool, View};

/// Scopes of a registry at one time.
pub const MAX_SCOPES: usize = 10_000;
/// Scopes above a scope.
pub const MAX_SCOPE_DEPTH: usize = 64;
/// Restrictions of one scope.
pub const MAX_RESTRICTIONS: usize = 64;

/// A registry.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) rankers: Arc<dyn ToolRankerFactory>,
    pub(crate) search_tool: ToolId,
    /// How many activations came or went.
    loads: AtomicU64,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    tree: Arc<Tree>,
    /// The latest view of each scope that was asked for.
    views: BTreeMap<ScopeKey, Arc<View>>,
    /// The scopes in which the search tool has come onto the menu.
    shows_search: BTreeSet<ScopeKey>,
    /// Names in all layers.
    names: usize,
    /// The last number that was given to anything.
    latest: u64,
    /// What was taken out in a step, to be dropped after it.
    names_out: Vec<Name>,
    views_out: Vec<Arc<View>>,
}

impl State {
    fn number(&mut self) -> u64 {
        self.latest += 1;
        self.latest
    }

    /// The layer of a scope that is not closed.
    fn open_layer(&self, key: ScopeKey) -> Result<&Layer, RegistryError> {
        self.tree.get(key).filter(|layer| !layer.is_closed).ok_or(RegistryError::ScopeClosed)
    }

    /// A layer to change. What it shows or takes away is another generation afterwards, and no view of before is kept.
    fn change(&mut self, key: ScopeKey) -> Option<&mut Layer> {
        let version = self.number();
        let tree = &self.tree;
        let stale: Vec<ScopeKey> = self.views.keys().copied().filter(|scope| tree.is_within(*scope, key)).collect();
        self.views_out.extend(stale.iter().filter_map(|scope| self.views.remove(scope)));
        let layer = Arc::make_mut(&mut self.tree).get_mut(key)?;
        layer.version = version;
        Some(layer)
    }

    fn add_name(&mut self, key: ScopeKey, id: ToolId, name: Name) -> Result<(), RegistryError> {
        if self.names >= MAX_DOCUMENTS {
            return Err(RegistryError::Full { field: "names", limit: MAX_DOCUMENTS });
        }
        self.names += 1;
        if let Some(layer) = Arc::make_mut(&mut self.tree).get_mut(key) {
            layer.names.insert(id, name);
        }
        Ok(())
    }

    /// Takes a name out of a layer, and layers away that nothing keeps any more.
    fn take_name(&mut self, key: ScopeKey, id: &ToolId) {
        let layer = Arc::make_mut(&mut self.tree).get_mut(key);
        if let Some(name) = layer.and_then(|layer| layer.names.remove(id)) {
            self.names -= 1;
            self.names_out.push(name);
        }
        self.prune(key);
    }

    fn prune(&mut self, key: ScopeKey) {
        for key in Arc::make_mut(&mut self.tree).prune(key) {
            self.shows_search.remove(&key);
            self.views_out.extend(self.views.remove(&key));
        }
    }
}

impl Shared {
    pub(crate) fn new(rankers: Arc<dyn ToolRankerFactory>, search_tool: ToolId) -> Self {
        let mut tree = Tree::new();
        if let Some(global) = tree.get_mut(GLOBAL) {
            global.names.insert(search_tool.clone(), Name::Reserved);
        }
        let state = State {
            tree: Arc::new(tree),
            views: BTreeMap::new(),
            shows_search: BTreeSet::new(),
            names: 1,
            latest: 0,
            names_out: Vec::new(),
            views_out: Vec::new(),
        };
        Self { rankers, search_tool, loads: AtomicU64::new(0), state: Mutex::new(state) }
    }

    /// One step under the lock. It calls nothing that is not of this crate; what it answers and what it took out is dropped outside.
    fn step<R>(&self, step: impl FnOnce(&mut State) -> R) -> R {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = step(&mut state);
        let out = (std::mem::take(&mut state.names_out), std::mem::take(&mut state.views_out));
        drop(state);
        drop(out);
        answer
    }

    /// Says that a tool was loaded or undone, after it was.
    pub(crate) fn note_load(&self) {
        self.loads.fetch_add(1, Ordering::AcqRel);
    }

    /// How many tools of a view there are to search now.
    pub(crate) fn count(&self, view: &View) -> Pool {
        view.count(self.loads.load(Ordering::Acquire))
    }

    pub(crate) fn tree(&self) -> Arc<Tree> {
        self.step(|state| state.tree.clone())
    }

    pub(crate) fn open(&self, parent: ScopeKey) -> Result<ScopeKey, RegistryError> {
        self.step(|state| {
            let above = state.open_layer(parent)?;
            if above.depth >= MAX_SCOPE_DEPTH {
                return Err(RegistryError::Full { field: "scopes above a scope", limit: MAX_SCOPE_DEPTH });
            }
            if state.tree.len() >= MAX_SCOPES {
                return Err(RegistryError::Full { field: "scopes", limit: MAX_SCOPES });
            }
            let layer = Layer::below(Some((parent, above)));
            let key = ScopeKey(state.number());
            let tree = Arc::make_mut(&mut state.tree);
            tree.insert(key, layer);
            if let Some(above) = tree.get_mut(parent) {
                above.children += 1;
            }
            Ok(key)
        })
    }

    /// Closes a scope: its own names are free and its own registrations undone; those of its descendants are not touched, and what it takes away from them stays away.
    pub(crate) fn close(&self, key: ScopeKey) {
        let entries = self.step(|state| {
            let mut entries = Vec::new();
            if state.open_layer(key).is_err() {
                return entries;
            }
            let mut reserved = Vec::new();
            if let Some(layer) = state.change(key) {
                layer.is_closed = true;
                for (id, name) in &mut layer.names {
                    match name {
                        Name::Reserved => reserved.push(id.clone()),
                        Name::Entry { entry, is_shown: is_shown @ true } => {
                            *is_shown = false;
                            entries.push(entry.clone());
                        }
                        // It is being made or undone by somebody who will see that the scope is closed.
                        Name::Entry { is_shown: false, .. } => {}
                    }
                }
            }
            reserved.iter().for_each(|id| state.take_name(key, id));
            state.prune(key);
            entries
        });
        // The last of them first, as values of a scope are dropped.
        entries.iter().rev().for_each(|entry| self.undo(entry));
    }

    /// Adds a registration to its layer.
    pub(crate) fn insert(&self, entry: &Arc<Entry>, is_shown: bool) -> Result<(), RegistryError> {
        let id = &entry.definition.id;
        self.step(|state| {
            let layer = state.open_layer(entry.scope)?;
            if layer.names.contains_key(id) || state.tree.reserves(entry.scope, id.as_str()) {
                return Err(RegistryError::NameTaken { id: id.clone() });
            }
            state.add_name(entry.scope, id.clone(), Name::Entry { entry: entry.clone(), is_shown })?;
            if is_shown {
                state.change(entry.scope);
            }
            Ok(())
        })
    }

    /// Shows a registration that was added without. Not, where its scope was closed in between.
    pub(crate) fn show(&self, entry: &Arc<Entry>) -> bool {
        self.step(|state| {
            let may = state.open_layer(entry.scope).is_ok_and(|layer| layer.has(entry));
            may && Self::set_shown(state, entry, true)
        })
    }

    /// Hides a registration, so that the caller may undo it. Not, where somebody else is doing so.
    pub(crate) fn hide(&self, entry: &Arc<Entry>) -> bool {
        self.step(|state| {
            let has = state.tree.get(entry.scope).is_some_and(|layer| layer.has(entry));
            has && Self::set_shown(state, entry, false)
        })
    }

    /// Whether that changed anything.
    fn set_shown(state: &mut State, entry: &Entry, to: bool) -> bool {
        let layer = state.change(entry.scope);
        match layer.and_then(|layer| layer.names.get_mut(&entry.definition.id)) {
            Some(Name::Entry { is_shown, .. }) if *is_shown != to => {
                *is_shown = to;
                true
            }
            _ => false,
        }
    }

    /// Undoes a hidden registration. Its name is free when its activation is undone, be it by whoever is at it.
    pub(crate) fn undo(&self, entry: &Arc<Entry>) {
        let held = entry.loaded.close();
        self.note_load();
        match held {
            // Whoever makes it sees that it is closed, drops what it made, and releases the name.
            Held::Making => return,
            Held::Value(guard) => drop(guard),
            Held::Nothing => {}
        }
        self.release(entry);
    }

    /// Frees the name of a registration that is undone.
    pub(crate) fn release(&self, entry: &Arc<Entry>) {
        self.step(|state| {
            if state.tree.get(entry.scope).is_some_and(|layer| layer.has(entry)) {
                state.take_name(entry.scope, &entry.definition.id);
            }
        });
    }

    /// Reserves a name: neither a scope above nor one below may hold it.
    pub(crate) fn reserve(&self, key: ScopeKey, id: &ToolId) -> Result<(), RegistryError> {
        self.step(|state| {
            state.open_layer(key)?;
            let name = id.as_str();
            if state.tree.knows(key, name) || state.tree.is_held_below(key, name) {
                return Err(RegistryError::NameTaken { id: id.clone() });
            }
            state.add_name(key, id.clone(), Name::Reserved)
        })
    }

    /// Frees a reserved name. A closed scope has freed it already, and nobody can hold a name in it again.
    pub(crate) fn unreserve(&self, key: ScopeKey, id: &ToolId) {
        self.step(|state| {
            let held = state.tree.get(key).and_then(|layer| layer.names.get(id));
            if matches!(held, Some(Name::Reserved)) {
                state.take_name(key, id);
            }
        });
    }

    pub(crate) fn restrict(&self, key: ScopeKey, restriction: Restriction) -> Result<(), RegistryError> {
        self.step(|state| {
            let layer = state.open_layer(key)?;
            let names = restriction.names();
            if let Some(id) = names.iter().find(|id| !state.tree.knows(key, id.as_str())) {
                return Err(RegistryError::UnknownName { id: id.clone() });
            }
            if layer.restrictions.len() >= MAX_RESTRICTIONS {
                return Err(RegistryError::Full { field: "restrictions of a scope", limit: MAX_RESTRICTIONS });
            }
            let restricted: usize = layer.restrictions.iter().map(|restriction| restriction.names().len()).sum();
            if restricted + names.len() > MAX_RESTRICTED_NAMES {
                return Err(RegistryError::Full { field: "restricted names of a scope", limit: MAX_RESTRICTED_NAMES });
            }
            if let Some(layer) = state.change(key) {
                Arc::make_mut(&mut layer.restrictions).push(restriction);
            }
            Ok(())
        })
    }

    /// What a scope sees now. It is worked out outside of the lock, once for a generation.
    pub(crate) fn view(&self, key: ScopeKey) -> Result<Arc<View>, RegistryError> {
        let (tree, viewpoint, latest) = self.step(|state| {
            state.open_layer(key)?;
            let viewpoint = state.tree.viewpoint(key);
            Ok::<_, RegistryError>((state.tree.clone(), viewpoint, state.views.get(&viewpoint).cloned()))
        })?;
        if let Some(view) = latest {
            return Ok(view);
        }
        let view = Arc::new(View::new(&tree, viewpoint));
        drop(tree);
        // Where another thread was faster, its ranker is to be shared; where the scope has changed meanwhile, nobody else wants this view.
        Ok(self.step(|state| {
            if state.tree.get(viewpoint).is_none() || state.tree.generation(viewpoint) != view.generation {
                return view;
            }
            state.views.entry(viewpoint).or_insert(view).clone()
        }))
    }

    /// Whether the search tool is to be shown in a scope: it is not taken away, and something could be searched now or at an earlier time when this was asked.
    pub(crate) fn shows_search(&self, key: ScopeKey) -> Result<bool, RegistryError> {
        let total = self.count(&*self.view(key)?).total;
        Ok(self.step(|state| {
            if total > 0 && state.tree.get(key).is_some() {
                state.shows_search.insert(key);
            }
            state.shows_search.contains(&key)
        }))
    }
}
