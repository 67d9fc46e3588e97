//! Runs that are put away and go on elsewhere.

use proptest::prelude::*;
use serde_json::json;
use toolsift_replay::MemoryJournal;
use toolsift_session::{Checkpoint, Origin, Session, Setup};

use crate::plans::plans;
use crate::rankers::{always, hits, never, scripted};
use crate::toys::{catalog, configured, live, names, numbered, own, page, search, setup, specs, with_tools};

fn checkpoint(found: &[&str], searches: usize) -> Checkpoint {
    serde_json::from_value(json!({ "found": found, "searches": searches })).unwrap()
}

/// S36, S38: what a run found is there again where it goes on, nothing is ranked for it, and its budget is the old one.
#[test]
fn there_and_back() {
    let start = || configured(&numbered(9), json!({ "maxSearches": 3 }));
    let mut session = live(start(), scripted([hits(&["t3"]), hits(&["t1", "t0"])]));
    let mut journal = MemoryJournal::new();
    session.settle(4, &[search("a")], &mut journal).unwrap();
    session.settle(7, &[search("b")], &mut journal).unwrap();
    let json = serde_json::to_string(&session.export()).unwrap();
    assert_eq!(json, r#"{"found":["t3","t1","t0"],"leads":true,"searches":2,"latestTurn":7}"#);
    let kept: Checkpoint = serde_json::from_str(&json).unwrap();
    for source in never() {
        let restored = Session::restore(start(), source, &kept).unwrap();
        assert_eq!(specs(restored.run()), specs(session.run()));
        assert_eq!((restored.run().menu(), restored.run().searches()), (session.run().menu(), 2));
        assert_eq!(restored.export(), kept);
    }
    let mut restored = Session::restore(start(), always(&["t3", "t5"]), &kept).unwrap();
    assert_eq!(restored.settle(6, &[], &mut journal).unwrap_err().to_string(), "turn 6 was settled after turn 7");
    let settled = restored.settle(8, &[search("c"), search("d")], &mut journal).unwrap();
    assert_eq!(page(&settled, 0), [("t5".to_owned(), true)]);
    assert_eq!(crate::toys::code(&settled, 1).as_deref(), Some("search_limit_reached"));
}

/// ADR-029: a run that goes on from a checkpoint does not settle the last turn of the checkpoint a second time.
#[test]
fn the_last_turn_is_over() {
    let mut session = live(setup(&numbered(9)), always(&["t0"]));
    let mut journal = MemoryJournal::new();
    session.settle(7, &[search("a")], &mut journal).unwrap();
    let mut restored = Session::restore(setup(&numbered(9)), always(&["t1"]), &session.export()).unwrap();
    let _ = restored.settle(7, &[search("a")], &mut journal);
    assert_eq!(crate::toys::recorded(journal.lines()).duplicates(), []);
}

/// ADR-012, DSH-028, S36: a search tool that came late stands in its place again where the run goes on: the prompt's prefix is the old one.
#[test]
fn a_late_search_tool_comes_back_in_its_place() {
    let start = |tools: &[_]| with_tools(setup(tools), vec![own("own", "")]);
    let mut session = live(start(&[]), always(&["t0"]));
    session.refresh(catalog(2, &numbered(2)));
    session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(names(session.run()), ["own", "search_tools", "t0"]);
    let restored = Session::restore(start(&numbered(2)), always(&[]), &session.export()).unwrap();
    assert_eq!(names(restored.run()), ["own", "search_tools", "t0"]);
}

/// ADR-012, DSH-028, S36: where all was found, the search tool leads the menu again, though there is nothing left for it to find.
#[test]
fn a_search_tool_leads_again() {
    let start = || with_tools(setup(&numbered(2)), vec![own("own", "")]);
    let mut session = live(start(), always(&["t1", "t0"]));
    session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(names(session.run()), ["search_tools", "own", "t1", "t0"]);
    let found_alone = with_tools(setup(&[]), vec![own("own", ""), own("t1", ""), own("t0", "")]);
    for (start, expected) in
        [(start(), ["search_tools", "own", "t1", "t0"]), (found_alone, ["search_tools", "own", "t1", "t0"])]
    {
        let restored = Session::restore(start, always(&[]), &session.export()).unwrap();
        assert_eq!(names(restored.run()), expected);
    }
}

/// ADR-023, ADR-261, S35, S36: a checkpoint is not believed: what is gone, hidden, on the menu or too much is left out, and a count above the cap is the cap.
#[test]
fn re_admitted() {
    let config = json!({ "maxLoaded": 2, "namespaces": ["t"], "alwaysLoaded": ["t4"], "maxSearches": 5 });
    let mut tools = numbered(6);
    tools.extend([own("admin", ""), crate::toys::tainted("t_dark")]);
    let mut start = configured(&tools, config);
    start.tools = vec![own("t5", "")];
    let restore = |start: &Setup, found: &[&str], searches| {
        let restored = Session::restore(start.clone(), always(&[]), &checkpoint(found, searches)).unwrap();
        let found: Vec<String> = names(restored.run())[3..].iter().map(|&name| name.to_owned()).collect();
        (found.join(" "), restored.run().searches())
    };
    assert_eq!(restore(&start, &["t1", "t0"], 2), ("t1 t0".to_owned(), 2));
    assert_eq!(restore(&start, &["t1", "t1", "t0", "t2"], 99), ("t1 t0".to_owned(), 5));
    assert_eq!(restore(&start, &["admin", "nobody", "t4", "t5", "search_tools", "t_dark", "", "t3"], 0).0, "t3");
    start.search.as_mut().unwrap().max_menu_chars = Some(1);
    assert_eq!(restore(&start, &["t1", "t0"], 2).0, "");
    assert!(serde_json::from_str::<Checkpoint>(r#"{"found":[],"searches":0,"menu":["admin"]}"#).is_err());
    assert!(serde_json::from_str::<Checkpoint>(r#"{"found":["t0"],"searches":-1}"#).is_err());
    let mut off = setup(&numbered(3));
    off.search = None;
    let restored = Session::restore(off, always(&[]), &checkpoint(&["t0"], 3)).unwrap();
    assert_eq!((names(restored.run()).len(), restored.run().searches()), (0, 0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// ADR-034, ADR-261: any run comes back from its checkpoint with the same menu, and with no more than may be found from anybody else's.
    #[test]
    fn any_run(plan in plans(), other in plans()) {
        let ran = plan.run();
        let kept = ran.session.export();
        let [source, ..] = never();
        let restored = Session::restore(plan.setup.clone(), source.clone(), &kept).unwrap();
        prop_assert_eq!(restored.run().menu(), ran.session.run().menu());
        prop_assert_eq!(restored.export(), kept.clone());
        let restored = Session::restore(other.setup.clone(), source, &kept).unwrap();
        let menu = restored.run().menu();
        for entry in menu.entries().iter().filter(|entry| entry.origin == Origin::Search) {
            prop_assert!(other.may_be_found(&entry.spec.name));
        }
        prop_assert!(menu.found() <= other.config().max_loaded && restored.run().searches() <= other.config().max_searches);
    }
}

/// S36: what a checkpoint has and the catalogue has no more is left out and told to the host.
#[test]
fn what_is_gone_is_told() {
    let mut session = live(setup(&numbered(3)), always(&["t0", "t1", "t2"]));
    session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    let restored = Session::restore(setup(&numbered(2)), always(&[]), &session.export()).unwrap();
    assert_eq!(names(restored.run()), ["search_tools", "t0", "t1"]);
    assert_eq!(restored.not_restored(), ["t2"]);
}
