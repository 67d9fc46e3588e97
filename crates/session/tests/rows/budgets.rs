//! What fits onto the menu.

use serde_json::json;
use toolsift_replay::MemoryJournal;
use toolsift_session::Rest;

use crate::rankers::{always, hits, scripted};
use crate::toys::{configured, live, names, note, numbered, own, page, search};

/// The spec of one of the numbered tools: 60 characters.
const SPEC: &str = r#"{"description":"","inputSchema":{"type":"object"},"name":"t0"}"#;

fn flags(settled: &toolsift_session::Settled, place: usize) -> Vec<bool> {
    page(settled, place).into_iter().map(|(_, loaded)| loaded).collect()
}

/// ADR-073, ADR-074: the budget is exact: two specs of its size fit, and one character less lets in one.
#[test]
fn the_exact_boundary() {
    let size = SPEC.chars().count();
    for (budget, expected) in [
        (2 * size, [true, true, false]),
        (2 * size - 1, [true, false, false]),
        (3 * size, [true, true, true]),
        (size, [true, false, false]),
        (size - 1, [false, false, false]),
        (1, [false, false, false]),
    ] {
        let mut session =
            live(configured(&numbered(3), json!({ "maxMenuChars": budget })), always(&["t0", "t1", "t2"]));
        let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
        assert_eq!(flags(&settled, 0), expected, "{budget}");
        let full = "The menu is full: tools with `loaded` false cannot be called.";
        assert_eq!(note(&settled, 0).as_deref(), expected.contains(&false).then_some(full));
        assert!(session.run().menu().found_chars() <= budget);
    }
}

/// ADR-073: a character is a Unicode scalar value: an umlaut costs one and an escaped quote two.
#[test]
fn the_unit_is_the_character() {
    let size = SPEC.chars().count();
    for (description, more) in [("ü", 1), ("日本", 2), ("🦀", 1), ("\"", 2), ("e\u{301}", 2)] {
        for (less, expected) in [(0, true), (1, false)] {
            let config = json!({ "maxMenuChars": size + more - less });
            let mut session = live(configured(&[own("t0", description)], config), always(&["t0"]));
            let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
            assert_eq!(flags(&settled, 0), [expected], "{description} {less}");
        }
    }
}

/// ADR-073, ADR-281: a tool that does not fit is skipped, and a smaller one behind it still comes on; only what searches loaded is counted.
#[test]
fn skipped_and_gone_on() {
    let size = SPEC.chars().count();
    let tools = [own("t0", ""), own("big", &"x".repeat(900)), own("t1", ""), own("t2", "")];
    let config = json!({ "maxMenuChars": 2 * size, "alwaysLoaded": ["big"] });
    let mut setup = configured(&tools, config);
    setup.tools = vec![own("own", &"x".repeat(900))];
    let mut session = live(setup, always(&["t0", "t1", "t2"]));
    let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(flags(&settled, 0), [true, true, false]);

    let mut session = live(configured(&tools, json!({ "maxMenuChars": 2 * size })), always(&["t0", "big", "t1", "t2"]));
    let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(flags(&settled, 0), [true, false, true, false]);
    assert_eq!(names(session.run()), ["search_tools", "t0", "t1"]);
}

/// ADR-071, ADR-094, S67: thirty hits with room for twenty: twenty are loaded, and the other ten are named as not loaded.
#[test]
fn the_number_of_tools() {
    let all: Vec<String> = (0..30).map(|number| format!("t{number}")).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let mut session = live(configured(&numbered(30), json!({ "maxPerSearch": 30 })), always(&all));
    let settled = session.settle(0, &[search("q"), search("q")], &mut MemoryJournal::new()).unwrap();
    let expected: Vec<bool> = (0..30).map(|place| place < 20).collect();
    assert_eq!(flags(&settled, 0), expected);
    assert_eq!(session.run().menu().found(), 20);
    // What did not fit is a hit again, and does not fit again.
    assert_eq!(flags(&settled, 1), [false; 10]);
    let note = note(&settled, 1).unwrap();
    assert!(note.starts_with(
        "The menu is full: tools with `loaded` false cannot be called. Available already, call by name: t0, "
    ));
    assert_eq!((session.run().menu().found(), settled.rest), (20, Rest::Parallel));
}

/// ADR-071, ADR-094, ADR-010: the caps hold over many searches, and one at a cap of one loads one tool and no second.
#[test]
fn the_caps_hold_over_searches() {
    let answers = [hits(&["t3"]), hits(&["t1", "t2"]), hits(&["t0"])];
    for (most, expected) in [
        (1, vec!["search_tools", "t3"]),
        (2, vec!["search_tools", "t3", "t1"]),
        (3, vec!["search_tools", "t3", "t1", "t2"]),
        (200, vec!["search_tools", "t3", "t1", "t2", "t0"]),
    ] {
        let mut session = live(configured(&numbered(4), json!({ "maxLoaded": most })), scripted(answers.clone()));
        for turn in 0..3 {
            session.settle(turn, &[search("q")], &mut MemoryJournal::new()).unwrap();
        }
        assert_eq!(names(session.run()), expected);
    }
}
