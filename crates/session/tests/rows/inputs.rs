//! What a model may ask for, and in which order a call is checked.

use std::sync::Arc;

use serde_json::{Value, json};
use toolsift_replay::MemoryJournal;
use toolsift_session::{Code, Output, RankerSource, SEARCH_DESCRIPTION};

use crate::rankers::{Answer, Script, always, hits};
use crate::toys::{code, configured, lines, live, names, numbered, output, page, search, search_with, setup, specs};

/// ADR-005, DSH-006, CF-001, CF-041: the search tool takes a query and perhaps a limit, and nothing that a host decides.
#[test]
fn the_schema_of_the_search_tool() {
    let session = live(setup(&numbered(1)), always(&[]));
    assert_eq!(
        specs(session.run()),
        [concat!(
            r#"{"description":"Finds tools that are not on the menu yet and adds them. Ask for one need at a time, as action, "#,
            r#"object and application (\"create an issue in GitHub\"); for another need, search again.","inputSchema":{"#,
            r#""additionalProperties":false,"properties":{"limit":{"description":"How many tools at most.","minimum":1,"#,
            r#""type":"integer"},"query":{"description":"The one thing that is needed, in a few words.","type":"string"}},"#,
            r#""required":["query"],"type":"object"},"name":"search_tools"}"#,
        )]
    );
    assert!(SEARCH_DESCRIPTION.contains("one need at a time"));
}

/// ADR-005, DSH-006, ADR-279: a page has five tools unless the model asks for another number, and never more than the run allows.
#[test]
fn the_limit_of_a_page() {
    let ten: Vec<String> = (0..10).map(|number| format!("t{number}")).collect();
    let ten: Vec<&str> = ten.iter().map(String::as_str).collect();
    for (most, limit, expected) in [
        (5, None, 5),
        (5, Some(json!(1)), 1),
        (5, Some(json!(7)), 5),
        (5, Some(json!(u64::MAX)), 5),
        (7, None, 7),
        (7, Some(json!(6)), 6),
        (1, Some(json!(2)), 1),
    ] {
        let mut session = live(configured(&numbered(10), json!({ "maxPerSearch": most })), always(&ten));
        let arguments = match &limit {
            Some(limit) => json!({ "query": "q", "limit": limit }),
            None => json!({ "query": "q" }),
        };
        let settled = session.settle(0, &[search_with(arguments)], &mut MemoryJournal::new()).unwrap();
        assert_eq!(page(&settled, 0).len(), expected, "{most} {limit:?}");
    }
}

/// CF-042, CF-043, CF-044, CF-052, DSH-007, ADR-040: arguments that are wrong start nothing: no ranker is asked, no search is counted, no decision is written.
#[test]
fn wrong_arguments() {
    let wrong: [Value; 20] = [
        json!(null),
        json!(7),
        json!("query"),
        json!(["query", "q"]),
        json!({}),
        json!({ "limit": 3 }),
        json!({ "query": null }),
        json!({ "query": 7 }),
        json!({ "query": ["q"] }),
        json!({ "query": { "text": "q" } }),
        json!({ "query": "" }),
        json!({ "query": " \n\t\u{3000} " }),
        json!({ "query": format!("{}q", " ".repeat(512)) }),
        json!({ "query": "q", "limit": 0 }),
        json!({ "query": "q", "limit": -1 }),
        json!({ "query": "q", "limit": 1.5 }),
        json!({ "query": "q", "limit": "3" }),
        json!({ "query": "q", "limit": null }),
        json!({ "query": "q", "foo": 1 }),
        json!({ "query": "q", "namespaces": ["admin__"] }),
    ];
    let ranker = Arc::new(Script::new([hits(&["t0"])]));
    let mut session = live(setup(&numbered(1)), RankerSource::Custom(ranker.clone()));
    let calls = wrong.map(search_with);
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &calls, &mut journal).unwrap();
    for (place, call) in calls.iter().enumerate() {
        assert_eq!(
            output(&settled, place),
            r#"{"error":{"code":"invalid_tool_input","message":"The arguments are not valid: they must match the input schema of this tool."}}"#,
            "{call:?}"
        );
    }
    assert!(ranker.asked().is_empty() && settled.recorded.is_empty());
    assert_eq!((session.run().searches(), names(session.run())), (0, vec!["search_tools"]));
    assert_eq!(journal.lines().len(), 1, "the turn's mark");
}

