//! The closed set of refusals that a model may read.

use serde::Serialize;

use crate::command::InputFault;
use crate::limits::MAX_HOST_CODE_CHARS;

/// Why a call has no rows. The texts name no path, no host and no cause: what a host prints may quote both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Code {
    /// The run has no retrieval configuration.
    NotConfigured,
    /// The turn was given up.
    Cancelled,
    /// The ceiling of the run cannot be known.
    CeilingUnavailable,
    /// The arguments are not the command's.
    InvalidInput,
    /// The command did not start, did not end well, or printed no JSON.
    CommandFailed,
    /// The host says no.
    HostRefused,
    /// Nobody has the identifier.
    NotFound,
    /// Several people have the identifier.
    Contested,
    /// A search of another version.
    SchemaVersionMismatch,
    /// JSON that is not what the command returns.
    MalformedPayload,
}

impl Code {
    /// Every code, in the order in which a call is checked.
    pub const ALL: [Self; 10] = [
        Self::NotConfigured,
        Self::Cancelled,
        Self::CeilingUnavailable,
        Self::InvalidInput,
        Self::CommandFailed,
        Self::NotFound,
        Self::Contested,
        Self::HostRefused,
        Self::SchemaVersionMismatch,
        Self::MalformedPayload,
    ];

    /// Its name, which never changes.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotConfigured => "not_configured",
            Self::Cancelled => "cancelled",
            Self::CeilingUnavailable => "ceiling_unavailable",
            Self::InvalidInput => "invalid_input",
            Self::CommandFailed => "command_failed",
            Self::HostRefused => "host_refused",
            Self::NotFound => "not_found",
            Self::Contested => "contested",
            Self::SchemaVersionMismatch => "schema_version_mismatch",
            Self::MalformedPayload => "malformed_payload",
        }
    }

    /// What a model reads beside it.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::NotConfigured => "This run has no retrieval configuration.",
            Self::Cancelled => "The turn was cancelled before the command had ended.",
            Self::CeilingUnavailable => "The ceiling of this run cannot be read.",
            Self::InvalidInput => "The arguments are not what this tool takes.",
            Self::CommandFailed => "The command failed.",
            Self::HostRefused => "The host refused the command.",
            Self::NotFound => "Nobody is known by this identifier.",
            Self::Contested => "Several people are known by this identifier.",
            Self::SchemaVersionMismatch => "The host's answer states a `schemaVersion` other than 1.",
            Self::MalformedPayload => "The host's answer does not have the shape that this command returns.",
        }
    }
}

/// A code with what may be said beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: Code,
    /// What is wrong with the arguments, in fixed words.
    fault: Option<InputFault>,
    /// The host's own code, of [`Code::HostRefused`] alone.
    host_code: Option<String>,
}

impl Refusal {
    /// The host said no. Its code is passed on where it has the form of one; a sentence is not passed on.
    pub(crate) fn by_host(code: Option<&str>) -> Self {
        let is_code = |code: &&str| {
            (1..=MAX_HOST_CODE_CHARS).contains(&code.len())
                && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
        };
        Self { code: Code::HostRefused, fault: None, host_code: code.filter(is_code).map(str::to_owned) }
    }

    /// `{ "status": "error", "code", "message", "hostCode"? }`.
    pub(crate) fn to_json(&self) -> String {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Wire<'a> {
            status: &'static str,
            code: &'static str,
            message: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            host_code: Option<&'a str>,
        }
        let fault = self.fault.as_ref().map(InputFault::message);
        let message = fault.as_deref().unwrap_or(self.code.message());
        let wire = Wire { status: "error", code: self.code.as_str(), message, host_code: self.host_code.as_deref() };
        // Texts: nothing that could fail.
        serde_json::to_string(&wire).unwrap_or_default()
    }
}

impl From<Code> for Refusal {
    fn from(code: Code) -> Self {
        Self { code, fault: None, host_code: None }
    }
}

impl From<InputFault> for Refusal {
    fn from(fault: InputFault) -> Self {
        Self { code: Code::InvalidInput, fault: Some(fault), host_code: None }
    }
}
