//! The one error type of this crate.

use toolsift_core::CoreError;
use toolsift_replay::JournalError;
use toolsift_session::{ConfigError, SessionError};

/// Why a scenario cannot be read or run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// A file that is no scenario, log header or replay plan.
    #[error("{name}: {reason}")]
    Json {
        /// The file or part.
        name: String,
        /// What is wrong, with line and column.
        reason: String,
    },
    /// A version that is not known.
    #[error("{name}: version {found}, version {known} is read")]
    Version {
        /// The file.
        name: &'static str,
        /// The version found.
        found: u64,
        /// The version that is read.
        known: u64,
    },
    /// An edit of something that is not there.
    #[error("turn {turn}: `{edit}` names {id:?}, which the catalogue does not have")]
    UnknownTool {
        /// The turn ahead of which the edit stands.
        turn: usize,
        /// The edit.
        edit: &'static str,
        /// The id.
        id: String,
    },
    /// An edit of a skill that is not there.
    #[error("turn {turn}: `{edit}` names {id:?}, which is no skill")]
    EditedSkill {
        /// The turn ahead of which the edit stands.
        turn: usize,
        /// The edit.
        edit: &'static str,
        /// The id.
        id: String,
    },
    /// Two skills with one id.
    #[error("{field}: two have the id {id:?}")]
    SkillTwice {
        /// The list.
        field: &'static str,
        /// The id.
        id: String,
    },
    /// Two tools with one id.
    #[error("catalog: {0}")]
    Catalog(#[from] CoreError),
    /// Settings that make no sense.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Stopwords that cannot be.
    #[error("toolSearch.{0}")]
    Stopwords(#[from] toolsift_bm25f_index::StopwordsError),
    /// A run that broke off.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A journal that cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file that cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// Its path.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
}

impl ScenarioError {
    pub(crate) fn json(name: impl Into<String>, error: &serde_json::Error) -> Self {
        Self::Json { name: name.into(), reason: error.to_string() }
    }
}
