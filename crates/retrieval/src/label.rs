//! Labels of confidentiality: what a row says about who may observe it.
//!
//! A label is a conjunction of clauses, a clause a disjunction of atoms: `[A, B]` may be observed by whoever satisfies A *and* B, `[{ "anyOf": [A, B] }]` by whoever
//! satisfies one of the two.

mod assumed;
mod atom;
mod clause;
mod confidentiality;
mod disclosed;
mod entailment;
mod row;

pub use assumed::assumed_label;
pub use atom::{Atom, READ_FAILED};
pub use clause::Clause;
pub use confidentiality::Confidentiality;
pub(crate) use confidentiality::Join;
pub use disclosed::DisclosedLabel;
pub use entailment::{EXPIRES, entails};
pub use row::RowLabel;

use serde_json::{Value, json};

use crate::limits::MAX_CLAUSES;

/// What may observe something, and what vouches for it.
///
/// ```
/// use serde_json::json;
/// use toolsift_retrieval::Label;
///
/// let label = Label::read(&json!({ "confidentiality": ["owner", { "anyOf": ["work", "home"] }] })).unwrap();
/// assert_eq!(label.confidentiality.clauses().len(), 2);
/// assert!(Label::read(&json!({ "confidentiality": "owner" })).is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Label {
    /// Who may observe it. Empty is public.
    pub confidentiality: Confidentiality,
    /// What vouches for it.
    pub integrity: Vec<Atom>,
}

impl Label {
    /// A label of its two parts.
    #[must_use]
    pub fn new(confidentiality: Confidentiality, integrity: Vec<Atom>) -> Self {
        Self { confidentiality, integrity }
    }

    /// Reads `{ "confidentiality": [clause], "integrity"?: [atom] }`; other members are ignored. Nothing where any part of it is of another shape, or over a cap: a
    /// label is read whole or not at all.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        let members = value.as_object()?;
        let confidentiality = Confidentiality::read(members.get("confidentiality")?)?;
        let integrity = match members.get("integrity") {
            None => Vec::new(),
            Some(atoms) => atoms
                .as_array()
                .filter(|atoms| atoms.len() <= MAX_CLAUSES)?
                .iter()
                .map(Atom::read)
                .collect::<Option<_>>()?,
        };
        Some(Self { confidentiality, integrity })
    }

    /// The label as [`read`](Self::read) takes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let integrity: Vec<&Value> = self.integrity.iter().map(Atom::value).collect();
        json!({ "confidentiality": self.confidentiality.to_value(), "integrity": integrity })
    }

    /// What a model may know of it.
    #[must_use]
    pub fn disclosed(&self) -> DisclosedLabel {
        DisclosedLabel::of(self)
    }
}
