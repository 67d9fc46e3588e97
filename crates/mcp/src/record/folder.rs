//! The folder of records, and the folder of one session in it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolsift::contracts::{InstructionStore, SkillDefinition, ToolDefinition, canonical_json};
use toolsift::replay::{
    FileJournal, FolderStore, Journal, Line, LoopName, Position, Recorded, SearchChoice, SkillChoice, read_lines,
};

use super::config::{SessionConfig, VERSION};
use super::shelf::Shelf;
use super::turn::{LISTED, MAX_TURN_BYTES, Turn, is_open};
use crate::config::Mode;
use crate::error::GatewayError;
use crate::known::Known;
use crate::live::Live;
use crate::refusal::Refusal;
use crate::status::Away;

pub(super) const CONFIG: &str = "config.json";
pub(super) const TURNS: &str = "turns.jsonl";
pub(super) const JOURNAL: &str = "journal.jsonl";
/// What each server listed last.
const SERVERS: &str = "servers.json";

/// A list of definitions: the digest of each by its id.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    tools: BTreeMap<String, String>,
    skills: BTreeMap<String, String>,
}

/// The definitions of each server by digest, as `servers.json` has them.
type Servers = BTreeMap<String, Vec<String>>;

/// What each server listed last, by its name.
pub(crate) type Stored = BTreeMap<String, Vec<ToolDefinition>>;

/// Where the records of sessions go.
#[derive(Debug)]
pub(crate) struct Records {
    root: PathBuf,
    /// What each server listed in earlier processes.
    stored: Stored,
    /// The same and what servers have listed since, each definition by its digest.
    servers: Mutex<Servers>,
}

impl Records {
    /// The records of a folder, which is made if it is not there.
    pub(crate) fn open(root: &Path) -> Result<Self, GatewayError> {
        std::fs::create_dir_all(root).map_err(|source| GatewayError::file(root, source))?;
        let definitions = Shelf::new(root.join("definitions"));
        let servers: Servers = std::fs::read(root.join(SERVERS))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        let definition = |digest: &String| serde_json::from_str(&definitions.text(digest)?).ok();
        let of = |digests: &Vec<String>| digests.iter().filter_map(definition).collect();
        let stored = servers.iter().map(|(name, digests)| (name.clone(), of(digests))).collect();
        Ok(Self { root: root.to_owned(), stored, servers: Mutex::new(servers) })
    }

    /// Keeps what is known at a state, and answers the digest by which records name it.
    pub(crate) fn note(&self, live: &Live) -> Result<String, GatewayError> {
        let digest = self.shelve(&live.known)?;
        let definitions = Shelf::new(self.root.join("definitions"));
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        for (name, tools) in live.confirmed() {
            let digests = tools.into_iter().map(|tool| definitions.keep(&json(tool))).collect::<Result<_, _>>()?;
            servers.insert(name.to_owned(), digests);
        }
        let path = self.root.join(SERVERS);
        let unfinished = self.root.join(format!("{SERVERS}.{}.part", std::process::id()));
        let write = || {
            std::fs::write(&unfinished, json(&*servers))?;
            std::fs::rename(&unfinished, &path)
        };
        write().map_err(|source| GatewayError::file(&path, source))?;
        Ok(digest)
    }

    /// What each server listed in earlier processes. It is what servers said, and the operator's word is not a part of it.
    pub(crate) fn stored(&self) -> &Stored {
        &self.stored
    }

    fn shelve(&self, known: &Known) -> Result<String, GatewayError> {
        let definitions = Shelf::new(self.root.join("definitions"));
        let mut listed = Listed::default();
        for (id, tool) in &known.tools {
            listed.tools.insert(id.to_string(), definitions.keep(&json(&**tool))?);
        }
        for skill in known.skills.skills() {
            // The instructions are kept when they are delivered.
            let mut skill = skill.clone();
            skill.instructions = "".into();
            listed.skills.insert(skill.id.to_string(), definitions.keep(&json(&skill))?);
        }
        Shelf::new(self.root.join("catalogs")).keep(&json(&listed))
    }

