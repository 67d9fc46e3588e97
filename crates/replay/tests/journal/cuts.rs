//! A crash at any byte: the longest whole prefix is kept, and the next line follows it.

use std::fs;
use std::io::Read;
use std::path::Path;

use toolsift_replay::{FileJournal, Header, Journal, JournalReader, Line, read_lines};

use crate::common::{bytes_of, decision, folder, log, main_loop};

/// NULs that a file system may leave behind a torn tail.
const PADDINGS: [usize; 4] = [0, 1, 7, 4_096];

/// How many bytes of a text belong to whole lines, and how many lines these are.
fn whole(bytes: &[u8]) -> (usize, usize) {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    (end, bytes[..end].iter().filter(|&&byte| byte == b'\n').count())
}

/// Opens what a crash left, appends a line, and compares the file with what it must be then, byte for byte.
fn goes_on(path: &Path, left: &[u8], lines: &[Line], next: &Line, chained: bool) {
    fs::write(path, left).unwrap();
    let (end, count) = whole(left);
    let shown = || format!("{} bytes left, {count} whole lines", left.len());
    let (mut journal, recovery) = FileJournal::open(path).unwrap_or_else(|error| panic!("{}: {error}", shown()));
    assert!(recovery.lines == lines[..count], "{}: {:?}", shown(), recovery.lines);
    assert_eq!(recovery.dropped_bytes, (left.len() - end) as u64, "{}", shown());
    journal.append(next).unwrap();
    drop(journal);
    let bytes = fs::read(path).unwrap();
    if count == 0 {
        // A file that lost its header has a new one.
        assert_eq!(read_lines(bytes.as_slice()).unwrap(), [&log(1), std::slice::from_ref(next)].concat());
    } else if chained {
        // The link is the one of a journal that was never cut.
        assert!(bytes == bytes_of(&[&lines[..count], std::slice::from_ref(next)].concat(), true), "{}", shown());
    } else {
        assert!(bytes == [&left[..end], next.to_json().unwrap().as_bytes(), b"\n"].concat(), "{}", shown());
    }
}

/// A header and 49 lines, of which every third is a decision and the others are marks.
fn fifty_lines() -> Vec<Line> {
    let marked = |turn| Line::mark(&main_loop(), turn, [(turn, "é".to_owned())].into());
    let lines = (0..49).map(|turn| if turn % 3 == 0 { decision(turn) } else { marked(turn) });
    log(1).into_iter().chain(lines).collect()
}

/// C3-35, C3-37, C1-2: fifty lines cut at every byte, each cut padded with NULs: opening keeps the whole lines, and appending
/// fuses nothing.
#[test]
fn every_cut_of_a_log_goes_on() {
    let (lines, next) = (fifty_lines(), decision(1_000));
    let bytes = bytes_of(&lines, false);
    let folder = folder();
    let path = folder.path().join("journal.jsonl");
    for cut in 0..=bytes.len() {
        for padding in PADDINGS {
            let left = [&bytes[..cut], vec![0; padding].as_slice()].concat();
            goes_on(&path, &left, &lines, &next, false);
        }
    }
}

/// C3-35: the same for a journal with a hash chain, which goes on with the link that an uncut journal would have had.
#[test]
fn every_cut_of_a_chained_log_goes_on() {
    let (lines, next) = (log(8), decision(1_000));
    let bytes = bytes_of(&lines, true);
    let folder = folder();
    let path = folder.path().join("journal.jsonl");
    for cut in 0..=bytes.len() {
        for padding in PADDINGS {
            let left = [&bytes[..cut], vec![0; padding].as_slice()].concat();
            goes_on(&path, &left, &lines, &next, true);
        }
    }
}

/// C3-35: the report's own tail, half of a scalar, and other things that no line end follows.
#[test]
fn torn_tails_by_hand() {
    let lines = log(3);
    let bytes = bytes_of(&lines, false);
    let folder = folder();
    let path = folder.path().join("journal.jsonl");
    let long = [b'x'; 300_000];
    let nuls = [0; 300_000];
    let tails: [&[u8]; 12] = [
        br#"{"id":"p","te"#,
        br#"{"id":"main#turn:9:tool:0:search","source":"agent-tool-search","choice":{}}"#,
        "{\"id\":\"é".as_bytes(),
        b"{\"id\":\"\xc3",
        b"{\"id\":\"\xf0\x9f\x98",
        b"\xff\xfe",
        b"\r",
        b" ",
        b"\0{\"id\":\"p\"}",
        b"{}\0\0\0",
        &long,
        &nuls,
    ];
    for tail in tails {
        goes_on(&path, &[bytes.as_slice(), tail].concat(), &lines, &decision(7), false);
    }
}

/// C1-2: a crash while the torn tail of an earlier crash is mended loses nothing, however often it happens.
#[test]
fn crash_after_crash_keeps_what_was_accepted() {
    let folder = folder();
    let path = folder.path().join("journal.jsonl");
    drop(FileJournal::create(&path, true).unwrap());
    for turn in 0..40 {
        let torn = decision(turn).to_json().unwrap();
        let mut left = fs::read(&path).unwrap();
        left.extend((0..turn).zip(torn.bytes()).map(|(_, byte)| byte));
        fs::write(&path, left).unwrap();
        let (mut journal, recovery) = FileJournal::open(&path).unwrap();
        assert_eq!(recovery.dropped_bytes, turn);
        assert_eq!(recovery.lines, log(turn + 1));
        journal.append(&decision(turn)).unwrap();
    }
    assert_eq!(FileJournal::open(&path).unwrap().1.lines, log(41));
}

/// C1-2: a reader tells where the next line belongs, and reads a cut log without an error.
#[test]
fn a_reader_keeps_whole_lines_only() {
    let lines = log(6);
    let bytes = bytes_of(&lines, false);
    for cut in 0..=bytes.len() {
        let (end, count) = whole(&bytes[..cut]);
        let mut reader = JournalReader::new(&bytes[..cut]);
        let read = reader.by_ref().collect::<Result<Vec<_>, _>>().unwrap();
        assert_eq!((read.as_slice(), reader.kept_bytes()), (&lines[..count], end as u64), "cut at {cut}");
    }
}

/// A tail without an end costs one line of memory: 64 MiB of it are passed over.
#[test]
fn a_long_tail_is_passed_over() {
    let header = Line::Header(Header::current()).to_json().unwrap() + "\n";
    let tail = std::io::BufReader::with_capacity(1 << 16, std::io::repeat(0).take(64 << 20));
    let mut reader = JournalReader::new(header.as_bytes().chain(tail));
    assert_eq!(reader.by_ref().collect::<Result<Vec<_>, _>>().unwrap(), log(1));
    assert_eq!(reader.kept_bytes(), header.len() as u64);
}
