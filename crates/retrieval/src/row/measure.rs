//! The one way from a host's row to something that can be shown.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::bounds::Bounded;
use crate::ceiling::{Ceiling, fits};
use crate::handle::Token;
use crate::label::{Label, RowLabel, assumed_label};

/// Where the label of an admitted row came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LabelSource {
    /// The row says so.
    Row,
    /// It was [assumed](assumed_label) from what the run had observed.
    Query,
}

impl LabelSource {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Query => "query",
        }
    }
}

/// Why a row is withheld.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Its label does not fit under the ceiling.
    CeilingExceeded,
    /// It has something in the place of its label that is none.
    LabelReadFailed,
}

impl Reason {
    /// Its name, which never changes.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::CeilingExceeded => "cfc_ceiling_exceeded",
            Self::LabelReadFailed => "cfc_label_read_failed",
        }
    }
}

/// A row that was measured against a ceiling. Only [`measure`] makes one, and only of such rows is a result made:
///
/// ```compile_fail,E0423
/// use serde_json::json;
/// use toolsift_retrieval::Measured;
///
/// let shown = Measured(json!({ "title": "never measured" }));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Measured(Verdict);

#[derive(Debug, Clone, PartialEq)]
enum Verdict {
    Admitted(Admitted),
    Withheld(Reason),
}

/// An admitted row, bounded and without its label.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Admitted {
    pub(crate) value: Value,
    pub(crate) is_cut: bool,
    pub(crate) label: Label,
    pub(crate) source: LabelSource,
}

/// Measures a row: takes its label off, or [assumes](assumed_label) one where it has none, and admits what fits under the ceiling, with its texts and names cut to
/// their caps. Something in the place of a label that is none withholds the row with or without a ceiling, and so does a row that is no object.
///
/// ```
/// use serde_json::json;
/// use toolsift_retrieval::{Ceiling, Label, Reason, measure};
///
/// let ceiling = Ceiling::read(&json!(["owner"])).unwrap();
/// let row = json!({ "title": "Plan", "ifc": { "confidentiality": ["health"] } });
/// let measured = measure(row, &ceiling, &Label::default());
/// assert_eq!(measured.reason(), Some(Reason::CeilingExceeded));
/// assert_eq!(measured.value(), None);
/// ```
///
/// # Complexity
///
/// Linear in the row, plus the alternatives of its label times those of the ceiling.
#[must_use]
pub fn measure(row: Value, ceiling: &Ceiling, context: &Label) -> Measured {
    let Value::Object(mut row) = row else { return Measured(Verdict::Withheld(Reason::LabelReadFailed)) };
    let (label, source) = match RowLabel::take(&mut row) {
        RowLabel::Unreadable => return Measured(Verdict::Withheld(Reason::LabelReadFailed)),
        RowLabel::Absent => (assumed_label(context), LabelSource::Query),
        RowLabel::Read(label) => (label, LabelSource::Row),
    };
    if !fits(&label.confidentiality, ceiling) {
        return Measured(Verdict::Withheld(Reason::CeilingExceeded));
    }
    let Bounded { value, is_cut } = Bounded::new(Value::Object(row));
    Measured(Verdict::Admitted(Admitted { value, is_cut, label, source }))
}

impl Measured {
    /// Why it is withheld.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        match &self.0 {
            Verdict::Withheld(reason) => Some(*reason),
            Verdict::Admitted(_) => None,
        }
    }

    /// The row as a model may see it, where it is admitted.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        self.admitted().map(|row| &row.value)
    }

    /// The label that an admitted row was measured with, and where it came from.
    #[must_use]
    pub fn label(&self) -> Option<(&Label, LabelSource)> {
        self.admitted().map(|row| (&row.label, row.source))
    }

    /// Whether a text or a name of it was cut.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.admitted().is_some_and(|row| row.is_cut)
    }

    pub(crate) fn admitted(&self) -> Option<&Admitted> {
        match &self.0 {
            Verdict::Admitted(row) => Some(row),
            Verdict::Withheld(_) => None,
        }
    }

    /// What a model reads of it: `{ "status": "admitted", "label", "labelSource", "value", "handle"?, "truncated"? }`, or exactly `{ "status": "withheld", "reasonCode" }`.
    pub(crate) fn entry(&self, handle: Option<&Token>) -> Value {
        let row = match &self.0 {
            Verdict::Withheld(reason) => return json!({ "status": "withheld", "reasonCode": reason.code() }),
            Verdict::Admitted(row) => row,
        };
        let mut entry = Map::new();
        entry.insert("status".to_owned(), "admitted".into());
        entry.insert("label".to_owned(), row.label.disclosed().to_value());
        entry.insert("labelSource".to_owned(), row.source.as_str().into());
        entry.insert("value".to_owned(), row.value.clone());
        if let Some(handle) = handle {
            entry.insert("handle".to_owned(), handle.as_str().into());
        }
        if row.is_cut {
            entry.insert("truncated".to_owned(), true.into());
        }
        Value::Object(entry)
    }
}
