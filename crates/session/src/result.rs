//! What a call gives the model, and what it gives the host.

use serde::Serialize;
use serde_json::Value;
use toolsift_core::{SkillId, ToolId};

use crate::code::Code;

/// The result of a search as the model reads it: `{ "tools": [{ "name", "description", "loaded" }], "skills"?: [{ "kind", "id", "description" }], "note"? }`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SearchResult {
    /// The page, best first.
    pub tools: Vec<FoundTool>,
    /// The skills of the page, best first, where searches find skills. Finding one neither activates it nor loads anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<FoundSkill>>,
    /// What is to be said beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// One tool of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FoundTool {
    /// Its id.
    pub name: ToolId,
    /// One line, or the withheld text.
    pub description: String,
    /// Whether it can be called from now on.
    pub loaded: bool,
}

/// One skill of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename = "skill")]
#[non_exhaustive]
pub struct FoundSkill {
    /// Its id.
    pub id: SkillId,
    /// The first line of its description.
    pub description: String,
}

/// The result of an activation as the model reads it: `{ "skill", "instructions", "tools"?, "note"? }`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SkillResult {
    /// The skill.
    pub skill: SkillId,
    /// Its instructions: the host's own text.
    pub instructions: String,
    /// Its tools on the menu.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolId>,
    /// What is to be said beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

impl SkillResult {
    pub(crate) fn activated(skill: SkillId, instructions: &str, tools: Vec<ToolId>) -> Self {
        Self { skill, instructions: instructions.to_owned(), tools, note: None }
    }

    pub(crate) fn again(skill: SkillId, instructions: &str) -> Self {
        let note = Some("This skill is active already; its tools are on the menu.");
        Self { skill, instructions: instructions.to_owned(), tools: Vec::new(), note }
    }
}

/// Why a page is as it is. Notes are derived from the page and the menu, never from what is hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Note {
    /// No tool matches.
    NoMatch,
    /// Every tool that matches is on the menu.
    AllLoaded,
    /// Nothing is left to search.
    NothingDeferred,
    /// Some hits did not fit onto the menu.
    MenuFull,
    /// Some hits cannot be on a menu.
    NotLoadable,
    /// No tool matches, and skills do.
    OnlySkills,
}

impl Note {
    /// Every note.
    pub const ALL: [Self; 6] =
        [Self::NoMatch, Self::AllLoaded, Self::NothingDeferred, Self::MenuFull, Self::NotLoadable, Self::OnlySkills];

    /// Its name in a record.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoMatch => "no_match",
            Self::AllLoaded => "all_loaded",
            Self::NothingDeferred => "nothing_deferred",
            Self::MenuFull => "menu_full",
            Self::NotLoadable => "not_loadable",
            Self::OnlySkills => "only_skills",
        }
    }

    const fn text(self, with_skills: bool) -> &'static str {
        match self {
            Self::NoMatch if with_skills => "No matching tools or skills.",
            Self::NoMatch => "No matching tools.",
            Self::AllLoaded => "All matching tools are on the menu already.",
            Self::NothingDeferred if with_skills => "Every tool is on the menu already, and every skill is active.",
            Self::NothingDeferred => "Every tool is on the menu already.",
            Self::OnlySkills => "No matching tools, but skills match.",
            Self::MenuFull => "The menu is full: tools with `loaded` false cannot be called.",
            Self::NotLoadable => "Tools with `loaded` false cannot be called.",
        }
    }
}

/// The sentences of a note: the reason, the words that no tool contains, the hits that are on the menu already.
pub(crate) fn note_text(
    note: Option<Note>,
    with_skills: bool,
    unmatched: &[String],
    on_menu: &[String],
) -> Option<String> {
    let mut sentences = Vec::new();
    if let Some(note) = note {
        sentences.push(note.text(with_skills).to_owned());
    }
    if note == Some(Note::NoMatch) && !unmatched.is_empty() {
        let searched = if with_skills { "tool or skill" } else { "tool" };
        sentences.push(format!("In no searchable {searched}: {}.", unmatched.join(", ")));
    }
    if !on_menu.is_empty() {
        sentences.push(format!("Available already, call by name: {}.", on_menu.join(", ")));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// What became of a meta-call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The result for the model.
    pub output: Output,
    /// Whether the whole result must be fenced as data, since it names a third party's tool.
    pub tainted: bool,
    /// The size that a compaction meter counts, in bytes: that of the live run, also on a replay.
    pub accounted_bytes: u64,
    /// For the host alone, and only live: how good each hit of the page is, in thousandths of the highest score the query could reach.
    pub strengths: Vec<(ToolId, u16)>,
    /// For the host alone: what it should know.
    pub warning: Option<Warning>,
}

/// What a host should know of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The instructions of an active skill are not those that were recorded, so that they were not delivered. Once a skill and run.
    SkillChanged {
        /// The skill.
        skill: SkillId,
    },
}

impl Warning {
    /// Its stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::SkillChanged { .. } => "skill_changed",
        }
    }

    /// What it is about, by id.
    #[must_use]
    pub fn subject(&self) -> &str {
        match self {
            Self::SkillChanged { skill } => skill.as_str(),
        }
    }
}

/// A result, or the error that is given in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Output {
    /// A search's page.
    Search(SearchResult),
    /// A skill's instructions.
    Skill(SkillResult),
    /// A skill is active and its tools are on the menu, but its instructions cannot be given.
    Unread {
        /// Why.
        code: Code,
        /// Its tools on the menu.
        tools: Vec<ToolId>,
    },
    /// A refusal.
    Error(Code),
}

impl Output {
    /// The result as JSON, its keys in their order.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Texts and flags: nothing that could fail.
        match self {
            Self::Search(result) => serde_json::to_string(result),
            Self::Skill(result) => serde_json::to_string(result),
            Self::Unread { code, tools } => serde_json::to_string(&ErrorResult::new(*code, tools)),
            Self::Error(code) => serde_json::to_string(&ErrorResult::new(*code, &[])),
        }
        .unwrap_or_default()
    }

    /// The result as a value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::from_str(&self.to_json()).unwrap_or_default()
    }

    /// The code, where this is an error.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        match self {
            Self::Unread { code, .. } | Self::Error(code) => Some(*code),
            Self::Search(_) | Self::Skill(_) => None,
        }
    }
}

/// An error as the model reads it; a derived writer keeps the order of the keys.
#[derive(Serialize)]
struct ErrorResult<'a> {
    error: ErrorBody,
    #[serde(skip_serializing_if = "<[ToolId]>::is_empty")]
    tools: &'a [ToolId],
}

#[derive(Serialize)]
struct ErrorBody {
    code: &'static str,
    message: &'static str,
}

impl<'a> ErrorResult<'a> {
    fn new(code: Code, tools: &'a [ToolId]) -> Self {
        Self { error: ErrorBody { code: code.as_str(), message: code.message() }, tools }
    }
}

impl Outcome {
    pub(crate) fn new(output: Output) -> Self {
        let accounted_bytes = output.to_json().len() as u64;
        Self { output, tainted: false, accounted_bytes, strengths: Vec::new(), warning: None }
    }

    /// A refusal. A host that drives a run itself gives it where a ranker or a loader has no answer.
    #[must_use]
    pub fn refused(code: Code) -> Self {
        Self::new(Output::Error(code))
    }
}
