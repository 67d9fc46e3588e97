//! The append-only menu.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use toolsift_core::{ToolDefinition, ToolId, ToolKind, lower_hex};
use toolsift_trust_policy::MenuSpec;

/// How an entry came onto the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// It is a meta-tool of the session.
    Meta,
    /// The definition has it.
    Definition,
    /// A selected skill brought it.
    Skill,
    /// The configuration loads it always.
    AlwaysLoaded,
    /// A search found it.
    Search,
    /// A skill brought it that was activated in the run.
    Activation,
}

/// A tool on the menu. Its definition and spec are those of the moment when it came there.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MenuEntry {
    /// What the model is told.
    pub spec: MenuSpec,
    /// The definition, shared with the catalogue; meta-tools have none.
    pub tool: Option<Arc<ToolDefinition>>,
    /// How it came here.
    pub origin: Origin,
    /// Whether the catalogue still has it; always, where it is not from there.
    pub confirmed: bool,
}

/// What is advertised to the model, in order. It only grows, so that a prompt's prefix stays the same bytes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Menu {
    entries: Vec<MenuEntry>,
    places: BTreeMap<String, usize>,
    /// Found tools and the characters of their specs.
    found: usize,
    found_chars: usize,
    chars: usize,
}

impl Menu {
    /// The entries in order.
    #[must_use]
    pub fn entries(&self) -> &[MenuEntry] {
        &self.entries
    }

    /// The names in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.entries.iter().map(|entry| entry.spec.name.as_str())
    }

    /// The specs in order.
    pub fn specs(&self) -> impl ExactSizeIterator<Item = &MenuSpec> {
        self.entries.iter().map(|entry| &entry.spec)
    }

    /// The entry of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&MenuEntry> {
        self.places.get(name).and_then(|place| self.entries.get(*place))
    }

    /// Whether a name is on the menu.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// How many tools searches have added.
    #[must_use]
    pub fn found(&self) -> usize {
        self.found
    }

    /// The characters of the specs of the tools that searches have added.
    #[must_use]
    pub fn found_chars(&self) -> usize {
        self.found_chars
    }

    /// The characters of all specs.
    #[must_use]
    pub fn spec_chars(&self) -> usize {
        self.chars
    }

    /// The lower-case hexadecimal SHA-256 of the first `entries` specs, each as canonical JSON with a line end. Equal digests mean an
    /// equal prefix.
    #[must_use]
    pub fn prefix_digest(&self, entries: usize) -> String {
        let mut hash = Sha256::new();
        for spec in self.specs().take(entries) {
            hash.update(spec.canonical_json());
            hash.update("\n");
        }
        lower_hex(&hash.finalize())
    }

    /// Whether a tool is carried out by a person.
    pub(crate) fn is_human(&self, name: &str) -> bool {
        self.get(name).and_then(|entry| entry.tool.as_ref()).is_some_and(|tool| tool.kind == ToolKind::Human)
    }

    /// Appends an entry. A name that is there already keeps its first entry.
    pub(crate) fn append(&mut self, spec: MenuSpec, tool: Option<Arc<ToolDefinition>>, origin: Origin) {
        let chars = spec_chars(&spec);
        self.push(spec, tool, origin, chars);
    }

    /// Appends a tool that a search found, whose spec has been measured.
    pub(crate) fn append_found(&mut self, spec: MenuSpec, tool: Arc<ToolDefinition>, chars: usize) {
        self.push(spec, Some(tool), Origin::Search, chars);
    }

    fn push(&mut self, spec: MenuSpec, tool: Option<Arc<ToolDefinition>>, origin: Origin, chars: usize) {
        if self.contains(&spec.name) {
            return;
        }
        self.chars += chars;
        if origin == Origin::Search {
            self.found += 1;
            self.found_chars += chars;
        }
        self.places.insert(spec.name.clone(), self.entries.len());
        self.entries.push(MenuEntry { spec, tool, origin, confirmed: true });
    }

    /// The menu with these meta-tools and no others, before everything else.
    pub(crate) fn led_by(&self, specs: impl IntoIterator<Item = MenuSpec>) -> Self {
        let mut menu = Self::default();
        for spec in specs {
            menu.append(spec, None, Origin::Meta);
        }
        for MenuEntry { spec, tool, origin, .. } in self.entries.iter().filter(|entry| entry.origin != Origin::Meta) {
            menu.append(spec.clone(), tool.clone(), *origin);
        }
        menu
    }

    /// Notes which entries of a catalogue are still there.
    pub(crate) fn confirm(&mut self, is_there: impl Fn(&ToolId) -> bool) {
        self.confirm_of(|origin| matches!(origin, Origin::AlwaysLoaded | Origin::Search), is_there);
    }

    /// Notes which entries active skills still bring.
    pub(crate) fn confirm_activated(&mut self, is_there: impl Fn(&ToolId) -> bool) {
        self.confirm_of(|origin| origin == Origin::Activation, is_there);
    }

    fn confirm_of(&mut self, is_concerned: impl Fn(Origin) -> bool, is_there: impl Fn(&ToolId) -> bool) {
        for entry in self.entries.iter_mut().filter(|entry| is_concerned(entry.origin)) {
            entry.confirmed = entry.tool.as_ref().is_some_and(|tool| is_there(&tool.id));
        }
    }
}

/// What a spec costs: the characters of its canonical JSON.
pub(crate) fn spec_chars(spec: &MenuSpec) -> usize {
    spec.canonical_json().chars().count()
}
