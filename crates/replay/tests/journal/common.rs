//! Lines and journals that several tests need.

use std::path::Path;

use tempfile::TempDir;
use toolsift_replay::{FileJournal, Header, Journal, JournalError, Line, LoopName, Position, SearchChoice, read_lines};

pub(crate) fn main_loop() -> LoopName {
    LoopName::new("main").unwrap()
}

/// The decision of a turn, of another length and with other scalars than the one before.
pub(crate) fn decision(turn: u64) -> Line {
    let query: String = "é😀\"\\\n".chars().take((0..turn % 6).count()).collect();
    let mut choice = SearchChoice::new("bm25f", &query);
    choice.results = (0..turn % 3).map(|at| format!("t{at}")).collect();
    Line::search(&main_loop(), Position { turn, call: 0 }, &choice)
}

/// A header and then decisions, `count` lines in all.
pub(crate) fn log(count: u64) -> Vec<Line> {
    let decisions = (0..count - 1).map(decision);
    std::iter::once(Line::Header(Header::current())).chain(decisions).collect()
}

/// A folder for files that are written many times; in memory where that is possible.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// The bytes of a journal with such lines, the first of which is the header.
pub(crate) fn bytes_of(lines: &[Line], chained: bool) -> Vec<u8> {
    let folder = folder();
    let path = folder.path().join("journal.jsonl");
    let mut journal = FileJournal::create(&path, chained).unwrap();
    for line in &lines[1..] {
        journal.append(line).unwrap();
    }
    std::fs::read(path).unwrap()
}

/// What a reader says of a text: nothing where it reads all of it.
pub(crate) fn fault(bytes: &[u8]) -> String {
    read_lines(bytes).err().map(|error| error.to_string()).unwrap_or_default()
}

/// What opening a file says; and a file that cannot be opened stays as it is.
pub(crate) fn open_fault(path: &Path, bytes: &[u8]) -> String {
    std::fs::write(path, bytes).unwrap();
    let opened: Result<_, JournalError> = FileJournal::open(path);
    match opened {
        Ok(_) => String::new(),
        Err(error) => {
            assert!(std::fs::read(path).unwrap() == bytes, "a refused journal was changed: {error}");
            error.to_string()
        }
    }
}
