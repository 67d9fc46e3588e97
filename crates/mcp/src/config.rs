//! The configuration: the file that MCP clients already have, and beside its servers an object `toolsift` of our own.

mod expand;
mod limits;
mod mode;
mod own;
mod secret;
mod server;

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toolsift::contracts::{Ranking, ToolId};
use toolsift_catalog::parse_servers;

pub(crate) use self::limits::count;
pub use self::limits::{LIMIT_RANGES, Limits};
pub use self::mode::Mode;
pub use self::secret::Secret;
pub use self::server::{Endpoint, ServerConfig, VouchRule};
use crate::error::GatewayError;
use crate::ids::MAX_CANONICAL_CHARS;

/// Longest configuration, in bytes. Clients' files have a few kilobytes; the cap is there so that no file can fill the memory.
pub const MAX_CONFIG_BYTES: usize = 1 << 20;
/// Most servers of a configuration. The largest public collection that was tried has 55; each is a process or a connection.
pub const MAX_SERVERS: usize = 256;
/// Longest name of a server, in characters. Results and records name servers that are away, and no id has more.
pub const MAX_SERVER_NAME_CHARS: usize = MAX_CANONICAL_CHARS;

/// What a gateway is told.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Config {
    /// The servers, in the order of their names; those that the file switches off are left out.
    pub servers: Vec<ServerConfig>,
    /// What clients list.
    pub mode: Mode,
    /// Ids of tools that are on every menu from the start, where their servers are there; in mode growing alone.
    pub always_loaded: Vec<ToolId>,
    /// Whether un-vouched tools are ranked among the trusted ones or apart.
    pub ranking: Ranking,
    /// What a model reads of the search tool; left out, a short fixed text.
    pub description: Option<String>,
    /// Folders of skills.
    pub skills: Vec<PathBuf>,
    /// Where the records of sessions go; left out, nothing is recorded.
    pub records: Option<PathBuf>,
    /// The bearer token that an HTTP client must show; left out, none is asked for.
    pub token: Option<Secret>,
    /// Origins of browsers that may connect over HTTP besides those of this machine, as `https://app.example.com:443`.
    pub origins: Vec<String>,
    /// What bounds the gateway.
    pub limits: Limits,
}

/// The parts of the file that are read here; the servers' structure is checked by `toolsift-catalog`.
#[derive(Deserialize)]
struct File {
    #[serde(default, alias = "servers", rename = "mcpServers")]
    servers: std::collections::BTreeMap<String, server::Wire>,
    #[serde(default)]
    toolsift: Option<serde_json::Value>,
}

impl Config {
    /// Reads a configuration. `name` is what errors call it, `folder` what relative paths of ours start from, `variable` gives the value of an environment variable.
    ///
    /// The file is `{ "mcpServers": { … } }` or `{ "servers": { … } }`, comments and trailing commas allowed; beside it `toolsift` holds our own keys, which `docs/formats.md` lists.
    /// `${VAR}`, `${VAR:-default}` and `${env:VAR}` are replaced in commands, arguments, environments, addresses, headers and the token, once.
    ///
    /// # Errors
    ///
    /// A [`GatewayError`] that names the server and the field: for what [`parse_servers`] refuses, a variable that is not set, a key of ours that does not exist, or a value out of its
    /// range. No error quotes a value.
    ///
    /// ```
    /// use std::path::Path;
    /// use toolsift_mcp::Config;
    ///
    /// let file = br#"{ "mcpServers": { "files": { "command": "files-mcp", "env": { "TOKEN": "${TOKEN}" } } },
    ///                  "toolsift": { "servers": { "files": { "vouch": true } } } }"#;
    /// let config = Config::parse(file, ".mcp.json", Path::new("."), &|name| (name == "TOKEN").then(|| "hush".to_owned()))?;
    /// assert_eq!(config.servers[0].name, "files");
    /// assert!(!format!("{config:?}").contains("hush"));
    /// # Ok::<(), toolsift_mcp::GatewayError>(())
    /// ```
    pub fn parse(
        bytes: &[u8],
        name: &str,
        folder: &Path,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, GatewayError> {
        let own = |field: &str, problem: &str| GatewayError::Own {
            file: name.to_owned(),
            field: field.to_owned(),
            problem: problem.to_owned(),
        };
        if bytes.len() > MAX_CONFIG_BYTES {
            return Err(own("(file)", &format!("has more than {MAX_CONFIG_BYTES} bytes")));
        }
        let listed = parse_servers(bytes, name)?;
        if listed.len() > MAX_SERVERS {
            return Err(own("mcpServers", &format!("has more than {MAX_SERVERS} servers")));
        }
        if listed.iter().any(|server| server.name.chars().nth(MAX_SERVER_NAME_CHARS).is_some()) {
            return Err(own(
                "mcpServers",
                &format!("names a server with more than {MAX_SERVER_NAME_CHARS} characters"),
            ));
        }
        let text = toolsift_catalog::plain_json(bytes, name)?;
        // The catalogue's reader has checked the shape of everything but our own keys and the values of `env` and `headers`.
        let file: File = serde_json::from_str(&text).map_err(|error| {
            own(
                "mcpServers",
                &format!("has `env` or `headers` with a value that is no string, near line {}", error.line()),
            )
        })?;
        let own = own::Own::read(file.toolsift, name)?;
        let servers = server::all(listed, file.servers, &own, &server::Source { file: name, variable })?;
        let token = own.http.token.as_ref().map(|token| {
            expand::expand(token, variable).map(Secret::new).map_err(|problem| GatewayError::Own {
                file: name.to_owned(),
                field: "toolsift.http.token".to_owned(),
                problem,
            })
        });
        Ok(Self {
            servers,
            mode: own.mode,
            always_loaded: own.always_loaded,
            ranking: own.ranking,
            description: own.description,
            skills: own.skills.iter().map(|path| folder.join(path)).collect(),
            records: own.records.map(|path| folder.join(path)),
            token: token.transpose()?,
            origins: own.http.origins,
            limits: own.limits,
        })
    }

    /// Reads a configuration from a file.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), and where the file cannot be read.
    pub fn load(path: &Path, variable: &dyn Fn(&str) -> Option<String>) -> Result<Self, GatewayError> {
        use std::io::Read;
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(|source| GatewayError::file(path, source))?;
        let most = MAX_CONFIG_BYTES as u64 + 1;
        file.take(most).read_to_end(&mut bytes).map_err(|source| GatewayError::file(path, source))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        Self::parse(&bytes, &path.display().to_string(), folder, variable)
    }
}
