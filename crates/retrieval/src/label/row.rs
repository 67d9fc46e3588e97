//! What a row says about itself.

use serde_json::{Map, Value};

use super::Label;

/// The member of a row that holds its label.
const FIELD: &str = "ifc";

/// The label of a row, in the three states that must never be confused: one that is there and cannot be read is not one that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowLabel {
    /// The row has no label.
    Absent,
    /// The row has something where its label should be that is none.
    Unreadable,
    /// The row's label.
    Read(Label),
}

impl RowLabel {
    /// Takes the label out of a row. Only the outermost `ifc` is one.
    pub(crate) fn take(row: &mut Map<String, Value>) -> Self {
        match row.remove(FIELD) {
            None => Self::Absent,
            Some(label) => Label::read(&label).map_or(Self::Unreadable, Self::Read),
        }
    }

    /// The label of a row. What is no object has none that could be read.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolsift_retrieval::RowLabel;
    ///
    /// assert_eq!(RowLabel::of(&json!({ "title": "a" })), RowLabel::Absent);
    /// assert_eq!(RowLabel::of(&json!({ "title": "a", "ifc": null })), RowLabel::Unreadable);
    /// ```
    #[must_use]
    pub fn of(row: &Value) -> Self {
        match row.as_object().map(|row| row.get(FIELD)) {
            None => Self::Unreadable,
            Some(None) => Self::Absent,
            Some(Some(label)) => Label::read(label).map_or(Self::Unreadable, Self::Read),
        }
    }
}
