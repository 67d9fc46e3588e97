//! How two rankers are asked: which first, for how many hits, how often, and how much of an answer is read.

use std::cell::Cell;

use serde_json::{Value, json};
use toolsift_core::Hit;
use toolsift_replay::{MemoryJournal, Position};
use toolsift_session::{Asks, Begin, Offer, Rankers, Session, Setup};

use crate::rankers::{Log, Script, hits};
use crate::toys::{activate, configured, id, limited, live, own, page, search, skills, texts, tools};

/// A run over twelve tools in a namespace, some outside it, and nine skills.
fn twelve(hidden: usize, search: Value) -> Setup {
    let mut all = tools(12);
    all.extend((0..hidden).map(|number| own(&format!("hidden{number}"), "")));
    let mut search = search;
    search["namespaces"] = json!(["t"]);
    configured(&all, &skills(9), search, json!({ "discovery": "both" }))
}

fn logged<T: AsRef<str>, S: AsRef<str>>(tools: &[T], skills: &[S]) -> (Log, Rankers) {
    let log = Log::default();
    let of_tools = Script::new("tools", [hits(tools)]).logging(&log).custom();
    (log.clone(), Rankers::new(of_tools, Script::new("skills", [hits(skills)]).logging(&log).custom()))
}

fn settle(session: &mut Session, turn: u64, calls: &[toolsift_session::Call]) -> Vec<(Vec<String>, Vec<String>)> {
    let settled = session.settle(turn, calls, &mut MemoryJournal::new()).unwrap();
    let outputs = settled.outcomes.values().map(|outcome| outcome.output.to_json());
    outputs.filter(|output| output.contains("\"tools\":[")).map(|output| page(&output)).collect()
}

/// ADR-170, ADR-175: the ranker of tools is asked first, for the page, what is on the menu and what is hidden; that of skills for the page and the active skills. Both get the query as it is.
#[test]
fn over_asking() {
    let (log, rankers) = logged(&["t0", "t1", "t2", "t3", "t4"], &["s0", "s1", "s2", "s3", "s4", "s5", "s6"]);
    let mut session = live(twelve(3, json!({ "alwaysLoaded": ["t11"] })), rankers);
    let first = settle(&mut session, 0, &[search("A query, as it is.")]);
    assert_eq!(first, [(texts(&["t0", "t1", "t2"]), texts(&["s0", "s1"]))]);
    settle(&mut session, 1, &[activate("s0"), activate("s8")]);
    let second = settle(&mut session, 2, &[limited("b", 2)]);
    assert_eq!(second, [(texts(&["t3"]), texts(&["s1"]))]);
    assert_eq!(
        *log.lock().unwrap(),
        [
            // One is on the menu, three are hidden; then three more are on the menu, and two skills are active.
            "tools A query, as it is. 9",
            "skills A query, as it is. 5",
            "tools b 9",
            "skills b 4",
        ]
    );
}

/// ADR-171, ADR-172: each ranker is asked for twice as many while its own hits are short of the page and it has more, four times at most; how the other fares changes nothing.
#[test]
fn each_widens_by_itself() {
    /// Hits of nobody, then hits of the page, then hits of nobody again.
    fn answer(letter: char, before: usize, good: usize, after: usize) -> Vec<String> {
        let foreign = |count: usize, name: &str| (0..count).map(|n| format!("{name}{n}")).collect::<Vec<_>>();
        let good: Vec<String> = (0..good).map(|number| format!("{letter}{number}")).collect();
        [foreign(before, "before"), good, foreign(after, "after")].concat()
    }
    let limits = |tools: &[String], skills: &[String], limit: usize| {
        let (log, rankers) = logged(tools, skills);
        settle(&mut live(twelve(0, json!({ "maxPerSearch": 50 })), rankers), 0, &[limited("q", limit)]);
        let log = log.lock().unwrap().clone();
        log.iter().map(|ask| ask.replace(" q", "")).collect::<Vec<_>>()
    };
    let enough = |letter| answer(letter, 0, 5, 99);
    assert_eq!(limits(&enough('t'), &enough('s'), 5), ["tools 5", "skills 5"]);
    assert_eq!(
        limits(&answer('t', 0, 4, 99), &enough('s'), 5),
        ["tools 5", "tools 10", "tools 20", "tools 40", "skills 5"],
        "though the two would fill the page"
    );
    assert_eq!(
        limits(&enough('t'), &answer('s', 0, 4, 99), 5),
        ["tools 5", "skills 5", "skills 10", "skills 20", "skills 40"]
    );
    assert_eq!(
        limits(&answer('t', 1, 5, 99), &answer('s', 6, 5, 99), 5),
        ["tools 5", "tools 10", "skills 5", "skills 10", "skills 20"]
    );
    assert_eq!(limits(&answer('t', 2, 1, 0), &answer('s', 3, 1, 0), 5), ["tools 5", "skills 5"], "they have no more");
    assert_eq!(
        limits(&answer('t', 3, 1, 2), &answer('s', 9, 0, 0), 5),
        ["tools 5", "tools 10", "skills 5", "skills 10"]
    );
    assert_eq!(limits(&[], &[], 5), ["tools 5", "skills 5"]);
    let none = answer('x', 0, 0, 3_000);
    assert_eq!(
        limits(&none, &none, 50),
        ["tools 50", "tools 100", "tools 200", "tools 400", "skills 50", "skills 100", "skills 200", "skills 400"]
    );
}

