//! The layers of all scopes at one moment.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::gate::Restriction;
use crate::layer::{Layer, Name, ScopeKey};

/// The scope that all others lie below.
pub(crate) const GLOBAL: ScopeKey = ScopeKey(0);

/// All layers. A copy shares what does not change, so that whoever holds one blocks nobody.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    layers: BTreeMap<ScopeKey, Arc<Layer>>,
}

impl Tree {
    /// One layer, the global one.
    pub(crate) fn new() -> Self {
        Self { layers: BTreeMap::from([(GLOBAL, Arc::new(Layer::below(None)))]) }
    }

    /// How many layers there are.
    pub(crate) fn len(&self) -> usize {
        self.layers.len()
    }

    pub(crate) fn get(&self, key: ScopeKey) -> Option<&Layer> {
        self.layers.get(&key).map(|layer| &**layer)
    }

    pub(crate) fn get_mut(&mut self, key: ScopeKey) -> Option<&mut Layer> {
        self.layers.get_mut(&key).map(Arc::make_mut)
    }

    pub(crate) fn insert(&mut self, key: ScopeKey, layer: Layer) {
        self.layers.insert(key, Arc::new(layer));
    }

    /// A layer and those above it, the nearest first.
    pub(crate) fn chain(&self, key: ScopeKey) -> impl Iterator<Item = &Layer> {
        std::iter::successors(self.get(key), |layer| layer.parent.and_then(|parent| self.get(parent)))
    }

    /// Everything that is taken away from a scope.
    pub(crate) fn restrictions(&self, key: ScopeKey) -> impl Iterator<Item = &Restriction> {
        self.chain(key).flat_map(|layer| layer.restrictions.iter())
    }

    /// The generation of what a scope sees: that of the latest change of its chain.
    pub(crate) fn generation(&self, key: ScopeKey) -> u64 {
        self.chain(key).map(|layer| layer.version).max().unwrap_or_default()
    }

    /// The nearest scope of the chain that has ever changed anything: from there on down all see the same.
    pub(crate) fn viewpoint(&self, key: ScopeKey) -> ScopeKey {
        let mut key = key;
        while let Some(parent) = self.get(key).filter(|layer| layer.version == 0).and_then(|layer| layer.parent) {
            key = parent;
        }
        key
    }

    /// Whether a scope is another one or lies below it.
    pub(crate) fn is_within(&self, key: ScopeKey, other: ScopeKey) -> bool {
        let up = |key: &ScopeKey| self.get(*key).and_then(|layer| layer.parent);
        std::iter::successors(Some(key), up).any(|key| key == other)
    }

    /// Whether a scope or one above it holds a name.
    pub(crate) fn knows(&self, key: ScopeKey, name: &str) -> bool {
        self.chain(key).any(|layer| layer.names.contains_key(name))
    }

    /// Whether a scope or one above it has reserved a name.
    pub(crate) fn reserves(&self, key: ScopeKey, name: &str) -> bool {
        self.chain(key).any(|layer| matches!(layer.names.get(name), Some(Name::Reserved)))
    }

    /// Whether a scope below this one holds a name.
    pub(crate) fn is_held_below(&self, key: ScopeKey, name: &str) -> bool {
        self.layers.iter().any(|(other, layer)| layer.names.contains_key(name) && self.is_within(*other, key))
    }

    /// Takes layers away that nothing keeps, from one upwards, and gives their keys. The global one stays.
    pub(crate) fn prune(&mut self, key: ScopeKey) -> Vec<ScopeKey> {
        let mut pruned = Vec::new();
        let mut next = Some(key);
        while let Some(key) = next.filter(|key| *key != GLOBAL && self.get(*key).is_some_and(Layer::is_spent)) {
            next = self.layers.remove(&key).and_then(|layer| layer.parent);
            if let Some(parent) = next.and_then(|parent| self.get_mut(parent)) {
                parent.children = parent.children.saturating_sub(1);
            }
            pruned.push(key);
        }
        pruned
    }
}
