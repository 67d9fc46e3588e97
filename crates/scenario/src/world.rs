//! What a run happens over: the catalogue and the skills, which change between turns.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use toolsift_core::{CatalogSnapshot, SkillDefinition, SkillId, SkillSnapshot, ToolDefinition, ToolId};
use toolsift_session::SkillCatalog;

use crate::edits::{Edits, Removed};
use crate::error::ScenarioError;
use crate::scenario::Scenario;

/// The catalogue and the skills as the edits so far have left them.
pub(crate) struct World {
    tools: BTreeMap<ToolId, ToolDefinition>,
    /// The host's registry.
    skills: BTreeMap<SkillId, SkillDefinition>,
    /// The list of skills that may be activated, where it is not the registry.
    list: Option<BTreeMap<SkillId, SkillDefinition>>,
    /// How often the catalogue has changed.
    generation: u64,
}

impl World {
    /// The world of a scenario ahead of its first turn.
    pub(crate) fn new(scenario: &Scenario, edits: Option<&Edits>) -> Result<Self, ScenarioError> {
        // Two with one id are found here, before a map can hide it.
        CatalogSnapshot::new(0, scenario.catalog.clone())?;
        let mut world = Self {
            tools: scenario.catalog.iter().map(|tool| (tool.id.clone(), tool.clone())).collect(),
            skills: skills("skills", &scenario.skills)?,
            list: match scenario.skill_activation.as_ref().map(|settings| &settings.config.catalog) {
                Some(SkillCatalog::List(list)) => Some(skills("skillActivation.catalog", list)?),
                _ => None,
            },
            generation: 1,
        };
        if let Some(edits) = edits {
            world.apply(0, edits)?;
        }
        Ok(world)
    }

    /// The tools that may be searched.
    pub(crate) fn catalog(&self) -> Result<CatalogSnapshot, ScenarioError> {
        Ok(CatalogSnapshot::new(self.generation, self.tools.values().cloned().collect())?)
    }

    /// The host's skills.
    pub(crate) fn registry(&self) -> Result<SkillSnapshot, ScenarioError> {
        Ok(SkillSnapshot::new(self.skills.values().cloned().collect())?)
    }

    /// The skills that may be activated, where that is not the registry.
    pub(crate) fn list(&self) -> Option<Vec<SkillDefinition>> {
        self.list.as_ref().map(|list| list.values().cloned().collect())
    }

    /// The skills that may be activated.
    pub(crate) fn activation_catalog(&self) -> Result<SkillSnapshot, ScenarioError> {
        Ok(SkillSnapshot::new(self.list.as_ref().unwrap_or(&self.skills).values().cloned().collect())?)
    }

    /// Applies edits: removals first, additions last.
    pub(crate) fn apply(&mut self, turn: usize, edits: &Edits) -> Result<(), ScenarioError> {
        self.generation += u64::from(edits.concern_tools());
        if let Some(Removed { id }) = &edits.remove_tool {
            let unknown = || ScenarioError::UnknownTool { turn, edit: "removeTool", id: id.clone() };
            self.tools.remove(id.as_str()).ok_or_else(unknown)?;
        }
        if let Some(edit) = &edits.edit_tool {
            let id = id_of(edit);
            let unknown = || ScenarioError::UnknownTool { turn, edit: "editTool", id: id.to_owned() };
            let tool = self.tools.get_mut(id).ok_or_else(unknown)?;
            *tool = edited(tool, edit).map_err(|error| ScenarioError::json("editTool", &error))?;
        }
        if let Some(tool) = &edits.add_tool {
            self.tools.insert(tool.id.clone(), tool.clone());
        }
        self.apply_to_skills(turn, edits)
    }

    fn apply_to_skills(&mut self, turn: usize, edits: &Edits) -> Result<(), ScenarioError> {
        let mut both: Vec<_> = [&mut self.skills].into_iter().chain(&mut self.list).collect();
        let unknown = |edit, id: &str| ScenarioError::EditedSkill { turn, edit, id: id.to_owned() };
        if let Some(Removed { id }) = &edits.remove_skill {
            if both.iter_mut().filter_map(|skills| skills.remove(id.as_str())).count() == 0 {
                return Err(unknown("removeSkill", id));
            }
        }
        if let Some(edit) = &edits.edit_skill {
            let id = id_of(edit);
            let mut found = false;
            for skill in both.iter_mut().filter_map(|skills| skills.get_mut(id)) {
                *skill = edited(skill, edit).map_err(|error| ScenarioError::json("editSkill", &error))?;
                found = true;
            }
            if !found {
                return Err(unknown("editSkill", id));
            }
        }
        if let Some(skill) = &edits.add_skill {
            both.iter_mut().for_each(|skills| drop(skills.insert(skill.id.clone(), skill.clone())));
        }
        Ok(())
    }
}

fn skills(
    field: &'static str,
    skills: &[SkillDefinition],
) -> Result<BTreeMap<SkillId, SkillDefinition>, ScenarioError> {
    let mut by_id = BTreeMap::new();
    for skill in skills {
        if by_id.insert(skill.id.clone(), skill.clone()).is_some() {
            return Err(ScenarioError::SkillTwice { field, id: skill.id.to_string() });
        }
    }
    Ok(by_id)
}

fn id_of(edit: &Map<String, Value>) -> &str {
    edit.get("id").and_then(Value::as_str).unwrap_or_default()
}

/// A definition with some members changed; `null` takes one away.
fn edited<T: serde::Serialize + serde::de::DeserializeOwned>(
    definition: &T,
    edit: &Map<String, Value>,
) -> Result<T, serde_json::Error> {
    let mut members = serde_json::to_value(definition)?;
    if let Value::Object(members) = &mut members {
        for (member, value) in edit {
            if value.is_null() {
                members.remove(member);
            } else {
                members.insert(member.clone(), value.clone());
            }
        }
    }
    serde_json::from_value(members)
}
