//! Instructions of active skills that are asked for again: live, replayed, resumed and restored.

use serde_json::json;
use std::sync::Arc;
use toolsift_core::{SkillDefinition, Text};
use toolsift_replay::{Line, MemoryJournal, MemoryStore};
use toolsift_session::{Call, Checkpoint, Replayer, Session, Settled, Setup};

use crate::toys::{
    ABC, CHANGED, Loader, UNAVAILABLE, accounted, activate, active, always, bringing, code, configured, gone, lines,
    live, names, output, pay, recorded, registry, replay, setup, skill, warned, with_loader, with_search,
};

const AGAIN: &str =
    r#"{"skill":"pay","instructions":"abc","note":"This skill is active already; its tools are on the menu."}"#;

/// A run in which `pay` was activated in turn 0 with the instructions `abc`.
enum Run {
    Live(Box<Session>),
    Closed(Box<Replayer>),
}

impl Run {
    fn settle(&mut self, turn: u64, calls: &[Call], journal: &mut MemoryJournal) -> Settled {
        match self {
            Self::Live(session) => session.settle(turn, calls, journal).unwrap(),
            Self::Closed(replayer) => replayer.settle(turn, calls).unwrap(),
        }
    }

    fn run(&self) -> &toolsift_session::Run {
        match self {
            Self::Live(session) => session.run(),
            Self::Closed(replayer) => replayer.run(),
        }
    }
}

