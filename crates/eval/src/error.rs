//! The one error type of this crate.

use toolsift_core::RankError;

/// Why there are no queries or no report. Lines count from 1, queries from 0.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvalError {
    /// A line that is not UTF-8.
    #[error("{name}, line {line}: not valid UTF-8")]
    NotUtf8 {
        /// What the caller calls the data set.
        name: String,
        /// The line.
        line: usize,
    },
    /// A line that is not a query: broken JSON, a missing field or a field of the wrong type.
    #[error("{name}, line {line}, column {column}: {message}")]
    NotAQuery {
        /// What the caller calls the data set.
        name: String,
        /// The line.
        line: usize,
        /// The byte of the line, counted from 1, where the reader gave up.
        column: usize,
        /// What the reader says, cut where it quotes a long value.
        message: String,
    },
    /// A query that asks nothing.
    #[error("{name}, line {line}: the field `query` is empty")]
    EmptyQuery {
        /// What the caller calls the data set.
        name: String,
        /// The line.
        line: usize,
    },
    /// A group that nothing could satisfy.
    #[error("{name}, line {line}: group {group} of the field `groups` is empty")]
    EmptyGroup {
        /// What the caller calls the data set.
        name: String,
        /// The line.
        line: usize,
        /// Which group of the line, counted from 1.
        group: usize,
    },
    /// The ranker gave no answer.
    #[error("query {query} could not be ranked")]
    Rank {
        /// The index of the query in the slice that was evaluated.
        query: usize,
        /// What the ranker says.
        #[source]
        source: RankError,
    },
}
