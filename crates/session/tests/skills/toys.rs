//! Skills, runs, calls and loaders in few words.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolsift_core::{
    CatalogSnapshot, Hit, InstructionLoader, LoadError, RankError, SkillDefinition, SkillId, SkillSnapshot, Text,
    ToolDefinition, ToolId, ToolRanker,
};
use toolsift_replay::{Line, LoopName, MemoryJournal, Recorded};
use toolsift_session::{
    Call, Instructions, RankerSource, Replayer, Run, Session, Settled, Setup, SkillActivationConfig, ToolSearchConfig,
};

/// The SHA-256 of `abc`, as FIPS 180-2 has it.
pub(crate) const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/// What the model reads where a skill has changed, and nothing joined the menu.
pub(crate) const CHANGED: &str = r#"{"error":{"code":"instructions_changed","message":"The instructions of this skill have changed since it was loaded, so they are not given."}}"#;
/// What it reads where they are not to be had.
pub(crate) const UNAVAILABLE: &str = r#"{"error":{"code":"instructions_unavailable","message":"The instructions of this skill are not available now."}}"#;
/// What it reads of a name that no skill has.
pub(crate) const UNKNOWN: &str =
    r#"{"error":{"code":"unknown_skill","message":"No skill of this name can be loaded."}}"#;

pub(crate) fn skill_id(text: &str) -> SkillId {
    SkillId::new(text).unwrap()
}

pub(crate) fn tool(name: &str) -> ToolDefinition {
    ToolDefinition::new(ToolId::new(name).unwrap())
}

/// A skill without a description and without tools.
pub(crate) fn skill(name: &str, instructions: impl Into<Text>) -> SkillDefinition {
    SkillDefinition::new(skill_id(name), instructions)
}

/// A skill with a description.
pub(crate) fn described(name: &str, description: &str) -> SkillDefinition {
    let mut skill = skill(name, "abc");
    skill.description = Some(description.into());
    skill
}

/// A skill that brings some tools.
pub(crate) fn bringing(name: &str, instructions: impl Into<Text>, tools: &[&str]) -> SkillDefinition {
    let mut skill = skill(name, instructions);
    skill.tools = tools.iter().map(|name| tool(name)).collect();
    skill
}

/// A skill whose instructions cannot be loaded.
pub(crate) fn gone(mut skill: SkillDefinition) -> SkillDefinition {
    skill.unavailable = true;
    skill
}

pub(crate) fn registry(skills: &[SkillDefinition]) -> SkillSnapshot {
    SkillSnapshot::new(skills.to_vec()).unwrap()
}

pub(crate) fn catalog(generation: u64, names: &[&str]) -> CatalogSnapshot {
    CatalogSnapshot::new(generation, names.iter().map(|name| tool(name)).collect()).unwrap()
}

pub(crate) fn main() -> LoopName {
    LoopName::new("main").unwrap()
}

/// A run of the loop `main` that may activate the skills of its registry, everything else by default.
pub(crate) fn setup(skills: &[SkillDefinition]) -> Setup {
    configured(skills, json!({}))
}

/// The same with a configuration in JSON.
pub(crate) fn configured(skills: &[SkillDefinition], config: Value) -> Setup {
    let mut setup = Setup::new(main());
    setup.skills = Some(registry(skills));
    setup.activation = Some(serde_json::from_value::<SkillActivationConfig>(config).unwrap());
    setup
}

/// The same with searches over some tools.
pub(crate) fn with_search(mut setup: Setup, names: &[&str], config: Value) -> Setup {
    setup.catalog = catalog(1, names);
    setup.search = Some(serde_json::from_value::<ToolSearchConfig>(config).unwrap());
    setup
}

/// The same with a loader that does what it is told.
pub(crate) fn with_loader(mut setup: Setup, loader: Arc<Loader>) -> Setup {
    setup.instructions = Instructions::default();
    setup.instructions.loader = loader;
    setup
}

/// The same with some skills selected up front.
pub(crate) fn selecting(mut setup: Setup, names: &[&str]) -> Setup {
    setup.selected_skills = names.iter().map(|name| skill_id(name)).collect();
    setup
}

/// A ranker that always gives the same hits.
#[derive(Debug)]
struct Fixed(Vec<ToolId>);

impl ToolRanker for Fixed {
    fn kind(&self) -> &str {
        "fixed"
    }

    fn rank(&self, _: &str, _: usize) -> Result<Vec<Hit>, RankError> {
        Ok(self.0.iter().map(|id| Hit::new(id.clone(), 1.0)).collect())
    }
}

/// A source that always gives the same hits.
pub(crate) fn always(names: &[&str]) -> RankerSource {
    RankerSource::Custom(Arc::new(Fixed(names.iter().map(|name| ToolId::new(name).unwrap()).collect())))
}

