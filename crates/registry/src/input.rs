//! What a search asks for, and the search tool as a model knows it.

use serde_json::{Value, json};
use toolsift_core::{ToolDefinition, ToolId, chars_prefix};

use crate::error::RegistryError;

/// Longest part of a query that is read, in characters.
pub const MAX_QUERY_CHARS: usize = 512;

/// Hits of one search: the default (document 003) and the highest value.
pub const MAX_RESULTS: (usize, usize) = (5, 50);

/// What the model reads about the search tool.
pub const SEARCH_DESCRIPTION: &str = "Finds tools that are not loaded yet and loads them. \
    What it names as available can be called from the next turn on. \
    A tool that is in your list already needs no search: call it directly.";

/// What a search asks for: a query, of which a bounded part is read, and how many hits at most.
///
/// ```
/// use serde_json::json;
/// use toolsift_registry::SearchInput;
///
/// let input = SearchInput::read(&json!({ "query": "edit a file", "max_results": 2 }))?;
/// assert_eq!((input.query(), input.max_results()), ("edit a file", 2));
/// assert!(SearchInput::read(&json!({ "query": "edit a file", "max_results": -1 })).is_err());
/// # Ok::<(), toolsift_registry::RegistryError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchInput {
    query: String,
    max_results: usize,
}

impl SearchInput {
    /// A search for as many hits as usual. Of a query its first [`MAX_QUERY_CHARS`] characters are read.
    ///
    /// # Errors
    ///
    /// [`RegistryError::Input`] for a blank query.
    pub fn new(query: &str) -> Result<Self, RegistryError> {
        let query = chars_prefix(query, MAX_QUERY_CHARS);
        if query.trim().is_empty() {
            return Err(RegistryError::Input { field: "query", problem: "must not be blank" });
        }
        Ok(Self { query: query.to_owned(), max_results: MAX_RESULTS.0 })
    }

    /// The same for another number of hits; more than the highest value counts as that.
    ///
    /// # Errors
    ///
    /// [`RegistryError::Input`] for 0.
    pub fn with_max_results(mut self, max_results: usize) -> Result<Self, RegistryError> {
        if max_results == 0 {
            return Err(RegistryError::Input { field: "max_results", problem: "must be a whole number from 1" });
        }
        self.max_results = max_results.min(MAX_RESULTS.1);
        Ok(self)
    }

    /// Reads the arguments of a call strictly: an object with `query`, a text, and optionally `max_results`, a whole number from 1.
    ///
    /// # Errors
    ///
    /// [`RegistryError::Input`], which names the field.
    pub fn read(arguments: &Value) -> Result<Self, RegistryError> {
        let wrong = |field, problem| RegistryError::Input { field, problem };
        let fields = arguments.as_object().ok_or_else(|| wrong("arguments", "must be an object"))?;
        if fields.keys().any(|field| field != "query" && field != "max_results") {
            return Err(wrong("arguments", "must have no fields but query and max_results"));
        }
        let query = fields.get("query").and_then(Value::as_str).ok_or_else(|| wrong("query", "must be a text"))?;
        let input = Self::new(query)?;
        match fields.get("max_results") {
            None => Ok(input),
            // A number that is none of a usize is higher than any cap.
            Some(number) => input
                .with_max_results(number.as_u64().map_or(0, |number| usize::try_from(number).unwrap_or(usize::MAX))),
        }
    }

    /// The part of the query that is read.
    #[must_use]
    pub fn query(&self) -> &str {
        &self.query
    }

    /// How many hits at most.
    #[must_use]
    pub fn max_results(&self) -> usize {
        self.max_results
    }
}

/// The search tool of a host without a session.
pub(crate) fn search_tool(name: ToolId) -> ToolDefinition {
    let mut tool = ToolDefinition::new(name);
    tool.description = Some(SEARCH_DESCRIPTION.into());
    tool.input_schema = Some(json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "description": "What is needed, in a few words." },
            "max_results": { "type": "integer", "minimum": 1, "description": "How many tools at most." },
        },
        "required": ["query"],
        "additionalProperties": false,
    }));
    tool
}
