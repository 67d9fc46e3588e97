//! The label that stands beside a row, passed on and not judged.

use rusqlite::types::{FromSql, FromSqlResult, ValueRef};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// Longest label that is passed on, in bytes. A longer one is there and cannot be read.
const MAX_LABEL_BYTES: usize = 16 * 1024;

/// What becomes the member `ifc` of a row.
///
/// NULL is no label. Everything else is one: JSON goes out as it was written, and what is no JSON as a text, which no reader takes for a label
/// and none for its absence.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Label(Option<Box<RawValue>>);

impl Label {
    /// Whether the row has no label.
    pub(super) const fn is_absent(&self) -> bool {
        self.0.is_none()
    }
}

impl FromSql for Label {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        if value == ValueRef::Null {
            return Ok(Self(None));
        }
        let written = value.as_str().ok().filter(|label| label.len() <= MAX_LABEL_BYTES);
        let json = written.and_then(|label| serde_json::from_str(label).ok());
        let unreadable = || to_raw_value("unreadable").map_err(rusqlite::types::FromSqlError::other);
        json.map_or_else(unreadable, Ok).map(|label| Self(Some(label)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: ValueRef<'_>) -> String {
        serde_json::to_string(&Label::column_result(value).unwrap()).unwrap()
    }

    /// A label that is there is never mistaken for one that is not.
    #[test]
    fn only_null_is_no_label() {
        assert!(Label::column_result(ValueRef::Null).unwrap().is_absent());
        let written = r#"{"confidentiality":[{"anyOf":["b","a"]},"c"] }"#;
        assert_eq!(check(ValueRef::Text(written.as_bytes())), written);
        for (value, expected) in [
            (ValueRef::Text(b"null"), "null"),
            (ValueRef::Text(b"{}"), "{}"),
            (ValueRef::Text(b""), r#""unreadable""#),
            (ValueRef::Text(b"owner"), r#""unreadable""#),
            (ValueRef::Text(b"{} {}"), r#""unreadable""#),
            (ValueRef::Text(b"\xff"), r#""unreadable""#),
            (ValueRef::Blob(b"{}"), r#""unreadable""#),
            (ValueRef::Integer(0), r#""unreadable""#),
        ] {
            assert_eq!(check(value), expected, "{value:?}");
        }
        let long = format!("[\"{}\"]", "x".repeat(MAX_LABEL_BYTES));
        assert_eq!(check(ValueRef::Text(long.as_bytes())), r#""unreadable""#);
    }
}
