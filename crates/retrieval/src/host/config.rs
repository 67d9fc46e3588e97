//! What an operator configures.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use toolsift_core::{ToolDefinition, ToolId};

use super::facet::{Facet, read_facets};
use super::transport::Transport;
use crate::command::HostCommand;
use crate::error::RetrievalError;
use crate::fields::Fields;
use crate::limits::{MAX_CLI_ARGS, MAX_PATH_CHARS};
use crate::tools::tool_definition;
use crate::{file, json};

/// Which program reads for a run, from where, and under which ceiling. It comes from a file that the operator writes and no model sees.
///
/// ```
/// use toolsift_retrieval::RetrievalConfig;
/// # if cfg!(unix) {
///
/// let config = RetrievalConfig::parse(br#"{
///     "cliPath": "/opt/loom/bin/loom",
///     "transport": { "kind": "broker", "queuePath": "/private/loom/queue" },
///     "readCeilingFile": "/private/loom/read-ceiling.json",
///     "facets": ["work"]
/// }"#)?;
/// assert_eq!(config.tools().len(), 8);
/// let error = RetrievalConfig::parse(br#"{ "cliPath": "loom", "transport": { "kind": "broker", "queuePath": "/q" } }"#).unwrap_err();
/// assert_eq!(error.to_string(), "cliPath: must be an absolute path of at most 4096 characters without control characters");
/// # }
/// # Ok::<(), toolsift_retrieval::RetrievalError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RetrievalConfig {
    /// The host's program, by its absolute path.
    pub cli_path: PathBuf,
    /// Arguments that come ahead of a command's own: where one program has several parts, which of them.
    pub cli_args: Vec<String>,
    /// Which instance it talks to.
    pub transport: Transport,
    /// The record of a ceiling that another program writes for the run, by its absolute path. It is read for each call, and one that cannot be read refuses the call.
    pub read_ceiling_file: Option<PathBuf>,
    /// The facets that the record must have been written for.
    pub facets: Option<Vec<Facet>>,
}

impl RetrievalConfig {
    /// A program on a transport, without leading arguments, a record or facets.
    #[must_use]
    pub fn new(cli_path: impl Into<PathBuf>, transport: Transport) -> Self {
        Self { cli_path: cli_path.into(), cli_args: Vec::new(), transport, read_ceiling_file: None, facets: None }
    }

    /// The configuration of a file. Without a path there is none, which is no error: the tools are then absent.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), and [`RetrievalError::Unreadable`], or [`RetrievalError::Field`] for a path that is not absolute.
    pub fn load(path: Option<&Path>) -> Result<Option<Self>, RetrievalError> {
        let Some(path) = path else { return Ok(None) };
        self::path("the path of the configuration", path)?;
        let bytes = file::read(path).map_err(|error| RetrievalError::Unreadable {
            path: path.display().to_string(),
            reason: error.to_string(),
        })?;
        Self::parse(&bytes).map(Some)
    }

    /// Reads a configuration and [validates](Self::validate) it.
    ///
    /// # Errors
    ///
    /// [`RetrievalError::NotAnObject`], [`RetrievalError::UnknownField`], [`RetrievalError::Field`].
    pub fn parse(bytes: &[u8]) -> Result<Self, RetrievalError> {
        Self::read(&json::read(bytes).ok_or(RetrievalError::NotAnObject)?)
    }

    fn read(value: &Value) -> Result<Self, RetrievalError> {
        let known = ["cliPath", "cliArgs", "transport", "readCeilingFile", "facets"];
        let fields = closed(value, "", &known)?;
        let transport = fields.get("transport").ok_or(missing("transport"))?;
        let mut config = Self::new(required(fields, "cliPath", "cliPath")?, Transport::read(transport)?);
        if let Some(args) = fields.get("cliArgs") {
            let args = args.as_array().ok_or(cli_args())?.iter().map(|arg| arg.as_str().map(str::to_owned));
            config.cli_args = args.collect::<Option<_>>().ok_or(cli_args())?;
        }
        if fields.get("readCeilingFile").is_some() {
            config.read_ceiling_file = Some(required(fields, "readCeilingFile", "readCeilingFile")?.into());
        }
        if let Some(facets) = fields.get("facets") {
            config.facets = Some(read_facets(facets).ok_or(facet_rule())?);
        }
        config.validate()?;
        Ok(config)
    }

