//! Why a server is not there.

use std::fmt;

use rmcp::service::{ClientInitializeError, ServiceError};
use serde::Serialize;
use toolsift::contracts::chars_prefix;

use crate::config::ServerConfig;

/// Longest detail of a fault, in characters: enough for the last lines that a program wrote before it died.
const MAX_DETAIL_CHARS: usize = 600;

/// Why a server is not there: a code for machines and models, and for the operator a detail without secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Fault {
    /// What happened.
    pub code: FaultCode,
    /// What the system or the server said, for the operator only.
    pub detail: String,
}

/// What happened to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FaultCode {
    /// Its program could not be started.
    NotStarted,
    /// Its program ended, or its connection was closed.
    Closed,
    /// It did not answer in time.
    TimedOut,
    /// It wants an authorisation that it was not given.
    Unauthorized,
    /// It answered something that is not the protocol.
    Protocol,
    /// It could not be reached.
    Unreachable,
}

impl FaultCode {
    /// Its name in results and reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotStarted => "not_started",
            Self::Closed => "closed",
            Self::TimedOut => "timed_out",
            Self::Unauthorized => "unauthorized",
            Self::Protocol => "protocol",
            Self::Unreachable => "unreachable",
        }
    }

    /// What an operator may try.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::NotStarted => "check `command` and whether the program is installed and on the path",
            Self::Closed => "run the command by hand and see why it ends; check `args` and `env`",
            Self::TimedOut => "try again, or raise `toolsift.limits.connectSeconds` if its start is slow",
            Self::Unauthorized => "check the token in `headers` or `env`",
            Self::Protocol => "check that `url` or `command` is an MCP server, and its version",
            Self::Unreachable => "check `url`, and whether the server runs",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code.as_str())?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}

impl Fault {
    /// A fault of a server, with what was said of it cleaned of the server's secrets.
    pub(crate) fn of(config: &ServerConfig, code: FaultCode, said: &str) -> Self {
        let mut detail = said.to_owned();
        for secret in config.endpoint.secrets() {
            detail = detail.replace(secret, "…");
        }
        let plain: String = detail.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        Self { code, detail: chars_prefix(plain.trim(), MAX_DETAIL_CHARS).to_owned() }
    }

    /// What a failed handshake comes to.
    pub(crate) fn of_start(config: &ServerConfig, error: &ClientInitializeError) -> Self {
        let code = if error.is_authorization_required() {
            FaultCode::Unauthorized
        } else {
            match error {
                ClientInitializeError::ConnectionClosed(_) => FaultCode::Closed,
                ClientInitializeError::TransportError { .. } => FaultCode::Unreachable,
                ClientInitializeError::LegacyFallbackFailed { fallback, .. } => {
                    return Self::of_start(config, fallback);
                }
                _ => FaultCode::Protocol,
            }
        };
        Self::of(config, code, &error.to_string())
    }

    /// What a failed request comes to.
    pub(crate) fn of_request(config: &ServerConfig, error: &ServiceError) -> Self {
        let code = match error {
            _ if error.is_authorization_required() => FaultCode::Unauthorized,
            ServiceError::Timeout { .. } => FaultCode::TimedOut,
            ServiceError::TransportClosed => FaultCode::Closed,
            ServiceError::TransportSend(_) => FaultCode::Unreachable,
            _ => FaultCode::Protocol,
        };
        Self::of(config, code, &error.to_string())
    }
}
