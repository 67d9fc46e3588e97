//! What a connection's session begins with, and how its menu looks on the wire.

use std::sync::Arc;

use rmcp::model::{Tool, ToolAnnotations};
use toolsift::contracts::{
    CatalogSnapshot, InstructionLoader, InstructionStore, LoadError, SkillDefinition, SkillSnapshot, Text,
};
use toolsift::replay::LoopName;
use toolsift::session::{
    ConfigError, Discovery, MenuEntry, Origin, RankerSource, Session, Setup, SkillActivationConfig, ToolSearchConfig,
};

use crate::config::{Config, count};
use crate::gateway::Gateway;
use crate::live::Live;
use crate::upstream::Hints;

/// How a session may search. Tools that are to be loaded always and are not there are left out.
pub(super) fn search_config(config: &Config, live: &Live) -> ToolSearchConfig {
    let mut search = ToolSearchConfig::default();
    search.description.clone_from(&config.description);
    search.max_per_search = config.limits.max_per_search();
    search.max_loaded = count(config.limits.max_loaded);
    search.max_searches = count(config.limits.max_searches);
    search.ranking = live.ranking;
    search.annotations.clone_from(&live.annotations);
    for id in &config.always_loaded {
        match live.known.tool(id.as_str()) {
            Some(_) => search.always_loaded.push(id.clone()),
            None => tracing::warn!(%id, "a tool that is to be loaded always is not there"),
        }
    }
    search
}

/// The session of a connection.
pub(super) fn session(
    gateway: &Arc<Gateway>,
    live: &Live,
    name: LoopName,
    search: ToolSearchConfig,
    store: Option<Arc<dyn InstructionStore>>,
) -> Result<Session, ConfigError> {
    let mut setup = beginning(name, live.snapshot(), &live.known.skills, search);
    setup.instructions.loader = Arc::new(Loader(gateway.clone()));
    setup.instructions.store = store;
    Session::new(setup, RankerSource::BuiltIn(Arc::new(gateway.index(live.ranking))))
}

/// What a session begins with, live or replayed: searches find tools and, where there are skills, those.
pub(crate) fn beginning(
    name: LoopName,
    catalog: CatalogSnapshot,
    skills: &SkillSnapshot,
    search: ToolSearchConfig,
) -> Setup {
    let mut setup = Setup::new(name);
    setup.catalog = catalog;
    setup.search = Some(search);
    // Without skills it is as if nothing of this were there.
    let mut activation = SkillActivationConfig::default();
    activation.discovery = Discovery::Search;
    setup.skills = Some(skills.clone());
    setup.activation = Some(activation);
    setup
}

/// Loads what skills say now, also behind a reload.
#[derive(Debug)]
struct Loader(Arc<Gateway>);

impl InstructionLoader for Loader {
    fn load(&self, skill: &SkillDefinition) -> Result<Text, LoadError> {
        self.0.instructions(skill)
    }
}

/// An entry of the menu on the wire. The hints of a server that is vouched for are passed on; without a word of them a client takes a tool for one that may do anything.
pub(super) fn tool(entry: &MenuEntry, live: &Live) -> Tool {
    let spec = &entry.spec;
    let mut tool = Tool::default();
    tool.name = spec.name.clone().into();
    tool.description = Some(spec.description.clone().into());
    tool.input_schema = Arc::new(spec.input_schema.as_object().cloned().unwrap_or_default());
    tool.annotations = match entry.origin {
        // It changes the list and nothing else.
        Origin::Meta => Some(ToolAnnotations::new().read_only(true).open_world(false)),
        _ => live.entry(&spec.name).and_then(|entry| entry.tool.hints).map(Hints::to_annotations),
    };
    tool
}
