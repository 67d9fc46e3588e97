//! A scenario as it stands in its file.

use serde::Deserialize;
use serde_json::{Map, Value};
use toolsift_core::{SkillDefinition, SkillId, SkillSnapshot, ToolDefinition};
use toolsift_session::{CompactionConfig, Instructions, Setup, SkillActivationConfig, SkillCatalog, ToolSearchConfig};

use crate::edits::Edits;
use crate::error::ScenarioError;
use crate::ranker::RankerChoice;
use crate::world::World;

/// The version of scenarios that is read.
pub(crate) const SCENARIO_VERSION: u64 = 1;

/// What a model called, and over which tools: everything that a run depends on. Its shape is in `docs/formats.md`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Scenario {
    /// The version of the format: 1.
    pub version: u64,
    /// The name of the loop.
    #[serde(rename = "loop")]
    pub name: String,
    /// The definition's own tools.
    #[serde(default)]
    pub tools: Vec<ToolDefinition>,
    /// The tools that may be searched.
    #[serde(default)]
    pub catalog: Vec<ToolDefinition>,
    /// The skills of the host.
    #[serde(default)]
    pub skills: Vec<SkillDefinition>,
    /// The skills that were selected up front, by id: their tools are on the menu from the start.
    #[serde(default)]
    pub selected_skills: Vec<String>,
    /// How tools are searched; left out, they are not.
    #[serde(default)]
    pub tool_search: Option<SearchSettings>,
    /// How skills are activated; left out, they are not.
    #[serde(default)]
    pub skill_activation: Option<SkillSettings>,
    /// When the transcript is compacted; left out, it is not.
    #[serde(default)]
    pub compaction: Option<CompactionConfig>,
    /// The turns.
    pub turns: Vec<Turn>,
    /// From where instructions come; no part of the file.
    #[serde(skip)]
    pub instructions: Instructions,
}

/// A turn: what changes ahead of it, and what the model calls.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Turn {
    /// What changes ahead of it.
    #[serde(default)]
    pub before: Option<Edits>,
    /// What the model calls.
    pub calls: Vec<ScenarioCall>,
}

/// A call of a model.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct ScenarioCall {
    /// The tool.
    pub name: String,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Value,
}

/// How tools are searched: the session's settings, and those of the ranker beside them in one object.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
#[non_exhaustive]
pub struct SearchSettings {
    /// The session's settings.
    pub config: ToolSearchConfig,
    /// Words that queries leave out; `null` for the default list.
    pub stopwords: Option<Vec<String>>,
    /// Who ranks.
    pub ranker: RankerChoice,
}

impl TryFrom<Map<String, Value>> for SearchSettings {
    type Error = serde_json::Error;

    /// Takes the ranker's settings out and leaves the rest to the session, which knows its own.
    fn try_from(mut settings: Map<String, Value>) -> Result<Self, Self::Error> {
        let stopwords = settings.remove("stopwords").map(serde_json::from_value).transpose()?.flatten();
        let ranker = settings.remove("ranker").map(serde_json::from_value).transpose()?.unwrap_or_default();
        let config = serde_json::from_value(Value::Object(settings))?;
        Ok(Self { config, stopwords, ranker })
    }
}

/// How skills are activated: the session's settings, and the ranker of skills beside them in one object.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
#[non_exhaustive]
pub struct SkillSettings {
    /// The session's settings.
    pub config: SkillActivationConfig,
    /// Who ranks skills, if not the built-in ranker.
    pub skill_ranker: Option<RankerChoice>,
}

impl TryFrom<Map<String, Value>> for SkillSettings {
    type Error = serde_json::Error;

    fn try_from(mut settings: Map<String, Value>) -> Result<Self, Self::Error> {
        let skill_ranker = settings.remove("skillRanker").map(serde_json::from_value).transpose()?.flatten();
        let config = serde_json::from_value(Value::Object(settings))?;
        Ok(Self { config, skill_ranker })
    }
}

impl Scenario {
    /// Reads a scenario.
    ///
    /// # Errors
    ///
    /// [`ScenarioError::Json`] with line and column, for an unknown field too; [`ScenarioError::Version`].
    pub fn parse(json: &str) -> Result<Self, ScenarioError> {
        let scenario: Self = serde_json::from_str(json).map_err(|error| ScenarioError::json("scenario", &error))?;
        if scenario.version != SCENARIO_VERSION {
            let (name, found, known) = ("scenario", scenario.version, SCENARIO_VERSION);
            return Err(ScenarioError::Version { name, found, known });
        }
        Ok(scenario)
    }

    /// What a run begins with, over a world that may have been edited since.
    pub(crate) fn setup(&self, world: &World) -> Result<Setup, ScenarioError> {
        let mut setup = Setup::new(toolsift_replay::LoopName::new(self.name.as_str())?);
        setup.tools.clone_from(&self.tools);
        setup.catalog = world.catalog()?;
        // A registry that an edit has emptied is still there.
        let has_registry = |registry: &SkillSnapshot| !self.skills.is_empty() || registry.skills().len() > 0;
        setup.skills = Some(world.registry()?).filter(has_registry);
        let selected = self.selected_skills.iter().map(|id| Ok(SkillId::new(id)?));
        setup.selected_skills = selected.collect::<Result<_, ScenarioError>>()?;
        setup.search = self.tool_search.as_ref().map(|settings| settings.config.clone());
        setup.activation = self.skill_activation.as_ref().map(|settings| settings.config.clone());
        if let Some(activation) = &mut setup.activation {
            if let Some(skills) = world.list() {
                activation.catalog = SkillCatalog::List(skills);
            }
        }
        setup.compaction = self.compaction;
        setup.instructions = self.instructions.clone();
        Ok(setup)
    }
}
