//! The label that stands beside a row, passed on and not judged.

use std::collections::BTreeSet;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::{RawValue, to_raw_value};

/// Longest label that is passed on, in bytes: as many labels and texts as one answer can have come to 7 MB at most, unless they are full of what JSON escapes, and a
/// runner reads 8 MiB.
const MAX_BYTES: usize = 8 * 1024;

/// Most values in a label, nested ones included: 500 rows have 250,000, and a runner reads twice as many.
const MAX_VALUES: usize = 500;

/// Deepest nesting of a label, well within the 64 levels that a runner reads.
const MAX_DEPTH: usize = 16;

/// What becomes the member `ifc` of a row.
///
/// NULL is no label. Everything else is one: JSON goes out as it was written, and what is no JSON, says two things under one name, or is over a cap goes out as a
/// text. No reader takes that for a label and none for its absence; and one bad label does not spoil the answer for all rows.
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
        let written = value.as_str().ok().filter(|label| label.len() <= MAX_BYTES && is_plain(label));
        let json = written.and_then(|label| serde_json::from_str(label).ok());
        let unreadable = || to_raw_value("unreadable").map_err(FromSqlError::other);
        json.map_or_else(unreadable, Ok).map(|label| Self(Some(label)))
    }
}

/// Whether a text is JSON that means one thing and is within the caps.
fn is_plain(json: &str) -> bool {
    let mut values = 0;
    let mut reader = serde_json::Deserializer::from_str(json);
    Plain { depth: 0, values: &mut values }.deserialize(&mut reader).is_ok() && reader.end().is_ok()
}

/// Reads a value and keeps nothing of it but how many values it has.
struct Plain<'a> {
    depth: usize,
    values: &'a mut usize,
}

impl Plain<'_> {
    fn inner(&mut self) -> Plain<'_> {
        Plain { depth: self.depth + 1, values: self.values }
    }
}

impl<'de> DeserializeSeed<'de> for Plain<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        *self.values += 1;
        if self.depth > MAX_DEPTH || *self.values > MAX_VALUES {
            return Err(D::Error::custom("over a cap"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Plain<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(self.inner())?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<(), A::Error> {
        let mut names = BTreeSet::new();
        while let Some(name) = members.next_key::<String>()? {
            if !names.insert(name) {
                return Err(A::Error::custom("a name given twice"));
            }
            members.next_value_seed(self.inner())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNREADABLE: &str = r#""unreadable""#;

    fn check(value: ValueRef<'_>) -> String {
        serde_json::to_string(&Label::column_result(value).unwrap()).unwrap()
    }

    /// A label that is there is never mistaken for one that is not.
    #[test]
    fn only_null_is_no_label() {
        assert!(Label::column_result(ValueRef::Null).unwrap().is_absent());
        let written = r#"{"confidentiality":[{"anyOf":["b","a"]},"c",{"type":"t","n":-1.5e2,"x":[null,true]}] }"#;
        assert_eq!(check(ValueRef::Text(written.as_bytes())), written);
        for (value, expected) in [
            (ValueRef::Text(b"null"), "null"),
            (ValueRef::Text(b"{}"), "{}"),
            (ValueRef::Text(b""), UNREADABLE),
            (ValueRef::Text(b"owner"), UNREADABLE),
            (ValueRef::Text(b"{} {}"), UNREADABLE),
            (ValueRef::Text(br#"{"confidentiality":["a"],"confidentiality":[]}"#), UNREADABLE),
            (ValueRef::Text(br#"{"confidentiality":[{"type":"t","\u0074ype":"u"}]}"#), UNREADABLE),
            (ValueRef::Text(b"[1e999]"), UNREADABLE),
            (ValueRef::Text(b"\xff"), UNREADABLE),
            (ValueRef::Blob(b"{}"), UNREADABLE),
            (ValueRef::Integer(0), UNREADABLE),
        ] {
            assert_eq!(check(value), expected, "{value:?}");
        }
    }

    #[test]
    fn labels_are_bounded() {
        let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let wide = |values: usize| format!("[{}0]", "0,".repeat(values - 2));
        let long = |bytes: usize| format!("\"{}\"", "x".repeat(bytes - 2));
        for (fits, over) in [
            (deep(MAX_DEPTH + 1), deep(MAX_DEPTH + 2)),
            (wide(MAX_VALUES), wide(MAX_VALUES + 1)),
            (long(MAX_BYTES), long(MAX_BYTES + 1)),
        ] {
            assert_eq!(check(ValueRef::Text(fits.as_bytes())), fits);
            assert_eq!(check(ValueRef::Text(over.as_bytes())), UNREADABLE);
        }
    }
}
