//! A journal in a file: JSON Lines, flushed line by line.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::chain::Chain;
use crate::error::JournalError;
use crate::journal::Journal;
use crate::line::Line;
use crate::reader::JournalReader;
use crate::version::{Header, JOURNAL_FORMAT};

/// A journal in a file. A line that [`append`](Journal::append) accepted is on the disk. A file has one writer at a time: nothing here locks it.
#[derive(Debug)]
pub struct FileJournal {
    file: File,
    /// Where the next line begins.
    end: u64,
    lines: u64,
    chain: Option<Chain>,
    /// Whether a failed write could not be taken back, so that nothing may follow it.
    broken: bool,
}

/// What opening a journal found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recovery {
    /// The lines that are there, the header included.
    pub lines: Vec<Line>,
    /// The length of the torn tail that was cut off, in bytes.
    pub dropped_bytes: u64,
}

impl FileJournal {
    /// Creates a journal in a new file and writes its header.
    ///
    /// # Errors
    ///
    /// A [`JournalError`] where the file exists already or cannot be written.
    pub fn create(path: &Path, chained: bool) -> Result<Self, JournalError> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
        let mut journal = Self { file, end: 0, lines: 0, chain: chained.then(Chain::new), broken: false };
        journal.append(&Line::Header(Header::current()))?;
        // The file's name must survive, too; where a folder cannot be synced, the system does that by itself.
        if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
            drop(folder.sync_all());
        }
        Ok(journal)
    }

    /// Opens a journal, cuts a torn tail off, and goes on behind the last whole line. A file without one gets a header.
    ///
    /// # Errors
    ///
    /// A [`JournalError`] where the file cannot be read or written, or is damaged elsewhere than at its tail.
    pub fn open(path: &Path) -> Result<(Self, Recovery), JournalError> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let length = file.metadata()?.len();
        let mut reader = JournalReader::new(BufReader::new(&file));
        let lines = reader.by_ref().collect::<Result<Vec<Line>, _>>()?;
        let end = reader.kept_bytes();
        let chain = reader.into_chain();
        if lines.is_empty() && !is_torn_header(&file)? {
            return Err(JournalError::NotAJournal { format: JOURNAL_FORMAT });
        }
        if end != length {
            file.set_len(end)?;
            file.sync_data()?;
        }
        let mut journal = Self { file, end, lines: lines.len() as u64, chain, broken: false };
        if lines.is_empty() {
            journal.append(&Line::Header(Header::current()))?;
        }
        Ok((journal, Recovery { lines, dropped_bytes: length - end }))
    }

    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()?;
        Ok(())
    }
}

/// Whether a file without a whole line is a journal whose header was torn, all of it lost or NULs included, and not something else.
fn is_torn_header(mut file: &File) -> Result<bool, JournalError> {
    let start = format!("{{\"format\":\"{JOURNAL_FORMAT}\"");
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(start.len() as u64).read_to_end(&mut bytes)?;
    let written = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    Ok(start.as_bytes().starts_with(bytes.get(..written).unwrap_or_default()))
}

impl Journal for FileJournal {
    fn append(&mut self, line: &Line) -> Result<(), JournalError> {
        if self.broken {
            return Err(std::io::Error::other("an earlier line could not be taken back").into());
        }
        if matches!(line, Line::Header(_)) && self.lines > 0 {
            return Err(JournalError::SecondHeader);
        }
        let json = line.to_json()?;
        let mut chain = self.chain.clone();
        let mut text = match &mut chain {
            Some(chain) => chain.seal(&json),
            None => json,
        };
        text.push('\n');
        if let Err(error) = self.write(&text) {
            // Half a line must not be followed by a whole one.
            self.broken = self.file.set_len(self.end).is_err();
            return Err(error);
        }
        self.end += text.len() as u64;
        self.lines += 1;
        self.chain = chain;
        Ok(())
    }

    fn line_count(&self) -> u64 {
        self.lines
    }
}
