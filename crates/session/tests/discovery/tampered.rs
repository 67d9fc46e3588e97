//! Recorded skills that were edited or forged: they are admitted against what can be found now, tools first, within the page.

use serde_json::{Value, json};
use toolsift_session::{Replayer, Setup};

use crate::rankers::two;
use crate::toys::{
    activate, activation, active, configured, decision, live, names, output, page, recorded, search, selecting, skill,
    skills, texts, told, tools,
};

/// Tools `t0` to `t4`; skills `s0` to `s6`, of which `s6` was selected up front; one whose id no line holds; four hits a page.
fn seven(discovery: &str) -> Setup {
    let mut all = skills(7);
    all.push(skill("two\nlines", ""));
    let activation = json!({ "discovery": discovery, "maxIndex": 1 });
    selecting(configured(&tools(5), &all, json!({ "maxPerSearch": 4 }), activation), &["s6"])
}

/// What a replay makes of a choice, behind an activation of `s5`.
fn replayed(setup: Setup, choice: &Value) -> String {
    let record = recorded(&[activation(0, "s5"), decision(1, choice)]);
    let mut replayer = Replayer::new(setup, record).unwrap();
    replayer.settle(0, &[activate("s5")]).unwrap();
    let settled = replayer.settle(1, &[search("q")]).unwrap();
    let run = replayer.run();
    assert!(active(run) == ["s5"] && names(run)[2..].iter().all(|name| name.starts_with('t')), "{choice}");
    assert_eq!(replayer.finish(), []);
    output(&settled, 0)
}

/// The skills of a page behind a record with two tools.
fn skills_of(skills: &Value) -> Vec<String> {
    let choice =
        json!({ "ranker": "bm25f", "query": "q", "results": ["t0", "t1"], "loaded": ["t0"], "skills": skills });
    let (tools, skills) = page(&replayed(seven("search"), &choice));
    assert_eq!(tools, ["t0", "t1"], "{choice}");
    skills
}

fn padded(name: &str, before: usize) -> Value {
    let names: Vec<String> = (0..before).map(|number| format!("nobody{number}")).chain([name.to_owned()]).collect();
    json!(names)
}

/// ADR-155: a recorded skill takes effect if it can be found now: it is in the catalogue, was not selected up front, is not active, comes for the first time, and has room.
#[test]
fn recorded_skills() {
    let none: &[&str] = &[];
    for (skills, expected) in [
        (json!(["s0", "s1"]), &["s0", "s1"][..]),
        (json!(["s4", "s1"]), &["s4", "s1"]),
        (json!([]), none),
        (json!(["nobody", "s0"]), &["s0"]),
        (json!(["s6", "s0"]), &["s0"]),
        (json!(["s5", "s0"]), &["s0"]),
        (json!(["two\nlines", "s0"]), &["s0"]),
        (json!(["s0", "s0", "s0", "s1"]), &["s0", "s1"]),
        (json!(["s3", "s2", "s1", "s0"]), &["s3", "s2"]),
        (json!(["\0skill:s0", "skill:s0", "\0skill:", "\0skill:\0skill:s0"]), none),
        (json!(["S0", "s0 ", " s0", "s0\0", "", "\u{ff53}0"]), none),
        (json!(["t2", "search_tools", "activate_skill", "s2"]), &["s2"]),
        (json!([1, null, ["s0"], { "id": "s1" }, true, "s2"]), &["s2"]),
        (json!([["s0", "s1"]]), none),
        (json!("s0"), none),
        (json!({ "0": "s0" }), none),
        (json!(null), none),
        (json!(5), none),
        (padded("s0", 255), &["s0"]),
        (padded("s0", 256), none),
    ] {
        assert_eq!(skills_of(&skills), expected, "{skills}");
    }
}

