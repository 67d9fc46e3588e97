//! Selection by a ranker.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use toolsift_core::{Hit, RankError, ToolId, ToolRanker};
use toolsift_select::{DEFAULT_TOP_K, RankerSelector, SelectionContext, ToolSchema, ToolSelector};

use crate::toys::{prompt, selected, shown, tool, tools};

/// What a ranker does when it is asked.
#[derive(Debug, Clone)]
enum Answer {
    /// These, as many as it is asked for.
    Ids(Vec<String>),
    /// These, whatever it is asked for.
    Flood(Vec<String>),
    Unavailable,
    Terminal,
}

/// Answers always the same and remembers what it was asked.
#[derive(Debug)]
struct Fixed {
    answer: Answer,
    asked: Mutex<Vec<(String, usize)>>,
}

impl Fixed {
    fn new(answer: Answer) -> Arc<Self> {
        Arc::new(Self { answer, asked: Mutex::new(Vec::new()) })
    }

    fn ids(ids: &[&str]) -> Arc<Self> {
        Self::new(Answer::Ids(ids.iter().map(|id| (*id).to_owned()).collect()))
    }

    /// How many hits it was asked for, call by call.
    fn asks(&self) -> Vec<usize> {
        self.asked.lock().unwrap().iter().map(|(_, limit)| *limit).collect()
    }
}

impl ToolRanker for Fixed {
    fn kind(&self) -> &str {
        "fixed"
    }

    fn rank(&self, query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
        self.asked.lock().unwrap().push((query.to_owned(), limit));
        let hits = |ids: &[String], limit| {
            ids.iter().take(limit).map(|id| Hit::new(ToolId::new(id).unwrap(), f64::NAN)).collect()
        };
        match &self.answer {
            Answer::Ids(ids) => Ok(hits(ids, limit)),
            Answer::Flood(ids) => Ok(hits(ids, usize::MAX)),
            Answer::Unavailable => Err(RankError::Unavailable("no backend at /secret".into())),
            Answer::Terminal => Err(RankError::Terminal("over".into())),
        }
    }
}

fn numbered(count: usize) -> Vec<ToolSchema> {
    (0..count).map(|number| tool(&format!("t{number}"), "")).collect()
}

/// LOOP-041, LOOP-040: the best eight ride, in the order of the tools and not of the ranking.
#[test]
fn the_best_in_the_order_of_the_tools() {
    let all = numbered(20);
    let ranked: Vec<String> = (0..20).rev().map(|number| format!("t{number}")).collect();
    let ranker = Fixed::new(Answer::Ids(ranked));
    let selector = RankerSelector::new(ranker.clone());
    assert_eq!(selected(&selector, &all, "q"), "t12 t13 t14 t15 t16 t17 t18 t19");
    assert_eq!(selected(&selector.clone().with_top_k(2), &all, "q"), "t18 t19");
    assert_eq!(ranker.asks(), [DEFAULT_TOP_K, 2]);
    assert_eq!(selected(&selector.clone().with_top_k(50), &all, "q").split(' ').count(), 20, "all that there are");
    assert_eq!(selected(&selector.with_top_k(0), &all, "q"), "", "none, on purpose");
}

/// LOOP-036, LOOP-058, S71: a ranker that fails, ends the run or finds nothing opens to every tool, each by its own name.
#[test]
fn failures_open() {
    let all = numbered(2);
    for (answer, expected) in [
        (Answer::Unavailable, "t0 t1 (ranker_failed)"),
        (Answer::Terminal, "t0 t1 (run_ended)"),
        (Answer::Ids(vec![]), "t0 t1 (no_match)"),
        (Answer::Ids(vec!["elsewhere".to_owned()]), "t0 t1 (no_match)"),
    ] {
        let selector = RankerSelector::new(Fixed::new(answer)).with_core_tools(["t0"]);
        assert_eq!(selected(&selector, &all, "q"), expected);
    }
    let ranker = Fixed::ids(&["t0"]);
    let selector = RankerSelector::new(ranker.clone());
    assert_eq!(shown(&selector.select(&SelectionContext::new(0), &all)), "t0 t1 (no_prompt)");
    assert_eq!(ranker.asks(), [0; 0], "without a prompt nobody is asked");
}

