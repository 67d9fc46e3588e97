//! A golden log: a folder that pins a run.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toolsift_replay::{Line, read_lines};

use crate::edits::Edits;
use crate::error::ScenarioError;
use crate::scenario::Scenario;

/// The version of golden logs that is read.
const GOLDEN_FORMAT: u64 = 1;
/// How deep folders are searched for logs.
const MAX_LOG_DEPTH: usize = 6;

/// What a golden log says about itself, in `log.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct GoldenHeader {
    /// The version of the format: 1.
    pub format: u64,
    /// The rows of `docs/acceptance.tsv` that would be broken without it.
    pub pins: Vec<String>,
    /// Whether a live run must give the journal. Otherwise the journal is an older version's or was written by hand, and is never written anew.
    pub live: bool,
    /// What it is for.
    pub why: String,
}

impl GoldenHeader {
    /// A header of this version.
    #[must_use]
    pub fn new(pins: Vec<String>, live: bool, why: impl Into<String>) -> Self {
        Self { format: GOLDEN_FORMAT, pins, live, why: why.into() }
    }
}

/// How a log is replayed besides as it is, in `replay.json`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[non_exhaustive]
pub struct ReplayPlan {
    /// How the catalogue has changed since.
    pub edits: Option<Edits>,
    /// The turn from which on the run is live: the record of that turn and of later ones is left out.
    pub resume_at: Option<u64>,
}

/// A golden log, read.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Golden {
    /// Its folder.
    pub path: PathBuf,
    /// `log.json`.
    pub header: GoldenHeader,
    /// `scenario.json`.
    pub scenario: Scenario,
    /// `journal.jsonl`, byte for byte.
    pub journal: String,
    /// Its lines.
    pub lines: Vec<Line>,
    /// `transcript.json`, byte for byte.
    pub transcript: String,
    /// `replay.json`, where the log has one.
    pub plan: Option<ReplayPlan>,
    /// `replay-transcript.json`, byte for byte.
    pub replay_transcript: Option<String>,
}

impl Golden {
    /// Reads the log in a folder.
    ///
    /// # Errors
    ///
    /// A [`ScenarioError`] that names the file.
    pub fn load(path: &Path) -> Result<Self, ScenarioError> {
        let read = |name: &str| {
            let file = path.join(name);
            let io = |source| ScenarioError::Io { path: file.display().to_string(), source };
            fs::read_to_string(&file).map_err(io)
        };
        let optional = |name: &str| if path.join(name).exists() { read(name).map(Some) } else { Ok(None) };
        let header: GoldenHeader =
            serde_json::from_str(&read("log.json")?).map_err(|error| ScenarioError::json("log.json", &error))?;
        if header.format != GOLDEN_FORMAT {
            let (name, found, known) = ("log.json", header.format, GOLDEN_FORMAT);
            return Err(ScenarioError::Version { name, found, known });
        }
        let plan = match optional("replay.json")? {
            Some(plan) => {
                Some(serde_json::from_str(&plan).map_err(|error| ScenarioError::json("replay.json", &error))?)
            }
            None => None,
        };
        let journal = path.join("journal.jsonl");
        let journal =
            fs::read(&journal).map_err(|source| ScenarioError::Io { path: journal.display().to_string(), source })?;
        Ok(Self {
            path: path.to_owned(),
            header,
            scenario: Scenario::parse(&read("scenario.json")?)?,
            lines: read_lines(journal.as_slice())?,
            // Only a torn tail can be no text.
            journal: String::from_utf8_lossy(&journal).into_owned(),
            transcript: read("transcript.json")?,
            plan,
            replay_transcript: optional("replay-transcript.json")?,
        })
    }
}

/// The folders with a golden log at or below a path, in the order of their names.
///
/// # Errors
///
/// A [`ScenarioError`] for a folder that cannot be read.
pub fn find_logs(path: &Path) -> Result<Vec<PathBuf>, ScenarioError> {
    let mut logs = Vec::new();
    find(path, 0, &mut logs)?;
    Ok(logs)
}

fn find(path: &Path, depth: usize, logs: &mut Vec<PathBuf>) -> Result<(), ScenarioError> {
    if path.join("log.json").is_file() {
        logs.push(path.to_owned());
        return Ok(());
    }
    let io = |source| ScenarioError::Io { path: path.display().to_string(), source };
    let mut folders = Vec::new();
    for entry in fs::read_dir(path).map_err(io)? {
        let entry = entry.map_err(io)?;
        if entry.file_type().map_err(io)?.is_dir() {
            folders.push(entry.path());
        }
    }
    folders.sort();
    if depth < MAX_LOG_DEPTH {
        folders.iter().try_for_each(|folder| find(folder, depth + 1, logs))?;
    }
    Ok(())
}
