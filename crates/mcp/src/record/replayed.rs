//! A recorded session, replayed: every result follows from the record and the definitions that it names, and nothing is ranked.

mod fixed;
mod growing;

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;
use toolsift::replay::{LoopName, Recorded, read_lines};

use super::config::SessionConfig;
use super::folder::Records;
use super::layout::{CONFIG, JOURNAL, TURNS};
use super::turn::{MAX_TURN_BYTES, Turn};
use crate::config::Mode;
use crate::error::GatewayError;
use crate::known::Known;

/// A session as its record has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Replayed {
    /// The handle, or the name of the connection.
    pub handle: String,
    /// What was asked and what was answered.
    pub turns: Vec<ReplayedTurn>,
    /// The names on the menu at the end; none, where the list was fixed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub menu: Vec<String>,
    /// Where record and definitions do not fit together.
    pub divergences: Vec<String>,
}

/// One call of the session.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ReplayedTurn {
    /// The arrival number.
    pub turn: u64,
    /// The gateway's tool, or one of the menu; `tools/list` where a connection took another catalogue between two calls.
    pub call: String,
    /// Its arguments without the handle, or their length and digest where they were too long.
    pub arguments: Value,
    /// The result, as the model read it. Calls of servers' tools are not decisions, so that their results are not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The code of a refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Whether the process ended between what was asked and what was decided. Only the last turn can be so, and nobody read a result of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
}

/// Whether a folder holds the record of a gateway's session.
#[must_use]
pub fn is_recorded_session(folder: &Path) -> bool {
    folder.join(CONFIG).is_file() && folder.join(TURNS).is_file()
}

/// Replays the record of a session. It reads `config.json`, `turns.jsonl` and `journal.jsonl` of the folder, and definitions and instructions beside it.
///
/// # Errors
///
/// A [`GatewayError`] for files that cannot be read or are damaged elsewhere than at their end: a torn last line, which a crash leaves, is passed over.
///
/// # Complexity
///
/// Linear in the record.
pub fn replay(folder: &Path) -> Result<Replayed, GatewayError> {
    let config = SessionConfig::read(&folder.join(CONFIG))?;
    let path = folder.join(JOURNAL);
    let journal = |source| GatewayError::journal(&path, source);
    let file = std::fs::File::open(&path).map_err(|source| GatewayError::file(&path, source))?;
    let lines = read_lines(BufReader::new(file)).map_err(journal)?;
    let recorded = Recorded::from_lines(&lines).map_err(journal)?;
    let name = LoopName::new(&config.name).map_err(journal)?;
    let turns = turns_of(&folder.join(TURNS))?;
    let definitions = Definitions { root: folder.parent().unwrap_or(Path::new(".")).to_owned() };
    let mut replayed = Replayed {
        handle: config.name.clone(),
        turns: Vec::new(),
        menu: Vec::new(),
        divergences: recorded.duplicates().iter().map(ToString::to_string).collect(),
    };
    match config.mode {
        Mode::Fixed => fixed::replay(&config, turns, &name, &recorded, &definitions, &mut replayed),
        Mode::Growing => growing::replay(folder, config, turns, name, recorded, &definitions, &mut replayed)?,
    }
    Ok(replayed)
}

/// What lies beside the folders of sessions.
struct Definitions {
    root: PathBuf,
}

impl Definitions {
    /// What a list of definitions holds. What is missing of it is a divergence.
    fn known(&self, catalog: &str, divergences: &mut Vec<String>) -> Known {
        match Records::known(&self.root, catalog) {
            Some((known, 0)) => known,
            Some((known, missing)) => {
                divergences.push(format!("{missing} definitions of the list {catalog} are missing"));
                known
            }
            None => {
                divergences.push(format!("the list of definitions {catalog} is missing"));
                Known::default()
            }
        }
    }
}

impl ReplayedTurn {
    fn of(turn: &Turn) -> Self {
        let (call, arguments) = (turn.call.clone(), turn.arguments.clone());
        Self { turn: turn.turn, call, arguments, result: None, refused: None, unfinished: false }
    }
}

/// The turns of a session, in their order; a torn last line is left out.
fn turns_of(path: &Path) -> Result<Vec<Turn>, GatewayError> {
    let file = std::fs::File::open(path).map_err(|source| GatewayError::file(path, source))?;
    let mut reader = BufReader::new(file);
    let (mut turns, mut line) = (Vec::<Turn>::new(), Vec::new());
    for number in 1.. {
        line.clear();
        let mut bounded = Read::take(&mut reader, MAX_TURN_BYTES as u64 + 1);
        bounded.read_until(b'\n', &mut line).map_err(|source| GatewayError::file(path, source))?;
        if !line.ends_with(b"\n") && line.len() <= MAX_TURN_BYTES {
            break;
        }
        let expected = turns.len() as u64;
        match serde_json::from_slice::<Turn>(&line) {
            Ok(turn) if turn.turn == expected => turns.push(turn),
            _ => {
                let problem = format!("is not turn {expected}");
                return Err(GatewayError::Record { path: path.display().to_string(), line: number, problem });
            }
        }
    }
    Ok(turns)
}
