//! What is written of a run, byte for byte.

use std::collections::BTreeMap;

use serde_json::json;
use toolsift_replay::{Journal, Line, MemoryJournal, RECORDED_FACT_SOURCES, Recorded};
use toolsift_session::{MAX_MARKED_CALLS, Outcome, Replayer, Session, Settled};

use crate::rankers::{Answer, always, hits, scripted};
use crate::toys::{code, configured, lines, live, numbered, output, own, search, search_with, setup};

/// ADR-029, ADR-030, ADR-031, S42, S75: a search is one line with its place, its source and its choice; ids stand in it as the host wrote them.
#[test]
fn the_bytes_of_a_record() {
    let mut tools = numbered(2);
    tools.push(own("github.com/crm:get", ""));
    let mut session = live(configured(&tools, json!({ "maxLoaded": 1 })), always(&["github.com/crm:get", "t0"]));
    let mut journal = MemoryJournal::new();
    let settled = session.settle(3, &[search("get \"it\"")], &mut journal).unwrap();
    let result = concat!(
        r#"{"tools":[{"name":"github.com/crm:get","description":"","loaded":true},"#,
        r#"{"name":"t0","description":"","loaded":false}],"#,
        r#""note":"The menu is full: tools with `loaded` false cannot be called."}"#
    );
    assert_eq!(output(&settled, 0), result);
    assert_eq!(
        lines(&journal),
        [format!(
            concat!(
                r#"{{"id":"main#turn:3:tool:0:search","source":"agent-tool-search","choice":{{"ranker":"script","#,
                r#""query":"get \"it\"","results":["github.com/crm:get","t0"],"loaded":["github.com/crm:get"],"#,
                r#""note":"menu_full","resultBytes":{}}}}}"#
            ),
            result.len()
        )]
    );
    assert_eq!(settled.recorded, ["main#turn:3:tool:0:search"]);
}

