//! A recorded session, replayed: every result follows from the record and the definitions that it names, and nothing is ranked.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::Serialize;
use serde_json::Value;
use toolsift::contracts::InstructionStore;
use toolsift::replay::{DecisionKind, FolderStore, LoopName, Position, Recorded, decision_id, read_lines};

use super::folder::{CONFIG, JOURNAL, Records, SessionConfig, TURNS, VERSION};
use super::turn::{MAX_TURN_BYTES, Turn};
use crate::activation::Activated;
use crate::error::GatewayError;
use crate::known::Known;
use crate::page::Page;
use crate::tools::{ACTIVATE, SEARCH};

/// Longest `config.json` of a session, in bytes. It has a few hundred.
const MAX_CONFIG_BYTES: u64 = 64 << 10;

/// A session as its record has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Replayed {
    /// The handle.
    pub handle: String,
    /// What was asked and what was answered.
    pub turns: Vec<ReplayedTurn>,
    /// Where record and definitions do not fit together.
    pub divergences: Vec<String>,
}

/// One call of the session.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ReplayedTurn {
    /// The arrival number.
    pub turn: u64,
    /// The gateway's tool.
    pub call: String,
    /// Its arguments without the handle.
    pub arguments: Value,
    /// The result, as the model read it. Calls of servers' tools are not decisions, so that their results are not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The code of a refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
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
    let config = config(&folder.join(CONFIG))?;
    let root = folder.parent().unwrap_or(Path::new("."));
    let path = folder.join(JOURNAL);
    let file = std::fs::File::open(&path).map_err(|source| GatewayError::file(&path, source))?;
    let lines = read_lines(BufReader::new(file)).map_err(|source| GatewayError::journal(&path, source))?;
    let recorded = Recorded::from_lines(&lines).map_err(|source| GatewayError::journal(&path, source))?;
    let name = LoopName::new(&config.name).map_err(|source| GatewayError::journal(&path, source))?;
    let mut divergences: Vec<String> = recorded.duplicates().iter().map(ToString::to_string).collect();
    let (mut asked, mut turns) = (BTreeSet::new(), Vec::new());
    let mut replaying = Replaying { root, recorded: &recorded, name: &name, known: Known::default() };
    replaying.take(&config.catalog, &mut divergences);
    for turn in turns_of(&folder.join(TURNS))? {
        if let Some(catalog) = &turn.catalog {
            replaying.take(catalog, &mut divergences);
        }
        let at = Position { turn: turn.turn, call: 0 };
        let mut replayed = ReplayedTurn {
            turn: turn.turn,
            call: turn.call.clone(),
            arguments: turn.arguments.clone(),
            result: None,
            refused: recorded.outcome(&name, at).map(str::to_owned),
        };
        let kind = match turn.call.as_str() {
            SEARCH => Some(DecisionKind::Search),
            ACTIVATE => Some(DecisionKind::Skill),
            _ => None,
        };
        if let Some(kind) = kind.filter(|_| replayed.refused.is_none()) {
            let id = decision_id(&name, at, kind);
            let served = match kind {
                DecisionKind::Skill => replaying.activation(at),
                _ => replaying.search(at, &turn),
            };
            asked.insert(id.clone());
            match served {
                Served::Result(result, divergence) => {
                    replayed.result = Some(result);
                    divergences.extend(divergence.map(|what| format!("{id}: {what}")));
                }
                Served::Refused(code) => replayed.refused = Some(code),
                Served::Missing => divergences.push(format!("{id}: missing from the journal")),
            }
        }
        turns.push(replayed);
    }
    divergences.extend(recorded.not_asked(&name, &asked).iter().map(ToString::to_string));
    Ok(Replayed { handle: config.name, turns, divergences })
}

/// What a record has for a call.
enum Served {
    /// A result, and what is odd about it.
    Result(String, Option<String>),
    /// A refusal's code.
    Refused(String),
    /// Nothing.
    Missing,
}

struct Replaying<'r> {
    root: &'r Path,
    recorded: &'r Recorded,
    name: &'r LoopName,
    known: Known,
}

impl Replaying<'_> {
    /// Takes another list of definitions.
    fn take(&mut self, catalog: &str, divergences: &mut Vec<String>) {
        match Records::known(self.root, catalog) {
            Some((known, 0)) => self.known = known,
            Some((known, missing)) => {
                divergences.push(format!("{missing} definitions of the list {catalog} are missing"));
                self.known = known;
            }
            None => {
                divergences.push(format!("the list of definitions {catalog} is missing"));
                self.known = Known::default();
            }
        }
    }

    fn search(&self, at: Position, turn: &Turn) -> Served {
        let Some(choice) = self.recorded.search(self.name, at) else { return Served::Missing };
        let result = Page::of(self.name.as_str(), &choice, &self.known, &turn.servers).to_json();
        let divergence = choice.result_bytes.filter(|bytes| *bytes != result.len() as u64);
        let divergence = divergence.map(|bytes| format!("the result had {bytes} bytes and has {}", result.len()));
        Served::Result(result, divergence)
    }

    fn activation(&self, at: Position) -> Served {
        let Some(choice) = self.recorded.skill(self.name, at) else { return Served::Missing };
        if let Some(code) = choice.refused {
            return Served::Refused(code);
        }
        let text = || {
            let skill = self.known.skill(&choice.skill)?;
            let store = FolderStore::open(Records::instructions(self.root)).ok()?;
            store.text(&skill.id, choice.digest.as_ref()?).ok()?
        };
        match text() {
            Some(text) => Served::Result(Activated::new(self.name.as_str(), &choice.skill, text).to_json(), None),
            None => Served::Missing,
        }
    }
}

fn config(path: &Path) -> Result<SessionConfig, GatewayError> {
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(|source| GatewayError::file(path, source))?;
    file.take(MAX_CONFIG_BYTES).read_to_string(&mut text).map_err(|source| GatewayError::file(path, source))?;
    let problem = |line, problem: &str| GatewayError::Record {
        path: path.display().to_string(),
        line,
        problem: problem.to_owned(),
    };
    let config: SessionConfig =
        serde_json::from_str(&text).map_err(|error| problem(error.line(), "is not what a session begins with"))?;
    if config.version != VERSION || config.kind != "gateway" || config.mode != "fixed" {
        return Err(problem(1, "is of a kind or version that is not known"));
    }
    Ok(config)
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