/// ADR-155, ADR-177: what is recorded of both kinds is cut to the page, tools first.
#[test]
fn tools_first() {
    let all = json!(["s3", "s2", "s1", "s0", "s4"]);
    for (results, expected) in [
        (json!([]), (&[][..], &["s3", "s2", "s1", "s0"][..])),
        (json!(["t4"]), (&["t4"], &["s3", "s2", "s1"])),
        (json!(["t4", "t3", "t2"]), (&["t4", "t3", "t2"], &["s3"])),
        (json!(["t4", "t3", "t2", "t1"]), (&["t4", "t3", "t2", "t1"], &[])),
        (json!(["t4", "t3", "t2", "t1", "t0"]), (&["t4", "t3", "t2", "t1"], &[])),
        (json!(["nobody", "t4", "t4", "s0", "\0skill:s0"]), (&["t4"], &["s3", "s2", "s1"])),
        (json!("t4"), (&[], &["s3", "s2", "s1", "s0"])),
    ] {
        let choice = json!({ "results": results, "loaded": results, "skills": all });
        let expected = (texts(expected.0), texts(expected.1));
        assert_eq!(page(&replayed(seven("both"), &choice)), expected, "{results}");
    }
}

/// ADR-155, ADR-147: the bytes of a page from a forged record: note, kind and line are what they would be, whatever it claims.
#[test]
fn the_rest_is_derived() {
    let choice = json!({
        "ranker": "x", "skillRanker": ["forged"], "query": "q", "results": ["nobody"], "loaded": ["t0"], "skills": ["s1", "nobody"],
        "onMenu": ["s5", "activate_skill"], "note": "menu_full", "unmatched": ["q"], "limit": 50, "resultBytes": 9,
    });
    assert_eq!(
        replayed(seven("search"), &choice),
        r#"{"tools":[],"skills":[{"kind":"skill","id":"s1","description":""}],"note":"No matching tools, but skills match."}"#
    );
}

/// ADR-155, ADR-154: a record with skills gives none where searches do not find them, and one without skills is a page with an empty list where they do.
#[test]
fn another_mode() {
    let with = json!({ "ranker": "bm25f", "query": "q", "results": ["t0"], "loaded": ["t0"], "skills": ["s1", "s0"] });
    let without = json!({ "ranker": "bm25f", "query": "q", "results": ["t0"], "loaded": ["t0"] });
    let one = |setup: Setup, choice: &Value| {
        let mut replayer = Replayer::new(setup, recorded(&[decision(0, choice)])).unwrap();
        output(&replayer.settle(0, &[search("q")]).unwrap(), 0)
    };
    let tool = r#"{"tools":[{"name":"t0","description":"","loaded":true}]"#;
    let found =
        r#","skills":[{"kind":"skill","id":"s1","description":""},{"kind":"skill","id":"s0","description":""}]}"#;
    let mut off = seven("search");
    off.activation = None;
    let mut gone = seven("search");
    gone.skills = Some(crate::toys::registry(&[skill("s6", ""), skill("s0", "")]));
    for (setup, of_with, of_without) in [
        (seven("search"), found, r#","skills":[]}"#),
        (seven("both"), found, r#","skills":[]}"#),
        (seven("index"), "}", "}"),
        (off, "}", "}"),
        (gone, r#","skills":[{"kind":"skill","id":"s0","description":""}]}"#, r#","skills":[]}"#),
        (selecting(seven("both"), &["s1", "s0"]), r#","skills":[]}"#, r#","skills":[]}"#),
    ] {
        assert_eq!(one(setup.clone(), &with), format!("{tool}{of_with}"));
        assert_eq!(one(setup, &without), format!("{tool}{of_without}"));
    }
}

/// ADR-156: a live ranking of skills is admitted as its record would be: the page of a hostile ranker is that of the same ids in a record.
#[test]
fn live_as_recorded() {
    for ids in [
        vec!["s0", "s1"],
        vec!["nobody", "s6", "s5", "two\nlines", "s0"],
        vec!["s0", "s0", "s1", "s0", "s2"],
        vec!["\0skill:s0", "skill:s1", "t2", "activate_skill", "S0", "s3"],
        vec!["s4", "s3", "s2", "s1"],
    ] {
        let mut session = live(seven("search"), two(&["t0", "t1"], &ids));
        told(&mut session, 0, activate("s5"));
        let page = page(&told(&mut session, 1, search("q")));
        assert_eq!(page, (texts(&["t0", "t1"]), skills_of(&json!(ids))), "{ids:?}");
        assert_eq!(active(session.run()), ["s5"]);
    }
}
