//! The bytes of a page with skills, and of its record.

use serde_json::json;
use toolsift_replay::MemoryJournal;
use toolsift_session::{Output, Replayer};

use crate::rankers::{one, two};
use crate::toys::{
    activate, configured, lines, live, output, own, page, recorded, search, setup, skill, skills, spec, texts, told,
    tools,
};

/// ADR-146, ADR-147: a page with skills: tools as ever, behind them each skill with kind, id and the first line of its description up to 160 characters.
#[test]
fn the_bytes_of_a_page() {
    let long = format!("{}tail", "x".repeat(160));
    let mut dark = skill("d", "");
    dark.description = Some(toolsift_core::Text::tainted("came out of a run"));
    let all = [
        skill("a", "One.\nTwo."),
        skill("b", "  \n\"Quoted\"\u{2028}more"),
        skill("c", &long),
        dark,
        skills(1).remove(0),
    ];
    let names = ["b", "c", "a", "d", "s0"];
    let keys = names.map(|name| format!("\0skill:{name}"));
    let answer: Vec<&str> = keys.iter().map(String::as_str).chain(["t"]).collect();
    let config = json!({ "maxPerSearch": 6 });
    let setup = configured(&[own("t", "A tool.\nMore.")], &all, config, json!({ "discovery": "search" }));
    let expected = format!(
        concat!(
            r#"{{"tools":[{{"name":"t","description":"A tool.","loaded":true}}],"#,
            r#""skills":[{{"kind":"skill","id":"b","description":"\"Quoted\""}},"#,
            r#"{{"kind":"skill","id":"c","description":"{}"}},"#,
            r#"{{"kind":"skill","id":"a","description":"One."}},"#,
            r#"{{"kind":"skill","id":"d","description":""}},"#,
            r#"{{"kind":"skill","id":"s0","description":""}}]}}"#
        ),
        "x".repeat(160)
    );
    assert_eq!(told(&mut live(setup.clone(), one(&answer)), 0, search("q")), expected);
    let settled = live(setup, two(&["t"], &names)).settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(output(&settled, 0), expected);
    assert_eq!(settled.outcomes[&0].accounted_bytes, expected.len() as u64);
    assert!(!settled.outcomes[&0].tainted, "skills are the host's own");
}

