//! What is read of a host's answer.

use serde_json::Value;

use super::runner::CommandOutput;
use crate::code::{Code, Refusal};
use crate::command::HostCommand;
use crate::json;
use crate::limits::MAX_OUTPUT_BYTES;

/// The rows of an answer, not measured yet, and what the host says about all of them.
#[derive(Debug, PartialEq)]
pub(crate) struct Rows {
    pub(crate) rows: Vec<Value>,
    /// The fields of a summary, in their order, those that are there; nothing where a command has none.
    pub(crate) envelope: Option<Vec<(&'static str, Value)>>,
}

/// Reads an answer. What can be wrong is told in this order: no JSON (of a person: nobody or several), a refusal of the host, a bad end, another version, another shape.
pub(crate) fn read_rows(command: HostCommand, names_a_person: bool, output: &CommandOutput) -> Result<Rows, Refusal> {
    if output.stdout.len() > MAX_OUTPUT_BYTES {
        return Err(Code::CommandFailed.into());
    }
    let Some(payload) = json::read(&output.stdout) else {
        return Err(match output.exit {
            Some(1) if names_a_person => Code::NotFound,
            Some(3) if names_a_person => Code::Contested,
            _ => Code::CommandFailed,
        }
        .into());
    };
    if payload.get("ok") == Some(&Value::Bool(false)) {
        return Err(Refusal::by_host(payload.get("code").and_then(Value::as_str)));
    }
    if output.exit != Some(0) && !is_fallback_profile(command, &payload, output.exit) {
        return Err(Code::CommandFailed.into());
    }
    if command == HostCommand::Search && payload.get("schemaVersion").is_some_and(|version| !is_one(version)) {
        return Err(Code::SchemaVersionMismatch.into());
    }
    split(command, payload).ok_or_else(|| Code::MalformedPayload.into())
}

/// A profile that a fallback supplied: the host's program ends with 1 and says so, and it is a profile all the same.
fn is_fallback_profile(command: HostCommand, payload: &Value, exit: Option<i32>) -> bool {
    command == HostCommand::Profile && exit == Some(1) && payload.get("hasProfile") == Some(&Value::Bool(false))
}

/// The number 1, however it is written.
fn is_one(value: &Value) -> bool {
    value.as_u64() == Some(1) || value.as_f64() == Some(1.0)
}

fn split(command: HostCommand, mut payload: Value) -> Option<Rows> {
    let (list, summary): (&str, &[&'static str]) = match command {
        HostCommand::Search => ("hits", &["query", "source_status", "warnings", "truncated"]),
        HostCommand::PageDiscover => ("pages", &["totalPages", "omittedViews"]),
        HostCommand::CalendarList => {
            let Value::Array(rows) = payload else { return None };
            return Some(Rows { rows, envelope: None });
        }
        _ => return payload.is_object().then(|| Rows { rows: vec![payload], envelope: None }),
    };
    let members = payload.as_object_mut()?;
    let Some(Value::Array(rows)) = members.remove(list) else { return None };
    let envelope = summary.iter().filter_map(|&name| Some((name, members.remove(name)?))).collect();
    Some(Rows { rows, envelope: Some(envelope) })
}
