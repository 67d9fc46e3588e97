//! A tool as its server defines it.

use std::sync::{Arc, OnceLock};

use rmcp::model::ToolAnnotations;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use toolsift::contracts::{ToolDefinition, ToolId, canonical_json, lower_hex};
use toolsift_catalog::{Author, parse};

use crate::config::{ServerConfig, VouchRule};
use crate::ids::canonical_id;
use crate::validate::ArgumentSchema;

/// Longest name of a tool on its server, in characters: four times what MCP allows, so that a sloppy server stays usable.
const MAX_TOOL_NAME_CHARS: usize = 512;

/// A tool of a server.
#[derive(Debug)]
#[non_exhaustive]
pub struct UpstreamTool {
    /// Its name on the server, which is what a call names.
    pub name: String,
    /// What is made of it: under its canonical id, with the operator's word set.
    pub definition: Arc<ToolDefinition>,
    /// Everything that the server said, byte for byte.
    pub raw: Arc<str>,
    /// The SHA-256 of [`raw`](Self::raw) as canonical JSON, which an operator's word may be bound to: annotations and `_meta` have their part in it.
    pub digest: String,
    /// The server's hints, if it is vouched for.
    pub hints: Option<Hints>,
    schema: OnceLock<Option<ArgumentSchema>>,
}

/// What a vouched server says of a tool's effects (MCP, tool annotations). Its title and other fields are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Hints {
    /// It changes nothing.
    pub read_only_hint: bool,
    /// What it changes it may destroy.
    pub destructive_hint: bool,
    /// Doing it twice is doing it once.
    pub idempotent_hint: bool,
    /// It deals with the world outside.
    pub open_world_hint: bool,
}

impl Hints {
    /// The same on the wire.
    pub(crate) fn to_annotations(self) -> ToolAnnotations {
        ToolAnnotations::new()
            .read_only(self.read_only_hint)
            .destructive(self.destructive_hint)
            .idempotent(self.idempotent_hint)
            .open_world(self.open_world_hint)
    }
}

/// What becomes of a definition.
#[derive(Debug)]
pub(super) enum Read {
    /// A tool.
    Tool(Box<UpstreamTool>),
    /// A tool that only an app may see (`_meta.ui.visibility`, SEP-1865).
    AppOnly,
    /// Nothing: why not.
    Unusable(String),
}

impl UpstreamTool {
    /// Reads a definition.
    pub(super) fn read(raw: &RawValue, config: &ServerConfig) -> Read {
        let text = raw.get();
        let Ok(value) = serde_json::from_str::<Value>(text) else {
            return Read::Unusable("nests too deep or holds a number out of range".to_owned());
        };
        let Some(name) = value.get("name").and_then(Value::as_str) else {
            return Read::Unusable("has no name".to_owned());
        };
        if name.is_empty() || name.chars().nth(MAX_TOOL_NAME_CHARS).is_some() {
            return Read::Unusable(format!("has no name of 1 to {MAX_TOOL_NAME_CHARS} characters"));
        }
        if is_app_only(&value) {
            return Read::AppOnly;
        }
        let mut definition = match parse(format!("[{text}]").as_bytes(), &config.name, Author::ThirdParty) {
            Ok(entries) => match entries.into_iter().next() {
                Some(entry) => entry.tool,
                None => return Read::Unusable("is no tool".to_owned()),
            },
            // The error names the field, and quotes nothing.
            Err(error) => return Read::Unusable(error.to_string()),
        };
        let id = canonical_id(&config.name, name);
        match ToolId::new(&id) {
            Ok(id) => definition.id = id,
            Err(error) => return Read::Unusable(error.to_string()),
        }
        definition.namespace = None;
        let digest = lower_hex(&Sha256::digest(canonical_json(&value)));
        definition.trust_json_schema_text = match &config.vouch {
            VouchRule::Nothing => false,
            VouchRule::Everything => true,
            VouchRule::Tools(tools) => {
                tools.get(name).is_some_and(|bound| bound.as_ref().is_none_or(|bound| *bound == digest))
            }
        };
        let hints = definition.trust_json_schema_text.then(|| value.get("annotations").map(Hints::read)).flatten();
        Read::Tool(Box::new(Self {
            name: name.to_owned(),
            definition: Arc::new(definition),
            raw: text.into(),
            digest,
            hints,
            schema: OnceLock::new(),
        }))
    }

    /// The schema of its arguments, compiled at the first call. Nothing, where it is none that can be checked: then the server checks alone.
    pub(crate) fn schema(&self) -> Option<&ArgumentSchema> {
        self.schema
            .get_or_init(|| self.definition.json_input_schema.as_ref().and_then(ArgumentSchema::compile))
            .as_ref()
    }
}

impl Hints {
    /// What a definition's `annotations` say, the protocol's defaults for what they do not.
    fn read(annotations: &Value) -> Self {
        let hint = |name: &str, default| annotations.get(name).and_then(Value::as_bool).unwrap_or(default);
        Self {
            read_only_hint: hint("readOnlyHint", false),
            destructive_hint: hint("destructiveHint", true),
            idempotent_hint: hint("idempotentHint", false),
            open_world_hint: hint("openWorldHint", true),
        }
    }
}

/// Whether a definition says that models may not see it. This is a restriction, so that it is heeded whoever says it.
fn is_app_only(tool: &Value) -> bool {
    let visibility = tool.pointer("/_meta/ui/visibility").and_then(Value::as_array);
    visibility.is_some_and(|list| !list.iter().any(|entry| entry.as_str() == Some("model")))
}
