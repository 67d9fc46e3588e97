//! What tools do and what they take.

use serde::Serialize;
use serde_json::Value;
use toolsift::contracts::chars_prefix;
use toolsift::trust_policy::tool_spec;

use super::answer::Answered;
use crate::live::Live;
use crate::refusal::Refusal;
use crate::status::Away;
use crate::tools::MAX_DESCRIBED;
use crate::upstream::Hints;

/// Longest id that nobody has and an answer names, in characters.
const MAX_ECHO_CHARS: usize = 128;
/// What is said of a schema that is larger than the trust policy shows.
const SCHEMA_CUT: &str =
    "Parts of the schema are not included: it is larger than can be shown. The server knows all of it.";

/// A tool as `describe_tools` shows it.
#[derive(Serialize)]
struct Described<'d> {
    id: &'d str,
    description: &'d str,
    #[serde(rename = "inputSchema")]
    input_schema: &'d Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Hints>,
}

/// A tool that `describe_tools` cannot show.
#[derive(Serialize)]
struct NotDescribed<'d> {
    id: &'d str,
    error: Code,
}

#[derive(Serialize)]
struct Code {
    code: &'static str,
    message: &'static str,
}

impl From<Refusal> for Code {
    fn from(refusal: Refusal) -> Self {
        Self { code: refusal.as_str(), message: refusal.message() }
    }
}

/// Describes tools by their ids, the first [`MAX_DESCRIBED`]; each of the others is named with the reason.
pub(super) fn describe(live: &Live, ids: &[String], away: &Away) -> Result<Answered, Refusal> {
    let described = ids.iter().enumerate().map(|(place, id)| one(live, id, place)).collect::<Result<Vec<_>, _>>()?;
    let servers = match away.is_empty() {
        true => String::new(),
        false => serde_json::to_string(away).map(|away| format!(r#","servers":{away}"#)).unwrap_or_default(),
    };
    Ok(Answered::Own(format!(r#"{{"tools":[{}]{servers}}}"#, described.join(","))))
}

/// One tool as JSON, or why it is not described.
fn one(live: &Live, id: &str, place: usize) -> Result<String, Refusal> {
    let spec = match live.definition(id) {
        _ if place >= MAX_DESCRIBED => Err(Refusal::TooManyDescribed),
        Some(definition) => tool_spec(definition).map_err(|_| Refusal::NotDescribable),
        None if live.is_away(id) => Err(Refusal::ToolUnavailable),
        None => Err(Refusal::UnknownTool),
    };
    let json = match &spec {
        Ok(spec) => serde_json::to_string(&Described {
            id,
            description: &spec.description,
            input_schema: &spec.input_schema,
            note: spec.cut.then_some(SCHEMA_CUT),
            annotations: live.entry(id).and_then(|entry| entry.tool.hints),
        }),
        Err(refusal) => {
            let id = chars_prefix(id, MAX_ECHO_CHARS);
            serde_json::to_string(&NotDescribed { id, error: (*refusal).into() })
        }
    };
    json.map_err(|_| Refusal::NotDescribable)
}
