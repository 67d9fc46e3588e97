//! Runs that go on over an existing journal.

use std::sync::Arc;

use serde_json::json;
use toolsift_replay::{Divergence, DivergenceKind, Journal, Line, MemoryJournal};
use toolsift_session::{RankerSource, Session};

use crate::rankers::{Answer, Script, hits, scripted};
use crate::toys::{code, decision, lines, live, names, numbered, page, read, recorded, search, search_with, setup};

fn journal(lines: &[Line]) -> MemoryJournal {
    let mut journal = MemoryJournal::new();
    for line in lines {
        journal.append(line).unwrap();
    }
    journal
}

/// C1-2, S38, ADR-034: a run that resumes in the middle of a turn serves what was recorded, ranks what was not, and loads nothing twice.
#[test]
fn in_the_middle_of_a_turn() {
    let calls = [search("a"), search_with(json!({})), search("b"), search("c")];
    let mut session = live(setup(&numbered(9)), scripted([hits(&["t0"]), hits(&["t1"]), Answer::Unavailable]));
    let mut whole = MemoryJournal::new();
    let first = session.settle(0, &calls, &mut whole).unwrap();
    assert_eq!(whole.lines().len(), 3, "two decisions and a mark");

    let script = Arc::new(Script::new([hits(&["t0", "t5"])]));
    let mut kept = journal(&whole.lines()[..1]);
    let source = RankerSource::Custom(script.clone());
    let mut resumed = Session::resume(setup(&numbered(9)), source, recorded(kept.lines())).unwrap();
    let settled = resumed.settle(0, &calls, &mut kept).unwrap();
    assert_eq!(settled.outcomes[&0].output, first.outcomes[&0].output);
    assert_eq!(script.asked().iter().map(|(query, _)| query.as_str()).collect::<Vec<_>>(), ["b", "c"]);
    assert_eq!(page(&settled, 2), [("t5".to_owned(), true)], "t0 is on the menu already");
    assert_eq!(settled.recorded, ["main#turn:0:tool:2:search", "main#turn:0:tool:3:search"]);
    assert_eq!(names(resumed.run()), ["search_tools", "t0", "t5"]);
    assert_eq!(lines(&kept)[3], r##"{"mark":"main#turn:0","outcomes":{"1":"invalid_tool_input"}}"##);
    assert!(resumed.divergences().is_empty());

    // With all of it recorded, the same turn is served to its last refusal and nothing is written.
    let mut kept = whole.clone();
    let mut resumed =
        Session::resume(setup(&numbered(9)), scripted([Answer::Terminal]), recorded(kept.lines())).unwrap();
    let settled = resumed.settle(0, &calls, &mut kept).unwrap();
    assert_eq!(code(&settled, 3).as_deref(), Some("search_unavailable"));
    assert_eq!((kept, settled.recorded.len()), (whole, 0));
}

/// ADR-032, ADR-033: a search without a record is live only if nothing later is recorded; otherwise it is unavailable and a divergence, and no ranker makes up for it.
#[test]
fn a_hole_in_the_log() {
    let one = json!({ "results": ["t1"], "loaded": ["t1"] });
    let script = Arc::new(Script::new([hits(&["t2"])]));
    for later in [
        decision(0, 1, &one),
        decision(1, 0, &one),
        read(&[r##"{"mark":"main#turn:1","outcomes":{"0":"search_unavailable"}}"##])[0].clone(),
    ] {
        let source = RankerSource::Custom(script.clone());
        let mut session = Session::resume(setup(&numbered(9)), source, recorded(std::slice::from_ref(&later))).unwrap();
        let mut written = MemoryJournal::new();
        let settled = session.settle(0, &[search("q")], &mut written).unwrap();
        assert_eq!(code(&settled, 0).as_deref(), Some("search_unavailable"), "{later:?}");
        let expected =
            Divergence::new(DivergenceKind::Missing, "main#turn:0:tool:0:search", "a recorded search", "nothing");
        assert_eq!(session.divergences(), [expected]);
        assert!(written.lines().is_empty() && script.asked().is_empty());
    }
    // A record of another loop says nothing about this one.
    let other = read(&[r##"{"id":"other#turn:9:tool:0:search","source":"agent-tool-search","choice":{}}"##]);
    let source = RankerSource::Custom(script.clone());
    let mut session = Session::resume(setup(&numbered(9)), source, recorded(&other)).unwrap();
    let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(page(&settled, 0), [("t2".to_owned(), true)]);
}

/// ADR-072, ADR-041: served searches count as live ones do, so that the budget of a resumed run is that of the whole run.
#[test]
fn the_budget_of_a_resumed_run() {
    let config = json!({ "maxSearches": 3 });
    let start = crate::toys::configured(&numbered(9), config);
    let mut session = live(start.clone(), scripted([hits(&["t0"]), Answer::Unavailable]));
    let mut log = MemoryJournal::new();
    session.settle(0, &[search("a"), search("b"), search_with(json!(7))], &mut log).unwrap();
    let mut session = Session::resume(start, scripted([hits(&["t1"])]), recorded(log.lines())).unwrap();
    session.settle(0, &[search("a"), search("b"), search_with(json!(7))], &mut log).unwrap();
    assert_eq!(session.run().searches(), 2);
    let settled = session.settle(1, &[search("c"), search("d")], &mut log).unwrap();
    assert_eq!(page(&settled, 0), [("t1".to_owned(), true)]);
    assert_eq!(code(&settled, 1).as_deref(), Some("search_limit_reached"));
}

/// ADR-034, S37: a run that ended and was resumed over its end writes no second end.
#[test]
fn the_end() {
    let mut session = live(setup(&numbered(3)), scripted([hits(&["t0"])]));
    let mut log = MemoryJournal::new();
    session.settle(0, &[search("q")], &mut log).unwrap();
    session.finish(&mut log).unwrap();
    assert_eq!(lines(&log)[1], r#"{"end":"main","lines":1}"#);
    let mut resumed = Session::resume(setup(&numbered(3)), scripted([]), recorded(log.lines())).unwrap();
    resumed.settle(0, &[search("q")], &mut log).unwrap();
    assert_eq!(resumed.finish(&mut log).unwrap(), []);
    assert_eq!(log.lines().len(), 2);
    assert_eq!(names(resumed.run()), ["search_tools", "t0"]);
}
