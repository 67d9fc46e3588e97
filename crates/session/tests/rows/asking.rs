//! How rankers are asked: for how many hits, how often, and how much of an answer is read.

use std::cell::Cell;
use std::sync::Arc;

use serde_json::{Value, json};
use toolsift_core::{Hit, ToolDefinition};
use toolsift_replay::{MemoryJournal, Position};
use toolsift_session::{Begin, MAX_RANK_ASK, MAX_RANK_ROUNDS, Offer, RankerSource, Run, Setup};

use crate::rankers::{Script, hits};
use crate::toys::{configured, id, live, names, numbered, own, page, search};

/// The limits that a ranker with some answers is asked for, and the page.
fn asked(setup: Setup, answers: &[Vec<&str>]) -> (Vec<usize>, Vec<String>) {
    let script = Arc::new(Script::new(answers.iter().map(|answer| hits(answer))));
    let mut session = live(setup, RankerSource::Custom(script.clone()));
    let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    (script.limits(), page(&settled, 0).into_iter().map(|(name, _)| name).collect())
}

/// A catalogue with some tools that may be found and some outside the namespace.
fn hidden(visible: usize, hidden: usize, config: Value) -> Setup {
    let mut tools = numbered(visible);
    tools.extend((0..hidden).map(|number| own(&format!("hidden{number}"), "")));
    let mut config = config;
    config["namespaces"] = json!(["t"]);
    configured(&tools, config)
}

fn hidden_names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("hidden{number}")).collect()
}

/// ADR-280: the first ask is the page, what is on the menu and what is hidden; the hits behind the hidden ones are then found at once.
#[test]
fn over_asking() {
    assert_eq!(asked(hidden(9, 0, json!({})), &[vec!["t0"]]).0, [5]);
    assert_eq!(asked(hidden(9, 3, json!({})), &[vec!["t0"]]).0, [8]);
    assert_eq!(asked(hidden(9, 3, json!({ "alwaysLoaded": ["t8", "hidden0"] })), &[vec!["t0"]]).0, [9]);
    assert_eq!(asked(hidden(9, 3, json!({ "maxPerSearch": 2 })), &[vec!["t0"]]).0, [5]);
    let mut setup = hidden(9, 0, json!({}));
    setup.tools = vec![own("t1", ""), own("elsewhere", "")];
    assert_eq!(asked(setup, &[vec!["t0"]]).0, [6], "an id that the definition has counts as on the menu");
    let answer = vec!["hidden0", "hidden1", "hidden2", "t4", "t3", "t2", "t1", "t0"];
    let (limits, page) = asked(hidden(9, 3, json!({})), &[answer]);
    assert_eq!((limits, page), (vec![8], ["t4", "t3", "t2", "t1", "t0"].map(String::from).to_vec()));
}

