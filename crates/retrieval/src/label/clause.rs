//! Alternatives: whoever satisfies one of them satisfies the clause.

use serde_json::{Value, json};

use super::atom::Atom;
use crate::limits::MAX_ALTERNATIVES;

/// A disjunction of atoms in its normal form: each once, in the order of their canonical JSON. Two spellings of a clause are therefore one value, and
/// `{ "anyOf": [A] }` is A.
///
/// ```
/// use serde_json::json;
/// use toolsift_retrieval::Clause;
///
/// let clause = Clause::read(&json!({ "anyOf": ["b", "a", "b"] })).unwrap();
/// assert_eq!(Some(clause), Clause::read(&json!({ "anyOf": ["a", "b"] })));
/// assert_eq!(Clause::read(&json!({ "anyOf": [] })), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clause {
    alternatives: Vec<Atom>,
}

impl Clause {
    /// The clause of one atom.
    #[must_use]
    pub fn of(atom: Atom) -> Self {
        Self { alternatives: vec![atom] }
    }

    /// The clause of these alternatives. One without any is satisfied by nobody: as a part of a label it fits no ceiling, as a part of a ceiling it admits nothing.
    #[must_use]
    pub fn any_of(atoms: impl IntoIterator<Item = Atom>) -> Self {
        let mut alternatives: Vec<Atom> = atoms.into_iter().collect();
        alternatives.sort();
        alternatives.dedup();
        Self { alternatives }
    }

    /// Reads an atom, or an object whose only member is `anyOf`, a list of 1 to [`MAX_ALTERNATIVES`] atoms. An object with a text `type` is an atom, whatever else it has.
    ///
    /// An `anyOf` within an `anyOf` is neither, so that it is refused and never becomes a clause by being unwrapped.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        if let Some(atom) = Atom::read(value) {
            return Some(Self::of(atom));
        }
        let members = value.as_object().filter(|members| members.len() == 1)?;
        let atoms = members.get("anyOf")?.as_array()?;
        if atoms.is_empty() || atoms.len() > MAX_ALTERNATIVES {
            return None;
        }
        atoms.iter().map(Atom::read).collect::<Option<Vec<_>>>().map(Self::any_of)
    }

    /// The alternatives in their order.
    #[must_use]
    pub fn alternatives(&self) -> &[Atom] {
        &self.alternatives
    }

    /// The clause of the alternatives of both.
    #[must_use]
    pub(crate) fn union(&self, other: &Self) -> Self {
        Self::any_of(self.alternatives.iter().chain(&other.alternatives).cloned())
    }

    /// The clause as [`read`](Self::read) takes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self.alternatives.as_slice() {
            [atom] => atom.value().clone(),
            atoms => json!({ "anyOf": atoms.iter().map(Atom::value).collect::<Vec<_>>() }),
        }
    }
}
