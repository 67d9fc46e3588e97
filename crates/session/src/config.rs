//! What a host may choose, with defaults and ceilings.

use serde::Deserialize;
use toolsift_core::{CatalogSnapshot, Ranking, SkillDefinition, SkillId, SkillSnapshot, ToolDefinition, ToolId};
use toolsift_replay::LoopName;
use toolsift_trust_policy::Annotations;

use crate::error::ConfigError;
use crate::instructions::Instructions;
use crate::meter::CompactionConfig;
use crate::skills::SkillActivationConfig;

/// Hits of one search: the default and the highest value (ADR 0125, D6).
pub const MAX_PER_SEARCH: (usize, usize) = (5, 50);
/// Tools that searches may add to the menu: the default and the highest value (ADR 0125, D6).
pub const MAX_LOADED: (usize, usize) = (20, 200);
/// Searches of a run: the default and the highest value (ADR 0125, D6).
pub const MAX_SEARCHES: (usize, usize) = (25, 200);
/// The highest budget for the specs of found tools, in characters. The document gives none.
pub const MAX_MENU_CHARS_CEILING: usize = 10_000_000;
/// Longest description of the search tool, in characters: with the sentence on skills that may come behind it, it stays below the 1,024 that providers take.
pub const MAX_TOOL_DESCRIPTION_CHARS: usize = 900;

/// How tools are searched in a run. Leaving it out switches the search off.
///
/// ```
/// use toolsift_session::ToolSearchConfig;
///
/// let config: ToolSearchConfig = serde_json::from_str(r#"{ "maxPerSearch": 8, "namespaces": ["github__"] }"#)?;
/// assert_eq!((config.max_per_search, config.max_loaded), (8, 20));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[non_exhaustive]
pub struct ToolSearchConfig {
    /// The name of the search tool.
    pub tool_name: String,
    /// What the model reads about the search tool; left out, a short fixed text. It is part of the frozen prefix.
    pub description: Option<String>,
    /// Most hits of one search.
    pub max_per_search: usize,
    /// Most tools that searches add to the menu.
    pub max_loaded: usize,
    /// Most searches of the run.
    pub max_searches: usize,
    /// Budget for the specs of the tools that searches add, in characters of their JSON.
    pub max_menu_chars: Option<usize>,
    /// Prefixes of the ids that may be searched; left out, all.
    pub namespaces: Option<Vec<String>>,
    /// Tools of the catalogue that are on the menu from the start.
    pub always_loaded: Vec<ToolId>,
    /// The host's own words for tools of anybody.
    pub annotations: Annotations,
    /// Whether un-vouched tools are ranked among the trusted ones or as a list of their own.
    pub ranking: Ranking,
}

impl Default for ToolSearchConfig {
    fn default() -> Self {
        Self {
            tool_name: "search_tools".to_owned(),
            description: None,
            max_per_search: MAX_PER_SEARCH.0,
            max_loaded: MAX_LOADED.0,
            max_searches: MAX_SEARCHES.0,
            max_menu_chars: None,
            namespaces: None,
            always_loaded: Vec::new(),
            annotations: Annotations::new(),
            ranking: Ranking::Plain,
        }
    }
}

impl ToolSearchConfig {
    /// Whether an id lies in the namespaces.
    pub(crate) fn allows(&self, id: &str) -> bool {
        self.namespaces.as_ref().is_none_or(|prefixes| prefixes.iter().any(|prefix| id.starts_with(prefix.as_str())))
    }

    /// Checks everything that does not need the catalogue.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let cap = check_cap;
        check_name("toolSearch.toolName", &self.tool_name)?;
        cap("toolSearch.maxPerSearch", self.max_per_search, MAX_PER_SEARCH.1)?;
        cap("toolSearch.maxLoaded", self.max_loaded, MAX_LOADED.1)?;
        cap("toolSearch.maxSearches", self.max_searches, MAX_SEARCHES.1)?;
        if let Some(chars) = self.max_menu_chars {
            cap("toolSearch.maxMenuChars", chars, MAX_MENU_CHARS_CEILING)?;
        }
        if let Some(description) = &self.description {
            cap("toolSearch.description", description.chars().count(), MAX_TOOL_DESCRIPTION_CHARS)?;
        }
        if let Some(prefixes) = &self.namespaces {
            let field = "toolSearch.namespaces";
            if prefixes.is_empty() {
                return Err(ConfigError::EmptyList { field });
            }
            if prefixes.iter().any(String::is_empty) {
                return Err(ConfigError::EmptyPrefix { field });
            }
        }
        Ok(())
    }
}

pub(crate) fn check_cap(field: &'static str, actual: usize, ceiling: usize) -> Result<(), ConfigError> {
    if (1..=ceiling).contains(&actual) { Ok(()) } else { Err(ConfigError::Cap { field, actual, ceiling }) }
}

pub(crate) fn check_name(field: &'static str, name: &str) -> Result<(), ConfigError> {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if plain && (1..=64).contains(&name.len()) { Ok(()) } else { Err(ConfigError::Name { field }) }
}

/// Everything that a run begins with.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Setup {
    /// The name of the loop.
    pub name: LoopName,
    /// The definition's own tools: on the menu from the start and never searched.
    pub tools: Vec<ToolDefinition>,
    /// The host's registry of skills, where it has one.
    pub skills: Option<SkillSnapshot>,
    /// The skills that were selected up front, by id: their tools are on the menu behind the definition's.
    pub selected_skills: Vec<SkillId>,
    /// The tools that may be searched.
    pub catalog: CatalogSnapshot,
    /// How; `None` switches the search off and leaves the menu as if nothing of this existed.
    pub search: Option<ToolSearchConfig>,
    /// How skills are activated; `None` switches that off.
    pub activation: Option<SkillActivationConfig>,
    /// From where instructions come.
    pub instructions: Instructions,
    /// When the transcript is compacted; `None` leaves that to the host.
    pub compaction: Option<CompactionConfig>,
}

impl Setup {
    /// A run without tools and without a search.
    #[must_use]
    pub fn new(name: LoopName) -> Self {
        Self {
            name,
            tools: Vec::new(),
            skills: None,
            selected_skills: Vec::new(),
            catalog: CatalogSnapshot::empty(),
            search: None,
            activation: None,
            instructions: Instructions::default(),
            compaction: None,
        }
    }

    /// The skills that were selected up front, in the order of the selection.
    pub(crate) fn selected(&self) -> Result<Vec<SkillDefinition>, ConfigError> {
        let field = "selectedSkills";
        let skill = |id: &SkillId| self.skills.as_ref().and_then(|skills| skills.get(id.as_str())).cloned();
        let selected = self.selected_skills.iter();
        selected.map(|id| skill(id).ok_or_else(|| ConfigError::UnknownSkill { field, id: id.clone() })).collect()
    }
}