/// ADR-172: neither is asked for more than a thousand.
#[test]
fn a_thousand_at_most() {
    let none: Vec<String> = (0..3_000).map(|number| format!("nobody{number}")).collect();
    for (hidden, expected) in [
        (245, vec!["tools q 250", "tools q 500", "tools q 1000", "skills q 5"]),
        (996, vec!["tools q 1000", "skills q 5"]),
        (5_000, vec!["tools q 1000", "skills q 5"]),
    ] {
        let (log, rankers) = logged(&none, &["s0"]);
        settle(&mut live(twelve(hidden, json!({})), rankers), 0, &[search("q")]);
        assert_eq!(*log.lock().unwrap(), expected);
    }
}

/// ADR-170, ADR-171: a ranker that has nothing left to find is not asked; the other has the whole page.
#[test]
fn nothing_left_for_one() {
    let every: Vec<String> = (0..12).map(|number| format!("t{number}")).collect();
    let (log, rankers) = logged(&["t0"], &["s0", "s1", "s2"]);
    let mut session = live(twelve(0, json!({ "alwaysLoaded": every, "maxPerSearch": 3 })), rankers);
    assert_eq!(settle(&mut session, 0, &[search("a")]), [(vec![], texts(&["s0", "s1", "s2"]))]);

    let setup = configured(&tools(4), &skills(2), json!({ "maxPerSearch": 3 }), json!({ "discovery": "search" }));
    let (other, rankers) = logged(&["t2", "t0", "t1"], &["s0"]);
    let mut session = live(setup, rankers);
    settle(&mut session, 0, &[activate("s0"), activate("s1")]);
    assert_eq!(settle(&mut session, 1, &[search("b")]), [(texts(&["t2", "t0", "t1"]), vec![])]);
    assert_eq!(
        (log.lock().unwrap().clone(), other.lock().unwrap().clone()),
        (texts(&["skills a 3"]), texts(&["tools b 3"]))
    );
}

/// ADR-191, ADR-192, ADR-171: a host that drives a run itself is told which ranker it is to ask, tools first; no more of an answer is read than was asked for, of either.
#[test]
fn an_answer_is_cut_to_the_ask() {
    let mut session = live(twelve(10, json!({})), logged(&[""; 0], &[""; 0]).1);
    settle(&mut session, 0, &[activate("s0")]);
    let mut run = session.run().clone();
    let Begin::Pending(mut pending) = run.begin(Position { turn: 1, call: 0 }, &search("q")) else {
        panic!("a search begins");
    };
    let mut reads = Vec::new();
    while let Some(ask) = pending.ask() {
        let (of, limit) = (ask.of, ask.limit);
        let read = Cell::new(0_usize);
        let offer = pending.offer((0..10_000).map(|number| {
            read.set(read.get() + 1);
            Hit::new(id(&format!("foreign{number}")), 1.0)
        }));
        assert_eq!(read.get(), limit);
        reads.push((of, limit, offer));
    }
    use Asks::{Skills, Tools};
    use Offer::{AskMore, Ready};
    let expected = [
        (Tools, 15, AskMore),
        (Tools, 30, AskMore),
        (Tools, 60, AskMore),
        (Tools, 120, AskMore),
        (Skills, 6, AskMore),
        (Skills, 12, AskMore),
        (Skills, 24, AskMore),
        (Skills, 48, Ready),
    ];
    assert_eq!(reads, expected);
    assert_eq!(pending.offer([Hit::new(id("t0"), 1.0)]), Ready, "nothing is asked any more");
    let choice = pending.record("tools", &[]);
    assert_eq!((choice.results, choice.skills), (vec![], Some(vec![])));
}

/// ADR-191: what stands behind the cut is not found, however few hits of the page stand before it.
#[test]
fn behind_the_cut() {
    let padded = |name: &str, place: usize| {
        let mut answer: Vec<String> = (0..200).map(|number| format!("nobody{number}")).collect();
        answer[place] = name.to_owned();
        answer
    };
    for (place, found) in [(39, true), (40, false)] {
        let (_, rankers) = logged(&padded("t0", place), &padded("s0", place));
        let mut session = live(twelve(0, json!({})), rankers);
        let expected = if found { (texts(&["t0"]), texts(&["s0"])) } else { (vec![], vec![]) };
        assert_eq!(settle(&mut session, 0, &[search("q")]), [expected]);
    }
}
