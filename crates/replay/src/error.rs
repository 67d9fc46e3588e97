//! The one error type of this crate, and the differences between a record and a run.

use std::fmt;

/// Why a journal cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The store failed.
    #[error("journal: {0}")]
    Io(#[from] std::io::Error),
    /// A line that is complete and yet wrong: somebody changed it.
    #[error("journal line {line}: {problem}")]
    Damaged {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: &'static str,
    },
    /// The first line is not this format's.
    #[error("journal line 1: not a {format} header")]
    NotAJournal {
        /// [`JOURNAL_FORMAT`](crate::JOURNAL_FORMAT).
        format: &'static str,
    },
    /// A version that this reader does not know.
    #[error("journal version {found}: versions {oldest} to {newest} are read")]
    Version {
        /// The version found.
        found: u64,
        /// The oldest that is read.
        oldest: u64,
        /// The newest that is read.
        newest: u64,
    },
    /// A behaviour that this reader does not know, so that it cannot replay the run.
    #[error("journal behaviour {found} is not known to this version")]
    Behaviour {
        /// Its number.
        found: u64,
    },
    /// A line that is too long to be read.
    #[error("journal line: {actual} bytes, at most {limit} are allowed")]
    LineTooLong {
        /// Its length.
        actual: usize,
        /// [`MAX_LINE_BYTES`](crate::MAX_LINE_BYTES).
        limit: usize,
    },
    /// A loop's name that no decision id can hold.
    #[error("loop: a name has 1 to {limit} characters without `#` and control characters")]
    LoopName {
        /// [`MAX_LOOP_NAME_CHARS`](crate::MAX_LOOP_NAME_CHARS).
        limit: usize,
    },
    /// A header behind the first line.
    #[error("journal: a header is the first line and no other")]
    SecondHeader,
    /// The hash chain does not hold.
    #[error("journal line {line}: the hash chain is broken")]
    BrokenChain {
        /// The first line that does not follow from the one before it.
        line: usize,
    },
}

/// How a record and a run differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DivergenceKind {
    /// A decision was recorded that the run did not ask for.
    NotAsked,
    /// The record of a decision names another source.
    OtherSource,
    /// A decision was recorded twice; the first record counts.
    Duplicate,
    /// The run asked for a decision that was not recorded.
    Missing,
}

impl DivergenceKind {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotAsked => "not_asked",
            Self::OtherSource => "other_source",
            Self::Duplicate => "duplicate",
            Self::Missing => "missing",
        }
    }
}

/// One difference between a record and a run, with both sides.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Divergence {
    /// What kind.
    pub kind: DivergenceKind,
    /// The decision, by its id.
    pub id: String,
    /// What the run expected.
    pub expected: String,
    /// What the record has.
    pub recorded: String,
}

impl Divergence {
    /// A difference.
    #[must_use]
    pub fn new(
        kind: DivergenceKind,
        id: impl Into<String>,
        expected: impl Into<String>,
        recorded: impl Into<String>,
    ) -> Self {
        Self { kind, id: id.into(), expected: expected.into(), recorded: recorded.into() }
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, id, expected, recorded } = self;
        write!(f, "{}: {id:?}: expected {}, recorded {}", kind.code(), shown(expected), shown(recorded))
    }
}

/// A text of a record, short and on one line.
fn shown(text: &str) -> String {
    const SHOWN: usize = 200;
    text.chars().take(SHOWN).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
