//! Which lengths of a record count.

use serde_json::json;
use toolsift_replay::MemoryJournal;
use toolsift_session::Session;

use crate::toys::{
    ABC, CHANGED, accounted, activate, always, bringing, configured, decision, lines, live, output, recorded, replay,
    setup, skill,
};

/// What a replay counts of `pay` where its instructions are no longer `abc`, with some lengths in the record and a cap of ten bytes.
fn counted(lengths: &str) -> u64 {
    let choice = format!(r#"{{"skill":"pay","digest":"{ABC}"{lengths}}}"#);
    let start = || configured(&[skill("pay", "xyz")], json!({ "maxInstructionBytes": 10 }));
    let line = decision(0, 0, &choice);
    let mut replayer = replay(start(), std::slice::from_ref(&line));
    let settled = replayer.settle(0, &[activate("pay")]).unwrap();
    assert_eq!(output(&settled, 0), CHANGED, "{lengths}");
    let mut resumed = Session::resume(start(), always(&[]), recorded(&[line])).unwrap();
    let again = resumed.settle(0, &[activate("pay")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(accounted(&again, 0), accounted(&settled, 0), "{lengths}");
    accounted(&settled, 0)
}

/// ADR-195: the length of the instructions counts up to six times the cap and the quotes; what is over it, or is no plain whole number, is not there.
#[test]
fn bytes() {
    // Around the instructions there are 31 bytes.
    for (bytes, expected) in [("0", 31), ("2", 33), ("5", 36), ("61", 92), ("62", 93)] {
        assert_eq!(counted(&format!(r#","bytes":{bytes}"#)), expected, "{bytes}");
    }
    let own = CHANGED.len() as u64;
    for bytes in [
        "63",
        "1000000",
        "18446744073709551615",
        "18446744073709551616",
        "-1",
        "-5",
        "5.0",
        "5.5",
        "5e0",
        "1E1",
        "\"5\"",
        "null",
        "true",
        "[5]",
        "{}",
    ] {
        assert_eq!(counted(&format!(r#","bytes":{bytes}"#)), own, "{bytes}");
        let with_the_whole = format!(r#","bytes":{bytes},"resultBytes":70"#);
        assert_eq!(counted(&with_the_whole), own, "a whole without a part: {bytes}");
    }
    assert_eq!(counted(""), own);
    assert_eq!(counted(r#","resultBytes":70"#), own);
}

/// ADR-195, ADR-206: the length of the whole counts from that of the instructions up to six times the cap, the quotes and a mebibyte of tools.
#[test]
fn result_bytes() {
    for (whole, expected) in [("6", 6), ("7", 7), ("70", 70), ("1048638", 1_048_638)] {
        assert_eq!(counted(&format!(r#","bytes":6,"resultBytes":{whole}"#)), expected, "{whole}");
    }
    assert_eq!(counted(r#","bytes":62,"resultBytes":1048638"#), 1_048_638);
    for whole in [
        "0",
        "5",
        "1048639",
        "18446744073709551615",
        "18446744073709551616",
        "-70",
        "70.0",
        "70.5",
        "7e1",
        "\"70\"",
        "null",
        "false",
        "[70]",
        "{}",
    ] {
        assert_eq!(
            counted(&format!(r#","bytes":6,"resultBytes":{whole}"#)),
            37,
            "{whole}: rebuilt from the instructions"
        );
    }
    assert_eq!(counted(r#","bytes":62,"resultBytes":61"#), 93);
}

/// ADR-195, ADR-194: the greatest lengths that a run can write are within the bounds: each byte of the instructions escaped.
#[test]
fn the_greatest_that_is_written() {
    let long: Vec<String> = (0..256).map(|number| format!("{number:03}{}", "\u{1}".repeat(509))).collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    let skills = |text: &str| [bringing("pay", text, &long)];
    let mut session = live(configured(&skills(&"\u{1}".repeat(10)), json!({ "maxInstructionBytes": 10 })));
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[activate("pay")], &mut journal).unwrap();
    // 256 ids of three digits and 509 escapes in quotes, the commas between them, and 42 bytes around them and the instructions.
    assert!(lines(&journal)[0].contains(r#""bytes":62,"resultBytes":783463"#), "{}", lines(&journal)[0]);
    let mut replayer = replay(configured(&skills("xyz"), json!({ "maxInstructionBytes": 10 })), journal.lines());
    let replayed = replayer.settle(0, &[activate("pay")]).unwrap();
    assert_eq!((accounted(&settled, 0), accounted(&replayed, 0)), (783_463, 783_463));
}

/// ADR-195: the bound follows the cap of the run that replays.
#[test]
fn the_cap_of_this_run() {
    for (cap, bytes, expected) in [(1_u64, 8_u64, 39), (100, 602, 633), (32_768, 196_610, 196_641)] {
        for (bytes, expected) in [(bytes, expected), (bytes + 1, CHANGED.len() as u64)] {
            let start = configured(&[skill("pay", "x")], json!({ "maxInstructionBytes": cap }));
            let choice = format!(r#"{{"skill":"pay","digest":"{ABC}","bytes":{bytes}}}"#);
            let settled = replay(start, &[decision(0, 0, &choice)]).settle(0, &[activate("pay")]).unwrap();
            assert_eq!(accounted(&settled, 0), expected, "{cap}");
        }
    }
}

/// ADR-197, ADR-207: only the count changes: the result is the real one, and a live run counts what it gives.
#[test]
fn only_the_count_changes() {
    let choice = format!(r#"{{"skill":"pay","digest":"{ABC}","bytes":5,"resultBytes":99}}"#);
    let mut replayer = replay(setup(&[skill("pay", "abc")]), &[decision(0, 0, &choice)]);
    let settled = replayer.settle(0, &[activate("pay")]).unwrap();
    assert_eq!(output(&settled, 0), r#"{"skill":"pay","instructions":"abc"}"#);
    assert_eq!(accounted(&settled, 0), 99);
    let settled = replayer.settle(1, &[activate("pay")]).unwrap();
    assert_eq!(accounted(&settled, 0), output(&settled, 0).len() as u64, "a re-delivery has a size of its own");
    // With the length of the instructions alone, what is delivered counts as it is, whatever that length says.
    for digest in [format!(r#""{ABC}""#), "7".to_owned()] {
        let choice = format!(r#"{{"skill":"pay","digest":{digest},"bytes":9}}"#);
        let mut replayer = replay(setup(&[skill("pay", "abc")]), &[decision(0, 0, &choice)]);
        assert_eq!(accounted(&replayer.settle(0, &[activate("pay")]).unwrap(), 0), 36);
    }
}
