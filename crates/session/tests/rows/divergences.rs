//! Where a record and a run differ.

use std::sync::Arc;

use serde_json::json;
use toolsift_replay::{Divergence, DivergenceKind, Line, MemoryJournal};
use toolsift_session::{RankerSource, Replayer, Session};

use crate::rankers::{Never, Script, hits};
use crate::toys::{code, decision, lines, names, numbered, page, read, recorded, search, search_with, setup};

fn one(name: &str) -> serde_json::Value {
    json!({ "ranker": "script", "query": "q", "results": [name], "loaded": [name], "resultBytes": 59 })
}

fn told(divergences: &[Divergence]) -> Vec<String> {
    divergences.iter().map(ToString::to_string).collect()
}

/// ADR-033, C1-2: a closed replay answers a search that has neither record nor mark as unavailable, says that it is missing, and goes on.
#[test]
fn missing() {
    let mut replayer = Replayer::new(setup(&numbered(3)), recorded(&[decision(1, 0, &one("t1"))])).unwrap();
    let settled = replayer.settle(0, &[search("q"), search_with(json!({}))]).unwrap();
    assert_eq!(code(&settled, 0).as_deref(), Some("search_unavailable"));
    assert_eq!(code(&settled, 1).as_deref(), Some("invalid_tool_input"), "what is wrong is wrong without a record");
    assert_eq!(page(&replayer.settle(1, &[search("q")]).unwrap(), 0), [("t1".to_owned(), true)]);
    let settled = replayer.settle(2, &[search("q")]).unwrap();
    assert_eq!(code(&settled, 0).as_deref(), Some("search_unavailable"));
    let expected = [
        "missing: \"main#turn:0:tool:0:search\": expected a recorded search, recorded nothing",
        "missing: \"main#turn:2:tool:0:search\": expected a recorded search, recorded nothing",
    ];
    assert_eq!(told(replayer.divergences()), expected);
    assert_eq!(told(&replayer.finish()), expected);
    assert_eq!(replayer.run().searches(), 3);
}

/// ADR-039: what was recorded and not asked for is told at the end, of this loop only.
#[test]
fn not_asked() {
    let other_loop = r##"{"id":"main2#turn:0:tool:0:search","source":"agent-tool-search","choice":{}}"##;
    let mut log = read(&[other_loop]);
    log.extend([decision(0, 0, &one("t0")), decision(0, 1, &one("t1")), decision(7, 0, &one("t2"))]);
    let mut replayer = Replayer::new(setup(&numbered(3)), recorded(&log)).unwrap();
    replayer.settle(0, &[search("q")]).unwrap();
    assert_eq!(replayer.divergences(), []);
    let told = told(&replayer.finish());
    assert_eq!(
        told,
        [
            "not_asked: \"main#turn:0:tool:1:search\": expected no decision, recorded agent-tool-search",
            "not_asked: \"main#turn:7:tool:0:search\": expected no decision, recorded agent-tool-search",
        ]
    );
    let codes =
        [DivergenceKind::NotAsked, DivergenceKind::OtherSource, DivergenceKind::Duplicate, DivergenceKind::Missing];
    assert_eq!(codes.map(DivergenceKind::code), ["not_asked", "other_source", "duplicate", "missing"]);
}

/// ADR-023, ADR-039: of two records of one decision the first counts, and the second is told.
#[test]
fn duplicate() {
    let log = [decision(0, 0, &one("t1")), decision(0, 0, &one("t2"))];
    let mut replayer = Replayer::new(setup(&numbered(3)), recorded(&log)).unwrap();
    replayer.settle(0, &[search("q")]).unwrap();
    assert_eq!(names(replayer.run()), ["search_tools", "t1"]);
    let kinds: Vec<DivergenceKind> = replayer.finish().iter().map(|divergence| divergence.kind).collect();
    assert_eq!(kinds, [DivergenceKind::Duplicate]);
}

/// The line of a decision of another source.
fn of_another_source() -> Vec<Line> {
    read(&[
        r##"{"id":"main#turn:0:tool:0:search","source":"agent-planner","choice":{"results":["t0"],"loaded":["t0"]}}"##,
    ])
}

