//! What a scenario tells a model of skills, and what a run did with them.

use std::collections::BTreeSet;

use serde_json::Value;
use toolsift_session::{Code, Run, SkillIndex};

use crate::error::ScenarioError;
use crate::scenario::{Scenario, ScenarioCall};
use crate::transcript::Transcript;
use crate::world::World;

/// What a run did with skills.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkillUse {
    /// How many could be activated when the run began.
    pub offered: usize,
    /// Those that searches showed, by id.
    pub shown: BTreeSet<String>,
    /// Those that were activated, by id.
    pub activated: BTreeSet<String>,
}

impl Scenario {
    /// What the prompt before the first turn says of skills, and what it leaves out or cuts. Nothing, where no skill can be activated.
    ///
    /// # Errors
    ///
    /// A [`ScenarioError`] for whatever the run could not begin with.
    pub fn skill_index(&self) -> Result<Option<SkillIndex>, ScenarioError> {
        Ok(self.beginning()?.skill_index().cloned())
    }

    /// What a run of this scenario did with skills, as its transcript tells. Nothing, where no skill can be activated.
    ///
    /// An activation that a replay could neither deliver nor give tools of looks like one that failed, and does not count.
    ///
    /// # Errors
    ///
    /// A [`ScenarioError`] for whatever the run could not begin with.
    pub fn skill_use(&self, transcript: &Transcript) -> Result<Option<SkillUse>, ScenarioError> {
        let run = self.beginning()?;
        let Some(index) = run.skill_index() else { return Ok(None) };
        // Where searches find skills, these are all that are offered; where they do not, there are no such documents.
        let offered = index.listed.len().max(run.skill_search_docs().len());
        let mut used = SkillUse { offered, shown: BTreeSet::new(), activated: BTreeSet::new() };
        let search = self.tool_search.as_ref().map(|settings| settings.config.tool_name.as_str());
        let activation = self.skill_activation.as_ref().map(|settings| settings.config.tool_name.as_str());
        for (turn, shown) in self.turns.iter().zip(&transcript.turns) {
            for (call, result) in turn.calls.iter().zip(&shown.results) {
                let output: Value = serde_json::from_str(result.output.get()).unwrap_or_default();
                if Some(call.name.as_str()) == search {
                    let skills = output.get("skills").and_then(Value::as_array).into_iter().flatten();
                    used.shown.extend(skills.filter_map(|skill| skill.get("id")?.as_str().map(str::to_owned)));
                } else if Some(call.name.as_str()) == activation {
                    used.activated.extend(activated(call, &output));
                }
            }
        }
        Ok(Some(used))
    }

    /// A run ahead of its first turn.
    fn beginning(&self) -> Result<Run, ScenarioError> {
        Ok(Run::new(self.setup(&World::new(self, None)?)?)?)
    }
}

/// The skill that is active after a call of the activation tool.
fn activated(call: &ScenarioCall, output: &Value) -> Option<String> {
    let text = |pointer| output.pointer(pointer).and_then(Value::as_str);
    // Only what is active is delivered or has changed, and only what is active brings tools.
    let is_active = text("/skill").is_some()
        || text("/error/code") == Some(Code::InstructionsChanged.as_str())
        || output.get("tools").is_some();
    call.arguments.get("name").and_then(Value::as_str).filter(|_| is_active).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use toolsift_replay::MemoryJournal;

    use super::*;

    /// A scenario over three skills, of which `a` is selected up front, and its run.
    fn used(settings: &Value, replay_with: Option<&Value>) -> (Option<SkillIndex>, Option<SkillUse>) {
        let skill = |id: &str| json!({ "id": id, "description": format!("Keeps {id}."), "instructions": "x" });
        let call = |name: &str, arguments: Value| json!({ "name": name, "arguments": arguments });
        let mut json = json!({
            "version": 1, "loop": "main", "skills": [skill("a"), skill("b"), skill("c"), skill("d")], "selectedSkills": ["a"],
            "toolSearch": {}, "skillActivation": settings, "turns": [
                { "calls": [call("search_tools", json!({ "query": "keeps c" })), call("activate_skill", json!({ "name": "b" }))] },
                { "calls": [call("activate_skill", json!({ "name": "b" })), call("activate_skill", json!({ "name": "a" })),
                            call("activate_skill", json!({})), call("search_tools", json!({ "query": "keeps d" }))] }
            ]
        });
        let mut scenario = Scenario::parse(&json.to_string()).unwrap();
        let mut journal = MemoryJournal::new();
        let mut transcript = scenario.run(&mut journal).unwrap();
        if let Some(skills) = replay_with {
            json["skills"] = skills.clone();
            scenario = Scenario::parse(&json.to_string()).unwrap();
            transcript = scenario.replay(journal.lines(), None).unwrap().0;
        }
        (scenario.skill_index().unwrap(), scenario.skill_use(&transcript).unwrap())
    }

    fn expected(offered: usize, shown: &[&str], activated: &[&str]) -> Option<SkillUse> {
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
        Some(SkillUse { offered, shown: ids(shown), activated: ids(activated) })
    }

    /// S45, S48: what a run offers, shows and activates is counted, each skill once; a skill that is selected, refused or left out of the index is not.
    #[test]
    fn a_run_tells_what_it_did_with_skills() {
        let (index, found) = used(&json!({ "maxIndex": 1 }), None);
        let index = index.unwrap();
        assert_eq!(index.listed.iter().map(|id| id.as_str()).collect::<Vec<_>>(), ["b"]);
        assert_eq!(index.unlisted.iter().map(|id| id.as_str()).collect::<Vec<_>>(), ["c", "d"]);
        assert_eq!(found, expected(1, &[], &["b"]));
        // The word `keeps` finds all three until `b` is active.
        assert_eq!(used(&json!({ "discovery": "search" }), None).1, expected(3, &["b", "c", "d"], &["b"]));
        assert_eq!(used(&Value::Null, None), (None, None));
    }

    /// ADR-188: instructions that have changed leave the skill active, and it counts.
    #[test]
    fn an_activation_counts_though_its_instructions_have_changed() {
        let changed = json!([{ "id": "a", "instructions": "x" }, { "id": "b", "instructions": "SECRET" }]);
        assert_eq!(used(&json!({}), Some(&changed)).1, expected(1, &[], &["b"]));
    }
}
