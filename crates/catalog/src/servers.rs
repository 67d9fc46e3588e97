//! The files in which clients list their MCP servers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use toolsift_core::ToolId;

use crate::error::CatalogError;
use crate::jsonc;
use crate::pairs::pairs;
use crate::place::{Place, Places};
use crate::source;

/// An MCP server as a client's file names it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Server {
    /// What the file calls it.
    pub name: String,
    /// How it is reached.
    pub transport: Transport,
    /// Whether the file switches it off.
    pub disabled: bool,
}

/// How a server is reached.
///
/// The values of environment variables and headers are never kept. Arguments and addresses are, since nobody can
/// connect without them, but they may hold secrets too: `Debug` shows neither, and no command.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Transport {
    /// A process that is spoken to through its standard input and output.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments, as written.
        args: Vec<String>,
        /// The environment variables that the file sets, sorted.
        env_keys: Vec<String>,
    },
    /// A server at an address.
    Http {
        /// The address, as written.
        url: String,
        /// The headers that the file sets, sorted.
        header_keys: Vec<String>,
    },
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdio { env_keys, .. } => f.debug_struct("Stdio").field("env_keys", env_keys).finish_non_exhaustive(),
            Self::Http { header_keys, .. } => {
                f.debug_struct("Http").field("header_keys", header_keys).finish_non_exhaustive()
            }
        }
    }
}

/// Reads a file of servers, in the order of their names. `name` is what errors call it.
///
/// The file is `{ "mcpServers": { … } }` or, as VS Code has it, `{ "servers": { … } }`. Comments and trailing commas are allowed.
/// Of a server, `command`, `args`, `env`, `url`, `headers` and `disabled` are read; `null` is as good as absent, other
/// fields are ignored. Variables such as `${HOME}` stay as they are written.
///
/// # Errors
///
/// A [`CatalogError`] with the line, the server and the field for a field of another type or one given twice, for a server with
/// both `command` and `url` or neither, and for a name that comes twice. No error quotes more than names.
///
/// # Complexity
///
/// Linear in the bytes, and O(log n) a server.
///
/// ```
/// use toolsift_catalog::{Transport, parse_servers};
///
/// let file = br#"{ "mcpServers": { "files": { "command": "files-mcp", "env": { "TOKEN": "hush" } } } } // mine"#;
/// let servers = parse_servers(file, ".mcp.json")?;
/// assert!(matches!(&servers[0].transport, Transport::Stdio { env_keys, .. } if env_keys == &["TOKEN"]));
/// assert!(!format!("{servers:?}").contains("hush"));
/// # Ok::<(), toolsift_catalog::CatalogError>(())
/// ```
pub fn parse_servers(bytes: &[u8], name: &str) -> Result<Vec<Server>, CatalogError> {
    let text = plain_json(bytes, name)?;
    let mut places = Places::new(name, &text);
    let value: &RawValue = serde_json::from_str(&text).map_err(|error| source::not_json(&places, &error))?;
    places.of(value.get());
    let (list, raw) = list(value, &places)?;
    let place = places.of(raw.get());
    let entries =
        pairs(raw).ok_or(CatalogError::Shape { place, expected: "servers to be an object by their names" })?;
    let mut servers = BTreeMap::new();
    for (server, raw) in entries {
        let place = places.of(raw.get());
        // A server's name is an id like any other.
        ToolId::new(&server).map_err(|source| CatalogError::Id { place: place.clone(), field: list, source })?;
        let read = read(&server, raw, &place)?;
        if let Some((first, _)) = servers.insert(server.clone(), (place.clone(), read)) {
            return Err(CatalogError::DuplicateName { kind: "server", name: server, first, second: place });
        }
    }
    Ok(servers.into_values().map(|(_, server)| server).collect())
}

