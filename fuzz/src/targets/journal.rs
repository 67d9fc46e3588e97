//! Journals as they lie on a disk.

use std::io::Write;

use toolsift_replay::{Journal, JournalError, JournalReader, Line, LoopName, MemoryJournal, Position, Recorded};
use toolsift_replay::{read_lines, verify_chain};

/// Most cuts that are tried of an input.
const MAX_CUTS: usize = 24;

/// A torn tail takes nothing with it that stands before it, what is read is written back the same, and no bytes are a reason to panic.
pub(crate) fn journal(data: &[u8]) {
    let (lines, error) = read_until_error(data);
    let ends: Vec<usize> = (0..data.len()).filter(|place| data[*place] == b'\n').map(|place| place + 1).collect();
    let whole = ends.get(lines.len().wrapping_sub(1)).copied().unwrap_or_default();
    if error.is_none() {
        assert_eq!(lines.len(), ends.len(), "every whole line is a line");
    }
    for cut in cuts(&ends, whole) {
        let before = ends.iter().filter(|end| **end <= cut).count();
        assert_eq!(read_lines(&data[..cut]).expect("a journal that was cut"), lines[..before], "cut at {cut}");
    }
    for tail in [&b"\0\0\0"[..], b"{\"id\":\"p\",\"te", b"\xe2\x82", b"\r"] {
        let mut torn = data[..whole].to_vec();
        torn.extend_from_slice(tail);
        assert_eq!(read_lines(&torn[..]).expect("a torn tail"), lines, "torn: {tail:?}");
    }
    written_back(&lines);
    asked(&lines);
    assert!(verify_chain(data).is_ok() || error.is_some());
}

/// The lines before the first that is wrong, and what is wrong with it. The reader says how far they reach.
fn read_until_error(data: &[u8]) -> (Vec<Line>, Option<JournalError>) {
    let mut reader = JournalReader::new(data);
    let (mut lines, mut kept) = (Vec::new(), 0);
    while let Some(line) = reader.next() {
        match line {
            Ok(line) => lines.push(line),
            Err(error) => {
                assert!(reader.next().is_none(), "nothing behind an error");
                return (lines, Some(error));
            }
        }
        let before = usize::try_from(reader.kept_bytes()).expect("no longer than the input");
        assert!(before > kept && data[before - 1] == b'\n', "a line ends at {before}");
        kept = before;
    }
    (lines, None)
}

/// Where the lines that are kept are cut: around their ends, and in their middle.
fn cuts(ends: &[usize], whole: usize) -> impl Iterator<Item = usize> {
    let around = ends.iter().flat_map(|end| [end - 1, *end, end + 1, end.saturating_sub(9)]);
    around.chain([0, 1, whole / 2]).filter(move |cut| *cut <= whole).take(MAX_CUTS)
}

/// Written and read again, the lines are the same, and so are the bytes.
fn written_back(lines: &[Line]) {
    let text = |lines: &[Line]| -> Vec<u8> {
        let mut text = Vec::new();
        lines.iter().for_each(|line| writeln!(text, "{}", line.to_json().expect("it was read")).expect("memory"));
        text
    };
    let once = text(lines);
    let read = read_lines(&once[..]).expect("it was written");
    assert_eq!(read.iter().map(unspaced).collect::<Vec<_>>(), lines.iter().map(unspaced).collect::<Vec<_>>());
    assert_eq!(text(&read), once);
    let mut memory = MemoryJournal::new();
    lines.iter().for_each(|line| memory.append(line).expect("what a file keeps, memory keeps"));
}

/// A choice keeps its white space but for carriage returns, which would end a line.
fn unspaced(line: &Line) -> Line {
    let mut line = line.clone();
    if let Line::Decision(decision) = &mut line {
        decision.choice = decision.choice.replace('\r', " ");
    }
    line
}

/// Whatever was recorded can be asked.
fn asked(lines: &[Line]) {
    let Ok(recorded) = Recorded::from_lines(lines) else { return };
    let Ok(main) = LoopName::new("main") else { return };
    for turn in 0..3 {
        for call in 0..3 {
            let at = Position { turn, call };
            let is_there = recorded.search(&main, at).is_some() || recorded.skill(&main, at).is_some();
            assert!(!is_there || recorded.reaches_turn(&main, turn), "{at:?}");
            assert!(recorded.outcome(&main, at).is_none() || recorded.reaches_turn(&main, turn), "{at:?}");
        }
        assert!(!recorded.compaction(&main, turn) || recorded.reaches_turn(&main, turn));
    }
    recorded.duplicates().iter().for_each(|divergence| drop(divergence.to_string()));
}