pub(crate) fn live(setup: Setup) -> Session {
    Session::new(setup, always(&[])).unwrap()
}

/// What a loader does.
#[derive(Debug, Clone)]
pub(crate) enum Load {
    Text(Text),
    Unavailable,
    Terminal,
}

/// A loader that does what it is told in turn, and panics where it is asked once more.
#[derive(Debug, Default)]
pub(crate) struct Loader {
    loads: Mutex<VecDeque<Load>>,
    asked: Mutex<Vec<String>>,
}

impl Loader {
    pub(crate) fn new(loads: impl IntoIterator<Item = Load>) -> Arc<Self> {
        Arc::new(Self { loads: Mutex::new(loads.into_iter().collect()), ..Self::default() })
    }

    /// One that nobody may ask.
    pub(crate) fn never() -> Arc<Self> {
        Self::new([])
    }

    /// One that gives a text once.
    pub(crate) fn once(text: impl Into<Text>) -> Arc<Self> {
        Self::new([Load::Text(text.into())])
    }

    /// The skills whose instructions were loaded.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

impl InstructionLoader for Loader {
    fn load(&self, skill: &SkillDefinition) -> Result<Text, LoadError> {
        self.asked.lock().unwrap().push(skill.id.to_string());
        let load = self.loads.lock().unwrap().pop_front();
        match load {
            Some(Load::Text(text)) => Ok(text),
            Some(Load::Unavailable) => Err(LoadError::Unavailable("cannot open /home/host/skills".into())),
            Some(Load::Terminal) => Err(LoadError::Terminal("quota of tenant 7 is used up".into())),
            None => panic!("asked to load"),
        }
    }
}

/// An activation.
pub(crate) fn activate(name: &str) -> Call {
    activate_with(json!({ "name": name }))
}

/// A call of the activation tool with some arguments, right or wrong.
pub(crate) fn activate_with(arguments: Value) -> Call {
    Call::new("activate_skill", arguments)
}

/// A search.
pub(crate) fn search(query: &str) -> Call {
    Call::new("search_tools", json!({ "query": query }))
}

/// The names on the menu in order.
pub(crate) fn names(run: &Run) -> Vec<&str> {
    run.menu().names().collect()
}

/// The specs on the menu as a provider would get them, one after the other.
pub(crate) fn specs(run: &Run) -> Vec<String> {
    run.menu().specs().map(|spec| spec.canonical_json()).collect()
}

/// The skills that are active, in order.
pub(crate) fn active(run: &Run) -> Vec<&str> {
    run.active_skills().iter().map(|active| active.skill.as_str()).collect()
}

/// What the model reads as the result of a call.
pub(crate) fn output(settled: &Settled, place: usize) -> String {
    settled.outcomes[&place].output.to_json()
}

/// The code of a call's result, if it is an error.
pub(crate) fn code(settled: &Settled, place: usize) -> Option<&'static str> {
    settled.outcomes[&place].output.code().map(toolsift_session::Code::as_str)
}

/// The skills that the host was warned of.
pub(crate) fn warned(settled: &Settled) -> Vec<&str> {
    assert!(settled.warnings.iter().all(|warning| warning.code() == "skill_changed"));
    settled.warnings.iter().map(toolsift_session::Warning::subject).collect()
}

/// What the meter counts of a call.
pub(crate) fn accounted(settled: &Settled, place: usize) -> u64 {
    settled.outcomes[&place].accounted_bytes
}

/// The lines of a journal as they would be in a file.
pub(crate) fn lines(journal: &MemoryJournal) -> Vec<String> {
    journal.lines().iter().map(|line| line.to_json().unwrap()).collect()
}

/// What some lines record.
pub(crate) fn recorded(lines: &[Line]) -> Recorded {
    Recorded::from_lines(lines).unwrap()
}

/// An activation of the loop `main` as a line, its choice as it is written.
pub(crate) fn decision(turn: u64, call: u64, choice: &str) -> Line {
    let line =
        format!(r#"{{"id":"main#turn:{turn}:tool:{call}:skill","source":"agent-skill-activation","choice":{choice}}}"#);
    Line::read(&line).unwrap()
}

/// The record of an activation of `pay` with the instructions `abc`, without tools, as this version writes it.
pub(crate) fn pay(turn: u64, call: u64) -> Line {
    decision(turn, call, &format!(r#"{{"skill":"pay","digest":"{ABC}","bytes":5,"resultBytes":36}}"#))
}

/// A closed replay of some lines.
pub(crate) fn replay(setup: Setup, lines: &[Line]) -> Replayer {
    Replayer::new(setup, recorded(lines)).unwrap()
}
