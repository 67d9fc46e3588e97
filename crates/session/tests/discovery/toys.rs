//! Tools, skills, runs and journals in few words.

use serde_json::{Value, json};
use toolsift_core::{CatalogSnapshot, SkillDefinition, SkillId, SkillSnapshot, Text, ToolDefinition, ToolId};
use toolsift_replay::{Line, LoopName, MemoryJournal, Recorded};
use toolsift_session::{Call, Rankers, Run, Session, Settled, Setup};

pub(crate) fn id(text: &str) -> ToolId {
    ToolId::new(text).unwrap()
}

/// A tool of the host's own.
pub(crate) fn own(name: &str, description: &str) -> ToolDefinition {
    let mut tool = ToolDefinition::new(id(name));
    tool.description = Some(Text::from(description));
    tool
}

/// Tools `t0`, `t1` and so on.
pub(crate) fn tools(count: usize) -> Vec<ToolDefinition> {
    (0..count).map(|number| own(&format!("t{number}"), "")).collect()
}

/// A skill that says its own name.
pub(crate) fn skill(name: &str, description: &str) -> SkillDefinition {
    let mut skill = SkillDefinition::new(SkillId::new(name).unwrap(), format!("Do {name}."));
    skill.description = Some(Text::from(description));
    skill
}

/// Skills `s0`, `s1` and so on.
pub(crate) fn skills(count: usize) -> Vec<SkillDefinition> {
    (0..count).map(|number| skill(&format!("s{number}"), "")).collect()
}

pub(crate) fn registry(skills: &[SkillDefinition]) -> SkillSnapshot {
    SkillSnapshot::new(skills.to_vec()).unwrap()
}

pub(crate) fn catalog(generation: u64, tools: &[ToolDefinition]) -> CatalogSnapshot {
    CatalogSnapshot::new(generation, tools.to_vec()).unwrap()
}

/// A run of the loop `main` over some tools and skills, with the two configurations in JSON; `null` leaves one out.
pub(crate) fn configured(
    tools: &[ToolDefinition],
    skills: &[SkillDefinition],
    search: Value,
    activation: Value,
) -> Setup {
    let mut setup = Setup::new(LoopName::new("main").unwrap());
    setup.catalog = catalog(1, tools);
    setup.skills = Some(registry(skills));
    setup.search = serde_json::from_value(search).unwrap();
    setup.activation = serde_json::from_value(activation).unwrap();
    setup
}

/// A run whose searches find skills, everything else by default.
pub(crate) fn setup(tools: &[ToolDefinition], skills: &[SkillDefinition]) -> Setup {
    configured(tools, skills, json!({}), json!({ "discovery": "search" }))
}

/// A run in which some skills were selected up front.
pub(crate) fn selecting(mut setup: Setup, selected: &[&str]) -> Setup {
    setup.selected_skills = selected.iter().map(|name| SkillId::new(name).unwrap()).collect();
    setup
}

pub(crate) fn live(setup: Setup, rankers: impl Into<Rankers>) -> Session {
    Session::new(setup, rankers).unwrap()
}

/// A search.
pub(crate) fn search(query: &str) -> Call {
    Call::new("search_tools", json!({ "query": query }))
}

/// A search with a limit.
pub(crate) fn limited(query: &str, limit: usize) -> Call {
    Call::new("search_tools", json!({ "query": query, "limit": limit }))
}

/// An activation.
pub(crate) fn activate(name: &str) -> Call {
    Call::new("activate_skill", json!({ "name": name }))
}

/// The result of one call in a turn of its own.
pub(crate) fn told(session: &mut Session, turn: u64, call: Call) -> String {
    let settled = session.settle(turn, &[call], &mut MemoryJournal::new()).unwrap();
    output(&settled, 0)
}

/// What the model reads as the result of a call.
pub(crate) fn output(settled: &Settled, place: usize) -> String {
    settled.outcomes[&place].output.to_json()
}

/// The tools and the skills of a page, by name.
pub(crate) fn page(output: &str) -> (Vec<String>, Vec<String>) {
    let value: Value = serde_json::from_str(output).unwrap();
    let named = |list: &str, name: &str| {
        let entries = value[list].as_array().unwrap_or_else(|| panic!("no {list}: {output}"));
        entries.iter().map(|entry| entry[name].as_str().unwrap().to_owned()).collect()
    };
    (named("tools", "name"), named("skills", "id"))
}

/// Texts of one's own.
pub(crate) fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// The code of a result, if it is an error.
pub(crate) fn code(output: &str) -> Option<String> {
    let value: Value = serde_json::from_str(output).unwrap();
    value["error"]["code"].as_str().map(str::to_owned)
}

/// The names on the menu in order.
pub(crate) fn names(run: &Run) -> Vec<&str> {
    run.menu().names().collect()
}

/// The spec of a tool on the menu.
pub(crate) fn spec(run: &Run, name: &str) -> String {
    run.menu().get(name).unwrap().spec.canonical_json()
}

/// The ids of the active skills.
pub(crate) fn active(run: &Run) -> Vec<&str> {
    run.active_skills().iter().map(|active| active.skill.as_str()).collect()
}

/// The lines of a journal as they would be in a file.
pub(crate) fn lines(journal: &MemoryJournal) -> Vec<String> {
    journal.lines().iter().map(|line| line.to_json().unwrap()).collect()
}

/// What some lines record.
pub(crate) fn recorded(lines: &[Line]) -> Recorded {
    Recorded::from_lines(lines).unwrap()
}

/// A decision on a search of the loop `main` as a line.
pub(crate) fn decision(turn: u64, choice: &Value) -> Line {
    let line =
        json!({ "id": format!("main#turn:{turn}:tool:0:search"), "source": "agent-tool-search", "choice": choice });
    Line::read(&line.to_string()).unwrap()
}

/// A decision on an activation of the loop `main` as a line.
pub(crate) fn activation(turn: u64, skill: &str) -> Line {
    let id = format!("main#turn:{turn}:tool:0:skill");
    let line = json!({ "id": id, "source": "agent-skill-activation", "choice": { "skill": skill } });
    Line::read(&line.to_string()).unwrap()
}
