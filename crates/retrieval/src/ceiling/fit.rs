//! Whether a label fits under a ceiling.

use super::Ceiling;
use crate::label::{Atom, Clause, Confidentiality, entails};

/// Whether everything that a label demands is granted.
///
/// # Complexity
///
/// The alternatives of the label times those of the ceiling.
#[must_use]
pub fn fits(label: &Confidentiality, ceiling: &Ceiling) -> bool {
    label.clauses().iter().all(|clause| is_granted(clause, ceiling))
}

/// The clauses of a label that a ceiling does not grant.
///
/// ```
/// use serde_json::json;
/// use toolsift_retrieval::{Ceiling, Confidentiality, outside};
///
/// let label = Confidentiality::read(&json!(["owner", "health"])).unwrap();
/// let ceiling = Ceiling::read(&json!(["owner", "work"])).unwrap();
/// let outside: Vec<_> = outside(&label, &ceiling).map(|clause| clause.to_value()).collect();
/// assert_eq!(outside, ["health"]);
/// ```
pub fn outside<'a>(label: &'a Confidentiality, ceiling: &'a Ceiling) -> impl Iterator<Item = &'a Clause> {
    label.clauses().iter().filter(|clause| !is_granted(clause, ceiling))
}

fn is_granted(clause: &Clause, ceiling: &Ceiling) -> bool {
    match ceiling {
        Ceiling::Unlimited => true,
        Ceiling::Within(clauses) => {
            !clause.alternatives().iter().any(Atom::is_read_failed)
                && clauses.iter().any(|granted| subsumes(granted, clause))
        }
    }
}

/// Whether every observer that a clause of a ceiling lets in satisfies a clause of a label: each alternative of the first entails some alternative of the second.
///
/// So `[A]` does not fit under `[{ "anyOf": [A, B] }]`, which lets B in, too, while `[{ "anyOf": [A, B] }]` fits under `[A]`. (A clause without alternatives never
/// comes here: [`Clauses`](super::Clauses) leaves it out.)
fn subsumes(granted: &Clause, clause: &Clause) -> bool {
    granted.alternatives().iter().all(|a| clause.alternatives().iter().any(|b| entails(a, b)))
}
