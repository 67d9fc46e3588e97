//! Damage that no crash leaves: an error that names the line, and a file that stays as it was.

use toolsift_replay::{Line, MAX_LINE_BYTES, read_lines};

use crate::common::{bytes_of, fault, folder, log, open_fault};

const HEADER: &str = r#"{"format":"toolsift-journal","version":1,"behaviours":[1]}"#;
const SEARCH: &str = r#"{"id":"main#turn:0:tool:0:search","source":"agent-tool-search","choice":{"ranker":"bm25f","query":"q","results":[],"loaded":[]}}"#;
const END: &str = r#"{"end":"main","lines":2}"#;

/// A journal whose second line is this one, with good lines around it.
fn second(line: &[u8]) -> Vec<u8> {
    [HEADER.as_bytes(), b"\n", line, b"\n", SEARCH.as_bytes(), b"\n", END.as_bytes(), b"\n"].concat()
}

/// C3-37: a line that is complete and wrong is named, also where it is the last one.
#[test]
fn bad_lines_by_hand() {
    let object = "not an object that gives each key once";
    let table: [(&[u8], &str); 30] = [
        (b"", object),
        (b" ", object),
        (b"\0\0\0\0", object),
        (b"null", object),
        (b"[]", object),
        (br#"{"id":"p","te"#, object),
        (br#"{"id":"a","id":"a","source":"s","choice":{}}"#, object),
        (br#"{"id":"a","source":"s","choice":{}}{"id":"b","source":"s","choice":{}}"#, object),
        (br#"["main#turn:0:tool:0:search","agent-tool-search",{}]"#, object),
        (br#"{"id":"a","source":"s","choice":{}} ,"#, object),
        (b"\xff", "not valid UTF-8"),
        (b"{\"id\":\"\xc3\",\"source\":\"s\",\"choice\":{}}", "not valid UTF-8"),
        (b"{\"id\":\"\xed\xa0\x80\",\"source\":\"s\",\"choice\":{}}", "not valid UTF-8"),
        (b"{}", "neither a header nor a decision, mark or end"),
        (br#"{"Id":"a","source":"s","choice":{}}"#, "neither a header nor a decision, mark or end"),
        (br#"{"id":5,"source":"s","choice":{}}"#, "`id` is no text"),
        (br#"{"id":null,"source":"s","choice":{}}"#, "`id` is no text"),
        (br#"{"id":"\ud800","source":"s","choice":{}}"#, "`id` is no text"),
        (br#"{"id":"a","choice":{}}"#, "`source` is no text"),
        (br#"{"id":"a","source":["s"],"choice":{}}"#, "`source` is no text"),
        (br#"{"id":"a","source":"s"}"#, "no `choice`"),
        (br#"{"mark":5,"outcomes":{}}"#, "`mark` is no text"),
        (br#"{"mark":"main#turn:0"}"#, "`outcomes` is no object"),
        (br#"{"mark":"main#turn:0","outcomes":["a"]}"#, "`outcomes` is no object"),
        (br#"{"mark":"main#turn:0","outcomes":{"0":"a","0":"b"}}"#, "`outcomes` is no object"),
        (br#"{"mark":"main#turn:0","outcomes":{"00":"a"}}"#, "an outcome is no code of a call"),
        (br#"{"mark":"main#turn:0","outcomes":{"0":null}}"#, "an outcome is no code of a call"),
        (br#"{"end":null,"lines":1}"#, "`end` is no text"),
        (br#"{"end":"main","lines":1.0}"#, "`lines` is no number"),
        (br#"{"format":"toolsift-journal","version":1,"behaviours":[1]}"#, "a second header"),
    ];
    let folder = folder();
    let path = folder.path().join("journal.jsonl");
    for (line, problem) in table {
        let shown = String::from_utf8_lossy(line);
        let expected = format!("journal line 2: {problem}");
        assert_eq!(fault(&second(line)), expected, "{shown}");
        assert_eq!(open_fault(&path, &second(line)), expected, "{shown}");
        let last = [HEADER.as_bytes(), b"\n", line, b"\n"].concat();
        assert_eq!(open_fault(&path, &last), expected, "{shown} as the last line");
        let late = [HEADER, "\n", SEARCH, "\n", SEARCH, "\n"].concat().into_bytes();
        assert_eq!(fault(&[&late, line, b"\n"].concat()), expected.replace("line 2", "line 4"), "{shown}");
    }
}

/// Lines that are odd and good: later keys, escapes, other orders, white space.
#[test]
fn odd_lines_are_read() {
    let table = [
        r#"{"later":[1,{"id":2}],"id":"main#turn:0:tool:0:search","source":"agent-tool-search","choice":null}"#,
        r#" { "choice" : 5 , "source" : "s" , "\u0069d" : "" } "#,
        r#"{"mark":"main#turn:0","outcomes":{}}"#,
        r#"{"end":"main","lines":0,"later":true}"#,
    ];
    for line in table {
        assert_eq!(fault(&second(line.as_bytes())), "", "{line}");
        assert_eq!(read_lines(second(line.as_bytes()).as_slice()).unwrap().len(), 4);
    }
}

/// CF-040: the first line is a header of a version and of behaviours that are known, or nothing is read.
#[test]
fn first_lines_by_hand() {
    let header = "journal line 1: not a toolsift-journal header";
    let table = [
        ("", header),
        ("\0", header),
        (SEARCH, header),
        (END, header),
        ("{}", header),
        (r#"["toolsift-journal",1,[1]]"#, header),
        (r#"{"format":"another","version":1}"#, header),
        (r#"{"format":5,"version":1}"#, header),
        (r#"{"format":"toolsift-journal","version":"1"}"#, header),
        (r#"{"format":"toolsift-journal","version":null}"#, header),
        (r#"{"format":"toolsift-journal","version":1,"version":1}"#, header),
        (r#"{"format":"toolsift-journal","version":1,"behaviours":["1"]}"#, header),
        ("\u{feff}{\"format\":\"toolsift-journal\",\"version\":1}", header),
        (r#"{"format":"toolsift-journal","version":0}"#, "journal version 0: versions 1 to 1 are read"),
        (r#"{"format":"toolsift-journal","version":2}"#, "journal version 2: versions 1 to 1 are read"),
        (
            r#"{"format":"toolsift-journal","version":1,"behaviours":[1,99]}"#,
            "journal behaviour 99 is not known to this version",
        ),
        (
            r#"{"format":"toolsift-journal","version":1,"behaviours":[0]}"#,
            "journal behaviour 0 is not known to this version",
        ),
        (r#"{"format":"toolsift-journal","version":1}"#, ""),
        (r#"{"format":"toolsift-journal","version":1,"behaviours":[],"later":{}}"#, ""),
        (HEADER, ""),
    ];
    let folder = folder();
    let path = folder.path().join("journal.jsonl");
    for (line, expected) in table {
        let journal = [line, "\n", SEARCH, "\n"].concat();
        assert_eq!(fault(journal.as_bytes()), expected, "{line}");
        assert_eq!(open_fault(&path, journal.as_bytes()), expected, "{line}");
    }
    assert_eq!(fault(b""), "", "nothing was written yet");
}

/// C3-37: a block of NULs that a line end follows was not left by a torn write.
#[test]
fn nuls_inside_are_damage() {
    for nuls in [1, 7, 4_096] {
        let block = vec![0; nuls];
        let expected = "journal line 2: not an object that gives each key once";
        assert_eq!(fault(&second(&block)), expected, "{nuls}");
        assert_eq!(fault(&second(&[SEARCH.as_bytes(), &block].concat())), expected, "{nuls} behind a line");
        assert_eq!(fault(&second(&[&block, SEARCH.as_bytes()].concat())), expected, "{nuls} before a line");
    }
}

/// A complete line over the cap is damage, of whatever length; without its end it is a torn tail.
#[test]
fn overlong_lines_are_damage() {
    let expected = "journal line 2: longer than a line may be";
    for length in [1, 128, 129, 130, 131, 1_000, 1_000_000].map(|more| MAX_LINE_BYTES + more) {
        assert_eq!(fault(&second(&vec![b'x'; length])), expected, "{length}");
        let padded = SEARCH.to_owned() + &" ".repeat(length - SEARCH.len());
        assert_eq!(fault(&second(padded.as_bytes())), expected, "{length} with spaces");
        assert_eq!(fault(&[HEADER.as_bytes(), b"\n", &vec![b'x'; length]].concat()), "", "{length} without an end");
    }
    let longest = SEARCH.to_owned() + &" ".repeat(MAX_LINE_BYTES - SEARCH.len());
    assert_eq!(fault(&second(longest.as_bytes())), "");
    assert_eq!(fault(&second(format!("{longest}\r").as_bytes())), "", "a line end is not a part of the line");
}

/// Line ends of another system are read, also in part, and the next line follows the last whole one.
#[test]
fn other_line_ends_are_read() {
    let lines = log(5);
    for chained in [false, true] {
        let text = String::from_utf8(bytes_of(&lines, chained)).unwrap();
        for text in [text.replace('\n', "\r\n"), text.replacen('\n', "\r\n", 2)] {
            assert_eq!(read_lines(text.as_bytes()).unwrap(), lines);
            let folder = folder();
            let path = folder.path().join("journal.jsonl");
            assert_eq!(open_fault(&path, text.as_bytes()), "");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "nothing was cut off");
        }
    }
    assert_eq!(
        fault(&second(format!("{SEARCH}\r\r\r").as_bytes())),
        "",
        "white space before the line end belongs to the line"
    );
}

/// C3-37: every byte of a log in turn is changed: the reader names that line, or what it reads there is another whole line; all
/// lines before it are read as they were.
#[test]
fn every_changed_byte_stays_in_its_line() {
    let lines = log(6);
    let bytes = bytes_of(&lines, false);
    for at in 0..bytes.len() - 1 {
        for mask in [0x01, 0x20, 0x80] {
            let mut changed = bytes.clone();
            changed[at] ^= mask;
            let line = 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
            match read_lines(changed.as_slice()) {
                Ok(read) => {
                    assert!(mask != 0x80, "invalid UTF-8 was read, byte {at}");
                    let same = |place: &usize| read[*place] == lines[*place];
                    assert!((0..lines.len()).filter(|place| *place != line - 1).all(|place| same(&place)), "byte {at}");
                    assert_eq!(read.len(), lines.len(), "byte {at}");
                }
                Err(error) => {
                    let error = error.to_string();
                    let of_the_header = line == 1 && error.starts_with("journal ");
                    assert!(
                        error.starts_with(&format!("journal line {line}: ")) || of_the_header,
                        "byte {at}: {error}"
                    );
                }
            }
        }
    }
    let mut tail = bytes.clone();
    *tail.last_mut().unwrap() ^= 1;
    assert_eq!(read_lines(tail.as_slice()).unwrap(), lines[..5], "without its end a line does not count");
    assert!(Line::read("{").is_err());
}
