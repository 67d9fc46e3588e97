//! The folder of one session: what it began with, what was asked, and what was decided.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;
use toolsift::contracts::{InstructionStore, SkillDefinition};
use toolsift::replay::{
    FileJournal, FolderStore, Journal, Line, LoopName, Position, Recorded, SearchChoice, SkillChoice,
};

use super::config::SessionConfig;
use super::layout::{CONFIG, JOURNAL, TURNS, instructions, json};
use super::turn::{MAX_TURN_BYTES, Turn, is_open};
use crate::config::Mode;
use crate::error::GatewayError;
use crate::refusal::Refusal;
use crate::status::Away;

/// What is marked of a turn that was asked when the process ended.
const INTERRUPTED: &str = "interrupted";

/// The record of one session.
#[derive(Debug)]
pub(crate) struct Recorder {
    root: PathBuf,
    folder: PathBuf,
    name: LoopName,
    next: u64,
    /// The list of definitions that the last turn worked on.
    catalog: String,
    turns: Turns,
    journal: FileJournal,
}

/// The file of what was asked.
#[derive(Debug)]
struct Turns {
    file: File,
    /// Where the whole lines end.
    end: u64,
    /// Whether half a line could not be taken back.
    broken: bool,
}

impl Turns {
    fn new(file: File, end: u64) -> Self {
        Self { file, end, broken: false }
    }

    fn append(&mut self, line: &str) -> std::io::Result<()> {
        if self.broken {
            return Err(std::io::Error::other("an earlier line could not be taken back"));
        }
        let start = SeekFrom::Start(self.end);
        if let Err(error) = self.file.seek(start).and_then(|_| self.file.write_all(line.as_bytes())) {
            // Half a line must not be followed by a whole one.
            self.broken = self.file.set_len(self.end).is_err();
            return Err(error);
        }
        self.end += line.len() as u64;
        Ok(())
    }
}

impl Recorder {
    /// The record of a session in its folder, which is there and empty.
    pub(super) fn begin(root: &Path, config: &SessionConfig) -> Result<Self, GatewayError> {
        let folder = root.join(&config.name);
        let path = folder.join(CONFIG);
        std::fs::write(&path, json(config) + "\n").map_err(|source| GatewayError::file(&path, source))?;
        let (turns_path, journal_path) = (folder.join(TURNS), folder.join(JOURNAL));
        let created = OpenOptions::new().write(true).create_new(true).open(&turns_path);
        let turns = Turns::new(created.map_err(|source| GatewayError::file(&turns_path, source))?, 0);
        let journal = FileJournal::create(&journal_path, false);
        let journal = journal.map_err(|source| GatewayError::journal(&journal_path, source))?;
        let (name, catalog) = (name(&config.name, &folder)?, config.catalog.clone());
        Ok(Self { name, folder, next: 0, catalog, turns, journal, root: root.to_owned() })
    }

    /// Takes the record of an earlier process up again, if there is one under a handle that can be read.
    pub(super) fn resume(root: &Path, handle: &str) -> Option<Self> {
        let folder = root.join(handle);
        let config = SessionConfig::read(&folder.join(CONFIG)).ok()?;
        if config.mode != Mode::Fixed || config.name != handle {
            return None;
        }
        let Reopened { turns, next, catalog: last, call } = reopen(&folder.join(TURNS)).ok()?;
        let (journal, recovery) = FileJournal::open(&folder.join(JOURNAL)).ok()?;
        let recorded = Recorded::from_lines(&recovery.lines).ok()?;
        if recovery.dropped_bytes > 0 {
            tracing::warn!(handle, bytes = recovery.dropped_bytes, "a torn line of a journal was cut off");
        }
        let catalog = last.unwrap_or(config.catalog);
        let name = name(handle, &folder).ok()?;
        let mut recorder = Self { name, folder, next, catalog, turns, journal, root: root.to_owned() };
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
        self.turns.append(&turn.to_line()).map_err(|source| GatewayError::file(&self.folder.join(TURNS), source))?;
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
            let folder = instructions(&self.root);
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

fn name(handle: &str, folder: &Path) -> Result<LoopName, GatewayError> {
    LoopName::new(handle).map_err(|source| GatewayError::journal(folder, source))
}

/// The turns of an earlier process.
struct Reopened {
    /// Cut behind the last whole line.
    turns: Turns,
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
    file.set_len(end)?;
    Ok(Reopened { turns: Turns::new(file, end), next, catalog, call })
}
