//! One server of the configuration, with its secrets.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use toolsift::contracts::Vocabulary;
use toolsift_catalog::{Server, Transport};

use super::expand::expand;
use super::own::{Own, OwnServer, VouchTool, VouchWire};
use super::secret::Secret;
use crate::error::GatewayError;

/// A server that the gateway connects to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerConfig {
    /// What the file calls it. What the server calls itself is never used.
    pub name: String,
    /// How it is reached.
    pub endpoint: Endpoint,
    /// What the operator's word covers.
    pub vouch: VouchRule,
    /// The host's words for its tools, by their names on the server.
    pub tools: BTreeMap<String, Vocabulary>,
    /// How long a call of it may take.
    pub call_timeout: Duration,
}

/// How a server is reached. `Debug` shows neither arguments nor addresses nor values, all of which may hold secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Endpoint {
    /// A process that is spoken to through its standard input and output.
    Stdio {
        /// The program.
        command: Secret,
        /// Its arguments.
        args: Vec<Secret>,
        /// Environment variables on top of the gateway's own.
        env: BTreeMap<String, Secret>,
        /// Where it runs; left out, where the gateway does.
        cwd: Option<Secret>,
    },
    /// A streamable HTTP server.
    Http {
        /// The address.
        url: Secret,
        /// Headers of every request.
        headers: BTreeMap<String, Secret>,
    },
}

impl Endpoint {
    /// Every value that must not be printed, the longest first, short ones left out: `x` is no secret, and hiding it would hide nothing else.
    pub(crate) fn secrets(&self) -> Vec<&str> {
        const SHORT: usize = 6;
        let values: Vec<&Secret> = match self {
            Self::Stdio { args, env, .. } => args.iter().chain(env.values()).collect(),
            Self::Http { headers, url } => headers.values().chain([url]).collect(),
        };
        let mut secrets: Vec<&str> =
            values.into_iter().map(Secret::expose).filter(|value| value.len() >= SHORT).collect();
        secrets.sort_unstable_by_key(|value| std::cmp::Reverse(value.len()));
        secrets
    }
}

/// What the operator's word covers of a server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum VouchRule {
    /// Nothing: its texts are neither searched nor shown.
    #[default]
    Nothing,
    /// Whatever it says, today and tomorrow.
    Everything,
    /// These tools, by their names on the server, each as long as its definition has a digest, if one is given.
    Tools(BTreeMap<String, Option<String>>),
}

/// The values of a server that the catalogue's reader does not keep.
#[derive(Deserialize)]
pub(super) struct Wire {
    #[serde(default)]
    env: Option<BTreeMap<String, String>>,
    #[serde(default)]
    headers: Option<BTreeMap<String, String>>,
    #[serde(default)]
    cwd: Option<String>,
    #[serde(default, rename = "type")]
    kind: Option<String>,
}

/// Where values come from, and what errors call it.
pub(super) struct Source<'s> {
    pub(super) file: &'s str,
    pub(super) variable: &'s dyn Fn(&str) -> Option<String>,
}

impl Source<'_> {
    fn problem(&self, server: &str, field: &str, problem: impl Into<String>) -> GatewayError {
        let (server, field) = (server.to_owned(), field.to_owned());
        GatewayError::Server { file: self.file.to_owned(), server, field, problem: problem.into() }
    }

    fn secret(&self, server: &str, field: &str, value: &str) -> Result<Secret, GatewayError> {
        expand(value, self.variable).map(Secret::new).map_err(|problem| self.problem(server, field, problem))
    }

    fn secrets(
        &self,
        server: &str,
        field: &str,
        values: BTreeMap<String, String>,
    ) -> Result<BTreeMap<String, Secret>, GatewayError> {
        let value = |(key, value): (String, String)| {
            let secret = self.secret(server, &format!("{field}.{key}"), &value)?;
            Ok((key, secret))
        };
        values.into_iter().map(value).collect()
    }
}

