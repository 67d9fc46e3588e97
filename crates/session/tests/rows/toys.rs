//! Tools, runs, calls and journals in few words.

use serde_json::{Value, json};
use toolsift_core::{
    CatalogSnapshot, Origin, SkillDefinition, SkillId, SkillSnapshot, Text, ToolDefinition, ToolId, ToolKind,
};
use toolsift_replay::{Journal, JournalError, Line, LoopName, MemoryJournal, Recorded};
use toolsift_session::{Call, RankerSource, Run, Session, Settled, Setup, ToolSearchConfig};

pub(crate) fn id(text: &str) -> ToolId {
    ToolId::new(text).unwrap()
}

/// A tool of the host's own.
pub(crate) fn own(name: &str, description: &str) -> ToolDefinition {
    let mut tool = ToolDefinition::new(id(name));
    tool.description = Some(Text::from(description));
    tool
}

/// A tool that a server declared.
pub(crate) fn remote(name: &str, description: &str) -> ToolDefinition {
    let mut tool = own(name, description);
    tool.origin = Some(Origin::Remote);
    tool
}

/// A tool that a person carries out.
pub(crate) fn human(name: &str) -> ToolDefinition {
    let mut tool = own(name, "Asks a person.");
    tool.kind = ToolKind::Human;
    tool
}

/// A tool of the host's own with a description that came out of a run.
pub(crate) fn tainted(name: &str) -> ToolDefinition {
    let mut tool = own(name, "");
    tool.description = Some(Text::tainted("came out of a run"));
    tool
}

/// Tools `t0`, `t1` and so on, all of one size where there are at most ten.
pub(crate) fn numbered(count: usize) -> Vec<ToolDefinition> {
    (0..count).map(|number| own(&format!("t{number}"), "")).collect()
}

pub(crate) fn catalog(generation: u64, tools: &[ToolDefinition]) -> CatalogSnapshot {
    CatalogSnapshot::new(generation, tools.to_vec()).unwrap()
}

/// A run of the loop `main` that may search some tools, everything else by default.
pub(crate) fn setup(tools: &[ToolDefinition]) -> Setup {
    let mut setup = Setup::new(main());
    setup.catalog = catalog(1, tools);
    setup.search = Some(ToolSearchConfig::default());
    setup
}

/// A run with other tools of the definition.
pub(crate) fn with_tools(mut setup: Setup, tools: Vec<ToolDefinition>) -> Setup {
    setup.tools = tools;
    setup
}

/// A run with a selected skill that brings some tools.
pub(crate) fn with_skill_tools(mut setup: Setup, tools: Vec<ToolDefinition>) -> Setup {
    let mut skill = SkillDefinition::new(SkillId::new("selected").unwrap(), "");
    skill.tools = tools;
    setup.skills = Some(SkillSnapshot::new(vec![skill]).unwrap());
    setup.selected_skills = vec![SkillId::new("selected").unwrap()];
    setup
}

/// The same with a configuration in JSON.
pub(crate) fn configured(tools: &[ToolDefinition], config: Value) -> Setup {
    let mut setup = setup(tools);
    setup.search = Some(serde_json::from_value(config).unwrap());
    setup
}

pub(crate) fn main() -> LoopName {
    LoopName::new("main").unwrap()
}

pub(crate) fn live(setup: Setup, ranker: RankerSource) -> Session {
    Session::new(setup, ranker).unwrap()
}

/// A search.
pub(crate) fn search(query: &str) -> Call {
    Call::new("search_tools", json!({ "query": query }))
}

/// A call of a search with some arguments, right or wrong.
pub(crate) fn search_with(arguments: Value) -> Call {
    Call::new("search_tools", arguments)
}

/// The names on the menu in order.
pub(crate) fn names(run: &Run) -> Vec<&str> {
    run.menu().names().collect()
}

/// The specs on the menu as a provider would get them, one after the other.
pub(crate) fn specs(run: &Run) -> Vec<String> {
    run.menu().specs().map(|spec| spec.canonical_json()).collect()
}

/// What the model reads as the result of a call.
pub(crate) fn output(settled: &Settled, place: usize) -> String {
    settled.outcomes[&place].output.to_json()
}

/// The code of a call's result, if it is an error.
pub(crate) fn code(settled: &Settled, place: usize) -> Option<String> {
    let value = settled.outcomes[&place].output.to_value();
    value["error"]["code"].as_str().map(str::to_owned)
}

/// The note of a call's result.
pub(crate) fn note(settled: &Settled, place: usize) -> Option<String> {
    settled.outcomes[&place].output.to_value()["note"].as_str().map(str::to_owned)
}

/// The page of a call's result: each tool with whether it is loaded.
pub(crate) fn page(settled: &Settled, place: usize) -> Vec<(String, bool)> {
    let value = settled.outcomes[&place].output.to_value();
    let tools = value["tools"].as_array().cloned().unwrap_or_default();
    tools.iter().map(|tool| (tool["name"].as_str().unwrap().to_owned(), tool["loaded"] == json!(true))).collect()
}

/// The lines of a journal as they would be in a file.
pub(crate) fn lines(journal: &MemoryJournal) -> Vec<String> {
    journal.lines().iter().map(|line| line.to_json().unwrap()).collect()
}

/// What some lines record.
pub(crate) fn recorded(lines: &[Line]) -> Recorded {
    Recorded::from_lines(lines).unwrap()
}

/// The lines that some texts are.
pub(crate) fn read(texts: &[&str]) -> Vec<Line> {
    texts.iter().map(|text| Line::read(text).unwrap()).collect()
}

/// A decision of the loop `main` as a line.
pub(crate) fn decision(turn: u64, call: u64, choice: &Value) -> Line {
    let line = json!({ "id": format!("main#turn:{turn}:tool:{call}:search"), "source": "agent-tool-search", "choice": choice });
    Line::read(&line.to_string()).unwrap()
}

/// A journal whose store fails once it holds some lines.
#[derive(Debug, Default)]
pub(crate) struct Full {
    pub(crate) kept: MemoryJournal,
    pub(crate) room: u64,
}

impl Journal for Full {
    fn append(&mut self, line: &Line) -> Result<(), JournalError> {
        if self.kept.line_count() >= self.room {
            return Err(JournalError::Io(std::io::Error::other("no space left on /var/lib/host")));
        }
        self.kept.append(line)
    }

    fn line_count(&self) -> u64 {
        self.kept.line_count()
    }
}