/// Each way in which a run can have `pay` active with the registry of `then`, the registry being that of `now` since.
fn ways(then: &Setup, now: &Setup) -> [(&'static str, Run, MemoryJournal); 4] {
    let mut first = live(then.clone());
    let mut journal = MemoryJournal::new();
    let calls = [activate("pay")];
    let settled = first.settle(0, &calls, &mut journal).unwrap();
    assert_eq!(output(&settled, 0), r#"{"skill":"pay","instructions":"abc","tools":["x"]}"#);
    let kept: Checkpoint = serde_json::from_str(&serde_json::to_string(&first.export()).unwrap()).unwrap();
    let restored = Session::restore(now.clone(), always(&[]), &kept).unwrap();
    let lines: &[Line] = journal.lines();
    let mut resumed = Session::resume(then.clone(), always(&[]), recorded(lines)).unwrap();
    assert_eq!(resumed.settle(0, &calls, &mut MemoryJournal::new()).unwrap().outcomes, settled.outcomes);
    let mut closed = replay(then.clone(), lines);
    closed.settle(0, &calls).unwrap();
    first.refresh_skills(now.skills.clone().unwrap());
    resumed.refresh_skills(now.skills.clone().unwrap());
    closed.refresh_skills(now.skills.clone().unwrap());
    let journals = [journal.clone(), journal.clone(), journal.clone(), journal];
    let [a, b, c, d] = journals;
    [
        ("live", Run::Live(Box::new(first)), a),
        ("resumed", Run::Live(Box::new(resumed)), b),
        ("restored", Run::Live(Box::new(restored)), c),
        ("closed", Run::Closed(Box::new(closed)), d),
    ]
}

fn of(text: impl Into<Text>) -> SkillDefinition {
    bringing("pay", text, &["x"])
}

/// ADR-124, ADR-268, S47: an active skill is given again with the same bytes, however often: nothing is recorded, brought or counted as active.
#[test]
fn the_same_bytes() {
    assert_eq!(AGAIN.len(), 102);
    for (way, mut run, mut journal) in ways(&setup(&[of("abc")]), &setup(&[of("abc")])) {
        for turn in 1..4 {
            let settled = run.settle(turn, &["pay", "pay"].map(activate), &mut journal);
            for place in 0..2 {
                assert_eq!((output(&settled, place).as_str(), accounted(&settled, place)), (AGAIN, 102), "{way}");
                assert!(!settled.outcomes[&place].tainted);
            }
            assert!(settled.recorded.is_empty() && settled.warnings.is_empty(), "{way}");
            assert_eq!(active(run.run()), ["pay"], "{way}");
            assert_eq!(names(run.run()), ["activate_skill", "x"], "{way}");
        }
        assert_eq!(journal.lines().len(), 1, "{way}");
    }
}

/// ADR-185, ADR-186, ADR-187, ADR-204, ADR-209: what was edited since is withheld with one warning, and counts as the recorded text would; the tools stay.
#[test]
fn edited() {
    for (way, mut run, mut journal) in ways(&setup(&[of("abc")]), &setup(&[of("abd")])) {
        let settled = run.settle(1, &["pay", "pay"].map(activate), &mut journal);
        for place in 0..2 {
            assert_eq!((output(&settled, place).as_str(), accounted(&settled, place)), (CHANGED, 102), "{way}");
        }
        assert_eq!(warned(&settled), ["pay"], "{way}");
        let settled = run.settle(2, &[activate("pay")], &mut journal);
        assert_eq!((output(&settled, 0).as_str(), warned(&settled).len()), (CHANGED, 0), "{way}");
        assert_eq!((active(run.run()), names(run.run())), (vec!["pay"], vec!["activate_skill", "x"]), "{way}");
        let written = lines(&journal)[1..].to_vec();
        if way == "closed" {
            assert!(written.is_empty());
        } else {
            assert_eq!(
                written,
                [
                    r##"{"mark":"main#turn:1","outcomes":{"0":"instructions_changed","1":"instructions_changed"}}"##,
                    r##"{"mark":"main#turn:2","outcomes":{"0":"instructions_changed"}}"##
                ],
                "{way}: a failed re-delivery is a mark and no decision"
            );
        }
    }
}

/// ADR-269, ADR-189: the text of now is checked again: tainted, too long and unavailable have errors of their own and warn of nothing.
#[test]
fn checked_again() {
    for (now, expected) in [
        (of(Text::tainted("abc")), "instructions_refused"),
        (of("x".repeat(11)), "instructions_too_large"),
        (of(Text::tainted("x".repeat(11))), "instructions_refused"),
        (gone(of("abc")), "instructions_unavailable"),
    ] {
        let start = |skill: SkillDefinition| configured(&[skill], json!({ "maxInstructionBytes": 10 }));
        for (way, mut run, mut journal) in ways(&start(of("abc")), &start(now)) {
            let settled = run.settle(1, &[activate("pay")], &mut journal);
            assert_eq!((code(&settled, 0), accounted(&settled, 0)), (Some(expected), 102), "{way}");
            assert!(settled.warnings.is_empty() && settled.recorded.is_empty(), "{way}");
            assert_eq!(active(run.run()), ["pay"], "{way}");
        }
    }
}

/// ADR-185, ADR-290: with a store the recorded text is given, edited or not to be had, and the loader is not asked.
#[test]
fn with_a_store() {
    for now in [of("abd"), of(Text::tainted("abc")), gone(of("abc")), of("x".repeat(40_000))] {
        let store = Arc::new(MemoryStore::new());
        let with_store = |skill: SkillDefinition| {
            let mut setup = setup(&[skill]);
            setup.instructions.store = Some(store.clone());
            setup
        };
        for (way, mut run, mut journal) in ways(&with_store(of("abc")), &with_store(now)) {
            let settled = run.settle(1, &[activate("pay")], &mut journal);
            assert_eq!((output(&settled, 0).as_str(), accounted(&settled, 0)), (AGAIN, 102), "{way}");
            assert!(settled.warnings.is_empty(), "{way}");
        }
    }
    let store = Arc::new(MemoryStore::new());
    let mut start = with_loader(setup(&[of("unused")]), Loader::once("abc"));
    start.instructions.store = Some(store);
    let mut session = live(start);
    let settled = session.settle(0, &["pay", "pay"].map(activate), &mut MemoryJournal::new()).unwrap();
    assert_eq!(output(&settled, 1), AGAIN);
}

/// ADR-204: behind a resume the pin is that of the record, also where the registry was edited before the run went on; its failure is the turn's mark.
#[test]
fn behind_a_resume() {
    let start = setup(&[skill("pay", "abd")]);
    let mut session = Session::resume(start.clone(), always(&[]), recorded(&[pay(0, 0)])).unwrap();
    let mut journal = MemoryJournal::new();
    let first = session.settle(0, &[activate("pay")], &mut journal).unwrap();
    assert_eq!((output(&first, 0).as_str(), accounted(&first, 0), warned(&first)), (CHANGED, 36, vec!["pay"]));
    let second = session.settle(1, &[activate("pay")], &mut journal).unwrap();
    assert_eq!((output(&second, 0).as_str(), accounted(&second, 0), warned(&second).len()), (CHANGED, 102, 0));
    assert_eq!(lines(&journal), [r##"{"mark":"main#turn:1","outcomes":{"0":"instructions_changed"}}"##]);
    // Its replay says the same, also where the text is the old one again.
    let log = [pay(0, 0), journal.lines()[0].clone()];
    let mut replayer = replay(setup(&[skill("pay", "abc")]), &log);
    replayer.settle(0, &[activate("pay")]).unwrap();
    let third = replayer.settle(1, &[activate("pay")]).unwrap();
    assert_eq!((output(&third, 0), accounted(&third, 0)), (output(&second, 0), 102));
}

/// ADR-204, ADR-187: a checkpoint holds what is pinned and who was warned, and the next run goes on with it: the warning does not come twice.
#[test]
fn behind_a_checkpoint() {
    let start = || with_search(setup(&[of("abc"), bringing("sell", "abc", &["y"])]), &["f", "g"], json!({}));
    let mut session = Session::new(start(), always(&["f"])).unwrap();
    let mut journal = MemoryJournal::new();
    let calls = [activate("sell"), crate::toys::search("q"), activate("pay")];
    session.settle(0, &calls, &mut journal).unwrap();
    session.refresh_skills(registry(&[of("abd"), bringing("sell", "abc", &["y"])]));
    let settled = session.settle(1, &["pay", "sell"].map(activate), &mut journal).unwrap();
    assert_eq!((code(&settled, 0), code(&settled, 1)), (Some("instructions_changed"), None));
    let kept = serde_json::to_string(&session.export()).unwrap();
    assert_eq!(
        kept,
        format!(
            concat!(
                r#"{{"found":["f"],"leads":true,"searches":1,"latestTurn":1,"active":["#,
                r#"{{"skill":"sell","digest":"{abc}","bytes":5,"after":0}},"#,
                r#"{{"skill":"pay","digest":"{abc}","bytes":5,"warned":true,"after":1}}]}}"#
            ),
            abc = ABC
        )
    );
    let kept: Checkpoint = serde_json::from_str(&kept).unwrap();
    let mut edited = start();
    edited.skills = Some(registry(&[of("abd"), bringing("sell", "abe", &["y"])]));
    let mut restored = Session::restore(edited, always(&["g"]), &kept).unwrap();
    assert_eq!(names(restored.run()), ["search_tools", "activate_skill", "y", "f", "x"]);
    assert_eq!((restored.export(), restored.not_restored().len()), (kept, 0));
    let settled = restored.settle(2, &["pay", "sell"].map(activate), &mut journal).unwrap();
    assert_eq!((output(&settled, 0).as_str(), warned(&settled)), (CHANGED, vec!["sell"]));
}

/// ADR-121, ADR-261: a checkpoint is not believed: who is gone, twice there, selected or too many is left out and told, and a length over the bound does not count.
#[test]
fn a_checkpoint_is_not_believed() {
    let kept = |active: serde_json::Value| {
        serde_json::from_value::<Checkpoint>(json!({ "found": [], "searches": 0, "active": active })).unwrap()
    };
    let skills = [of("abc"), bringing("sell", "abc", &["y"]), bringing("up-front", "abc", &["u"])];
    let start = crate::toys::selecting(configured(&skills, json!({ "maxActive": 2 })), &["up-front"]);
    let restore = |active| Session::restore(start.clone(), always(&[]), &kept(active)).unwrap();
    let bare = |name: &str| json!({ "skill": name });
    let session = restore(json!([bare("nobody"), bare("up-front"), bare("sell"), bare("sell"), bare("pay")]));
    assert_eq!(active(session.run()), ["sell", "pay"]);
    assert_eq!(names(session.run()), ["activate_skill", "u", "y", "x"]);
    assert_eq!(session.not_restored(), ["nobody", "up-front", "sell"]);
    let mut config = start.clone();
    config.activation.as_mut().unwrap().max_active = 1;
    let both = kept(json!([bare("pay"), bare("sell")]));
    let session = Session::restore(config, always(&[]), &both).unwrap();
    assert_eq!((active(session.run()), session.not_restored()), (vec!["pay"], &["sell".to_owned()][..]));
    for (bytes, expected) in [(196_610_u64, 196_707), (196_611, CHANGED.len() as u64), (u64::MAX, CHANGED.len() as u64)]
    {
        let mut session = restore(json!([{ "skill": "pay", "digest": "../x", "bytes": bytes, "after": 99 }]));
        let settled = session.settle(0, &[activate("pay")], &mut MemoryJournal::new()).unwrap();
        assert_eq!((output(&settled, 0).as_str(), accounted(&settled, 0)), (CHANGED, expected));
    }
    for wrong in
        [r#"[{"skill":""}]"#, r#"[{"skill":"pay","tools":["admin"]}]"#, r#"["pay"]"#, r#"[{"skill":"pay","bytes":-1}]"#]
    {
        let json = format!(r#"{{"found":[],"searches":0,"active":{wrong}}}"#);
        assert!(serde_json::from_str::<Checkpoint>(&json).is_err(), "{wrong}");
    }
    let off = Setup::new(crate::toys::main());
    let session = Session::restore(off, always(&[]), &kept(json!([bare("pay")]))).unwrap();
    assert_eq!((names(session.run()).len(), session.not_restored()), (0, &["pay".to_owned()][..]));
}

/// ADR-290, ADR-189: a restored skill without a digest follows the text of now, as a record without one does.
#[test]
fn a_checkpoint_without_a_digest() {
    let kept: Checkpoint = serde_json::from_str(r#"{"found":[],"searches":0,"active":[{"skill":"pay"}]}"#).unwrap();
    let mut session = Session::restore(setup(&[of("abc")]), always(&[]), &kept).unwrap();
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[activate("pay")], &mut journal).unwrap();
    assert_eq!(output(&settled, 0), AGAIN);
    session.refresh_skills(registry(&[gone(of("abc"))]));
    let settled = session.settle(1, &[activate("pay")], &mut journal).unwrap();
    assert_eq!((output(&settled, 0).as_str(), accounted(&settled, 0)), (UNAVAILABLE, UNAVAILABLE.len() as u64));
}
