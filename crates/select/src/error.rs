//! The one error type of this crate.

/// A selector that cannot be configured so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectError {
    /// A side of a pair of synonyms that no prompt can ever contain as one word.
    #[error("a synonym must be {dead}, and {word:?} is not")]
    DeadSynonym {
        /// The side.
        word: String,
        /// What it is not.
        dead: DeadWord,
    },
}

/// Which rule a word breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeadWord {
    /// It has other characters than ASCII letters and digits, or none at all: several words, a name with `_`, a script that keywords do not know.
    #[error("one word of ASCII letters and digits")]
    NotOneWord,
    /// It is shorter than [`MIN_WORD_BYTES`](crate::MIN_WORD_BYTES).
    #[error("three characters or longer")]
    Short,
    /// It is one of the [`KEYWORD_STOPWORDS`](crate::KEYWORD_STOPWORDS).
    #[error("no stopword")]
    Stopword,
}
