//! What a run showed, turn by turn.

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// The version of transcripts that is written.
pub(crate) const TRANSCRIPT_VERSION: u64 = 1;

/// What a run showed. Its JSON has the members in the order of the fields.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Transcript {
    /// The version of the format: 1.
    pub version: u64,
    /// The prompt before the first turn.
    pub system_prompt: String,
    /// The turns that came to their end.
    pub turns: Vec<TurnTranscript>,
    /// Why the run broke off, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aborted: Option<&'static str>,
    /// How a replay and its record differ, if they do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub divergences: Vec<String>,
}

/// What a turn showed.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TurnTranscript {
    /// The menu after the turn, by name.
    pub menu: Vec<String>,
    /// The result of each call.
    pub results: Vec<CallTranscript>,
    /// The ids of the decisions that the turn recorded; none on a replay.
    pub records: Vec<String>,
    /// What the host was warned of.
    pub warnings: Vec<TurnWarning>,
    /// Whether the transcript was compacted ahead of the turn.
    pub compacted: bool,
}

/// The result of a call.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CallTranscript {
    /// The place of the call.
    pub call: usize,
    /// What the model reads.
    pub output: Box<RawValue>,
    /// Whether it is fenced as data.
    pub tainted: bool,
    /// The size that a compaction meter counts, in bytes.
    pub accounted_bytes: u64,
}

impl CallTranscript {
    /// The ids on the page of a search's result; none of any other result.
    pub(crate) fn page(&self) -> Vec<String> {
        let output: Value = serde_json::from_str(self.output.get()).unwrap_or_default();
        let tools = output.get("tools").and_then(Value::as_array).into_iter().flatten();
        tools.filter_map(|tool| tool.get("name")?.as_str().map(str::to_owned)).collect()
    }
}

/// What a host was warned of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TurnWarning {
    /// A stable code.
    pub code: &'static str,
    /// What it is about, by id.
    pub subject: String,
}

impl Transcript {
    pub(crate) fn new() -> Self {
        Self {
            version: TRANSCRIPT_VERSION,
            system_prompt: String::new(),
            turns: Vec::new(),
            aborted: None,
            divergences: Vec::new(),
        }
    }

    /// The transcript as JSON: indented, a call's output on one line, with a line end.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Texts, numbers and JSON that was written before: nothing that could fail.
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// The same run as its replay shows it: with nothing recorded.
    #[must_use]
    pub fn without_records(mut self) -> Self {
        self.turns.iter_mut().for_each(|turn| turn.records.clear());
        self
    }
}
