//! What a search gives.

use serde::Serialize;
use toolsift_core::{Standing, ToolId};

use crate::score::Score;

/// The answer to a query.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The best documents, best first: those that the query names, then by score, then by id.
    pub hits: Vec<Hit>,
    /// The distinct terms of the query, stopwords left out, in order of appearance; then the joined ones that some document has.
    pub terms: Vec<String>,
    /// Those that no document contains, neither alone nor, if they are part of a joined one, together.
    pub unmatched: Vec<String>,
    /// The highest score that this query could give a document of this index: of one that has the ranked terms and the
    /// unmatched ones everywhere. What a hit reached of it is its [`strength`](Hit::strength).
    pub ceiling: Score,
    /// How many postings were read.
    pub postings: usize,
}

/// One found document.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Hit {
    /// Its id.
    pub id: ToolId,
    /// Its score.
    pub score: Score,
    /// Whether it is trusted.
    pub standing: Standing,
    /// Whether the query names it by an identifier, which puts it before all others.
    pub exact: bool,
    /// How good it is.
    pub strength: Strength,
}

/// How much of what a query asks for a hit has.
///
/// A host may show or refuse weak hits, or tell the model that its words were not found; the index never drops them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Strength {
    /// The query names it.
    Exact,
    /// Its score is at least two fifths of the query's [ceiling](Answer::ceiling); `docs/defaults.md` says what that gives.
    Strong,
    /// It is less.
    Weak,
}

impl Strength {
    pub(crate) fn of(score: Score, ceiling: Score, exact: bool) -> Self {
        if exact {
            Self::Exact
        } else if u64::from(score.units()) * 5 >= u64::from(ceiling.units()) * 2 {
            Self::Strong
        } else {
            Self::Weak
        }
    }

    /// The name as it is printed.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Strong => "strong",
            Self::Weak => "weak",
        }
    }
}
