//! How the hits of two rankers share a page: they take turns, tools first.

use serde_json::json;
use toolsift_core::Hit;
use toolsift_session::Rankers;

use crate::rankers::{Answer, Script, hits, two};
use crate::toys::{configured, id, limited, live, page, skills, texts, told, tools};

/// The page of two rankers with some hits.
fn shared(rankers: Rankers, limit: usize) -> (Vec<String>, Vec<String>) {
    let config = json!({ "maxPerSearch": 50, "maxLoaded": 50 });
    let setup = configured(&tools(20), &skills(20), config, json!({ "discovery": "search" }));
    page(&told(&mut live(setup, rankers), 0, limited("q", limit)))
}

/// The names `<letter>0`, `<letter>1` and so on, the highest number first.
fn falling(letter: char, count: usize) -> Vec<String> {
    (0..count).rev().map(|number| format!("{letter}{number}")).collect()
}

/// ADR-168: the page is t1 s1 t2 s2 and so on until it is full, each kind in the order of its ranker.
#[test]
fn they_take_turns() {
    let (tools, skills) = (["t7", "t2", "t9", "t0", "t5"], ["s4", "s8", "s1", "s3", "s6"]);
    let expected: [(&[&str], &[&str]); 11] = [
        (&[], &[]),
        (&["t7"], &[]),
        (&["t7"], &["s4"]),
        (&["t7", "t2"], &["s4"]),
        (&["t7", "t2"], &["s4", "s8"]),
        (&["t7", "t2", "t9"], &["s4", "s8"]),
        (&["t7", "t2", "t9"], &["s4", "s8", "s1"]),
        (&["t7", "t2", "t9", "t0"], &["s4", "s8", "s1"]),
        (&["t7", "t2", "t9", "t0"], &["s4", "s8", "s1", "s3"]),
        (&["t7", "t2", "t9", "t0", "t5"], &["s4", "s8", "s1", "s3"]),
        (&["t7", "t2", "t9", "t0", "t5"], &["s4", "s8", "s1", "s3", "s6"]),
    ];
    for (limit, (of_tools, of_skills)) in expected.into_iter().enumerate().skip(1) {
        assert_eq!(shared(two(&tools, &skills), limit), (texts(of_tools), texts(of_skills)), "{limit}");
    }
    assert_eq!(shared(two(&tools, &skills), 50), (texts(&tools), texts(&skills)), "a page with room for all");
}

/// ADR-168, ADR-294: a kind that runs out leaves its places to the other, and a kind that could fill the page leaves the other its share.
#[test]
fn shares() {
    for (tools, skills, limit, of_tools, of_skills) in [
        (9, 9, 5, 3, 2),
        (9, 9, 4, 2, 2),
        (9, 9, 1, 1, 0),
        (9, 9, 2, 1, 1),
        (1, 9, 10, 1, 9),
        (1, 9, 5, 1, 4),
        (9, 1, 5, 4, 1),
        (9, 1, 2, 1, 1),
        (9, 1, 1, 1, 0),
        (0, 9, 5, 0, 5),
        (0, 9, 1, 0, 1),
        (9, 0, 5, 5, 0),
        (0, 0, 5, 0, 0),
        (2, 2, 5, 2, 2),
        (2, 9, 5, 2, 3),
        (9, 2, 5, 3, 2),
        (9, 2, 6, 4, 2),
        (2, 3, 5, 2, 3),
        (3, 2, 5, 3, 2),
        (20, 20, 40, 20, 20),
        (20, 20, 39, 20, 19),
        (20, 3, 21, 18, 3),
        (20, 20, 50, 20, 20),
    ] {
        let (all_tools, all_skills) = (falling('t', tools), falling('s', skills));
        let expected = (all_tools[..of_tools].to_vec(), all_skills[..of_skills].to_vec());
        assert_eq!(shared(two(&all_tools, &all_skills), limit), expected, "{tools} {skills} {limit}");
    }
}

/// ADR-168: hits that are not admitted take no turn: they are unknown, repeated, loaded, hidden or active.
#[test]
fn only_admitted_hits_take_turns() {
    let tools = ["nobody", "t3", "t3", "\0skill:s0", "search_tools", "t1", "s5", "t2"];
    let skills = ["t5", "s2", "nobody", "s2", "\0skill:s1", "activate_skill", "s7", "s9"];
    assert_eq!(shared(two(&tools, &skills), 4), (texts(&["t3", "t1"]), texts(&["s2", "s7"])));
    assert_eq!(shared(two(&tools, &skills), 5), (texts(&["t3", "t1", "t2"]), texts(&["s2", "s7"])));
}

/// ADR-169, ADR-294: scores of whatever scale, rising, falling or none at all, change nothing of a page.
#[test]
fn scores_are_not_compared() {
    let scored = |names: &[String], scores: &dyn Fn(usize) -> f64| {
        Answer::Hits(names.iter().enumerate().map(|(place, name)| Hit::new(id(name), scores(place))).collect())
    };
    let scales: [&dyn Fn(usize) -> f64; 9] = [
        &|_| 1.0,
        &|place| 1e300 / (place + 1) as f64,
        &|place| 1e-300 * (place + 1) as f64,
        &|_| f64::NAN,
        &|_| f64::INFINITY,
        &|_| f64::NEG_INFINITY,
        &|place| -1e9 - place as f64,
        &|place| if place % 2 == 0 { f64::NAN } else { f64::MAX },
        &|_| -0.0,
    ];
    let expected = (texts(&["t8", "t7", "t6"]), texts(&["s8", "s7"]));
    for of_tools in scales {
        for of_skills in scales {
            let tools = Script::new("tools", [scored(&falling('t', 9), of_tools)]).custom();
            let skills = Script::new("skills", [scored(&falling('s', 9), of_skills)]).custom();
            assert_eq!(shared(Rankers::new(tools, skills), 5), expected);
        }
    }
}

/// ADR-168, ADR-151: a strength is told of the tools of the page, and of no tool that left its place to a skill.
#[test]
fn strengths_of_the_page() {
    let setup = configured(&tools(9), &skills(9), json!({}), json!({ "discovery": "search" }));
    for (limit, expected) in [(1, vec!["t8"]), (4, vec!["t8", "t7"]), (5, vec!["t8", "t7", "t6"])] {
        let tools = Script::new("tools", [hits(&falling('t', 9))]).custom();
        let rankers = Rankers::new(tools, Script::new("skills", [hits(&falling('s', 9))]).custom());
        let mut session = live(setup.clone(), rankers);
        let settled = session.settle(0, &[limited("q", limit)], &mut toolsift_replay::MemoryJournal::new()).unwrap();
        let told = settled.outcomes[&0].strengths.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>();
        assert_eq!(told, expected, "{limit}");
    }
}
