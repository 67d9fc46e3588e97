//! What a call gives the model, and what it gives the host.

use serde::Serialize;
use serde_json::{Value, json};
use toolsift_core::ToolId;

use crate::code::Code;

/// The result of a search as the model reads it: `{ "tools": [{ "name", "description", "loaded" }], "note"? }`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SearchResult {
    /// The page, best first.
    pub tools: Vec<FoundTool>,
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
}

impl Note {
    /// Its name in a record.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoMatch => "no_match",
            Self::AllLoaded => "all_loaded",
            Self::NothingDeferred => "nothing_deferred",
            Self::MenuFull => "menu_full",
            Self::NotLoadable => "not_loadable",
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::NoMatch => "No matching tools.",
            Self::AllLoaded => "All matching tools are on the menu already.",
            Self::NothingDeferred => "Every tool is on the menu already.",
            Self::MenuFull => "The menu is full: tools with `loaded` false cannot be called.",
            Self::NotLoadable => "Tools with `loaded` false cannot be called.",
        }
    }
}

/// The sentences of a note: the reason, the words that no tool contains, the hits that are on the menu already.
pub(crate) fn note_text(note: Option<Note>, unmatched: &[String], on_menu: &[String]) -> Option<String> {
    let mut sentences = Vec::new();
    if let Some(note) = note {
        sentences.push(note.text().to_owned());
    }
    if note == Some(Note::NoMatch) && !unmatched.is_empty() {
        sentences.push(format!("In no searchable tool: {}.", unmatched.join(", ")));
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
}

/// A result, or the error that is given in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Output {
    /// A search's page.
    Search(SearchResult),
    /// A refusal.
    Error(Code),
}

impl Output {
    /// The result as JSON, its keys in their order.
    #[must_use]
    pub fn to_json(&self) -> String {
        match self {
            // Texts and flags: nothing that could fail.
            Self::Search(result) => serde_json::to_string(result).unwrap_or_default(),
            Self::Error(code) => {
                /// Keeps the order of the keys.
                #[derive(Serialize)]
                struct Body {
                    code: &'static str,
                    message: &'static str,
                }
                #[derive(Serialize)]
                struct Error {
                    error: Body,
                }
                let error = Error { error: Body { code: code.as_str(), message: code.message() } };
                serde_json::to_string(&error).unwrap_or_default()
            }
        }
    }

    /// The result as a value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Self::Search(result) => serde_json::to_value(result).unwrap_or_default(),
            Self::Error(code) => json!({ "error": { "code": code.as_str(), "message": code.message() } }),
        }
    }
}

impl Outcome {
    pub(crate) fn refused(code: Code) -> Self {
        let output = Output::Error(code);
        let accounted_bytes = output.to_json().len() as u64;
        Self { output, tainted: false, accounted_bytes, strengths: Vec::new() }
    }
}
