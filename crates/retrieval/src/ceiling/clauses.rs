//! The clauses of a ceiling in their normal form.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::label::Clause;
use crate::limits::MAX_CLAUSES;

/// Clauses, each once, in their order. One without alternatives grants nothing and is left out, so that no meet can pair it with another one and loosen what was declared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Clauses(BTreeSet<Clause>);

impl Clauses {
    /// These clauses.
    #[must_use]
    pub fn new(clauses: impl IntoIterator<Item = Clause>) -> Self {
        Self(clauses.into_iter().filter(|clause| !clause.alternatives().is_empty()).collect())
    }

    pub(super) fn read(value: &Value) -> Option<Self> {
        let clauses = value.as_array().filter(|clauses| clauses.len() <= MAX_CLAUSES)?;
        clauses.iter().map(Clause::read).collect::<Option<Vec<_>>>().map(Self::new)
    }

    /// The clauses in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Clause> {
        self.0.iter()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing but what is public is granted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
