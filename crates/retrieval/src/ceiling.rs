//! Ceilings: what a run may observe at most.

mod clauses;
mod fit;
mod meet;
mod record;

pub use clauses::Clauses;
pub use fit::{fits, outside};
pub(crate) use record::CeilingRecord;

use serde_json::Value;

use crate::label::Clause;

/// What a run may observe at most.
///
/// That there is none and that it is empty are two different things, so each is said in full:
///
/// ```
/// use serde_json::json;
/// use toolsift_retrieval::{Ceiling, Label, fits};
///
/// let secret = Label::read(&json!({ "confidentiality": ["owner"] })).unwrap();
/// assert!(fits(&secret.confidentiality, &Ceiling::Unlimited));
/// assert!(!fits(&secret.confidentiality, &Ceiling::public_only()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ceiling {
    /// No ceiling was declared: every label fits.
    Unlimited,
    /// What one of these clauses grants, and what is public.
    Within(Clauses),
}

impl Ceiling {
    /// The ceiling under which only what is public may be observed.
    #[must_use]
    pub fn public_only() -> Self {
        Self::Within(Clauses::default())
    }

    /// The ceiling of these clauses.
    #[must_use]
    pub fn within(clauses: impl IntoIterator<Item = Clause>) -> Self {
        Self::Within(Clauses::new(clauses))
    }

    /// Reads a declared ceiling, a list of clauses whose shapes are checked; an empty list is public only. Nothing where one of them is none, or there are more than
    /// [`MAX_CLAUSES`](crate::limits::MAX_CLAUSES).
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        Clauses::read(value).map(Self::Within)
    }
}
