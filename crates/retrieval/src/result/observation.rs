//! What a run knows after a call.

use serde::Serialize;
use serde_json::{Value, json};
use toolsift_core::{ToolId, canonical_json};

use crate::label::{Confidentiality, Label};

/// What a call added to what the run has observed: the join of the labels of the rows that the model saw. It goes into the context of the calls that follow, and never
/// to the model. Withheld rows add nothing, since nothing of them was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Observation {
    /// The tool.
    pub tool: ToolId,
    /// Where the model saw it.
    pub channels: &'static [&'static str],
    /// What one must be allowed to observe to have seen the result.
    pub confidentiality: Confidentiality,
    /// Whether the result was cut.
    pub truncated: bool,
}

impl Observation {
    pub(super) fn new(tool: ToolId, confidentiality: Confidentiality, truncated: bool) -> Self {
        Self { tool, channels: &["output"], confidentiality, truncated }
    }

    /// Adds it to what a run has observed. Integrity is not joined: what a run has read vouches for nothing.
    pub fn join_into(&self, context: &mut Label) {
        context.confidentiality.join(&self.confidentiality);
    }

    /// The observation in canonical JSON: `{ "channels", "label": { "confidentiality" }, "toolId", "truncated"? }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut value = json!({
            "toolId": self.tool.as_str(),
            "channels": self.channels,
            "label": observed_label(&self.confidentiality),
        });
        if let (true, Some(members)) = (self.truncated, value.as_object_mut()) {
            members.insert("truncated".to_owned(), true.into());
        }
        canonical_json(&value)
    }
}

impl Serialize for Observation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        super::parts::raw(self.to_json()).serialize(serializer)
    }
}

pub(super) fn observed_label(confidentiality: &Confidentiality) -> Value {
    json!({ "confidentiality": confidentiality.to_value() })
}
