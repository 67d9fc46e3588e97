//! What is said beside a page.

use serde_json::{Value, json};
use toolsift_replay::MemoryJournal;
use toolsift_session::{Note, Origin};

use crate::rankers::{Script, always, hits};
use crate::toys::{configured, lines, live, note, numbered, output, own, search, setup};
use std::sync::Arc;
use toolsift_session::RankerSource;

/// What a search of `query` over four tools says beside its page, and under which code the record has it.
fn said(config: Value, answer: &[&str], unmatched: &[&str], query: &str) -> (Option<String>, Option<String>) {
    let mut script = Script::new([hits(answer)]);
    script.unmatched = unmatched.iter().map(|&term| term.to_owned()).collect();
    let mut setup = configured(&numbered(4), config);
    setup.tools = vec![own("own_tool", ""), own("crm__get", "")];
    let mut session = live(setup, RankerSource::Custom(Arc::new(script)));
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[search(query)], &mut journal).unwrap();
    let record: Value = serde_json::from_str(&lines(&journal)[0]).unwrap();
    (note(&settled, 0), record["choice"]["note"].as_str().map(str::to_owned))
}

/// DSH-017, DSH-033, DSH-034, DSH-035: each reason of a note, with the words that no tool has and the hits that are on the menu already.
#[test]
fn reasons() {
    /// Configuration, hits, unmatched terms and query; note and its code.
    type Case = (
        Value,
        &'static [&'static str],
        &'static [&'static str],
        &'static str,
        Option<&'static str>,
        Option<&'static str>,
    );
    let table: [Case; 9] = [
        (json!({}), &["t0"], &["zebra"], "zebra", None, None),
        (json!({}), &["t0", "own_tool"], &[], "q", Some("Available already, call by name: own_tool."), None),
        (json!({}), &[], &[], "zebra", Some("No matching tools."), Some("no_match")),
        (
            json!({}),
            &[],
            &["zebra", "crossing"],
            "zebra crossing",
            Some("No matching tools. In no searchable tool: zebra, crossing."),
            Some("no_match"),
        ),
        (json!({}), &["nobody"], &[], "q", Some("No matching tools."), Some("no_match")),
        (
            json!({}),
            &["crm__get", "own_tool"],
            &["zebra"],
            "zebra",
            Some("All matching tools are on the menu already. Available already, call by name: crm__get, own_tool."),
            Some("all_loaded"),
        ),
        (
            json!({ "maxLoaded": 1 }),
            &["t1", "t0", "own_tool"],
            &[],
            "q",
            Some(
                "The menu is full: tools with `loaded` false cannot be called. Available already, call by name: own_tool.",
            ),
            Some("menu_full"),
        ),
        (
            json!({}),
            &[],
            &[],
            "call crm__get, please",
            Some("All matching tools are on the menu already. Available already, call by name: crm__get."),
            Some("all_loaded"),
        ),
        (json!({}), &["search_tools"], &[], "search_tools", Some("No matching tools."), Some("no_match")),
    ];
    for (config, answer, unmatched, query, text, code) in table {
        let expected = (text.map(str::to_owned), code.map(str::to_owned));
        assert_eq!(said(config, answer, unmatched, query), expected, "{answer:?} {query}");
    }
    let codes = [Note::NoMatch, Note::AllLoaded, Note::NothingDeferred, Note::MenuFull].map(Note::code);
    assert_eq!(codes, ["no_match", "all_loaded", "nothing_deferred", "menu_full"]);
}

/// DSH-032, DSH-035: once all is found nothing is left to search: no ranker is asked, and the note says so.
#[test]
fn nothing_is_left() {
    let script = Arc::new(Script::new([hits(&["t0"])]));
    let mut session = live(setup(&numbered(1)), RankerSource::Custom(script.clone()));
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[search("q"), search("q")], &mut journal).unwrap();
    assert_eq!(output(&settled, 1), r#"{"tools":[],"note":"Every tool is on the menu already."}"#);
    assert_eq!(script.asked().len(), 1);
    assert_eq!(
        lines(&journal)[1],
        concat!(
            r#"{"id":"main#turn:0:tool:1:search","source":"agent-tool-search","choice":{"ranker":"script","query":"q","#,
            r#""results":[],"loaded":[],"note":"nothing_deferred","resultBytes":56}}"#
        )
    );
}

/// DSH-034, CF-059, CF-060, CF-061: a result is bounded whatever is asked: a page of fifty odd names and lines, a query of ten kilobytes, every hit on the menu.
#[test]
fn a_result_is_bounded() {
    let query = "zebra ".repeat(1_700);
    let (text, _) = said(json!({}), &[], &["zebra"; 64], &query);
    // Sixteen terms at most, each a word of the query.
    assert!(text.unwrap().len() <= "No matching tools. In no searchable tool: .".len() + 16 * "zebra, ".len());

    let longest: Vec<String> = (0..100).map(|number| format!("{number:03}{}", "\"".repeat(125))).collect();
    let tools: Vec<_> = longest.iter().map(|name| own(name, &"\"".repeat(4_001))).collect();
    let names: Vec<&str> = longest.iter().map(String::as_str).collect();
    let config = json!({ "maxPerSearch": 50, "maxLoaded": 50 });
    let mut session = live(configured(&tools, config), always(&names));
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[search("q"), search("q")], &mut journal).unwrap();
    for place in 0..2 {
        // At most 50 hits and 50 names of what is on the menu, a character two bytes where it is escaped.
        let bytes = output(&settled, place).len();
        assert!(bytes <= 50 * (2 * 128 + 2 * 160 + 64) + 50 * (128 + 2) * 2 + 256, "{bytes}");
        assert_eq!(settled.outcomes[&place].accounted_bytes, bytes as u64);
    }
    let cut = always(&["t0"]);
    let mut session = live(setup(&[own("t0", &"x".repeat(4_001))]), cut);
    let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
    assert!(output(&settled, 0).contains(&format!("\"{}\"", "x".repeat(160))));
}

/// CF-060, DSH-017: the hits that are on the menu are named, at most as many as a page has.
#[test]
fn names_of_what_is_on_the_menu_are_bounded() {
    let config = json!({ "maxPerSearch": 2, "maxLoaded": 4, "alwaysLoaded": ["t0", "t1", "t2"] });
    let (text, _) = said(config, &["t0", "t1", "t2", "own_tool"], &[], "t2 t1 t0 t9");
    let expected = "All matching tools are on the menu already. Available already, call by name: t2, t1.";
    assert_eq!(text.as_deref(), Some(expected));
}

/// CF-060, ADR-029: the longest page that a configuration allows, of the longest ids that a page may have, can be recorded.
#[test]
fn the_longest_page_can_be_recorded() {
    let ids = |fill: &str, chars: usize| {
        (0..50).map(|number| format!("{number:02}{}", fill.repeat(chars - 2))).collect::<Vec<_>>()
    };
    for (ids, found) in [(ids("🦀", 128), 50), (ids("\"", 128), 50), (ids("x", 129), 0), (ids("\u{1}", 128), 0)] {
        let tools: Vec<_> = ids.iter().map(|name| own(name, "")).collect();
        let answer: Vec<&str> = ids.iter().map(String::as_str).collect();
        let mut session = live(configured(&tools, json!({ "maxPerSearch": 50, "maxLoaded": 50 })), always(&answer));
        let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new());
        let found_now = session.run().menu().entries().iter().filter(|entry| entry.origin == Origin::Search).count();
        assert_eq!((settled.is_ok(), found_now), (true, found), "{:?}", ids.first());
    }
}
