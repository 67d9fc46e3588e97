//! Records that nobody vouches for: swapped, foreign, broken, or of skills that are no longer there.

use proptest::prelude::*;
use serde_json::json;
use toolsift_replay::{Divergence, DivergenceKind, Line, MemoryJournal};
use toolsift_session::{Replayer, Session};

use crate::toys::{
    ABC, CHANGED, UNAVAILABLE, UNKNOWN, accounted, activate, active, always, bringing, code, configured, decision,
    names, output, pay, recorded, replay, selecting, setup, skill,
};

fn start() -> toolsift_session::Setup {
    setup(&[bringing("pay", "abc", &["x"]), bringing("sell", "abc", &["y"])])
}

fn kinds(divergences: &[Divergence]) -> Vec<DivergenceKind> {
    divergences.iter().map(|divergence| divergence.kind).collect()
}

/// ADR-121: a record of another skill refuses: neither the one that is asked for nor the other is active, and that is a divergence.
#[test]
fn swapped() {
    let choice = |name: &str| format!(r#"{{"skill":"{name}","digest":"{ABC}","bytes":5,"resultBytes":50}}"#);
    let lines = [decision(0, 0, &choice("sell")), decision(0, 1, &choice("pay"))];
    let calls = ["pay", "sell"].map(activate);
    let mut replayer = replay(start(), &lines);
    let settled = replayer.settle(0, &calls).unwrap();
    for place in 0..2 {
        assert_eq!(output(&settled, place), UNAVAILABLE);
        assert_eq!(accounted(&settled, place), UNAVAILABLE.len() as u64);
    }
    assert_eq!((active(replayer.run()).len(), names(replayer.run())), (0, vec!["activate_skill"]));
    let expected = |place: u8| {
        let (id, asked) =
            (format!("main#turn:0:tool:{place}:skill"), "a recorded activation of the skill that is asked for");
        Divergence::new(DivergenceKind::Missing, id, asked, "one of another")
    };
    assert_eq!(replayer.finish(), [expected(0), expected(1)]);
    let mut session = Session::resume(start(), always(&[]), recorded(&lines)).unwrap();
    let mut journal = MemoryJournal::new();
    assert_eq!(session.settle(0, &calls, &mut journal).unwrap(), settled);
    assert!(journal.lines().is_empty() && active(session.run()).is_empty());
    // Ids are compared byte for byte, and the longest are not taken for their beginnings.
    for name in ["Pay", "pay ", "pay\\u0000", "pa", "", &"pay".repeat(200)] {
        let mut replayer = replay(start(), &[decision(0, 0, &choice(name))]);
        replayer.settle(0, &[activate("pay")]).unwrap();
        assert!(active(replayer.run()).is_empty(), "{name:?}");
        assert_eq!(kinds(&replayer.finish()), [DivergenceKind::Missing], "{name:?}");
    }
}

/// ADR-121, ADR-271: an id that no line can show was never offered, so that a record of it makes nothing active, and no warning bears a text of the record's.
#[test]
fn ids_that_were_never_offered() {
    for id in ["pay\u{1b}[31m", "pay\nsell", "\u{202e}yap", " pay", &"p".repeat(65)] {
        let choice = json!({ "skill": id, "digest": ABC, "bytes": 5, "resultBytes": 36 });
        let mark = Line::read(r#"{"mark":"main#turn:1","outcomes":{"0":"instructions_changed"}}"#).unwrap();
        let mut replayer = replay(start(), &[decision(0, 0, &choice.to_string()), mark]);
        let settled = replayer.settle(0, &[activate(id)]).unwrap();
        assert_eq!((output(&settled, 0).as_str(), active(replayer.run()).len()), (UNKNOWN, 0), "{id:?}");
        let settled = replayer.settle(1, &[activate(id)]).unwrap();
        assert_eq!((output(&settled, 0).as_str(), settled.warnings), (CHANGED, vec![]), "{id:?}");
    }
}

/// ADR-121, ADR-123: a record that is no choice, or gives a key twice, activates nothing; a verdict of whatever type refuses, and one that is nobody's is unavailable.
#[test]
fn broken() {
    for choice in [
        "[]",
        "null",
        "true",
        "5",
        r#""pay""#,
        r#"["pay"]"#,
        "{}",
        r#"{"skill":null}"#,
        r#"{"skill":["pay"]}"#,
        r#"{"skill":{"id":"pay"}}"#,
        r#"{"Skill":"pay"}"#,
        r#"{"skill":"pay","skill":"pay"}"#,
        r#"{"skill":"pay","skill":"sell"}"#,
        r#"{"skill":"pay","digest":"a","digest":"b"}"#,
        r#"{"skill":"pay","refused":5}"#,
        r#"{"skill":"pay","refused":false}"#,
        r#"{"skill":"pay","refused":[]}"#,
        r#"{"skill":"pay","refused":{}}"#,
        r#"{"skill":"pay","refused":""}"#,
        r#"{"skill":"pay","refused":"accepted"}"#,
    ] {
        let mut replayer = replay(start(), &[decision(0, 0, choice)]);
        let settled = replayer.settle(0, &[activate("pay")]).unwrap();
        assert_eq!(output(&settled, 0), UNAVAILABLE, "{choice}");
        assert_eq!((active(replayer.run()).len(), names(replayer.run()).len()), (0, 1), "{choice}");
    }
    for (choice, expected) in [
        (r#"{"skill":"pay","refused":null}"#, None),
        (r#"{"skill":"pay","refused":"instructions_too_large"}"#, Some("instructions_too_large")),
        (r#"{"skill":"pay","refused":"search_limit_reached"}"#, Some("search_limit_reached")),
        (r#"{"skill":"pay","digest":"BA7816"}"#, Some("instructions_changed")),
        (r#"{"skill":"pay","digest":""}"#, Some("instructions_changed")),
        (r#"{"skill":"pay","digest":"../../etc/passwd"}"#, Some("instructions_changed")),
    ] {
        let settled = replay(start(), &[decision(0, 0, choice)]).settle(0, &[activate("pay")]).unwrap();
        assert_eq!(code(&settled, 0), expected, "{choice}");
    }
}

/// ADR-119, ADR-121: a record under another source is none: the activation is refused, which is a divergence; so is one that nobody asked for.
#[test]
fn of_another_source() {
    let at = |kind: &str, source: &str| {
        let choice = r#"{"skill":"pay","results":["x"]}"#;
        let line = format!(r#"{{"id":"main#turn:0:tool:0:{kind}","source":"{source}","choice":{choice}}}"#);
        [Line::read(&line).unwrap()]
    };
    let refused = |lines: &[Line]| {
        let mut replayer = replay(start(), lines);
        let settled = replayer.settle(0, &[activate("pay")]).unwrap();
        assert_eq!((output(&settled, 0).as_str(), active(replayer.run()).len()), (UNAVAILABLE, 0));
        let mut session = Session::resume(start(), always(&[]), recorded(lines)).unwrap();
        let mut journal = MemoryJournal::new();
        session.settle(0, &[activate("pay")], &mut journal).unwrap();
        (kinds(&replayer.finish()), journal.lines().len())
    };
    let other = DivergenceKind::OtherSource;
    for source in ["agent-tool-search", "agent-compaction", "Agent-Skill-Activation", ""] {
        assert_eq!(refused(&at("skill", source)), (vec![other], 0), "{source}");
    }
    // Under the id of a search it is the record of a search that was not asked for; a resumed run decides the activation itself.
    let (told, written) = refused(&at("search", "agent-skill-activation"));
    assert_eq!((told, written), (vec![DivergenceKind::Missing, DivergenceKind::NotAsked], 1));
}

/// ADR-121, ADR-188: a record of a skill that may not be activated any more brings no tools and no text, and counts at its recorded size.
#[test]
fn of_a_skill_that_is_gone() {
    let other = skill("other", "abc");
    let mine = bringing("pay", "abc", &["x"]);
    let listed = configured(&[other.clone(), mine.clone()], json!({ "maxIndex": 1 }));
    let selected = selecting(setup(&[mine.clone(), other.clone()]), &["pay"]);
    for (start, menu) in [
        (setup(std::slice::from_ref(&other)), vec!["activate_skill"]),
        (listed, vec!["activate_skill"]),
        (selected, vec!["activate_skill", "x"]),
    ] {
        let mut replayer = replay(start, &[pay(0, 0)]);
        let settled = replayer.settle(0, &["pay", "other"].map(activate)).unwrap();
        assert_eq!((output(&settled, 0).as_str(), accounted(&settled, 0)), (UNAVAILABLE, 36));
        assert_eq!(names(replayer.run()), menu);
        // The other one has no record, so that a closed replay does not give it.
        assert_eq!(output(&settled, 1), UNAVAILABLE);
        let settled = replayer.settle(1, &[activate("pay")]).unwrap();
        assert_eq!((output(&settled, 0).as_str(), accounted(&settled, 0)), (UNAVAILABLE, 102));
        assert_eq!(names(replayer.run()), menu);
    }
}

/// ADR-121, ADR-122: more records than may be active now narrow: the first ones count, the others are over the limit and keep their size.
#[test]
fn over_the_limit_now() {
    let choice = |name: &str| format!(r#"{{"skill":"{name}","digest":"{ABC}","bytes":5,"resultBytes":50}}"#);
    let lines = [decision(0, 0, &choice("pay")), decision(0, 1, &choice("sell"))];
    let skills = [bringing("pay", "abc", &["x"]), bringing("sell", "abc", &["y"])];
    let mut replayer = replay(configured(&skills, json!({ "maxActive": 1 })), &lines);
    let settled = replayer.settle(0, &["pay", "sell"].map(activate)).unwrap();
    assert_eq!((code(&settled, 0), code(&settled, 1)), (None, Some("skill_limit_reached")));
    assert_eq!((accounted(&settled, 0), accounted(&settled, 1)), (50, 50));
    assert_eq!((active(replayer.run()), names(replayer.run())), (vec!["pay"], vec!["activate_skill", "x"]));
    // The same where the second one has left.
    let mut replayer = replay(configured(&skills[..1], json!({ "maxActive": 1 })), &lines);
    let settled = replayer.settle(0, &["pay", "sell"].map(activate)).unwrap();
    assert_eq!((code(&settled, 1), accounted(&settled, 1)), (Some("skill_limit_reached"), 50));
}

/// ADR-121: whatever a record holds, for a call that makes no sense it activates nothing.
#[test]
fn for_a_wrong_call() {
    for call in [json!({}), json!({ "name": "" }), json!({ "name": "pay", "x": 1 }), json!("pay")] {
        let mut replayer = replay(start(), &[pay(0, 0)]);
        let settled = replayer.settle(0, &[crate::toys::activate_with(call)]).unwrap();
        assert_eq!((code(&settled, 0), active(replayer.run()).len()), (Some("invalid_tool_input"), 0));
    }
}

/// A choice with each key missing, right, odd or given twice.
fn choices() -> impl Strategy<Value = String> {
    let value = prop::sample::select(vec![
        r#""pay""#.to_owned(),
        r#""sell""#.to_owned(),
        format!(r#""{ABC}""#),
        r#""instructions_too_large""#.to_owned(),
        "5".to_owned(),
        "50".to_owned(),
        "99999999999".to_owned(),
        "-1".to_owned(),
        "1.5e3".to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
        "{}".to_owned(),
    ]);
    let key = prop::sample::select(vec!["skill", "skill", "digest", "bytes", "resultBytes", "refused", "more"]);
    prop::collection::vec((key, value), 0..6).prop_map(|fields| {
        let fields: Vec<String> = fields.iter().map(|(key, value)| format!(r#""{key}":{value}"#)).collect();
        format!("{{{}}}", fields.join(","))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    /// ADR-121, ADR-195: whatever records hold, only the skill that is asked for can become active, only its tools join, and no claimed size is out of bounds.
    #[test]
    fn never_another(first in choices(), second in choices(), later in any::<bool>()) {
        let lines = [decision(0, 0, &first), decision(u64::from(later), 1, &second)];
        let mut replayer: Replayer = replay(start(), &lines);
        let mut session = Session::resume(start(), always(&[]), recorded(&lines)).unwrap();
        for turn in 0..3 {
            let settled = replayer.settle(turn, &["pay", "pay"].map(activate)).unwrap();
            session.settle(turn, &["pay", "pay"].map(activate), &mut MemoryJournal::new()).unwrap();
            for outcome in settled.outcomes.values() {
                prop_assert!(outcome.accounted_bytes <= 6 * 32_768 + 2 + (1 << 20) + 200);
            }
        }
        for run in [replayer.run(), session.run()] {
            prop_assert!(active(run).iter().all(|name| *name == "pay") && active(run).len() <= 1);
            prop_assert!(names(run).iter().all(|name| ["activate_skill", "x"].contains(name)));
        }
    }
}
