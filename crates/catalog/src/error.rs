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
        /// [`MAX_FILE_BYTES`](crate::MAX_FILE_BYTES), or [`MAX_SKILL_BYTES`](crate::MAX_SKILL_BYTES) for a `SKILL.md`.
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
    /// Text that is well formed and not what is read here.
    #[error("{place}: expected {expected}")]
    Shape {
        /// Where it begins.
        place: Place,
        /// What was expected.
        expected: &'static str,
    },
    /// A tool or skill with a field that it must not lack or that has another type.
    #[error("{place}: field `{field}`: {problem}")]
    Field {
        /// Where the tool or the file begins, or where the field stands.
        place: Place,
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A tool, skill, server or annotation with an id that no contract can hold.
    #[error("{place}: field `{field}`: {source}")]
    Id {
        /// Where it begins.
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
    /// One name in two places, where it must be one thing's: neither may win silently.
    #[error("the {kind} {name:?} stands in {first} and in {second}")]
    DuplicateName {
        /// `skill` or `server`.
        kind: &'static str,
        /// The name.
        name: String,
        /// Where it was read first.
        first: Place,
        /// Where it was read again.
        second: Place,
    },
    /// A server with a field that it must not lack or that has another type.
    #[error("{place}: server {server:?}: field `{field}`: {problem}")]
    Server {
        /// Where the server begins.
        place: Place,
        /// Its name.
        server: String,
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// An annotation that says something else than tags and aliases.
    #[error("{place}: annotation of {id:?}: {problem}")]
    Annotation {
        /// Where the annotation begins.
        place: Place,
        /// The tool.
        id: ToolId,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Front matter that is larger than is read.
    #[error("{place}: front matter of more than {limit} bytes")]
    FrontMatterTooLarge {
        /// Where the file begins.
        place: Place,
        /// [`MAX_FRONT_MATTER_BYTES`](crate::MAX_FRONT_MATTER_BYTES).
        limit: usize,
    },
    /// Front matter that is not YAML.
    #[error("{place}: not valid YAML at column {column}: {reason}")]
    NotYaml {
        /// The line where it stops being YAML.
        place: Place,
        /// The column, in characters from 1.
        column: usize,
        /// Why, in the parser's fixed words.
        reason: String,
    },
    /// Front matter with a feature of YAML by which a text becomes something else than it shows.
    #[error("{place}: {feature} is not allowed in front matter")]
    YamlFeature {
        /// Where it stands.
        place: Place,
        /// The feature.
        feature: &'static str,
    },
    /// Front matter that nests deeper than is read.
    #[error("{place}: nested more than {limit} deep")]
    TooDeep {
        /// Where it becomes too deep.
        place: Place,
        /// [`MAX_FRONT_MATTER_DEPTH`](crate::MAX_FRONT_MATTER_DEPTH).
        limit: usize,
    },
    /// A symbolic link where a file should be.
    #[error("{path}: a symbolic link, which is not followed")]
    Link {
        /// Its path.
        path: String,
    },
    /// A folder with more folders in it than are looked into.
    #[error("{path}: more than {limit} folders to look into")]
    TooManyFolders {
        /// Its path.
        path: String,
        /// [`MAX_SKILL_FOLDERS`](crate::MAX_SKILL_FOLDERS).
        limit: usize,
    },
}