/// The servers that are switched on.
pub(super) fn all(
    listed: Vec<Server>,
    mut wires: BTreeMap<String, Wire>,
    own: &Own,
    source: &Source<'_>,
) -> Result<Vec<ServerConfig>, GatewayError> {
    if let Some(unknown) = own.servers.keys().find(|name| !listed.iter().any(|server| server.name == **name)) {
        return Err(source.problem(unknown, "toolsift.servers", "names a server that the file does not have"));
    }
    let mut servers = Vec::new();
    for server in listed.into_iter().filter(|server| !server.disabled) {
        let Some(wire) = wires.remove(&server.name) else { continue };
        let nothing = OwnServer::default();
        let own_server = own.servers.get(&server.name).unwrap_or(&nothing);
        let seconds = own_server.call_seconds.unwrap_or(own.limits.call_seconds);
        servers.push(ServerConfig {
            vouch: vouch_rule(&server.name, own_server.vouch.as_ref(), source)?,
            tools: own_server.tools.clone(),
            call_timeout: Duration::from_secs(seconds),
            endpoint: endpoint(&server.name, server.transport, wire, source)?,
            name: server.name,
        });
    }
    Ok(servers)
}

fn endpoint(name: &str, transport: Transport, wire: Wire, source: &Source<'_>) -> Result<Endpoint, GatewayError> {
    // The transport of 2024-11-05, which the protocol has deprecated and `rmcp` does not speak.
    if wire.kind.as_deref() == Some("sse") {
        return Err(source.problem(name, "type", "must not be `sse`: use the server's streamable HTTP address"));
    }
    match transport {
        Transport::Stdio { command, args, .. } => {
            let args = args.iter().map(|arg| source.secret(name, "args", arg)).collect::<Result<_, _>>()?;
            let env = source.secrets(name, "env", wire.env.unwrap_or_default())?;
            let cwd = wire.cwd.map(|cwd| source.secret(name, "cwd", &cwd)).transpose()?;
            Ok(Endpoint::Stdio { command: source.secret(name, "command", &command)?, args, env, cwd })
        }
        Transport::Http { url, .. } => {
            let headers = source.secrets(name, "headers", wire.headers.unwrap_or_default())?;
            for (key, value) in &headers {
                let is_header = http::HeaderName::from_bytes(key.as_bytes()).is_ok()
                    && http::HeaderValue::from_str(value.expose()).is_ok();
                if !is_header {
                    return Err(source.problem(name, "headers", "has one that HTTP does not allow"));
                }
            }
            let url = source.secret(name, "url", &url)?;
            if !["http://", "https://"].iter().any(|scheme| url.expose().starts_with(scheme)) {
                return Err(source.problem(name, "url", "must begin with http:// or https://"));
            }
            Ok(Endpoint::Http { url, headers })
        }
        _ => Err(source.problem(name, "command", "describes a transport that is not supported")),
    }
}

fn vouch_rule(name: &str, wire: Option<&VouchWire>, source: &Source<'_>) -> Result<VouchRule, GatewayError> {
    match wire {
        None | Some(VouchWire::All(false)) => Ok(VouchRule::Nothing),
        Some(VouchWire::All(true)) => Ok(VouchRule::Everything),
        Some(VouchWire::Tools(tools)) => {
            let mut rule = BTreeMap::new();
            for (tool, word) in tools {
                match word {
                    VouchTool::Whatever(true) => drop(rule.insert(tool.clone(), None)),
                    VouchTool::Whatever(false) => {}
                    VouchTool::Digest(digest) if is_digest(digest) => {
                        rule.insert(tool.clone(), Some(digest.clone()));
                    }
                    VouchTool::Digest(_) => {
                        let problem = format!("has no SHA-256 for {tool:?}: 64 lower-case hexadecimal digits");
                        return Err(source.problem(name, "vouch", problem));
                    }
                }
            }
            Ok(VouchRule::Tools(rule))
        }
    }
}

fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
