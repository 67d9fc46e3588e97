//! An activation of a skill, as a model reads it.

use serde::Serialize;

/// The instructions of a skill. They are the host's own text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Activated {
    handle: String,
    skill: String,
    instructions: String,
}

impl Activated {
    pub(crate) fn new(handle: &str, skill: &str, instructions: String) -> Self {
        Self { handle: handle.to_owned(), skill: skill.to_owned(), instructions }
    }

    /// The result as JSON, its keys in their order.
    pub(crate) fn to_json(&self) -> String {
        // Three texts: nothing that could fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}
