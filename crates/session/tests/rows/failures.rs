//! Stores that fail and rankers that fail, and what is left afterwards.

use std::sync::Arc;

use serde_json::json;
use toolsift_core::RankError;
use toolsift_replay::MemoryJournal;
use toolsift_session::{Call, RankerSource, SessionError};

use crate::rankers::{Answer, Script, hits, scripted};
use crate::toys::{Full, code, lines, live, names, numbered, output, page, recorded, search, search_with, setup};

/// ADR-036, ADR-286: a decision that cannot be kept does not take effect, and the turn ends without a result; the search is counted.
#[test]
fn a_store_that_is_full() {
    let mut session = live(setup(&numbered(3)), scripted([hits(&["t0"]), hits(&["t1"])]));
    let mut journal = Full { room: 1, ..Full::default() };
    let error = session.settle(0, &[search("q"), search("q"), search("q")], &mut journal).unwrap_err();
    assert!(matches!(error, SessionError::Journal(_)));
    assert_eq!(error.to_string(), "a decision could not be recorded");
    assert_eq!((names(session.run()), session.run().searches()), (vec!["search_tools", "t0"], 2));
    assert_eq!(journal.kept.lines().len(), 1);
    // What was kept is what took effect: a run that resumes over it has the same menu.
    let resumed = toolsift_session::Session::resume(
        setup(&numbered(3)),
        scripted([hits(&["t1"])]),
        recorded(journal.kept.lines()),
    );
    let mut resumed = resumed.unwrap();
    let settled = resumed.settle(0, &[search("q"), search("q")], &mut journal.kept).unwrap();
    assert_eq!((page(&settled, 0), page(&settled, 1)), (vec![("t0".to_owned(), true)], vec![("t1".to_owned(), true)]));
}

/// ADR-036, ADR-040: a mark that cannot be kept gives no results either.
#[test]
fn a_mark_that_cannot_be_kept() {
    let mut session = live(setup(&numbered(3)), scripted([hits(&["t0"])]));
    let mut journal = Full { room: 1, ..Full::default() };
    let error = session.settle(0, &[search_with(json!({})), search("q")], &mut journal).unwrap_err();
    assert!(matches!(error, SessionError::Journal(_)));
    assert_eq!((lines(&journal.kept).len(), names(session.run())), (1, vec!["search_tools", "t0"]));
}

/// LOOP-036, ADR-285, CF-049, S71: a ranker that fails is a typed refusal with a fixed text, not an empty page: the menu stays, its tools stay callable, the cause is told to nobody.
#[test]
fn a_ranker_that_fails() {
    let mut start = setup(&numbered(2));
    start.tools = vec![crate::toys::own("own", "")];
    let mut session = live(start, scripted([Answer::Unavailable, hits(&["t1"])]));
    let before = session.run().menu().clone();
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
    assert_eq!(
        output(&settled, 0),
        r#"{"error":{"code":"search_unavailable","message":"The search is not available now. Use the tools that are on the menu."}}"#
    );
    assert!(settled.recorded.is_empty() && settled.outcomes[&0].strengths.is_empty());
    assert_eq!((session.run().menu(), session.run().searches()), (&before, 1));
    assert!(session.run().is_callable("own").is_ok());
    assert_eq!(lines(&journal), [r##"{"mark":"main#turn:0","outcomes":{"0":"search_unavailable"}}"##]);
    let told = format!("{settled:?} {} {:?}", lines(&journal).concat(), session.divergences());
    assert!(!told.contains("secret") && !told.contains("/home"), "{told}");
    let settled = session.settle(1, &[search("q")], &mut journal).unwrap();
    assert_eq!(page(&settled, 0), [("t1".to_owned(), true)], "a later search may succeed");
}

/// ADR-285, ADR-192: a ranker that fails when it is asked for more has failed: the hits of the first round are not used.
#[test]
fn a_failure_in_a_later_round() {
    let mut session = live(setup(&numbered(9)), scripted([hits(&["t0", "x", "x", "x", "x"]), Answer::Unavailable]));
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
    assert_eq!(code(&settled, 0).as_deref(), Some("search_unavailable"));
    assert_eq!((names(session.run()), journal.lines().len()), (vec!["search_tools"], 1));
}

/// ADR-285, ADR-032: a terminal error ends the turn at once and writes nothing; what was decided before it stays, and what follows is not ranked.
#[test]
fn a_ranker_that_ends_the_run() {
    let script = Arc::new(Script::new([hits(&["t0"]), Answer::Terminal, hits(&["t1"])]));
    let mut session = live(setup(&numbered(3)), RankerSource::Custom(script.clone()));
    let mut journal = MemoryJournal::new();
    let calls = [search_with(json!({})), search("a"), search("b"), search("c")];
    let error = session.settle(0, &calls, &mut journal).unwrap_err();
    assert!(matches!(&error, SessionError::Terminal(RankError::Terminal(_))));
    assert_eq!(error.to_string(), "the run was ended by its ranker");
    let source = std::error::Error::source(&error).unwrap();
    assert_eq!(source.to_string(), "the ranker ended the run");
    assert_eq!(source.source().unwrap().to_string(), "quota of tenant 7 is used up", "for the host's logs");
    assert_eq!(script.asked().len(), 2);
    let written = lines(&journal);
    assert!(written.len() == 1 && written[0].contains("main#turn:0:tool:1:search"), "{written:?}");
    assert_eq!(names(session.run()), ["search_tools", "t0"]);
}

/// ADR-029, ADR-038: a turn is settled once: a second time with the same number would give one id to two decisions.
#[test]
fn a_turn_is_settled_once() {
    let mut session = live(setup(&numbered(9)), scripted([hits(&["t0"]), hits(&["t1"])]));
    let mut journal = MemoryJournal::new();
    session.settle(4, &[search("q")], &mut journal).unwrap();
    let error = session.settle(3, &[search("q")], &mut journal).unwrap_err();
    assert_eq!(error.to_string(), "turn 3 was settled after turn 4");
    let _ = session.settle(4, &[search("q")], &mut journal);
    let ids: Vec<&str> = journal
        .lines()
        .iter()
        .filter_map(|line| match line {
            toolsift_replay::Line::Decision(decision) => Some(decision.id.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(ids, ["main#turn:4:tool:0:search"], "two records of one decision: a replay serves the first for both");
    assert_eq!(recorded(journal.lines()).duplicates(), []);
}

/// ADR-028, ADR-032: a ranker works only for a valid search, inside its decision: not for other calls, not for refusals, not between turns.
#[test]
fn when_a_ranker_works() {
    let script = Arc::new(Script::new([hits(&["t0"])]));
    let mut session = live(setup(&numbered(3)), RankerSource::Custom(script.clone()));
    let mut journal = MemoryJournal::new();
    let calls = [Call::new("t0", json!({})), search_with(json!(7)), Call::new("search", json!({ "query": "q" }))];
    session.settle(0, &calls, &mut journal).unwrap();
    session.refresh(crate::toys::catalog(2, &numbered(4)));
    let _ = (
        session.run().search_docs(),
        session.run().worst_case_chars(),
        session.export(),
        session.run().is_callable("t0"),
    );
    assert!(script.asked().is_empty());
    session.settle(1, &[search("one"), search("two")], &mut journal).unwrap();
    let queries: Vec<String> = script.asked().into_iter().map(|(query, _)| query).collect();
    assert_eq!(queries, ["one", "two"]);
}