    /// Checks every field, also of a configuration that was made by a program. Whatever opens one does it ahead of everything else.
    ///
    /// # Errors
    ///
    /// [`RetrievalError::Field`], with the name that the field has in a file.
    pub fn validate(&self) -> Result<(), RetrievalError> {
        path("cliPath", &self.cli_path)?;
        let is_plain =
            |arg: &String| (1..=MAX_PATH_CHARS).contains(&arg.chars().count()) && !arg.chars().any(char::is_control);
        if self.cli_args.len() > MAX_CLI_ARGS || !self.cli_args.iter().all(is_plain) {
            return Err(cli_args());
        }
        self.transport.validate()?;
        if let Some(file) = &self.read_ceiling_file {
            path("readCeilingFile", file)?;
        }
        match &self.facets {
            Some(facets) if facets.is_empty() || facets.len() > crate::limits::MAX_FACETS => Err(facet_rule()),
            _ => Ok(()),
        }
    }

    /// The tools that there are with this configuration: all eight, in the order in which they are registered.
    #[must_use]
    pub fn tools(&self) -> Vec<ToolDefinition> {
        HostCommand::ALL.into_iter().map(tool_definition).collect()
    }

    /// The tools that there are with this configuration, or with none. To ask for one of them by name where there is none contradicts itself and is refused.
    ///
    /// # Errors
    ///
    /// [`RetrievalError::NotConfigured`] with the first such name.
    pub fn tools_of(config: Option<&Self>, asked: &[ToolId]) -> Result<Vec<ToolDefinition>, RetrievalError> {
        let Some(config) = config else {
            let is_ours = |tool: &&ToolId| HostCommand::of_tool(tool.as_str()).is_some();
            return match asked.iter().find(is_ours) {
                Some(tool) => Err(RetrievalError::NotConfigured { tool: tool.clone() }),
                None => Ok(Vec::new()),
            };
        };
        config.validate()?;
        Ok(config.tools())
    }
}

/// A host may keep it in a configuration of its own.
impl<'de> Deserialize<'de> for RetrievalConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

const fn missing(field: &'static str) -> RetrievalError {
    RetrievalError::Field { field, rule: "is required" }
}

const fn cli_args() -> RetrievalError {
    let rule = "must be a list of at most 16 texts of 1 to 4096 characters without control characters";
    RetrievalError::Field { field: "cliArgs", rule }
}

const fn facet_rule() -> RetrievalError {
    let rule = "must be a list of 1 to 64 names of a-z 0-9 and, behind the first character, -";
    RetrievalError::Field { field: "facets", rule }
}

/// An object without other members than the known ones.
pub(super) fn closed<'a>(value: &'a Value, of: &str, known: &[&str]) -> Result<Fields<'a>, RetrievalError> {
    let fields = Fields::open(value).ok_or(RetrievalError::NotAnObject)?;
    match fields.unknown(known) {
        None => Ok(fields),
        Some(name) => {
            let name = toolsift_core::chars_prefix(name, 64);
            let field = if of.is_empty() { name.to_owned() } else { format!("{of}.{name}") };
            Err(RetrievalError::UnknownField { field })
        }
    }
}

/// A text that must be there.
pub(super) fn required<'a>(fields: Fields<'a>, name: &str, field: &'static str) -> Result<&'a str, RetrievalError> {
    let value = fields.get(name).ok_or(missing(field))?;
    value.as_str().ok_or(RetrievalError::Field { field, rule: "must be a text" })
}

/// An absolute path.
pub(super) fn path(field: &'static str, path: &Path) -> Result<(), RetrievalError> {
    let is_plain = |text: &str| text.chars().count() <= MAX_PATH_CHARS && !text.chars().any(char::is_control);
    // What is no text cannot be checked, and cannot come out of a file either.
    if path.is_absolute() && path.to_str().is_some_and(is_plain) {
        return Ok(());
    }
    let rule = "must be an absolute path of at most 4096 characters without control characters";
    Err(RetrievalError::Field { field, rule })
}
