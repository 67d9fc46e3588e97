//! The one error type of this crate.

use toolsift_core::{CoreError, ToolId};

use crate::place::Place;

/// Why a catalogue could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// A file or folder could not be read.
    #[error("{path}: {source}")]
    Io {
        /// Its path.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file is larger than is read.
    #[error("{path}: more than {limit} bytes")]
    TooLarge {
        /// Its path.
        path: String,
        /// [`MAX_FILE_BYTES`](crate::MAX_FILE_BYTES).
        limit: u64,
    },
    /// A folder without a catalogue.
    #[error("{path}: the folder has no .json, .jsonl or .ndjson file")]
    EmptyFolder {
        /// Its path.
        path: String,
    },
    /// A source without a tool list: neither an empty list nor a tool.
    #[error("{name}: nothing in it")]
    Empty {
        /// The source.
        name: String,
    },
    /// Bytes that are no text.
    #[error("{place}: not valid UTF-8")]
    NotUtf8 {
        /// The line of the first wrong byte.
        place: Place,
    },
    /// Text that is not JSON.
    #[error("{place}: not valid JSON at column {column}: {reason}")]
    NotJson {
        /// The line where it stops being JSON.
        place: Place,
        /// The column, in bytes from 1.
        column: usize,
        /// Why, in the parser's fixed words.
        reason: String,
    },
    /// JSON that is no tool and no list of tools.
    #[error("{place}: expected {expected}")]
    Shape {
        /// Where it begins.
        place: Place,
        /// What was expected.
        expected: &'static str,
    },
    /// A tool with a field that it must not lack or that has another type.
    #[error("{place}: field `{field}`: {problem}")]
    Field {
        /// Where the tool begins.
        place: Place,
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A tool with an id that no contract can hold.
    #[error("{place}: field `{field}`: {source}")]
    Id {
        /// Where the tool begins.
        place: Place,
        /// The field that holds the id.
        field: &'static str,
        /// What is wrong with it.
        source: CoreError,
    },
    /// One id in two places: neither may win silently.
    #[error("the id {id:?} stands in {first} and in {second}")]
    DuplicateId {
        /// The id.
        id: ToolId,
        /// Where it was read first.
        first: Place,
        /// Where it was read again.
        second: Place,
    },
}
