//! Our own keys: the object `toolsift` beside the servers.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use toolsift::contracts::{Ranking, ToolId, Vocabulary};
use toolsift::session::MAX_TOOL_DESCRIPTION_CHARS;

use super::limits::Limits;
use super::mode::Mode;
use crate::error::GatewayError;

/// What `toolsift` may hold. A key that nobody knows is an error: a slip of the pen must not switch a bound off.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Own {
    pub(super) mode: Mode,
    pub(super) always_loaded: Vec<ToolId>,
    pub(super) ranking: Ranking,
    pub(super) description: Option<String>,
    pub(super) skills: Vec<PathBuf>,
    pub(super) records: Option<PathBuf>,
    pub(super) http: Http,
    pub(super) limits: Limits,
    pub(super) servers: BTreeMap<String, OwnServer>,
}

/// How HTTP clients are admitted.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Http {
    pub(super) token: Option<String>,
    pub(super) origins: Vec<String>,
}

/// What is said of one server.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct OwnServer {
    pub(super) vouch: Option<VouchWire>,
    /// The host's words for tools, by their names on the server.
    pub(super) tools: BTreeMap<String, Vocabulary>,
    pub(super) call_seconds: Option<u64>,
}

/// `true`, `false`, or by the names of tools a digest or `true`.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum VouchWire {
    All(bool),
    Tools(BTreeMap<String, VouchTool>),
}

/// The word for one tool.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum VouchTool {
    Whatever(bool),
    Digest(String),
}

impl Own {
    pub(super) fn read(value: Option<serde_json::Value>, file: &str) -> Result<Self, GatewayError> {
        let problem = |field: &str, problem: String| GatewayError::Own {
            file: file.to_owned(),
            field: field.to_owned(),
            problem,
        };
        let Some(value) = value else { return Ok(Self::default()) };
        if let Some(field) = not_an_object(&value) {
            return Err(problem(&field, "must be an object".to_owned()));
        }
        for (field, value) in value.as_object().into_iter().flatten() {
            // Part by part, so that an error names one; what serde says of a value may quote it.
            let part = serde_json::json!({ field: value });
            serde_json::from_value::<Self>(part).map_err(|error| {
                let said = error.to_string();
                let unknown = said.strip_prefix("unknown field ").and_then(|rest| rest.split(',').next());
                let said = unknown.map_or("is not what it must be".to_owned(), |key| format!("has no key {key}"));
                problem(&format!("toolsift.{field}"), said)
            })?;
        }
        let own: Self =
            serde_json::from_value(value).map_err(|_| problem("toolsift", "is not what it must be".to_owned()))?;
        if let Some((name, least, most)) = own.limits.out_of_range() {
            return Err(problem(&format!("toolsift.limits.{name}"), format!("must be from {least} to {most}")));
        }
        if own.mode == Mode::Fixed && !own.always_loaded.is_empty() {
            return Err(problem(
                "toolsift.alwaysLoaded",
                "needs the mode `growing`: a fixed list has no menu".to_owned(),
            ));
        }
        let length = own.description.as_ref().map_or(0, |description| description.chars().count());
        if length > MAX_TOOL_DESCRIPTION_CHARS {
            let said = format!("has {length} characters; the limit is {MAX_TOOL_DESCRIPTION_CHARS}");
            return Err(problem("toolsift.description", said));
        }
        for (name, server) in &own.servers {
            if server.call_seconds.is_some_and(|seconds| !(1..=86_400).contains(&seconds)) {
                let field = format!("toolsift.servers.{name}.callSeconds");
                return Err(problem(&field, "must be from 1 to 86400".to_owned()));
            }
        }
        Ok(own)
    }
}

/// The first field that is a list or a plain value and must be an object. A list would be taken for the fields in their order.
fn not_an_object(value: &serde_json::Value) -> Option<String> {
    let is_wrong = |value: &serde_json::Value| !value.is_object();
    if is_wrong(value) {
        return Some("toolsift".to_owned());
    }
    for field in ["http", "limits", "servers"] {
        if value.get(field).is_some_and(is_wrong) {
            return Some(format!("toolsift.{field}"));
        }
    }
    let servers = || value.get("servers").and_then(serde_json::Value::as_object).into_iter().flatten();
    for (name, server) in servers() {
        if is_wrong(server) {
            return Some(format!("toolsift.servers.{name}"));
        }
        let tools = server.get("tools").and_then(serde_json::Value::as_object).into_iter().flatten();
        if let Some((tool, _)) = tools.into_iter().find(|(_, words)| is_wrong(words)) {
            return Some(format!("toolsift.servers.{name}.tools.{tool}"));
        }
    }
    None
}
