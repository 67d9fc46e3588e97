//! Catalogues that change between turns.

use serde_json::json;
use toolsift_replay::MemoryJournal;
use toolsift_session::{Code, Replayer};

use crate::rankers::{always, hits, scripted};
use crate::toys::{catalog, configured, live, names, numbered, own, page, recorded, search, setup, specs, with_tools};

/// S35, ADR-013, DSH-031: a loaded tool that its server no longer confirms stays on the menu, byte for byte, and its calls are refused; when it is back, they are not.
#[test]
fn a_tool_that_is_gone() {
    let mut start = configured(&numbered(4), json!({ "alwaysLoaded": ["t3"] }));
    start.tools = vec![own("own", "")];
    let mut session = live(start, always(&["t0", "t1"]));
    let mut journal = MemoryJournal::new();
    session.settle(0, &[search("q")], &mut journal).unwrap();
    let before = specs(session.run());
    session.refresh(catalog(2, &[own("t1", "Other words now."), own("t2", "")]));
    assert_eq!(specs(session.run()), before, "and the words on the menu are those of the moment it came there");
    for (name, expected) in [
        ("t0", Err(Code::ToolUnavailable)),
        ("t3", Err(Code::ToolUnavailable)),
        ("t1", Ok(())),
        ("own", Ok(())),
        ("search_tools", Ok(())),
    ] {
        assert_eq!(session.run().is_callable(name).map(|_| ()), expected, "{name}");
    }
    assert_eq!(Code::ToolUnavailable.message(), "This tool is not available now.");
    session.refresh(catalog(3, &numbered(4)));
    assert!(session.run().is_callable("t0").is_ok() && session.run().is_callable("t3").is_ok());
    assert_eq!(specs(session.run()), before);
}

/// DSH-014: a tool that comes late can be found from the next turn on; one that is gone is no longer found.
#[test]
fn tools_come_and_go() {
    let mut session = live(setup(&numbered(2)), always(&["late", "t0", "t1"]));
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
    assert_eq!(page(&settled, 0).len(), 2);
    session.refresh(catalog(2, &[own("late", ""), own("t0", "")]));
    let settled = session.settle(1, &[search("q")], &mut journal).unwrap();
    assert_eq!(page(&settled, 0), [("late".to_owned(), true)]);
    assert!(session.run().is_callable("late").is_ok());
    assert_eq!(names(session.run()), ["search_tools", "t0", "t1", "late"]);
}

/// DSH-030, ADR-019: a tool that comes late under the search tool's name, or under one on the menu, is ignored: the menu's own wins.
#[test]
fn late_names() {
    let mut session = live(
        with_tools(setup(&numbered(2)), vec![own("own", "The definition's.")]),
        always(&["search_tools", "own", "t0"]),
    );
    session.refresh(catalog(2, &[own("search_tools", "A trap."), own("own", "A trap."), own("t0", "")]));
    let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(page(&settled, 0), [("t0".to_owned(), true)]);
    assert!(!specs(session.run()).concat().contains("A trap."));
    assert_eq!(names(session.run()), ["search_tools", "own", "t0"]);
}

/// S27, S28, ADR-012: whatever the catalogue does between turns, the specs that were sent stay the first bytes.
#[test]
fn the_prefix_survives_every_refresh() {
    let mut session = live(setup(&numbered(3)), scripted([hits(&["t2"]), hits(&["t5", "t0"]), hits(&["t1"])]));
    let mut journal = MemoryJournal::new();
    let catalogues = [numbered(6), vec![own("t2", "New words.")], vec![], numbered(1), numbered(9)];
    for (turn, tools) in (0_u64..).zip(&catalogues) {
        let before = specs(session.run()).concat();
        let digest = session.run().menu().prefix_digest(1);
        session.refresh(catalog(turn + 2, tools));
        session.settle(turn, &[search("q")], &mut journal).unwrap();
        assert!(specs(session.run()).concat().starts_with(&before));
        assert_eq!(session.run().menu().prefix_digest(1), digest);
    }
}

/// ADR-034, ADR-261: a replay that sees the same catalogues gives the same menus, and one that sees less gives less.
#[test]
fn replays_refresh_as_well() {
    let mut session = live(setup(&numbered(2)), scripted([hits(&["t1"]), hits(&["t7"])]));
    let mut journal = MemoryJournal::new();
    session.settle(0, &[search("q")], &mut journal).unwrap();
    session.refresh(catalog(2, &numbered(8)));
    session.settle(1, &[search("q")], &mut journal).unwrap();
    let replayed = |refresh: bool| {
        let mut replayer = Replayer::new(setup(&numbered(2)), recorded(journal.lines())).unwrap();
        replayer.settle(0, &[search("q")]).unwrap();
        if refresh {
            replayer.refresh(catalog(2, &numbered(8)));
        }
        replayer.settle(1, &[search("q")]).unwrap();
        names(replayer.run()).join(" ")
    };
    assert_eq!(replayed(true), names(session.run()).join(" "));
    assert_eq!(replayed(false), "search_tools t1");
}

/// DSH-027, DSH-030: a tool that has only the search tool's name cannot be found, so that no search tool comes for it.
#[test]
fn only_a_namesake_comes() {
    let mut session = live(with_tools(setup(&[]), vec![own("own", "")]), always(&["search_tools"]));
    session.refresh(catalog(2, &[own("search_tools", "A trap.")]));
    assert_eq!(names(session.run()), ["own"]);
}
