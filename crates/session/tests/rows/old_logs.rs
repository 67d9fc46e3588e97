//! Records of older and other versions, and sizes that come from a record.

use serde_json::json;
use toolsift_replay::{Line, Recorded};
use toolsift_session::{Replayer, Session};

use crate::rankers::never;
use crate::toys::{decision, names, numbered, output, own, read, recorded, remote, search, setup, specs};

/// ADR-002, C1-1, C3-42: a record of the first four keys alone, and one with keys that nobody knows, replay as ever.
#[test]
fn fewer_and_more_keys() {
    for choice in [
        json!({ "ranker": "bm25f", "query": "q", "results": ["t0"], "loaded": ["t0"] }),
        json!({ "ranker": "bm25f", "query": "q", "results": ["t0"], "loaded": ["t0"], "resultBytes": 56, "later": { "x": [1] } }),
        json!({ "loaded": ["t0"], "results": ["t0"] }),
    ] {
        let mut replayer = Replayer::new(setup(&numbered(2)), recorded(&[decision(0, 0, &choice)])).unwrap();
        let settled = replayer.settle(0, &[search("q")]).unwrap();
        assert_eq!(output(&settled, 0), r#"{"tools":[{"name":"t0","description":"","loaded":true}]}"#);
        assert_eq!(settled.outcomes[&0].accounted_bytes, 56, "its own size where the record has none");
        assert_eq!((names(replayer.run()), replayer.finish()), (vec!["search_tools", "t0"], vec![]));
    }
}

/// ADR-182, C1-1: a log that was written when a peer's description was on the menu resumes now that it is withheld: specs are not compared.
#[test]
fn another_spec() {
    let choice = json!({ "ranker": "bm25f", "query": "q", "results": ["peer"], "loaded": ["peer"], "resultBytes": 80 });
    let log = [decision(0, 0, &choice)];
    let mut vouched = remote("peer", "A peer's words.");
    let mut menus = Vec::new();
    for vouch in [true, false] {
        vouched.trust_json_schema_text = vouch;
        let [source, ..] = never();
        let mut session = Session::resume(setup(&[vouched.clone(), own("x", "")]), source, recorded(&log)).unwrap();
        let mut journal = toolsift_replay::MemoryJournal::new();
        let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
        assert_eq!((names(session.run()), session.divergences()), (vec!["search_tools", "peer"], &[][..]));
        assert_eq!(settled.outcomes[&0].accounted_bytes, 80);
        assert!(journal.lines().is_empty());
        menus.push(specs(session.run()).concat());
    }
    assert!(menus[0].contains("A peer's words.") && !menus[1].contains("A peer's words."));
}

/// ADR-098, LOOP-050, C1-12, S40: what a compaction meter counts of a search is the live size, whatever the catalogue says by now; of a refusal, its own.
#[test]
fn the_accounted_size() {
    let choice = |bytes: serde_json::Value| json!({ "results": ["t0"], "loaded": ["t0"], "resultBytes": bytes });
    let counted = |description: &str, bytes: serde_json::Value| {
        let log = [decision(0, 0, &choice(bytes))];
        let mut replayer = Replayer::new(setup(&[own("t0", description), own("t1", "")]), recorded(&log)).unwrap();
        let settled = replayer.settle(0, &[search("q"), search("")]).unwrap();
        let refusal = &settled.outcomes[&1];
        assert_eq!(refusal.accounted_bytes, refusal.output.to_json().len() as u64);
        settled.outcomes[&0].accounted_bytes
    };
    for description in ["", "x", &"y".repeat(150), "two\nlines"] {
        assert_eq!(counted(description, json!(56)), 56);
        assert_eq!(counted(description, json!(0)), 0);
        assert_eq!(counted(description, json!(1 << 20)), 1 << 20);
    }
    let log = [decision(0, 0, &choice(json!(999)))];
    let mut gone = Replayer::new(setup(&[own("t1", "")]), recorded(&log)).unwrap();
    let settled = gone.settle(0, &[search("q")]).unwrap();
    assert_eq!(
        (output(&settled, 0).as_str(), settled.outcomes[&0].accounted_bytes),
        (r#"{"tools":[],"note":"No matching tools."}"#, 999)
    );
    for odd in [json!((1 << 20) + 1), json!(u64::MAX), json!(-1), json!(1.5), json!("56"), json!(null), json!([56])] {
        assert_eq!(counted("", odd.clone()), 56, "{odd}: absent");
    }
}

/// C3-30, C3-32, C3-33, C3-34: a choice with a key twice, an array in place of an object and numbers of every kind give a page of nothing or of what is sound.
#[test]
fn choices_that_are_no_choices() {
    for (choice, expected) in [
        (r#"{"results":["t0"],"loaded":["t0"]}"#, vec!["search_tools", "t0"]),
        (r#"{"results":["t1"],"results":["t0"],"loaded":["t0","t1"]}"#, vec!["search_tools"]),
        (r#"{"results":["t0"],"loaded":["t0"],"x":1,"x":2}"#, vec!["search_tools"]),
        (r#"["bm25f","q",["t0"],["t0"]]"#, vec!["search_tools"]),
        (r#""t0""#, vec!["search_tools"]),
        ("null", vec!["search_tools"]),
        (r#"{"results":["t0",1,null,["t1"],"t0"],"loaded":["t0",{}]}"#, vec!["search_tools", "t0"]),
        (r#"{"results":["t0"],"loaded":["t0"],"resultBytes":1e400}"#, vec!["search_tools", "t0"]),
        (r#"{"results":["t0"],"loaded":["t0"],"resultBytes":18446744073709551616}"#, vec!["search_tools", "t0"]),
        (r#"{"results":["t0"],"loaded":["t0"],"resultBytes":-0}"#, vec!["search_tools", "t0"]),
    ] {
        let line = format!(r##"{{"id":"main#turn:0:tool:0:search","source":"agent-tool-search","choice":{choice}}}"##);
        let mut replayer = Replayer::new(setup(&numbered(2)), recorded(&read(&[&line]))).unwrap();
        replayer.settle(0, &[search("q")]).unwrap();
        assert_eq!(names(replayer.run()), expected, "{choice}");
    }
}

/// CF-040, C3-42: a log of a version that is not known is refused before anything of it is served.
#[test]
fn another_version() {
    for (header, text) in [
        (r#"{"format":"toolsift-journal","version":2,"behaviours":[]}"#, "journal version 2: versions 1 to 1 are read"),
        (r#"{"format":"other","version":1}"#, "journal line 1: not a toolsift-journal header"),
        (
            r#"{"format":"toolsift-journal","version":1,"behaviours":[99]}"#,
            "journal behaviour 99 is not known to this version",
        ),
    ] {
        let error = Recorded::from_lines(&read(&[header])).unwrap_err();
        assert_eq!(error.to_string(), text);
    }
    for header in [r#"{"format":"toolsift-journal","version":"1"}"#, r#"{"format":"toolsift-journal","version":null}"#]
    {
        assert!(Line::read(header).is_err(), "{header}");
    }
}
