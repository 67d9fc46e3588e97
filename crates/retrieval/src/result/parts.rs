//! The text of a result, its keys in a fixed order and what came from a host in canonical JSON.

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::NOTICE;

/// How much there is of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts {
    pub(super) admitted: usize,
    pub(super) withheld: usize,
    pub(super) omitted: usize,
    pub(super) truncated: bool,
}

/// A result as it is written. What the model must know of it comes ahead of what the host says in it.
#[derive(Serialize)]
pub(super) struct Wire<'a> {
    status: &'static str,
    kind: &'static str,
    notice: &'static str,
    admitted: usize,
    withheld: usize,
    omitted: usize,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    envelope: Option<&'a RawValue>,
    entries: &'a [Box<RawValue>],
    #[serde(skip_serializing_if = "Option::is_none")]
    cfc: Option<Cfc<'a>>,
}

/// What the host keeps of the labels.
#[derive(Serialize)]
struct Cfc<'a> {
    version: u8,
    #[serde(rename = "observedLabel", skip_serializing_if = "Option::is_none")]
    observed_label: Option<&'a RawValue>,
}

impl<'a> Wire<'a> {
    /// What the model reads.
    pub(super) fn new(
        kind: &'static str,
        counts: Counts,
        envelope: Option<&'a RawValue>,
        entries: &'a [Box<RawValue>],
    ) -> Self {
        let Counts { admitted, withheld, omitted, truncated } = counts;
        Self {
            status: "ok",
            kind,
            notice: NOTICE,
            admitted,
            withheld,
            omitted,
            truncated,
            envelope,
            entries,
            cfc: None,
        }
    }

    /// The same with the join of labels.
    pub(super) fn with_label(self, observed_label: Option<&'a RawValue>) -> Self {
        Self { cfc: Some(Cfc { version: 1, observed_label }), ..self }
    }

    /// Texts, numbers and JSON: nothing that could fail.
    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Canonical JSON as a part of a larger text.
pub(super) fn raw(canonical: String) -> Box<RawValue> {
    RawValue::from_string(canonical).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// The canonical JSON of a value as a part of a larger text.
pub(super) fn part(value: &Value) -> Box<RawValue> {
    raw(toolsift_core::canonical_json(value))
}

/// The length of a text, in characters.
pub(super) fn chars(text: &str) -> usize {
    text.chars().count()
}