    /// What a list of definitions holds, as far as its parts are there, and how many are not. Nothing, where the list itself is not.
    pub(super) fn known(root: &Path, catalog: &str) -> Option<(Known, usize)> {
        let listed: Listed = serde_json::from_str(&Shelf::new(root.join("catalogs")).text(catalog)?).ok()?;
        let definitions = Shelf::new(root.join("definitions"));
        let tool = |digest: &String| serde_json::from_str::<ToolDefinition>(&definitions.text(digest)?).ok();
        let skill = |digest: &String| serde_json::from_str::<SkillDefinition>(&definitions.text(digest)?).ok();
        let tools: Vec<ToolDefinition> = listed.tools.values().filter_map(tool).collect();
        let skills: Vec<SkillDefinition> = listed.skills.values().filter_map(skill).collect();
        let missing = listed.tools.len() + listed.skills.len() - tools.len() - skills.len();
        let known = Known {
            tools: tools.into_iter().map(|tool| (tool.id.clone(), tool.into())).collect(),
            skills: toolsift::contracts::SkillSnapshot::new(skills).ok()?,
        };
        Some((known, missing))
    }

    /// The store of instructions that were delivered.
    pub(crate) fn instruction_store(&self) -> Result<FolderStore, GatewayError> {
        let folder = Self::instructions(&self.root);
        FolderStore::open(&folder).map_err(|source| GatewayError::file(&folder, source))
    }

    pub(super) fn instructions(root: &Path) -> PathBuf {
        root.join("instructions")
    }

    /// Begins the record of a session, with the catalogues that it has taken already. What could not be begun leaves no folder, so that it can be tried again.
    pub(crate) fn begin(&self, config: &SessionConfig, states: &[(String, Away)]) -> Result<Recorder, GatewayError> {
        let folder = self.root.join(&config.name);
        std::fs::create_dir(&folder).map_err(|source| GatewayError::file(&folder, source))?;
        let begun = self.begin_in(&folder, config).and_then(|mut recorder| {
            let nothing = || Value::Object(serde_json::Map::new());
            states.iter().try_for_each(|(list, away)| recorder.turn(list, LISTED, nothing(), away).map(drop))?;
            Ok(recorder)
        });
        begun.inspect_err(|_| drop(std::fs::remove_dir_all(&folder)))
    }

    fn begin_in(&self, folder: &Path, config: &SessionConfig) -> Result<Recorder, GatewayError> {
        let path = folder.join(CONFIG);
        std::fs::write(&path, json(config) + "\n").map_err(|source| GatewayError::file(&path, source))?;
        let (turns_path, journal_path) = (folder.join(TURNS), folder.join(JOURNAL));
        let created = OpenOptions::new().append(true).create_new(true).open(&turns_path);
        let turns = created.map_err(|source| GatewayError::file(&turns_path, source))?;
        let journal = FileJournal::create(&journal_path, false);
        let journal = journal.map_err(|source| GatewayError::journal(&journal_path, source))?;
        let (name, catalog) = (name(&config.name, folder)?, config.catalog.clone());
        Ok(Recorder { name, folder: folder.to_owned(), next: 0, catalog, turns, journal, root: self.root.clone() })
    }

    /// Takes the record of an earlier process up again, if there is one under a handle that can be read.
    pub(crate) fn resume(&self, handle: &str) -> Option<Recorder> {
        let folder = self.root.join(handle);
        let config = std::fs::read_to_string(folder.join(CONFIG)).ok()?;
        let config: SessionConfig = serde_json::from_str(&config).ok()?;
        if config.version != VERSION || config.mode != Mode::Fixed || config.name != handle {
            return None;
        }
        let Reopened { file: turns, next, catalog: last, call } = reopen(&folder.join(TURNS)).ok()?;
        let (journal, recovery) = FileJournal::open(&folder.join(JOURNAL)).ok()?;
        let lines = read_lines(BufReader::new(File::open(folder.join(JOURNAL)).ok()?)).ok()?;
        let recorded = Recorded::from_lines(&lines).ok()?;
        if recovery.dropped_bytes > 0 {
            tracing::warn!(handle, bytes = recovery.dropped_bytes, "a torn line of a journal was cut off");
        }
        let catalog = last.unwrap_or(config.catalog);
        let name = name(handle, &folder).ok()?;
        let mut recorder = Recorder { name, folder, next, catalog, turns, journal, root: self.root.clone() };
        if let (Some(turn), Some(call)) = (next.checked_sub(1), call)
            && is_open(&recorded, &recorder.name, turn, &call)
        {
            // Nobody read a result of it. From here on it is a turn among others, which a replay must find decided.
            let outcomes = BTreeMap::from([(0, INTERRUPTED.to_owned())]);
            let mark = Line::mark(&recorder.name, turn, outcomes);
            recorder.append(&mark).ok()?;
        }
        Some(recorder)
    }
}

