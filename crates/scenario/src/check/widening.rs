//! What a transcript may show, worked out from the scenario alone and by none of the code that admits.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use toolsift_core::{SkillSnapshot, Text};
use toolsift_session::{Discovery, SkillActivationConfig, ToolSearchConfig};

use crate::error::ScenarioError;
use crate::scenario::{Scenario, ScenarioCall, Turn};
use crate::tamper::INJECTED;
use crate::transcript::{Transcript, TurnTranscript};
use crate::world::World;

/// The first turn in which a transcript shows more than the scenario allows, and what.
pub(crate) fn widening(scenario: &Scenario, transcript: &Transcript) -> Result<Option<(usize, String)>, ScenarioError> {
    let mut bounds = Bounds::new(scenario, transcript)?;
    for (place, shown) in transcript.turns.iter().enumerate() {
        let Some(turn) = scenario.turns.get(place) else {
            return Ok(Some((place, "the scenario has no such turn".to_owned())));
        };
        bounds.enter(place, turn)?;
        if let Err(message) = bounds.check_turn(turn, shown) {
            return Ok(Some((place, message)));
        }
    }
    Ok(None)
}

/// What a scenario allows, turn by turn.
struct Bounds<'a> {
    search: Option<&'a ToolSearchConfig>,
    skills: Option<&'a SkillActivationConfig>,
    selected: &'a [String],
    prompt: &'a str,
    /// What is on the menu without any search or activation.
    fixed: BTreeSet<String>,
    /// The ids that the catalogue has had up to now.
    catalog: BTreeSet<String>,
    world: World,
    /// The skills that may be activated as they are now.
    now: SkillSnapshot,
    /// Every text that the instructions of a skill have been.
    texts: BTreeMap<String, Vec<Text>>,
    /// The skills that the results so far show to be active.
    active: BTreeSet<String>,
    /// The tools that the results so far say skills have brought.
    brought: BTreeSet<String>,
    menu: Vec<String>,
}

type Checked = Result<(), String>;

impl<'a> Bounds<'a> {
    fn new(scenario: &'a Scenario, transcript: &'a Transcript) -> Result<Self, ScenarioError> {
        let mut fixed: BTreeSet<String> = scenario.tools.iter().map(|tool| tool.id.to_string()).collect();
        for skill in
            scenario.skills.iter().filter(|skill| scenario.selected_skills.iter().any(|id| id == skill.id.as_str()))
        {
            fixed.extend(skill.tools.iter().map(|tool| tool.id.to_string()));
        }
        let search = scenario.tool_search.as_ref().map(|settings| &settings.config);
        if let Some(search) = search {
            fixed.insert(search.tool_name.clone());
            fixed.extend(search.always_loaded.iter().map(ToString::to_string));
        }
        let skills = scenario.skill_activation.as_ref().map(|settings| &settings.config);
        fixed.extend(skills.map(|skills| skills.tool_name.clone()));
        let mut bounds = Self {
            search,
            skills,
            selected: &scenario.selected_skills,
            prompt: &transcript.system_prompt,
            fixed,
            catalog: scenario.catalog.iter().map(|tool| tool.id.to_string()).collect(),
            world: World::new(scenario, None)?,
            now: SkillSnapshot::default(),
            texts: BTreeMap::new(),
            active: BTreeSet::new(),
            brought: BTreeSet::new(),
            menu: Vec::new(),
        };
        bounds.take_skills()?;
        Ok(bounds)
    }

    /// Takes what changes ahead of a turn.
    fn enter(&mut self, place: usize, turn: &Turn) -> Result<(), ScenarioError> {
        let Some(edits) = &turn.before else { return Ok(()) };
        self.world.apply(place, edits)?;
        self.catalog.extend(edits.add_tool.iter().map(|tool| tool.id.to_string()));
        self.take_skills()
    }

    fn take_skills(&mut self) -> Result<(), ScenarioError> {
        self.now = self.world.activation_catalog()?;
        for skill in self.now.skills() {
            self.texts.entry(skill.id.to_string()).or_default().push(skill.instructions.clone());
        }
        Ok(())
    }

    fn check_turn(&mut self, turn: &Turn, shown: &TurnTranscript) -> Checked {
        for result in &shown.results {
            let text = result.output.get();
            let of_the_call = |message: String| format!("call {}: {message}", result.call);
            if text.contains(INJECTED) {
                return Err(of_the_call("a record's text reached the result".to_owned()));
            }
            let call = turn.calls.get(result.call).ok_or_else(|| of_the_call("there is no such call".to_owned()))?;
            let output: Value = serde_json::from_str(text).unwrap_or_default();
            self.check_result(call, &output, &shown.menu).map_err(of_the_call)?;
        }
        self.check_menu(&shown.menu)?;
        self.menu.clone_from(&shown.menu);
        Ok(())
    }

    fn check_menu(&self, menu: &[String]) -> Checked {
        if !menu.starts_with(&self.menu) {
            return Err("the menu did not only grow".to_owned());
        }
        if menu.iter().collect::<BTreeSet<_>>().len() < menu.len() {
            return Err("a tool is on the menu twice".to_owned());
        }
        let more: Vec<&String> =
            menu.iter().filter(|id| !self.fixed.contains(*id) && !self.brought.contains(*id)).collect();
        if let Some(id) = more.iter().find(|id| !self.may_be_found(id)) {
            return Err(format!("{id:?} is on the menu"));
        }
        if more.len() > self.search.map_or(0, |search| search.max_loaded) {
            return Err("more tools are on the menu than may be found".to_owned());
        }
        Ok(())
    }