/// CF-044, LOOP-046: a query of punctuation, of control characters or of a megabyte is a search, and what a ranker reads of it is bounded.
#[test]
fn odd_queries_are_searches() {
    for query in [
        "?!",
        "\u{0}",
        "--help",
        "\u{202e}q",
        "../../etc",
        &format!("{}q", " ".repeat(511)),
        &"é".repeat(1 << 20),
        &" q".repeat(1 << 20),
    ] {
        let ranker = Arc::new(Script::new([hits(&["t0"])]));
        let mut session = live(setup(&numbered(1)), RankerSource::Custom(ranker.clone()));
        let mut journal = MemoryJournal::new();
        let settled = session.settle(0, &[search(query)], &mut journal).unwrap();
        assert_eq!(page(&settled, 0), [("t0".to_owned(), true)]);
        assert!(lines(&journal)[0].len() < 2_000);
        let asked = &ranker.asked()[0].0;
        assert!(query.starts_with(asked.as_str()));
        assert!(asked.chars().count() <= 512, "{} characters reached the ranker", asked.chars().count());
    }
}

/// ADR-072, CF-058, ADR-041: the 26th search is refused; wrong arguments are told first, and neither is counted nor ranked.
#[test]
fn the_order_of_the_checks() {
    let ranker = Arc::new(Script::new([hits(&[]), Answer::Unavailable]));
    let mut session = live(setup(&numbered(1)), RankerSource::Custom(ranker.clone()));
    let mut journal = MemoryJournal::new();
    for turn in 0..25 {
        let settled = session.settle(turn, &[search_with(json!({})), search("q")], &mut journal).unwrap();
        assert_eq!(code(&settled, 0).as_deref(), Some("invalid_tool_input"));
        // A search that fails is a search all the same.
        let expected = (turn > 0).then_some("search_unavailable");
        assert_eq!(code(&settled, 1).as_deref(), expected);
    }
    assert_eq!((session.run().searches(), ranker.asked().len()), (25, 25));
    let settled = session.settle(25, &[search("q"), search_with(json!({ "query": "" }))], &mut journal).unwrap();
    assert_eq!(
        output(&settled, 0),
        r#"{"error":{"code":"search_limit_reached","message":"This run has no searches left. Use the tools that are on the menu."}}"#
    );
    assert_eq!(code(&settled, 1).as_deref(), Some("invalid_tool_input"), "wrong arguments come first");
    assert_eq!((session.run().searches(), ranker.asked().len()), (25, 25));
}

/// CF-049, DSH-036: the codes are a closed set, each with one fixed text, and a code in a record that is not known can only refuse.
#[test]
fn codes() {
    for (code, name, message) in [
        (
            Code::InvalidToolInput,
            "invalid_tool_input",
            "The arguments are not valid: they must match the input schema of this tool.",
        ),
        (
            Code::SearchLimitReached,
            "search_limit_reached",
            "This run has no searches left. Use the tools that are on the menu.",
        ),
        (
            Code::SearchUnavailable,
            "search_unavailable",
            "The search is not available now. Use the tools that are on the menu.",
        ),
        (Code::ToolNotOnMenu, "tool_not_on_menu", "This tool is not on the menu. Search for tools first."),
        (Code::ToolUnavailable, "tool_unavailable", "This tool is not available now."),
        (Code::UnknownSkill, "unknown_skill", "No skill of this name can be loaded."),
        (
            Code::SkillLimitReached,
            "skill_limit_reached",
            "This run can load no more skills. Use those that are active.",
        ),
        (
            Code::InstructionsTooLarge,
            "instructions_too_large",
            "The instructions of this skill are too long. The skill was not loaded.",
        ),
        (
            Code::InstructionsRefused,
            "instructions_refused",
            "The instructions of this skill cannot be trusted. The skill was not loaded.",
        ),
        (
            Code::InstructionsUnavailable,
            "instructions_unavailable",
            "The instructions of this skill are not available now.",
        ),
        (
            Code::InstructionsChanged,
            "instructions_changed",
            "The instructions of this skill have changed since it was loaded, so they are not given.",
        ),
    ] {
        assert_eq!((code.as_str(), code.message()), (name, message));
        assert_eq!((Code::from_record(name), Code::from_skill_record(name)), (code, code));
        assert_eq!(serde_json::to_value(code).unwrap(), name);
        let json = format!(r#"{{"error":{{"code":"{name}","message":"{message}"}}}}"#);
        assert_eq!(Output::Error(code).to_json(), json);
        assert_eq!(Output::Error(code).to_value(), serde_json::from_str::<Value>(&json).unwrap());
    }
    for name in ["", "loaded", "Search_unavailable", "tool_not_on_menu ", "ok"] {
        assert_eq!(Code::from_record(name), Code::SearchUnavailable, "{name:?}");
        assert_eq!(Code::from_skill_record(name), Code::InstructionsUnavailable, "{name:?}");
    }
}
