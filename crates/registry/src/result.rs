//! What a search that loads what it finds gives a model, and what it gives the host.

use serde::Serialize;
use toolsift_core::{ToolId, chars_prefix};

use crate::activation::Status;
use crate::deferred::breaks_line;
use crate::error::RegistryError;
use crate::input::SearchInput;
use crate::registry::DeferredRegistry;
use crate::search::DeferredHit;
use crate::view::Pool;

/// Longest part of a query that a message quotes, in characters.
pub const MAX_QUOTED_CHARS: usize = 80;

/// What the model reads of a tool that is denied.
pub const DENIED_REASON: &str = "This name is restricted for this agent.";

/// The result as the model reads it: `{ "query", "message", "results": [{ "name", "description", "status", "reason"? }] }`, in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SearchResult {
    /// The part of the query that was read.
    pub query: String,
    /// All of it in words: a line for each tool, or why there is none.
    pub message: String,
    /// The tools, the best first.
    pub results: Vec<FoundTool>,
}

impl SearchResult {
    /// The result as JSON, its keys in their order.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Texts: nothing that could fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// One tool of a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FoundTool {
    /// Its name.
    pub name: ToolId,
    /// One line; empty where the tool is denied.
    pub description: String,
    /// Whether it can be called.
    pub status: Status,
    /// Why not, where it is denied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// Why nothing was found, as the caller sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EmptyReason {
    /// Nothing is deferred here.
    EmptyPool,
    /// Everything that is deferred here is loaded.
    AllLoaded,
    /// Something could be found, and did not match.
    NoMatch,
}

impl EmptyReason {
    fn of(pool: Pool) -> Self {
        match pool {
            Pool { total: 0, .. } => Self::EmptyPool,
            Pool { searchable: 0, .. } => Self::AllLoaded,
            Pool { .. } => Self::NoMatch,
        }
    }

    fn message(self, query: &str) -> String {
        match self {
            Self::EmptyPool => {
                "No tool is waiting to be loaded: whatever you can use is in your list of tools. Call it directly."
                    .to_owned()
            }
            Self::AllLoaded => {
                "Every tool that could be loaded for you is loaded already and in your list of tools. Call it directly."
                    .to_owned()
            }
            Self::NoMatch => format!(
                "No tool matches \"{}\". What you need may be in your list of tools already: then call it directly.",
                quoted(query)
            ),
        }
    }
}

/// What became of a search that loads.
#[derive(Debug)]
#[non_exhaustive]
pub struct Found {
    /// For the model.
    pub result: SearchResult,
    /// Why there is nothing, where there is nothing.
    pub empty: Option<EmptyReason>,
    /// For the host alone: what went wrong with tools that were found and are `unknown` in the result.
    pub failures: Vec<RegistryError>,
}

impl DeferredRegistry {
    /// Searches, loads whatever is found, in the order of the ranking, and says what became of each: what the document's search tool does when a model calls it.
    ///
    /// A tool whose activation fails is `unknown` in the result, and the others are loaded. Why nothing was found follows from what this scope sees after the loading.
    ///
    /// # Errors
    ///
    /// As [`search`](Self::search): then nothing was loaded.
    ///
    /// # Complexity
    ///
    /// A search, and the callbacks of its hits.
    pub fn search_and_load(&self, input: &SearchInput) -> Result<Found, RegistryError> {
        let mut failures = Vec::new();
        let mut results = Vec::new();
        for DeferredHit { id, listing, .. } in self.search(input)? {
            let status = self.activate(id.as_str()).unwrap_or_else(|failure| {
                failures.push(failure);
                Status::Unknown
            });
            let is_denied = status == Status::Denied;
            let description = if is_denied { String::new() } else { listing };
            results.push(FoundTool { name: id, description, status, reason: is_denied.then_some(DENIED_REASON) });
        }
        let empty = if results.is_empty() { Some(EmptyReason::of(self.shared().count(&*self.view()?))) } else { None };
        let message = match empty {
            Some(reason) => reason.message(input.query()),
            None => results.iter().map(line).collect::<Vec<_>>().join("\n"),
        };
        let result = SearchResult { query: input.query().to_owned(), message, results };
        Ok(Found { result, empty, failures })
    }
}

/// The line of a tool.
fn line(tool: &FoundTool) -> String {
    let FoundTool { name, description, status, reason } = tool;
    let label = match status {
        Status::Loaded => "available from the next turn on",
        Status::AlreadyLoaded => "available already",
        Status::Denied => "denied",
        Status::Unknown => "not available",
    };
    let colon = if description.is_empty() { "" } else { ": " };
    let because = reason.map(|reason| format!(" {reason}")).unwrap_or_default();
    format!("{name}{colon}{description} ({label}){because}")
}

/// The beginning of a query on one line.
fn quoted(query: &str) -> String {
    let cut = chars_prefix(query, MAX_QUOTED_CHARS);
    let more = if cut.len() < query.len() { "…" } else { "" };
    format!("{}{more}", cut.replace(breaks_line, " ").trim())
}
