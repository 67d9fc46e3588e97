//! What a session began with.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};
use toolsift::contracts::{Annotations, Ranking, ToolId};
use toolsift::session::ToolSearchConfig;

use crate::config::{MAX_CONFIG_BYTES, Mode};
use crate::error::GatewayError;

/// The version of the folder's format.
const VERSION: u64 = 1;
/// What `kind` says.
const KIND: &str = "gateway";
/// Longest `config.json` of a session, in bytes. It holds the host's words for tools by their ids, each of at most 64 characters in the place of a name of at least one.
const MAX_SESSION_BYTES: u64 = 16 * MAX_CONFIG_BYTES as u64;

/// `config.json`: a scenario without turns, its definitions by digest.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SessionConfig {
    pub(super) version: u64,
    /// Always `gateway`.
    pub(super) kind: String,
    pub(super) mode: Mode,
    /// The name of the loop: the handle, or that of a connection.
    #[serde(rename = "loop")]
    pub(super) name: String,
    pub(super) tool_search: SearchConfig,
    /// The digest of the list of definitions.
    pub(super) catalog: String,
}

/// What searches were bounded by, under the names of a scenario's `toolSearch`. Without a menu there is nothing of what bounds one.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SearchConfig {
    max_per_search: usize,
    ranking: Ranking,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_loaded: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_searches: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    always_loaded: Vec<ToolId>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    annotations: Annotations,
}

impl SessionConfig {
    /// That of a handle.
    pub(crate) fn fixed(name: &str, max_per_search: usize, ranking: Ranking, catalog: &str) -> Self {
        let search = SearchConfig {
            max_per_search,
            ranking,
            max_loaded: None,
            max_searches: None,
            always_loaded: Vec::new(),
            annotations: Annotations::new(),
        };
        Self::new(Mode::Fixed, name, search, catalog)
    }

    /// That of a connection with a menu.
    pub(crate) fn growing(name: &str, search: &ToolSearchConfig, catalog: &str) -> Self {
        let search = SearchConfig {
            max_per_search: search.max_per_search,
            ranking: search.ranking,
            max_loaded: Some(search.max_loaded),
            max_searches: Some(search.max_searches),
            always_loaded: search.always_loaded.clone(),
            annotations: search.annotations.clone(),
        };
        Self::new(Mode::Growing, name, search, catalog)
    }

    /// Reads it, within bounds.
    pub(super) fn read(path: &Path) -> Result<Self, GatewayError> {
        let file = |source| GatewayError::file(path, source);
        let mut text = String::new();
        std::fs::File::open(path).map_err(file)?.take(MAX_SESSION_BYTES).read_to_string(&mut text).map_err(file)?;
        let problem = |line, problem: &str| GatewayError::Record {
            path: path.display().to_string(),
            line,
            problem: problem.to_owned(),
        };
        let config: Self =
            serde_json::from_str(&text).map_err(|error| problem(error.line(), "is not what a session begins with"))?;
        if config.version != VERSION || config.kind != KIND {
            return Err(problem(1, "is of a kind or version that is not known"));
        }
        Ok(config)
    }

    /// Whether the session began on this list of definitions.
    pub(crate) fn is_on(&self, catalog: &str) -> bool {
        self.catalog == catalog
    }

    fn new(mode: Mode, name: &str, tool_search: SearchConfig, catalog: &str) -> Self {
        let (kind, name, catalog) = (KIND.to_owned(), name.to_owned(), catalog.to_owned());
        Self { version: VERSION, kind, mode, name, tool_search, catalog }
    }
}

impl SearchConfig {
    /// What a session is told. It checks the bounds itself.
    pub(super) fn of_a_session(self) -> ToolSearchConfig {
        let mut search = ToolSearchConfig::default();
        search.max_per_search = self.max_per_search;
        search.ranking = self.ranking;
        search.max_loaded = self.max_loaded.unwrap_or(search.max_loaded);
        search.max_searches = self.max_searches.unwrap_or(search.max_searches);
        search.always_loaded = self.always_loaded;
        search.annotations = self.annotations;
        search
    }
}