/// ADR-030, ADR-039: a record of another source is no search: nothing of it is served.
#[test]
fn other_source() {
    let mut replayer = Replayer::new(setup(&numbered(3)), recorded(&of_another_source())).unwrap();
    let settled = replayer.settle(0, &[search("q")]).unwrap();
    assert_eq!(code(&settled, 0).as_deref(), Some("search_unavailable"));
    assert_eq!(names(replayer.run()), ["search_tools"]);
    let expected = ["other_source: \"main#turn:0:tool:0:search\": expected agent-tool-search, recorded agent-planner"];
    assert_eq!(told(&replayer.finish()), expected);
}

/// ADR-029, ADR-039: a resumed run does not write a second record of an id that is taken by another source, even at the end of the log.
#[test]
fn other_source_on_a_resume() {
    let script = Arc::new(Script::new([hits(&["t0"])]));
    let log = of_another_source();
    let source = RankerSource::Custom(script.clone());
    let mut session = Session::resume(setup(&numbered(3)), source, recorded(&log)).unwrap();
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
    let mut whole = log.clone();
    whole.extend(journal.lines().iter().cloned());
    assert_eq!(recorded(&whole).duplicates(), [], "two decisions of one id: {:?}", lines(&journal));
    assert_eq!(code(&settled, 0).as_deref(), Some("search_unavailable"));
    assert!(script.asked().is_empty());
    let kinds: Vec<DivergenceKind> = session.divergences().iter().map(|divergence| divergence.kind).collect();
    assert_eq!(kinds, [DivergenceKind::OtherSource]);
}

/// ADR-041, ADR-023: a mark is served as it stands and can only refuse; a code that is not known is an unavailable search.
#[test]
fn marks_are_served() {
    let mark = r##"{"mark":"main#turn:0","outcomes":{"0":"search_unavailable","1":"search_limit_reached","2":"loaded","3":"invalid_tool_input"}}"##;
    let calls = [search("a"), search("b"), search("c"), search("d"), search_with(json!({}))];
    let expected = [
        "search_unavailable",
        "search_limit_reached",
        "search_unavailable",
        "invalid_tool_input",
        "invalid_tool_input",
    ];
    let mut replayer = Replayer::new(setup(&numbered(3)), recorded(&read(&[mark]))).unwrap();
    let settled = replayer.settle(0, &calls).unwrap();
    for (place, expected) in expected.iter().enumerate() {
        assert_eq!(code(&settled, place).as_deref(), Some(*expected), "{place}");
    }
    assert_eq!((replayer.finish(), names(replayer.run())), (vec![], vec!["search_tools"]));
}

/// ADR-033: a replay is asked turn by turn: an earlier turn is an error for the host and changes nothing.
#[test]
fn turns_do_not_go_back() {
    let mut replayer = Replayer::new(setup(&numbered(3)), recorded(&[decision(0, 0, &one("t0"))])).unwrap();
    replayer.settle(5, &[]).unwrap();
    let error = replayer.settle(4, &[search("q")]).unwrap_err();
    assert_eq!(error.to_string(), "turn 4 was settled after turn 5");
    assert_eq!(names(replayer.run()), ["search_tools"]);
}

/// ADR-001, ADR-002: a log of searches under a configuration without a search is told and not served.
#[test]
fn a_log_without_the_feature() {
    let mut off = setup(&numbered(3));
    off.search = None;
    let log = [decision(0, 0, &one("t0"))];
    let mut session = Session::resume(off, RankerSource::Custom(Arc::new(Never)), recorded(&log)).unwrap();
    let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert!(settled.outcomes.is_empty() && names(session.run()).is_empty());
    let told = session.finish(&mut MemoryJournal::new()).unwrap();
    assert_eq!(told.iter().map(|divergence| divergence.kind).collect::<Vec<_>>(), [DivergenceKind::NotAsked]);
    // And the other way round: a log without a search resumes with the feature on.
    let script = RankerSource::Custom(Arc::new(Script::new([hits(&["t0"])])));
    let mut session = Session::resume(setup(&numbered(3)), script, recorded(&[])).unwrap();
    let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(page(&settled, 0), [("t0".to_owned(), true)]);
}