/// ADR-031: keys that hold nothing are left out, those that hold something keep their order.
#[test]
fn the_keys_of_a_record() {
    let mut session = live(setup(&numbered(1)), scripted([hits(&[]), hits(&["t0"]), hits(&["t0"])]));
    let mut journal = MemoryJournal::new();
    for turn in 0..2 {
        session.settle(turn, &[search("t0")], &mut journal).unwrap();
    }
    let choices: Vec<String> =
        lines(&journal).iter().map(|line| line.split_once(r#""choice":"#).unwrap().1.to_owned()).collect();
    assert_eq!(
        choices,
        [
            r#"{"ranker":"script","query":"t0","results":[],"loaded":[],"note":"no_match","resultBytes":40}}"#,
            r#"{"ranker":"script","query":"t0","results":["t0"],"loaded":["t0"],"resultBytes":56}}"#,
        ]
    );
    let mut session = live(setup(&numbered(2)), scripted([hits(&["t1"]), hits(&["t1"])]));
    let mut journal = MemoryJournal::new();
    session.settle(0, &[search("q"), search("q")], &mut journal).unwrap();
    assert!(
        lines(&journal)[1]
            .contains(r#""query":"q","results":[],"loaded":[],"onMenu":["t1"],"note":"all_loaded","resultBytes":"#),
        "{}",
        lines(&journal)[1]
    );
}

/// ADR-031: two hundred characters of a query are recorded, cut between characters.
#[test]
fn the_recorded_query() {
    for (query, kept) in
        [("é".repeat(201), 200), ("é".repeat(200), 200), ("🦀".repeat(199), 199), ("q".repeat(600), 200)]
    {
        let mut session = live(setup(&numbered(1)), always(&["t0"]));
        let mut journal = MemoryJournal::new();
        session.settle(0, &[search(&query)], &mut journal).unwrap();
        let expected: String = query.chars().take(kept).collect();
        assert!(lines(&journal)[0].contains(&format!(r#""query":"{expected}""#)));
    }
}

/// ADR-038, C1-4: the same query in two turns and at two places of one has four ids, the same in a second run; a call of another tool keeps its place.
#[test]
fn ids() {
    let run = || {
        let mut session = live(setup(&numbered(9)), always(&["t0"]));
        let mut journal = MemoryJournal::new();
        let other = toolsift_session::Call::new("other", json!({}));
        let first = session.settle(1, &[search("q"), search("q")], &mut journal).unwrap();
        let second = session.settle(2, &[other.clone(), search("q"), other, search("q")], &mut journal).unwrap();
        let ids: Vec<String> = first.recorded.into_iter().chain(second.recorded).collect();
        (ids, lines(&journal))
    };
    let (ids, written) = run();
    assert_eq!(
        ids,
        [
            "main#turn:1:tool:0:search",
            "main#turn:1:tool:1:search",
            "main#turn:2:tool:1:search",
            "main#turn:2:tool:3:search"
        ]
    );
    assert_eq!(run(), (ids, written));
}

/// ADR-040, ADR-285, DSH-036: a refused or failed search writes no decision; the turn writes one mark with their codes, and a turn without such calls writes none.
#[test]
fn marks() {
    let config = json!({ "maxSearches": 3 });
    let mut session = live(configured(&numbered(1), config), scripted([hits(&["t0"]), Answer::Unavailable, hits(&[])]));
    let mut journal = MemoryJournal::new();
    let other = toolsift_session::Call::new("t0", json!({}));
    session.settle(0, std::slice::from_ref(&other), &mut journal).unwrap();
    assert!(journal.lines().is_empty());
    let config = json!({ "maxSearches": 3 });
    session = live(configured(&numbered(2), config), scripted([hits(&["t0"]), Answer::Unavailable, hits(&[])]));
    let calls = [
        search_with(json!({})),
        search("a"),
        other.clone(),
        search("b"),
        search_with(json!({ "query": "c", "limit": 0 })),
    ];
    let settled = session.settle(0, &calls, &mut journal).unwrap();
    assert_eq!(settled.recorded, ["main#turn:0:tool:1:search"]);
    let mut written = lines(&journal);
    assert_eq!(
        written.pop().unwrap(),
        r##"{"mark":"main#turn:0","outcomes":{"0":"invalid_tool_input","3":"search_unavailable","4":"invalid_tool_input"}}"##
    );
    assert!(written.len() == 1 && written[0].starts_with(r##"{"id":"main#turn:0:tool:1:search","##));
    session.settle(1, &[search("d"), other], &mut journal).unwrap();
    assert_eq!(journal.lines().len(), 3, "a turn without refusals writes no mark");
    session.settle(2, &[search("e")], &mut journal).unwrap();
    assert_eq!(lines(&journal)[3], r##"{"mark":"main#turn:2","outcomes":{"0":"search_limit_reached"}}"##);
    assert!(session.finish(&mut journal).unwrap().is_empty());
    assert_eq!(lines(&journal)[4], r#"{"end":"main","lines":4}"#);
    assert_eq!(journal.line_count(), 5);
}

/// ADR-072, ADR-259: a turn of ten thousand refused searches ends no run: its mark is about the first 4,096 calls and fits into a line, and the run is replayed and resumed as it was.
#[test]
fn a_mark_is_bounded() {
    let mut setup = setup(&numbered(1));
    setup.search.as_mut().unwrap().max_searches = 1;
    let calls = vec![search("q"); 10_000];
    let mut journal = MemoryJournal::new();
    let mut session = live(setup.clone(), always(&["t0"]));
    let settled = session.settle(0, &calls, &mut journal).unwrap();
    assert_eq!(journal.lines().len(), 2, "the one search, and the mark");
    let Line::Mark(mark) = &journal.lines()[1] else { panic!("no mark") };
    assert!(mark.outcomes.keys().copied().eq(1..MAX_MARKED_CALLS));
    let is_refused = |settled: &Settled| {
        (1..calls.len()).all(|place| code(settled, place).as_deref() == Some("search_limit_reached"))
    };
    assert!(settled.outcomes.len() == calls.len() && is_refused(&settled));
    let recorded = || Recorded::from_lines(journal.lines()).unwrap();
    let mut replayer = Replayer::new(setup.clone(), recorded()).unwrap();
    assert!(replayer.settle(0, &calls).unwrap().outcomes == without_strengths(settled.outcomes));
    assert_eq!(replayer.finish(), []);
    let mut more = journal.clone();
    let mut resumed = Session::resume(setup, always(&["t0"]), recorded()).unwrap();
    assert!(is_refused(&resumed.settle(0, &calls, &mut more).unwrap()));
    assert!(more == journal, "nothing is written twice");
}

/// What a replay shows: it ranks nothing.
fn without_strengths(mut outcomes: BTreeMap<usize, Outcome>) -> BTreeMap<usize, Outcome> {
    outcomes.values_mut().for_each(|outcome| outcome.strengths.clear());
    outcomes
}

/// ADR-042: a search is a recorded fact: its source is listed as one, and its record holds no score and no reward.
#[test]
fn facts() {
    assert!(RECORDED_FACT_SOURCES.contains(&"agent-tool-search"));
    let mut session = live(setup(&numbered(1)), always(&["t0"]));
    let mut journal = MemoryJournal::new();
    session.settle(0, &[search("q")], &mut journal).unwrap();
    let line = &lines(&journal)[0];
    assert!(["score", "reward", "time", "0."].iter().all(|word| !line.contains(word)), "{line}");
}

/// ADR-029: a run ends once, however often it is told to.
#[test]
fn a_run_ends_once() {
    let mut session = live(setup(&numbered(1)), always(&["t0"]));
    let mut journal = MemoryJournal::new();
    session.settle(0, &[search("q")], &mut journal).unwrap();
    session.finish(&mut journal).unwrap();
    session.finish(&mut journal).unwrap();
    assert_eq!(lines(&journal).iter().filter(|line| line.contains("\"end\"")).count(), 1);
}
