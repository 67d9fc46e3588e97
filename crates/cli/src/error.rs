//! What can go wrong in the program.

use std::io;

use toolsift::bm25f_index::IndexError;
use toolsift::catalog::{CatalogError, MAX_FILE_BYTES, Place};
use toolsift::contracts::{CoreError, SkillId, ToolId, chars_prefix};
use toolsift::eval::EvalError;
use toolsift::replay::JournalError;
use toolsift::scenario::ScenarioError;
use toolsift::tokenizer::StopwordsError;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error(transparent)]
    Eval(#[from] EvalError),
    #[error(transparent)]
    Id(#[from] CoreError),
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    #[error("{path}: {source}")]
    InFile { path: String, source: Box<ScenarioError> },
    #[error("{path}: {source}")]
    Journal { path: String, source: JournalError },
    #[error("the skill {id:?} stands in {scenario} and in {place}")]
    SkillTwice { id: SkillId, scenario: String, place: Place },
    #[error("{0}: no golden log in it")]
    NoLogs(String),
    #[error("{path}: {source}")]
    File { path: String, source: io::Error },
    #[error("{path}: {source}")]
    Stopwords { path: String, source: StopwordsError },
    #[error("{0}: not valid UTF-8")]
    FileNotUtf8(String),
    #[error("{0}: more than {MAX_FILE_BYTES} bytes")]
    FileTooLarge(String),
    #[cfg(feature = "rows")]
    #[error("{0}: exists already, and nothing was written")]
    FileExists(String),
    #[cfg(feature = "rows")]
    #[error("{0}: a path of a configuration must be valid UTF-8")]
    PathNotUtf8(String),
    #[cfg(feature = "rows")]
    #[error(transparent)]
    Retrieval(#[from] toolsift::retrieval::RetrievalError),
    #[cfg(feature = "rows")]
    #[error("the arguments of the tool are not valid JSON: {0}")]
    Arguments(serde_json::Error),
    #[cfg(feature = "rows")]
    #[error("--max-confidentiality {0:?}: not a list of clauses")]
    Ceiling(String),
    #[cfg(feature = "rows")]
    #[error("--observed {0:?}: not a label")]
    Label(String),
    #[cfg(feature = "rows")]
    #[error("store: {0}")]
    Store(#[from] rusqlite::Error),
    #[error("the query must not be empty")]
    EmptyQuery,
    #[error("the prompt must not be empty")]
    EmptyPrompt,
    #[error("standard input is not valid UTF-8")]
    InputNotUtf8,
    #[error("no tool of the catalogue has the id {:?}", shown(.0))]
    UnknownTool(String),
    #[error("the tool {0:?} is not searched: an id like this needs vouching or an annotation")]
    NotSearchable(ToolId),
    #[error("no tool has an id that begins with {0}")]
    NoTools(String),
    #[error("output: {0}")]
    Output(#[from] io::Error),
    #[error("output: {0}")]
    Json(#[from] serde_json::Error),
}

/// Of a name that nobody has, as much as may be one.
fn shown(name: &str) -> &str {
    /// Longest unknown name that is shown, in characters.
    const MAX_SHOWN: usize = 64;
    chars_prefix(name, MAX_SHOWN)
}

impl CliError {
    /// Whether the reader of our output went away, which is its right.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        let kind = match self {
            Self::Output(error) => Some(error.kind()),
            Self::Json(error) => error.io_error_kind(),
            _ => None,
        };
        kind == Some(io::ErrorKind::BrokenPipe)
    }
}
