//! The clauses of a label, and their join.

use std::collections::BTreeSet;

use serde_json::Value;

use super::clause::Clause;
use crate::limits::MAX_CLAUSES;

/// A conjunction of clauses, each once, in the order in which they came. Empty is public.
#[derive(Debug, Clone, Default)]
pub struct Confidentiality {
    clauses: Vec<Clause>,
}

impl Confidentiality {
    /// The conjunction of these clauses.
    #[must_use]
    pub fn new(clauses: impl IntoIterator<Item = Clause>) -> Self {
        let mut join = Join::default();
        join.add(clauses);
        join.into_confidentiality()
    }

    /// Reads a list of at most [`MAX_CLAUSES`] clauses, all of them or nothing.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        let clauses = value.as_array().filter(|clauses| clauses.len() <= MAX_CLAUSES)?;
        clauses.iter().map(Clause::read).collect::<Option<Vec<_>>>().map(Self::new)
    }

    /// The clauses, as they came.
    #[must_use]
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// Adds what another one demands: who may observe both satisfies both.
    ///
    /// # Complexity
    ///
    /// Linear in both, times the logarithm of their size.
    pub fn join(&mut self, other: &Self) {
        let mut join = Join::default();
        join.add(std::mem::take(&mut self.clauses));
        join.add(other.clauses.iter().cloned());
        *self = join.into_confidentiality();
    }

    /// The clauses as [`read`](Self::read) takes them.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.clauses.iter().map(Clause::to_value).collect()
    }
}

/// Whoever satisfies one satisfies the other: the order of the clauses means nothing.
impl PartialEq for Confidentiality {
    fn eq(&self, other: &Self) -> bool {
        let set = |confidentiality: &'_ Self| confidentiality.clauses.iter().cloned().collect::<BTreeSet<_>>();
        set(self) == set(other)
    }
}

impl Eq for Confidentiality {}

/// A join of many labels while it is made.
#[derive(Debug, Default)]
pub(crate) struct Join {
    clauses: Vec<Clause>,
    seen: BTreeSet<Clause>,
}

impl Join {
    /// Adds the clauses that are new.
    pub(crate) fn add(&mut self, clauses: impl IntoIterator<Item = Clause>) {
        for clause in clauses {
            if self.seen.insert(clause.clone()) {
                self.clauses.push(clause);
            }
        }
    }

    /// Those of the clauses that are new.
    pub(crate) fn news<'a>(&'a self, clauses: &'a [Clause]) -> impl Iterator<Item = &'a Clause> {
        clauses.iter().filter(|clause| !self.seen.contains(clause))
    }

    pub(crate) fn into_confidentiality(self) -> Confidentiality {
        Confidentiality { clauses: self.clauses }
    }
}
