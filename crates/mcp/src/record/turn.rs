//! What was asked, a line a call.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use toolsift::contracts::{canonical_json, lower_hex};
use toolsift::replay::{DecisionKind, LoopName, Position, Recorded};

use crate::status::Away;
use crate::tools::{ACTIVATE, SEARCH};

/// Longest line of `turns.jsonl`, in bytes; that of a journal's. Of a call with longer arguments their length and digest are kept.
pub const MAX_TURN_BYTES: usize = toolsift::replay::MAX_LINE_BYTES;

/// What `turns.jsonl` calls the moment when a connection took another catalogue without a call.
pub(crate) const LISTED: &str = "tools/list";

/// A call of one of the gateway's own tools. What the result depends on beside it, and has changed since the turn before, stands in the line, too.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Turn {
    /// The arrival number under the handle, from 0.
    pub(super) turn: u64,
    /// The gateway's tool.
    pub(super) call: String,
    /// Its arguments without the handle.
    pub(super) arguments: Value,
    /// The list of definitions that it works on, where that is another than before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) catalog: Option<String>,
    /// The servers that were not there.
    #[serde(default, skip_serializing_if = "Away::is_empty")]
    pub(super) servers: Away,
}

impl Turn {
    /// The line, its end included.
    pub(super) fn to_line(&self) -> String {
        let line = |turn: &Self| {
            let json = serde_json::to_value(turn).unwrap_or(Value::Null);
            canonical_json(&json) + "\n"
        };
        let written = line(self);
        if written.len() <= MAX_TURN_BYTES {
            return written;
        }
        let short = Self { arguments: bounded(&self.arguments, 0), ..self.clone() };
        line(&short)
    }
}

/// Arguments as they are written down: themselves up to so many bytes, or else their length and digest.
pub(crate) fn bounded(arguments: &Value, most: usize) -> Value {
    let written = canonical_json(arguments);
    if written.len() <= most {
        return arguments.clone();
    }
    json!({ "omittedBytes": written.len(), "sha256": lower_hex(&Sha256::digest(&written)) })
}

/// What a call of a fixed tool decides, if anything.
pub(super) fn decides(call: &str) -> Option<DecisionKind> {
    match call {
        SEARCH => Some(DecisionKind::Search),
        ACTIVATE => Some(DecisionKind::Skill),
        _ => None,
    }
}

/// Whether a call waits for its decision: the process ended in between.
pub(super) fn is_open(recorded: &Recorded, name: &LoopName, turn: u64, call: &str) -> bool {
    let at = Position { turn, call: 0 };
    let is_decided = match decides(call) {
        Some(DecisionKind::Skill) => recorded.skill(name, at).is_some(),
        Some(_) => recorded.search(name, at).is_some(),
        None => true,
    };
    !is_decided && recorded.outcome(name, at).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_bounded_and_read_back() {
        let mut turn = Turn {
            turn: 3,
            call: "call_tool".to_owned(),
            arguments: json!({ "b": 1, "a": "x\ny" }),
            catalog: None,
            servers: Away::new(),
        };
        assert_eq!(turn.to_line(), "{\"arguments\":{\"a\":\"x\\ny\",\"b\":1},\"call\":\"call_tool\",\"turn\":3}\n");
        assert_eq!(serde_json::from_str::<Turn>(&turn.to_line()).unwrap(), turn);
        turn.arguments = json!({ "a": "x".repeat(MAX_TURN_BYTES) });
        let line = turn.to_line();
        assert!(line.len() < 200 && line.contains("\"omittedBytes\":262152"), "{line}");
    }
}