/// LOOP-028, LOOP-030: core tools join what was found, in the order of the tools and beyond the best.
#[test]
fn core_tools() {
    let selector = RankerSelector::new(Fixed::ids(&["t2", "t1"])).with_top_k(1);
    let selector = selector.with_core_tools(["t3", "absent"]).with_core_tools(["t0"]);
    assert_eq!(selected(&selector, &numbered(5), "q"), "t0 t2 t3");
}

/// LOOP-008, S55: a ranker over other tools, too, selects of these only: what it names elsewhere has no place, and it is asked for more.
#[test]
fn only_what_is_at_hand() {
    let mut ranked: Vec<String> = (0..30).map(|number| format!("admin{number}")).collect();
    ranked.extend(["t1".to_owned(), "t0".to_owned()]);
    let ranker = Fixed::new(Answer::Ids(ranked));
    let selector = RankerSelector::new(ranker.clone()).with_top_k(2);
    assert_eq!(selected(&selector, &numbered(3), "admin"), "t0 t1");
    assert_eq!(ranker.asks(), [2, 8, 32], "four times as many in each round");
}

/// LOOP-046: a ranker is asked four times at most, for a thousand hits at most, and reads 512 characters of a prompt of a megabyte.
#[test]
fn what_is_asked_is_bounded() {
    let others: Vec<String> = (0..2_000).map(|number| format!("other{number}")).collect();
    for (top_k, asks) in [(1, vec![1, 4, 16, 64]), (100, vec![100, 400, 1_000]), (5_000, vec![1_000])] {
        let ranker = Fixed::new(Answer::Ids(others.clone()));
        let selector = RankerSelector::new(ranker.clone()).with_top_k(top_k);
        assert_eq!(selected(&selector, &numbered(1), "q"), "t0 (no_match)");
        assert_eq!(ranker.asks(), asks);
    }
    let ranker = Fixed::ids(&["t0"]);
    let long = "é".repeat(1 << 20);
    selected(&RankerSelector::new(ranker.clone()), &numbered(1), &long);
    assert_eq!(ranker.asked.lock().unwrap()[0].0, "é".repeat(512));
}

/// LOOP-008: a ranker that answers more than it is asked for is cut, and one that repeats itself is heard once.
#[test]
fn a_flood_is_cut() {
    let flood = |ids: &[&str]| {
        let ids = ids.iter().map(|id| (*id).to_owned()).collect();
        RankerSelector::new(Fixed::new(Answer::Flood(ids))).with_top_k(2)
    };
    assert_eq!(selected(&flood(&["t3", "t1", "t0", "t2"]), &numbered(4), "q"), "t1 t3");
    assert_eq!(selected(&flood(&["t3", "t3", "t3", "t0", "t1"]), &numbered(4), "q"), "t0 t3");
}

/// S35, S52, LOOP-056: a tool that is gone from the slice is advertised by no later selection, though the ranker still names it; what is there is.
#[test]
fn tools_come_and_go() {
    let selector = RankerSelector::new(Fixed::ids(&["kept", "gone", "new"]));
    let before = tools(&[("kept", ""), ("gone", "")]);
    let after = tools(&[("kept", ""), ("new", "")]);
    assert_eq!(shown(&selector.select(&prompt("q"), &before)), "kept gone");
    assert_eq!(shown(&selector.select(&prompt("q"), &after)), "kept new");
}

proptest! {
    /// LOOP-010, LOOP-008: whatever a ranker answers, the selection is the first of it that are at hand, or everything.
    #[test]
    fn against_a_model(
        names in proptest::collection::vec("[a-e]", 0..6),
        answer in proptest::collection::vec("[a-h]", 0..20),
        top_k in 1_usize..6,
    ) {
        let all: Vec<_> = names.iter().map(|name| tool(name, "")).collect();
        let mut distinct: Vec<String> = Vec::new();
        for id in &answer {
            if !distinct.contains(id) {
                distinct.push(id.clone());
            }
        }
        let selector = RankerSelector::new(Fixed::new(Answer::Ids(distinct.clone()))).with_top_k(top_k);
        let best: Vec<&String> = distinct.iter().filter(|id| names.contains(id)).take(top_k).collect();
        let expected: Vec<&str> =
            names.iter().filter(|name| best.is_empty() || best.contains(name)).map(String::as_str).collect();
        let context = prompt("q");
        let selection = selector.select(&context, &all);
        prop_assert_eq!(selection.subset().ids().collect::<Vec<_>>(), expected);
        prop_assert_eq!(&selection, &selector.select(&context, &all));
    }
}