    fn check_result(&mut self, call: &ScenarioCall, output: &Value, menu: &[String]) -> Checked {
        if self.skills.is_some_and(|skills| skills.tool_name == call.name) {
            return self.check_activation(call, output);
        }
        if let Some(search) = self.search.filter(|search| search.tool_name == call.name) {
            return self.check_search(search, call, output);
        }
        if output.get("ok").is_some() && !menu.contains(&call.name) {
            return Err(format!("{:?} was let through", call.name));
        }
        check_keys(output, &["ok", "error"])
    }

    /// An activation gives instructions and tools only of the skill that the call names, and only if that could be activated.
    fn check_activation(&mut self, call: &ScenarioCall, output: &Value) -> Checked {
        check_keys(output, &["skill", "instructions", "tools", "note", "error"])?;
        let (instructions, tools) = (output.get("instructions"), output.get("tools"));
        if instructions.is_none() && tools.is_none() {
            return Ok(());
        }
        let name = call.arguments.get("name").and_then(Value::as_str).ok_or("no skill was asked for")?;
        if !self.active.contains(name) && !self.may_be_activated(name) {
            return Err(format!("{name:?} is active"));
        }
        if output.get("skill").is_some_and(|skill| skill != name) {
            return Err(format!("another skill than {name:?} is in the result"));
        }
        let most = self.skills.map_or(0, |skills| skills.max_instruction_bytes);
        let is_read = |text: &Text| {
            !text.is_tainted() && text.as_str().len() <= most && instructions == Some(&text.as_str().into())
        };
        if instructions.is_some() && !self.texts.get(name).into_iter().flatten().any(is_read) {
            return Err(format!("the instructions are not those of {name:?}"));
        }
        for tool in tools.and_then(Value::as_array).into_iter().flatten() {
            let of_the_skill = self.now.get(name).into_iter().flat_map(|skill| &skill.tools);
            let tool = of_the_skill.map(|tool| tool.id.to_string()).find(|id| tool == id.as_str());
            let tool = tool.ok_or(format!("a tool that is not of {name:?} is in the result"))?;
            if !self.menu.contains(&tool) {
                self.brought.insert(tool);
            }
        }
        self.active.insert(name.to_owned());
        if self.active.len() > self.skills.map_or(0, |skills| skills.max_active) {
            return Err("more skills are active than may be".to_owned());
        }
        Ok(())
    }

    /// A page has tools and skills only of those that may be found now, and together no more than it may have.
    fn check_search(&self, search: &ToolSearchConfig, call: &ScenarioCall, output: &Value) -> Checked {
        check_keys(output, &["tools", "skills", "note", "error"])?;
        let page = |key: &str, id: &str| -> Vec<String> {
            let entries = output.get(key).and_then(Value::as_array).into_iter().flatten();
            entries.map(|entry| entry.get(id).and_then(Value::as_str).unwrap_or_default().to_owned()).collect()
        };
        let (tools, skills) = (page("tools", "name"), page("skills", "id"));
        let limit = call.arguments.get("limit").and_then(Value::as_u64).unwrap_or(u64::MAX);
        if tools.len() + skills.len() > search.max_per_search || (tools.len() + skills.len()) as u64 > limit {
            return Err("the page is too long".to_owned());
        }
        if let Some(name) = tools.iter().find(|name| !self.may_be_found(name) || self.is_there(name)) {
            return Err(format!("{name:?} is in the result"));
        }
        let in_searches = self.skills.is_some_and(|skills| skills.discovery != Discovery::Index);
        if output.get("skills").is_some() && !in_searches {
            return Err("skills are in the result".to_owned());
        }
        if let Some(id) = skills.iter().find(|id| !self.may_be_activated(id) || self.active.contains(*id)) {
            return Err(format!("the skill {id:?} is in the result"));
        }
        let is_twice = |ids: &[String]| ids.iter().collect::<BTreeSet<_>>().len() < ids.len();
        if is_twice(&tools) || is_twice(&skills) { Err("something is in the result twice".to_owned()) } else { Ok(()) }
    }

    /// Whether a search may ever have found a tool up to now.
    fn may_be_found(&self, id: &str) -> bool {
        let in_namespace = |search: &ToolSearchConfig| {
            search
                .namespaces
                .as_ref()
                .is_none_or(|prefixes| prefixes.iter().any(|prefix| id.starts_with(prefix.as_str())))
        };
        self.search.is_some_and(in_namespace) && self.catalog.contains(id) && !self.fixed.contains(id)
    }

    /// Whether a tool was on the menu before this call, as far as the results so far tell.
    fn is_there(&self, id: &String) -> bool {
        self.menu.contains(id) || self.brought.contains(id)
    }

    /// Whether a skill may be activated now: it is there, it was not selected, a line can show its id, and in mode index the prompt has that line.
    fn may_be_activated(&self, id: &str) -> bool {
        /// Longest id of a skill that is offered, in characters.
        const MAX_ID: usize = 64;
        let Some(skills) = self.skills else { return false };
        let is_listed = || self.prompt.lines().any(|line| line.starts_with(&format!("- {id}:")));
        self.now.get(id).is_some()
            && !self.selected.iter().any(|selected| selected == id)
            && id.chars().count() <= MAX_ID
            && !id.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'))
            && (skills.discovery != Discovery::Index || is_listed())
    }
}

/// That an output has no other members than these.
fn check_keys(output: &Value, known: &[&str]) -> Checked {
    let mut keys = output.as_object().into_iter().flat_map(|members| members.keys());
    match keys.find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(format!("{key:?} is in the result")),
        None => Ok(()),
    }
}