/// ADR-147, ADR-154: `skills` is there, if only as an empty list, in result and record, exactly where searches find skills.
#[test]
fn an_empty_list() {
    let tool = r#"{"name":"t0","description":"","loaded":true}"#;
    let head = r#"{"id":"main#turn:0:tool:0:search","source":"agent-tool-search","choice":{"ranker":"bm25f","query":"q","results":["t0"],"loaded":["t0"]"#;
    for (discovery, count, result, record) in [
        ("index", 1, format!(r#"{{"tools":[{tool}]}}"#), format!(r#"{head},"resultBytes":56}}}}"#)),
        (
            "search",
            1,
            format!(r#"{{"tools":[{tool}],"skills":[]}}"#),
            format!(r#"{head},"skills":[],"resultBytes":68}}}}"#),
        ),
        (
            "both",
            1,
            format!(r#"{{"tools":[{tool}],"skills":[]}}"#),
            format!(r#"{head},"skills":[],"resultBytes":68}}}}"#),
        ),
        ("search", 0, format!(r#"{{"tools":[{tool}]}}"#), format!(r#"{head},"resultBytes":56}}}}"#)),
    ] {
        let setup = configured(&tools(2), &skills(count), json!({}), json!({ "discovery": discovery }));
        let mut session = live(setup, one(&["t0"]));
        let mut journal = MemoryJournal::new();
        let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
        assert_eq!((output(&settled, 0), lines(&journal)), (result, vec![record]), "{discovery} {count}");
    }
}

/// ADR-154, ADR-176, ADR-167: a record has its keys in one order, `skillRanker` behind `ranker` where two rank, `skills` behind `loaded`; without it, where one ranks.
#[test]
fn the_bytes_of_a_record() {
    let record = |rankers: toolsift_session::Rankers| {
        let config = json!({ "maxLoaded": 1, "alwaysLoaded": ["t2"] });
        let setup = configured(&tools(3), &skills(2), config, json!({ "discovery": "both" }));
        let mut journal = MemoryJournal::new();
        live(setup, rankers).settle(0, &[search("q")], &mut journal).unwrap();
        lines(&journal).remove(0)
    };
    let head = r#"{"id":"main#turn:0:tool:0:search","source":"agent-tool-search","choice":{"ranker":"#;
    let tail = concat!(
        r#""query":"q","results":["t1","t0"],"loaded":["t1"],"skills":["s1","s0"],"#,
        r#""onMenu":["t2"],"note":"menu_full","resultBytes":309}}"#
    );
    let keys = ["t1", "\0skill:s1", "t2", "t0", "\0skill:s0"];
    assert_eq!(record(one(&keys).into()), format!(r#"{head}"bm25f",{tail}"#));
    assert_eq!(
        record(two(&["t1", "t2", "t0"], &["s1", "s0"])),
        format!(r#"{head}"tools","skillRanker":"skills",{tail}"#)
    );
}

/// ADR-146, ADR-148: a search with skills puts the same tools with the same specs onto the menu as one without.
#[test]
fn tools_are_as_ever() {
    let menu = |discovery: &str, answer: &[&str]| {
        let setup = configured(&tools(3), &skills(2), json!({}), json!({ "discovery": discovery }));
        let mut session = live(setup, one(answer));
        let told = told(&mut session, 0, search("q"));
        let specs: Vec<String> = ["t0", "t2"].iter().map(|name| spec(session.run(), name)).collect();
        let tools = serde_json::from_str::<serde_json::Value>(&told).unwrap()["tools"].clone();
        (crate::toys::names(session.run()).join(" "), specs, tools.to_string())
    };
    let without = menu("index", &["t2", "t0"]);
    assert_eq!(without.0, "search_tools activate_skill t2 t0");
    assert_eq!(menu("search", &["\0skill:s0", "t2", "\0skill:s1", "t0"]), without);
}

/// ADR-177, ADR-140: over searches and activations in turn a replay, which has no ranker, gives the same bytes; so does one of two rankers, whose pages take turns.
#[test]
fn a_replay_is_the_same() {
    let setup = setup(&tools(9), &skills(9));
    let turns = [
        vec![search("a"), activate("s3"), search("b")],
        vec![activate("nobody"), search("c")],
        vec![search("d"), activate("s1"), search("e")],
    ];
    let keys = ["t0", "\0skill:s3", "t1", "\0skill:s1", "\0skill:s2", "t2", "t3", "t4", "\0skill:s4"];
    for rankers in [one(&keys).into(), two(&["t0", "t1", "t2", "t3", "t4"], &["s3", "s1", "s2", "s4"])] {
        let mut session = live(setup.clone(), rankers);
        let mut journal = MemoryJournal::new();
        let mut told = Vec::new();
        for (turn, calls) in (0..).zip(&turns) {
            let settled = session.settle(turn, calls, &mut journal).unwrap();
            told.extend(settled.outcomes.into_values().map(|outcome| outcome.output));
        }
        let pages = |outputs: &[Output]| outputs.iter().filter(|output| matches!(output, Output::Search(_))).count();
        assert_eq!((pages(&told), journal.lines().len()), (5, 8));
        let second = page(&told[2].to_json());
        assert!(!second.1.contains(&"s3".to_owned()) && second.1.starts_with(&texts(&["s1", "s2"])), "{second:?}");
        let mut replayer = Replayer::new(setup.clone(), recorded(journal.lines())).unwrap();
        let mut again = Vec::new();
        for (turn, calls) in (0..).zip(&turns) {
            let settled = replayer.settle(turn, calls).unwrap();
            again.extend(settled.outcomes.into_values().map(|outcome| outcome.output));
        }
        assert_eq!(again, told);
        assert_eq!((replayer.run().menu(), replayer.finish()), (session.run().menu(), vec![]));
    }
}
