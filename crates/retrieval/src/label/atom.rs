//! One thing that an observer satisfies or not.

use std::cmp::Ordering;

use serde_json::Value;
use toolsift_core::canonical_json;

use super::entailment::holds_digest;
use crate::limits::{MAX_ATOM_CHARS, MAX_DEPTH};

/// The atom that stands for a label nobody could read. No declared ceiling grants it, not even one that names it.
pub const READ_FAILED: &str = "cfc:label-read-failed";

/// An atom: a text, or an object with a text `type`.
///
/// Two atoms are one where their canonical JSON is. They are ordered by it, too.
///
/// ```
/// use serde_json::json;
/// use toolsift_retrieval::Atom;
///
/// let user = Atom::read(&json!({ "type": "user", "subject": "alice" })).unwrap();
/// assert_eq!(user.type_name(), "user");
/// assert_eq!(Atom::read(&json!({ "subject": "alice" })), None);
/// ```
#[derive(Debug, Clone)]
pub struct Atom {
    value: Value,
    canonical: String,
    /// Whether a field of it is a digest, which few are: only these can equal an atom that is written otherwise.
    is_committed: bool,
}

impl Atom {
    /// The atom of a name.
    #[must_use]
    pub fn named(name: &str) -> Self {
        let value = Value::from(name);
        Self { canonical: canonical_json(&value), value, is_committed: false }
    }

    /// Reads an atom of at most [`MAX_ATOM_CHARS`] and [`MAX_DEPTH`]. An object whose only member is `anyOf` is none: that is a clause.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        type_of(value).filter(|_| is_shallow(value, MAX_DEPTH))?;
        let canonical = canonical_json(value);
        let is_committed = holds_digest(value);
        (canonical.chars().count() <= MAX_ATOM_CHARS).then(|| Self { value: value.clone(), canonical, is_committed })
    }

    /// What kind of thing it is: all that is ever disclosed of it.
    #[must_use]
    pub fn type_name(&self) -> &str {
        type_of(&self.value).unwrap_or_default()
    }

    /// Whether it stands for a label that nobody could read.
    #[must_use]
    pub fn is_read_failed(&self) -> bool {
        self.value.as_str() == Some(READ_FAILED)
    }

    pub(super) fn is_committed(&self) -> bool {
        self.is_committed
    }

    /// The atom as it was written.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }
}

fn type_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(name) => Some(name),
        Value::Object(members) => members.get("type")?.as_str(),
        _ => None,
    }
}

/// Whether nothing of a value is nested deeper: canonical JSON has an end, and what differs behind it would be one.
fn is_shallow(value: &Value, left: usize) -> bool {
    match value {
        Value::Array(values) => left > 0 && values.iter().all(|value| is_shallow(value, left - 1)),
        Value::Object(members) => left > 0 && members.values().all(|value| is_shallow(value, left - 1)),
        _ => true,
    }
}

impl PartialEq for Atom {
    fn eq(&self, other: &Self) -> bool {
        self.canonical == other.canonical
    }
}

impl Eq for Atom {}

impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Atom {
    fn cmp(&self, other: &Self) -> Ordering {
        self.canonical.cmp(&other.canonical)
    }
}
