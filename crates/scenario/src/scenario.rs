//! A scenario as it stands in its file.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};
use toolsift_core::{SkillDefinition, ToolDefinition};
use toolsift_session::{Setup, ToolSearchConfig};

use crate::edits::Edits;
use crate::error::ScenarioError;
use crate::ranker::RankerChoice;

/// The version of scenarios that is read.
pub(crate) const SCENARIO_VERSION: u64 = 1;

/// What a model called, and over which tools: everything that a run depends on. Its shape is in `docs/formats.md`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
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
    /// The turns.
    pub turns: Vec<Turn>,
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
        let mut ids = BTreeSet::new();
        match scenario.skills.iter().find(|skill| !ids.insert(&skill.id)) {
            Some(twice) => Err(ScenarioError::SkillTwice { id: twice.id.to_string() }),
            None => Ok(scenario),
        }
    }

    /// What a run begins with, its catalogue left empty.
    pub(crate) fn setup(&self) -> Result<Setup, ScenarioError> {
        let mut setup = Setup::new(toolsift_replay::LoopName::new(self.name.as_str())?);
        setup.tools.clone_from(&self.tools);
        for id in &self.selected_skills {
            let skill = self.skills.iter().find(|skill| skill.id.as_str() == id);
            let skill = skill.ok_or_else(|| ScenarioError::UnknownSkill { id: id.clone() })?;
            setup.skill_tools.extend_from_slice(&skill.tools);
        }
        setup.search = self.tool_search.as_ref().map(|settings| settings.config.clone());
        Ok(setup)
    }
}