/// The text of a file of servers as plain JSON: comments and trailing commas are spaces, so that every line and column stays what it was. It is for whoever reads more of the file
/// than [`parse_servers`] keeps. `name` is what errors call it.
///
/// # Errors
///
/// A [`CatalogError`] for bytes that are not UTF-8, and for a comment without an end.
///
/// # Complexity
///
/// Linear in the bytes.
pub fn plain_json(bytes: &[u8], name: &str) -> Result<String, CatalogError> {
    let text = source::text(bytes, name)?;
    jsonc::plain(text).map_err(|at| {
        let before = text.get(..at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let reason = "a comment without an end".to_owned();
        CatalogError::NotJson { place: Places::new(name, before).end(), column: line.len() + 1, reason }
    })
}

/// The field that holds the servers.
fn list<'a>(value: &'a RawValue, places: &Places<'_>) -> Result<(&'static str, &'a RawValue), CatalogError> {
    let shape = |expected| CatalogError::Shape { place: places.here(), expected };
    let mut found = None;
    for (field, raw) in pairs(value).ok_or_else(|| shape("an object with `mcpServers` or `servers`"))? {
        let field = match field.as_str() {
            "mcpServers" => "mcpServers",
            "servers" => "servers",
            _ => continue,
        };
        if found.replace((field, raw)).is_some() {
            return Err(shape("one of `mcpServers` and `servers`, and once"));
        }
    }
    found.ok_or_else(|| shape("an object with `mcpServers` or `servers`"))
}

/// The fields that are read of a server, each still as it was written.
#[derive(Default)]
struct Wire<'a> {
    command: Option<&'a RawValue>,
    args: Option<&'a RawValue>,
    env: Option<&'a RawValue>,
    url: Option<&'a RawValue>,
    headers: Option<&'a RawValue>,
    disabled: Option<&'a RawValue>,
}

fn read(server: &str, raw: &RawValue, place: &Place) -> Result<Server, CatalogError> {
    let problem =
        |field, problem| CatalogError::Server { place: place.clone(), server: server.to_owned(), field, problem };
    let fields = pairs(raw)
        .ok_or_else(|| CatalogError::Shape { place: place.clone(), expected: "a server, which is an object" })?;
    let mut wire = Wire::default();
    for (field, raw) in fields {
        let (slot, field) = match field.as_str() {
            "command" => (&mut wire.command, "command"),
            "args" => (&mut wire.args, "args"),
            "env" => (&mut wire.env, "env"),
            "url" => (&mut wire.url, "url"),
            "headers" => (&mut wire.headers, "headers"),
            "disabled" => (&mut wire.disabled, "disabled"),
            _ => continue,
        };
        if slot.replace(raw).is_some() {
            return Err(problem(field, "given twice"));
        }
    }
    let string = "must be a valid string";
    let command: Option<String> = optional(wire.command).map_err(|()| problem("command", string))?;
    let args = optional(wire.args).map_err(|()| problem("args", "must be a list of valid strings"))?;
    let env_keys = keys(wire.env).ok_or_else(|| problem("env", "must be an object"))?;
    let url: Option<String> = optional(wire.url).map_err(|()| problem("url", string))?;
    let header_keys = keys(wire.headers).ok_or_else(|| problem("headers", "must be an object"))?;
    let disabled = optional(wire.disabled).map_err(|()| problem("disabled", "must be `true` or `false`"))?;
    let transport = match (command, url) {
        (Some(command), None) => Transport::Stdio { command, args: args.unwrap_or_default(), env_keys },
        (None, Some(url)) => Transport::Http { url, header_keys },
        (Some(_), Some(_)) => return Err(problem("url", "must not stand beside `command`")),
        (None, None) => return Err(problem("command", "missing, and so is `url`")),
    };
    Ok(Server { name: server.to_owned(), transport, disabled: disabled.unwrap_or_default() })
}

/// A field that may be left out or `null`.
fn optional<T: DeserializeOwned>(raw: Option<&RawValue>) -> Result<Option<T>, ()> {
    raw.map_or(Ok(None), |raw| serde_json::from_str(raw.get()).map_err(|_| ()))
}

/// The names in an object, sorted and each once. Its values are not looked at.
fn keys(raw: Option<&RawValue>) -> Option<Vec<String>> {
    let Some(raw) = raw.filter(|raw| raw.get() != "null") else { return Some(Vec::new()) };
    let names: BTreeSet<String> = pairs(raw)?.into_iter().map(|(name, _)| name).collect();
    Some(names.into_iter().collect())
}