/// What is marked of a turn that was asked when the process ended.
const INTERRUPTED: &str = "interrupted";

fn name(handle: &str, folder: &Path) -> Result<LoopName, GatewayError> {
    LoopName::new(handle).map_err(|source| GatewayError::journal(folder, source))
}

/// JSON with its keys in order, whatever maps keep.
fn json(value: &impl Serialize) -> String {
    canonical_json(&serde_json::to_value(value).unwrap_or(Value::Null))
}

/// The turns of an earlier process.
struct Reopened {
    /// Open behind the last whole line.
    file: File,
    next: u64,
    /// The last list of definitions that a line names.
    catalog: Option<String>,
    /// What was called last.
    call: Option<String>,
}

fn reopen(path: &Path) -> std::io::Result<Reopened> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    let (mut end, mut next, mut catalog, mut call) = (0, 0, None, None);
    let mut reader = BufReader::new(&file);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = std::io::Read::take(&mut reader, MAX_TURN_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
        let Ok(turn) = serde_json::from_slice::<Turn>(&line) else { break };
        if !line.ends_with(b"\n") {
            break;
        }
        end += read as u64;
        next = turn.turn + 1;
        catalog = turn.catalog.or(catalog);
        call = Some(turn.call);
    }
    let mut file = file;
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    Ok(Reopened { file, next, catalog, call })
}

/// The record of one session.
#[derive(Debug)]
pub(crate) struct Recorder {
    root: PathBuf,
    folder: PathBuf,
    name: LoopName,
    next: u64,
    /// The list of definitions that the last turn worked on.
    catalog: String,
    turns: File,
    journal: FileJournal,
}

impl Recorder {
    /// Writes what is asked and on which list of definitions, before anything is done about it, and answers where in the loop it stands.
    pub(crate) fn turn(
        &mut self,
        catalog: &str,
        call: &str,
        arguments: Value,
        away: &Away,
    ) -> Result<Position, GatewayError> {
        let changed = (catalog != self.catalog).then(|| catalog.to_owned());
        let turn = Turn { turn: self.next, call: call.to_owned(), arguments, catalog: changed, servers: away.clone() };
        let written = self.turns.write_all(turn.to_line().as_bytes()).and_then(|()| self.turns.flush());
        written.map_err(|source| GatewayError::file(&self.folder.join(TURNS), source))?;
        self.catalog.replace_range(.., catalog);
        self.next += 1;
        Ok(Position { turn: turn.turn, call: 0 })
    }

    /// Writes what a search decided.
    pub(crate) fn search(&mut self, at: Position, choice: &SearchChoice) -> Result<(), GatewayError> {
        self.append(&Line::search(&self.name, at, choice))
    }

    /// Writes what an activation decided, the instructions before it.
    pub(crate) fn skill(
        &mut self,
        at: Position,
        skill: &SkillDefinition,
        choice: &SkillChoice,
        text: &str,
    ) -> Result<(), GatewayError> {
        if let Some(digest) = &choice.digest {
            let folder = Records::instructions(&self.root);
            let kept = FolderStore::open(&folder).and_then(|store| store.keep(&skill.id, digest, text));
            kept.map_err(|source| GatewayError::file(&folder, source))?;
        }
        self.append(&Line::skill(&self.name, at, choice))
    }

    /// Writes that a search or an activation was refused.
    pub(crate) fn refused(&mut self, at: Position, refusal: Refusal) -> Result<(), GatewayError> {
        let outcomes = BTreeMap::from([(at.call, refusal.as_str().to_owned())]);
        self.append(&Line::mark(&self.name, at.turn, outcomes))
    }

    /// Whether the last turn worked on this list of definitions.
    pub(crate) fn is_on(&self, catalog: &str) -> bool {
        self.catalog == catalog
    }

    /// The journal, for a session that writes its own decisions.
    pub(crate) fn journal(&mut self) -> &mut FileJournal {
        &mut self.journal
    }

    fn append(&mut self, line: &Line) -> Result<(), GatewayError> {
        self.journal.append(line).map_err(|source| GatewayError::journal(&self.folder.join(JOURNAL), source))
    }
}
