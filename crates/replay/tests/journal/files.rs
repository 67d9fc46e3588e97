//! Creating, opening and going on; stores that fail.

use std::error::Error;
use std::fs;
use std::io::{self, BufReader, ErrorKind, Read};

use toolsift_replay::{
    FileJournal, Header, Journal, JournalError, JournalReader, Line, MemoryJournal, Position, Recorded, SearchChoice,
    read_lines,
};

use crate::common::{bytes_of, decision, folder, log, main_loop};

/// ADR-029, C1-2: a journal that is closed and opened again goes on where it was; every line is there once and in order.
#[test]
fn a_journal_goes_on() {
    for chained in [false, true] {
        let folder = folder();
        let path = folder.path().join("journal.jsonl");
        let mut journal = FileJournal::create(&path, chained).unwrap();
        assert_eq!(journal.line_count(), 1, "the header");
        for round in 0..5 {
            for turn in round * 3..round * 3 + 3 {
                journal.append(&decision(turn)).unwrap();
            }
            drop(journal);
            let (opened, recovery) = FileJournal::open(&path).unwrap();
            assert_eq!(recovery.lines, log(round * 3 + 4), "{chained}");
            assert_eq!((recovery.dropped_bytes, opened.line_count()), (0, round * 3 + 4));
            journal = opened;
        }
        assert_eq!(read_lines(fs::read(&path).unwrap().as_slice()).unwrap(), log(16));
    }
}

/// ADR-030: a file by hand, byte for byte.
#[test]
fn bytes_by_hand() {
    let mut choice = SearchChoice::new("bm25f", "q");
    choice.results = vec!["a".into()];
    choice.loaded = vec!["a".into()];
    let at = Position { turn: 0, call: 0 };
    let outcomes = [(1, "limit".to_owned())].into();
    let lines = [
        Line::Header(Header::current()),
        Line::search(&main_loop(), at, &choice),
        Line::mark(&main_loop(), 0, outcomes),
        Line::end(&main_loop(), 3),
    ];
    let expected = concat!(
        r#"{"format":"toolsift-journal","version":1,"behaviours":[1]}"#,
        "\n",
        r#"{"id":"main#turn:0:tool:0:search","source":"agent-tool-search","#,
        r#""choice":{"ranker":"bm25f","query":"q","results":["a"],"loaded":["a"]}}"#,
        "\n",
        r#"{"mark":"main#turn:0","outcomes":{"1":"limit"}}"#,
        "\n",
        r#"{"end":"main","lines":3}"#,
        "\n",
    );
    assert_eq!(String::from_utf8(bytes_of(&lines, false)).unwrap(), expected);
}

/// A journal in memory keeps the same lines as one in a file, and both find the same decisions.
#[test]
fn memory_and_file_agree() {
    let lines = log(20);
    let mut memory = MemoryJournal::new();
    assert_eq!((memory.lines().len(), memory.line_count()), (0, 0));
    for line in &lines {
        memory.append(line).unwrap();
    }
    assert_eq!((memory.lines(), memory.line_count()), (lines.as_slice(), 20));
    let read = read_lines(bytes_of(&lines, true).as_slice()).unwrap();
    assert_eq!(read, lines);
    assert_eq!(Recorded::from_lines(&read).unwrap(), Recorded::from_lines(memory.lines()).unwrap());
}

/// A file that exists is never overwritten, and one that does not is never made by opening it.
#[test]
fn create_and_open_are_not_the_same() {
    let folder = folder();
    let path = folder.path().join("journal.jsonl");
    let kind = |result: Result<(), JournalError>| match result {
        Err(JournalError::Io(error)) => error.kind(),
        other => panic!("{other:?}"),
    };
    assert_eq!(kind(FileJournal::open(&path).map(|_| ())), ErrorKind::NotFound);
    assert!(!path.exists());
    fs::write(&path, "mine").unwrap();
    assert_eq!(kind(FileJournal::create(&path, false).map(|_| ())), ErrorKind::AlreadyExists);
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    let nowhere = folder.path().join("no folder").join("journal.jsonl");
    assert_eq!(kind(FileJournal::create(&nowhere, true).map(|_| ())), ErrorKind::NotFound);
    assert!(FileJournal::open(folder.path()).is_err(), "a folder");
}

