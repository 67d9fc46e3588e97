//! What a model may know of a label.

use serde::Serialize;
use serde_json::{Value, json};

use super::{Atom, Label};

/// A label as the types of its atoms: of each clause its alternatives, and what vouches for it. Neither subjects nor digests nor anything else of an atom is in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DisclosedLabel {
    /// The types of each clause.
    pub confidentiality: Vec<Vec<String>>,
    /// The types of what vouches for it.
    pub integrity: Vec<String>,
}

impl DisclosedLabel {
    pub(super) fn of(label: &Label) -> Self {
        let types = |atoms: &[Atom]| atoms.iter().map(|atom| atom.type_name().to_owned()).collect::<Vec<_>>();
        let clauses = label.confidentiality.clauses().iter().map(|clause| types(clause.alternatives()));
        // A clause without alternatives has nothing to name.
        Self {
            confidentiality: clauses.filter(|types| !types.is_empty()).collect(),
            integrity: types(&label.integrity),
        }
    }

    pub(crate) fn to_value(&self) -> Value {
        json!({ "confidentiality": self.confidentiality, "integrity": self.integrity })
    }
}
