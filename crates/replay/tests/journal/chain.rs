//! The hash chain: a journal that was edited names the first line that does not follow.

use std::fs;

use toolsift_replay::{Chain, FileJournal, Header, Journal, JournalError, Line, Position, Recorded, SearchChoice};
use toolsift_replay::{read_lines, verify_chain};

use crate::common::{bytes_of, decision, folder, log, main_loop, open_fault};

/// A sealed run of seven lines: header, five decisions, end.
fn sealed() -> Vec<String> {
    let mut lines = log(6);
    lines.push(Line::end(&main_loop(), 6));
    let text = String::from_utf8(bytes_of(&lines, true)).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The line without its link.
fn unsealed(line: &str) -> String {
    let (open, _) = line.rsplit_once(",\"chain\":").unwrap();
    format!("{open}}}")
}

/// The line that a broken chain names.
fn broken_at(text: &str) -> Option<usize> {
    match verify_chain(text.as_bytes()) {
        Err(JournalError::BrokenChain { line }) => Some(line),
        _ => None,
    }
}

/// C3-42: the links by hand, so that a sealed journal is verified for ever: SHA-256 in lowercase hexadecimal of the link before,
/// a line end, and the line.
#[test]
fn links_by_hand() {
    let mut choice = SearchChoice::new("bm25f", "q");
    choice.results = vec!["a".into()];
    choice.loaded = vec!["a".into()];
    let search = Line::search(&main_loop(), Position { turn: 0, call: 0 }, &choice);
    let bytes = bytes_of(&[Line::Header(Header::current()), search, Line::end(&main_loop(), 2)], true);
    let expected = concat!(
        r#"{"format":"toolsift-journal","version":1,"behaviours":[1],"#,
        r#""chain":"6479217aaa47159a4a5df1ca8105062dc8dd55a5f7e1a12f214a89065c06cb75"}"#,
        "\n",
        r#"{"id":"main#turn:0:tool:0:search","source":"agent-tool-search","#,
        r#""choice":{"ranker":"bm25f","query":"q","results":["a"],"loaded":["a"]},"#,
        r#""chain":"9b6825c52227f3383f59a93a22577ab264d3e8079b0ee5e65b08124b2e21631e"}"#,
        "\n",
        r#"{"end":"main","lines":2,"chain":"6680d10e6877ea403526a56a8207d39efe67027085ecd18b6b5cf540f41d3933"}"#,
        "\n",
    );
    assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    let mut chain = Chain::new();
    for line in expected.lines() {
        assert_eq!(chain.seal(&unsealed(line)), line);
    }
}

/// A chain that holds is reported, and so is that there is none.
#[test]
fn a_chain_holds_or_is_not_there() {
    assert!(verify_chain(joined(&sealed()).as_bytes()).unwrap());
    assert!(!verify_chain(bytes_of(&log(6), false).as_slice()).unwrap());
    assert!(!verify_chain(b"".as_slice()).unwrap());
    assert_eq!(
        verify_chain(b"{}\n".as_slice()).unwrap_err().to_string(),
        "journal line 1: not a toolsift-journal header"
    );
    let plain = read_lines(bytes_of(&log(6), false).as_slice()).unwrap();
    assert_eq!(read_lines(bytes_of(&log(6), true).as_slice()).unwrap(), plain, "links are not seen in the lines");
}

/// C3-37, C3-42: every kind of edit names the first line that does not follow; the file is not opened and not changed.
#[test]
fn edits_by_hand() {
    let at = sealed();
    let mut table: Vec<(&str, Vec<String>, usize)> = Vec::new();
    let mut edit = |name, line, change: &dyn Fn(&mut Vec<String>)| {
        let mut lines = at.clone();
        change(&mut lines);
        table.push((name, lines, line));
    };
    edit("an edited id", 3, &|lines| lines[2] = lines[2].replace("turn:1:", "turn:9:"));
    edit("an edited choice", 4, &|lines| lines[3] = lines[3].replace("\"t0\"", "\"t1\""));
    edit("an added key", 3, &|lines| lines[2] = lines[2].replacen('{', "{\"x\":1,", 1));
    edit("white space", 3, &|lines| lines[2] = lines[2].replacen(':', ": ", 1));
    edit("white space at the end", 3, &|lines| lines[2].push(' '));
    edit("an edited header", 1, &|lines| lines[0] = lines[0].replace("[1]", "[]"));
    edit("an edited end", 7, &|lines| lines[6] = lines[6].replace(":6,", ":5,"));
    edit("an edited link", 3, &|lines| {
        let (open, link) = lines[2].rsplit_once(":\"").unwrap();
        let other = if link.starts_with('0') { "1" } else { "0" };
        lines[2] = format!("{open}:\"{}", link.replacen(|_| true, other, 1));
    });
    edit("another line's link", 3, &|lines| {
        let (_, link) = lines[3].rsplit_once(",\"chain\":").unwrap();
        let open = lines[2].rsplit_once(",\"chain\":").unwrap().0;
        lines[2] = format!("{open},\"chain\":{link}");
    });
    edit("a link in capitals", 3, &|lines| {
        let (open, link) = lines[2].rsplit_once(":\"").unwrap();
        lines[2] = format!("{open}:\"{}", link.to_uppercase());
    });
    edit("a shortened line", 3, &|lines| lines[2].truncate(40));
    edit("a shortened link", 3, &|lines| {
        let end = lines[2].len() - 3;
        lines[2].replace_range(end..=end, "");
    });
    edit("a line without its link", 3, &|lines| lines[2] = unsealed(&lines[2]));
    edit("an end without its link", 7, &|lines| lines[6] = unsealed(&lines[6]));
    edit("a new line without a link", 3, &|lines| lines.insert(2, decision(9).to_json().unwrap()));
    edit("a new last line without a link", 8, &|lines| lines.push(decision(9).to_json().unwrap()));
    edit("a new last line with a chain of its own", 8, &|lines| {
        lines.push(Chain::new().seal(&decision(9).to_json().unwrap()));
    });
    edit("a line deleted", 3, &|lines| drop(lines.remove(2)));
    edit("the line before the end deleted", 6, &|lines| drop(lines.remove(5)));
    edit("all but header and end deleted", 2, &|lines| drop(lines.drain(1..6)));
    edit("the header deleted", 1, &|lines| drop(lines.remove(0)));
    edit("a line twice", 4, &|lines| lines.insert(3, lines[2].clone()));
    edit("two lines swapped", 3, &|lines| lines.swap(2, 3));
    edit("the end moved", 4, &|lines| lines.swap(3, 6));
    edit("an empty line", 3, &|lines| lines.insert(2, String::new()));
    let folder = folder();
    let path = folder.path().join("journal.jsonl");
    for (name, lines, line) in table {
        let text = joined(&lines);
        assert_eq!(broken_at(&text), Some(line), "{name}");
        let expected = format!("journal line {line}: the hash chain is broken");
        assert_eq!(open_fault(&path, text.as_bytes()), expected, "{name}");
    }
}

/// C3-37: a header that lost its link stands before sealed lines, so the journal is not one without a chain.
#[test]
fn sealed_lines_behind_a_header_without_a_link_are_named() {
    let mut lines = sealed();
    lines[0] = unsealed(&lines[0]);
    let verdict = verify_chain(joined(&lines).as_bytes());
    assert!(matches!(verdict, Err(JournalError::BrokenChain { line: 1 | 2 })), "{verdict:?}");
}

/// C3-37: one changed byte in the header's link breaks the chain, and never turns it off.
#[test]
fn a_damaged_link_of_the_header_is_named() {
    let text = joined(&sealed());
    let header = text.find('\n').unwrap();
    let link = text.find("\"chain\"").unwrap();
    let unnamed: Vec<usize> = (link..header)
        .filter(|&at| {
            let mut changed = text.clone().into_bytes();
            changed[at] = if changed[at] == b'x' { b'y' } else { b'x' };
            verify_chain(changed.as_slice()).is_ok()
        })
        .map(|at| at - link)
        .collect();
    assert_eq!(unnamed, [0; 0], "bytes of the link that may change without an error");
}

/// C3-37: every byte of a sealed journal behind its header in turn is changed, and that line is named.
#[test]
fn every_changed_byte_of_a_sealed_line_is_named() {
    let text = joined(&sealed());
    let header = text.find('\n').unwrap();
    for at in header..text.len() - 1 {
        for mask in [0x01, 0x20, 0x80] {
            let mut changed = text.clone().into_bytes();
            changed[at] ^= mask;
            let line = 1 + text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
            let error = verify_chain(changed.as_slice()).map(|_| ()).map_err(|error| error.to_string());
            let error = error.expect_err("a changed byte");
            // A header whose line end is gone is one line with the next.
            let fused = at == header && error.starts_with("journal line 1: ");
            assert!(error.starts_with(&format!("journal line {line}: ")) || fused, "byte {at}: {error}");
        }
    }
}

/// C1-2, C3-42: a sealed journal that was cut behind a line is one of a run that has not ended: it opens and goes on; what tells
/// it from a finished one is that its end is missing, and an end with a link cannot be put behind other lines.
#[test]
fn a_sealed_journal_that_was_cut_behind_a_line_goes_on() {
    let lines = sealed();
    let folder = folder();
    let path = folder.path().join("journal.jsonl");
    for count in 1..lines.len() {
        let cut = joined(&lines[..count]);
        assert!(verify_chain(cut.as_bytes()).unwrap(), "{count}");
        let recorded = Recorded::from_lines(&read_lines(cut.as_bytes()).unwrap()).unwrap();
        assert!(!recorded.has_ended(&main_loop()), "{count}");
        fs::write(&path, &cut).unwrap();
        let (mut journal, recovery) = FileJournal::open(&path).unwrap();
        assert_eq!((recovery.lines.len(), recovery.dropped_bytes), (count, 0));
        journal.append(&Line::end(&main_loop(), journal.line_count())).unwrap();
        drop(journal);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(&cut) && verify_chain(text.as_bytes()).unwrap(), "{count}");
        let forged = cut + &lines[6] + "\n";
        assert_eq!(broken_at(&forged), (count < 6).then_some(count + 1), "{count}");
    }
}