/// ADR-280, ADR-192: a shared ranker over more than the catalogue is asked for twice as many, four times at most, and for a thousand at most.
#[test]
fn widening() {
    assert_eq!((MAX_RANK_ASK, MAX_RANK_ROUNDS), (1_000, 4));
    let foreign: Vec<String> = (0..2_000).map(|number| format!("foreign{number}")).collect();
    let foreign: Vec<&str> = foreign.iter().map(String::as_str).collect();
    let with = |before: usize, names: &[&'static str]| {
        let mut answer: Vec<&str> = foreign[..before].to_vec();
        answer.extend(names);
        answer.extend(&foreign[before..]);
        answer
    };
    let one = |before, names: &[&'static str]| asked(hidden(9, 0, json!({})), &[with(before, names)]);
    let found = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    assert_eq!(one(0, &["t0", "t1", "t2", "t3", "t4"]), (vec![5], found(&["t0", "t1", "t2", "t3", "t4"])));
    assert_eq!(one(4, &["t0"]), (vec![5, 10, 20, 40], found(&["t0"])));
    assert_eq!(one(5, &["t0", "t1", "t2", "t3", "t4"]).0, [5, 10]);
    assert_eq!(one(19, &["t0"]), (vec![5, 10, 20, 40], found(&["t0"])));
    assert_eq!(one(39, &["t0"]), (vec![5, 10, 20, 40], found(&["t0"])));
    assert_eq!(one(40, &["t0"]), (vec![5, 10, 20, 40], found(&[])), "behind what is asked for");
    // The page fills in the last round that is needed, and not in one more.
    assert_eq!(one(16, &["t0", "t1", "t2", "t3", "t4"]).0, [5, 10, 20, 40]);
    assert_eq!(one(15, &["t0", "t1", "t2", "t3", "t4"]).0, [5, 10, 20]);
    let wide = |count| asked(hidden(9, count, json!({})), std::slice::from_ref(&foreign)).0;
    assert_eq!(wide(295), [300, 600, 1_000]);
    assert_eq!(wide(120), [125, 250, 500, 1_000]);
    assert_eq!(wide(995), [1_000]);
    assert_eq!(wide(5_000), [1_000]);
}

/// ADR-280: a ranker that gives fewer hits than it was asked for has no more, and is not asked again; what it repeats counts as given.
#[test]
fn no_more() {
    let short = |answers: &[Vec<&str>]| asked(hidden(9, 0, json!({})), answers);
    assert_eq!(short(&[vec!["x", "t0", "y", "z"]]), (vec![5], vec!["t0".to_owned()]));
    assert_eq!(short(&[vec![]]), (vec![5], vec![]));
    let again = short(&[vec!["t0"; 5], vec!["t0", "t1"]]);
    assert_eq!(again, (vec![5, 10], vec!["t0".to_owned(), "t1".to_owned()]));
    let last = short(&[vec!["t8"; 5], vec!["x"; 3]]);
    assert_eq!(last, (vec![5, 10], vec![]), "the last answer counts, not the sum of all");
}

/// ADR-191, ADR-192: no more of an answer is read than was asked for, however long it is.
#[test]
fn an_answer_is_cut_to_the_ask() {
    for (hidden_count, query_limit, expected) in
        [(0, 5, vec![5, 10, 20, 40]), (10, 5, vec![15, 30, 60, 120]), (3_000, 1, vec![1_000])]
    {
        let mut run = Run::new(hidden(9, hidden_count, json!({}))).unwrap();
        let call = crate::toys::search_with(json!({ "query": "q", "limit": query_limit }));
        let Begin::Pending(mut pending) = run.begin(Position { turn: 0, call: 0 }, &call) else {
            panic!("a search begins");
        };
        let mut reads = Vec::new();
        loop {
            let ask = pending.ask().unwrap().limit;
            let read = Cell::new(0_usize);
            let hits = (0..10_000).map(|number| {
                read.set(read.get() + 1);
                Hit::new(id(&format!("foreign{number}")), 1.0)
            });
            let offer = pending.offer(hits);
            assert_eq!(read.get(), ask);
            reads.push(read.get());
            if offer == Offer::Ready {
                break;
            }
        }
        assert_eq!(reads, expected);
    }
}

/// ADR-191: the answer is cut before it is admitted: what stands behind the cut is not found, even where nothing before it is.
#[test]
fn behind_the_cut() {
    let mut answer = hidden_names(8);
    answer.push("t0".to_owned());
    let answer: Vec<&str> = answer.iter().map(String::as_str).collect();
    // Three are known to be hidden, so eight are asked for; doubled, the ninth is within.
    let mut twenty = answer.clone();
    twenty.extend(["nobody"; 20]);
    let (limits, page) = asked(hidden(9, 3, json!({})), &[twenty]);
    assert_eq!((limits, page), (vec![8, 16, 32,], vec!["t0".to_owned()]));
}

/// ADR-021, ADR-233: one prebuilt ranker over a whole catalogue serves a run that may see a part of it, and a second run that may see another part.
#[test]
fn a_shared_ranker() {
    let tools: Vec<ToolDefinition> = ["crm__a", "crm__b", "erp__a", "erp__b", "pay"].map(|name| own(name, "")).into();
    let script = Arc::new(Script::new([hits(&["erp__a", "pay", "crm__b", "erp__b", "crm__a"])]));
    let found = |prefix: &str| {
        let setup = configured(&tools, json!({ "namespaces": [prefix] }));
        let mut session = live(setup, RankerSource::Custom(script.clone()));
        session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
        names(session.run()).join(" ")
    };
    assert_eq!(found("crm__"), "search_tools crm__b crm__a");
    assert_eq!(found("erp__"), "search_tools erp__a erp__b");
    assert_eq!(found("pay"), "search_tools pay");
}

/// CF-051, ADR-072, S70: a search that is dropped before its record changes nothing but the count; the next one is ranked and recorded as ever.
#[test]
fn a_dropped_search() {
    let mut run = Run::new(configured(&numbered(3), json!({ "maxSearches": 2 }))).unwrap();
    let at = Position { turn: 0, call: 0 };
    let before = run.menu().clone();
    let Begin::Pending(mut pending) = run.begin(at, &search("q")) else { panic!("a search begins") };
    let ask = pending.ask().unwrap();
    assert_eq!((ask.query, ask.limit), ("q", 5));
    pending.offer([Hit::new(id("t0"), 1.0)]);
    let _ = pending.record("script", &[]);
    drop(pending);
    assert_eq!((run.menu(), run.searches()), (&before, 1));
    assert!(matches!(run.begin(at, &search("q")), Begin::Pending(_)));
    assert!(matches!(run.begin(at, &search("q")), Begin::Refused(_)), "two searches were begun");
    assert_eq!((run.menu(), run.searches()), (&before, 2));
}