/// ADR-036: a line that is refused leaves nothing behind, in memory or in the file, and the next one follows the last whole one.
#[test]
fn a_refused_line_leaves_nothing() {
    let mut too_long = SearchChoice::new("bm25f", "q");
    too_long.results = vec!["x".repeat(300_000)];
    let too_long = Line::search(&main_loop(), Position { turn: 1, call: 0 }, &too_long);
    for chained in [false, true] {
        let folder = folder();
        let path = folder.path().join("journal.jsonl");
        let mut journal = FileJournal::create(&path, chained).unwrap();
        journal.append(&decision(0)).unwrap();
        let before = fs::read(&path).unwrap();
        let error = journal.append(&too_long).unwrap_err();
        assert!(matches!(error, JournalError::LineTooLong { limit: 262_144, .. }), "{error}");
        assert_eq!((fs::read(&path).unwrap(), journal.line_count()), (before, 2));
        journal.append(&decision(1)).unwrap();
        drop(journal);
        assert_eq!(FileJournal::open(&path).unwrap().1.lines, log(3));
    }
    let mut memory = MemoryJournal::new();
    assert!(memory.append(&too_long).is_err());
    assert_eq!(memory.lines(), []);
}

/// C3-37: an accepted line never makes the journal unreadable, so a second header is refused.
#[test]
fn a_second_header_is_not_accepted() {
    let folder = folder();
    let path = folder.path().join("journal.jsonl");
    let mut journal = FileJournal::create(&path, false).unwrap();
    journal.append(&decision(0)).unwrap();
    let accepted = journal.append(&Line::Header(Header::current()));
    drop(journal);
    let opened = FileJournal::open(&path).map(|(_, recovery)| recovery.lines.len());
    assert!(accepted.is_err() || opened.is_ok(), "accepted, and then: {opened:?}");
}

/// C3-35: a choice over several lines is refused or written on one: the journal can be read either way.
#[test]
fn a_choice_over_several_lines_does_not_break_the_journal() {
    let folder = folder();
    let path = folder.path().join("journal.jsonl");
    let mut journal = FileJournal::create(&path, false).unwrap();
    let laid_out = "{\"id\":\"main#turn:0:tool:0:search\",\"source\":\"agent-tool-search\",\"choice\":{\n}}";
    if let Ok(line) = Line::read(laid_out) {
        let accepted = journal.append(&line);
        drop(journal);
        let opened = FileJournal::open(&path).map(|(_, recovery)| recovery.lines.len());
        assert!(accepted.is_err() || opened.is_ok(), "accepted, and then: {opened:?}");
    }
}

/// C3-37: a file that never was a journal is not taken for the torn tail of one: it is refused and stays as it is.
#[test]
fn a_file_of_something_else_is_not_emptied() {
    let folder = folder();
    let path = folder.path().join("scenario.json");
    let last_differs = r#"{"format":"toolsift-journaL"#;
    for text in [r#"{"version":1,"loop":"main"}"#, "notes without a line end", "\u{89}PNG\0\0", "x", last_differs] {
        fs::write(&path, text).unwrap();
        let opened = FileJournal::open(&path).map(|(_, recovery)| recovery);
        assert!(opened.is_err(), "{text:?} was replaced by a journal: {opened:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

/// ADR-036: a store that cannot make a line last does not accept it. The device forgets what is written, and says so.
#[test]
#[cfg(target_os = "linux")]
fn what_cannot_last_is_not_accepted() {
    let error = FileJournal::open("/dev/null".as_ref()).map(|_| ()).unwrap_err();
    assert!(matches!(error, JournalError::Io(_)), "{error}");
    assert!(error.to_string().starts_with("journal: "), "{error}");
    assert!(error.source().is_some(), "the cause is kept");
}

/// A reader that stops on a failing store says so once, and reads nothing behind it.
#[test]
fn a_failing_store_ends_the_reading() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let bytes = bytes_of(&log(3), false);
    let whole = bytes.len() as u64;
    let mut reader = JournalReader::new(BufReader::new(bytes.chain(Fails)));
    let read: Vec<_> = reader.by_ref().map(|line| line.map_err(|error| error.to_string())).collect();
    let expected: Vec<_> = log(3).into_iter().map(Ok).chain([Err("journal: the disk is gone".to_owned())]).collect();
    assert_eq!((read, reader.kept_bytes()), (expected, whole));
    assert!(reader.next().is_none());
}
