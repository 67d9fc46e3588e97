//! What a command prints.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::Refusal;

/// A payload as it is printed, written before so that every command's own type ends here.
#[derive(Debug)]
pub(crate) enum Reply {
    /// What was asked for.
    Payload(Box<RawValue>),
    /// What stands in for it: the same, but for the exit code.
    Fallback(Box<RawValue>),
}

impl Reply {
    /// The reply of a payload.
    pub(crate) fn payload(payload: &impl Serialize) -> Result<Self, Refusal> {
        written(payload).map(Self::Payload)
    }

    /// The reply of a payload that stands in for another one.
    pub(crate) fn fallback(payload: &impl Serialize) -> Result<Self, Refusal> {
        written(payload).map(Self::Fallback)
    }
}

fn written(payload: &impl Serialize) -> Result<Box<RawValue>, Refusal> {
    to_raw_value(payload).map_err(|_| Refusal::Unreadable)
}
