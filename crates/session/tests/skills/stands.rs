//! What was recorded stands, whatever became of the skills since.

use serde_json::json;
use toolsift_core::{SkillDefinition, Text};
use toolsift_replay::{Journal, Line, MemoryJournal};
use toolsift_session::{Session, Setup};

use crate::toys::{
    CHANGED, Loader, UNAVAILABLE, accounted, activate, active, always, bringing, code, configured, decision, gone,
    live, names, output, pay, recorded, replay, setup, skill, warned, with_loader,
};

/// A journal with some lines.
fn journal(lines: &[Line]) -> MemoryJournal {
    let mut journal = MemoryJournal::new();
    lines.iter().for_each(|line| journal.append(line).unwrap());
    journal
}

/// What a closed replay and a resumed session make of some lines and one activation of `pay`: the same, and nothing is written.
fn both_ways(start: &Setup, lines: &[Line]) -> (String, u64, Vec<String>) {
    let mut replayer = replay(start.clone(), lines);
    let replayed = replayer.settle(0, &[activate("pay")]).unwrap();
    let mut kept = journal(lines);
    let mut session = Session::resume(start.clone(), always(&[]), recorded(lines)).unwrap();
    let resumed = session.settle(0, &[activate("pay")], &mut kept).unwrap();
    assert_eq!(replayed, resumed);
    assert_eq!(kept.lines(), lines, "a replay appends nothing");
    assert_eq!(names(replayer.run()), names(session.run()));
    assert_eq!(replayer.run().active_skills(), session.run().active_skills());
    assert_eq!((replayer.finish(), session.divergences()), (vec![], &[][..]));
    let names = names(session.run()).into_iter().map(str::to_owned).collect();
    (output(&resumed, 0), accounted(&resumed, 0), names)
}

/// ADR-120, ADR-183: a replay asks the loader for the text of an accepted activation once, decides nothing, and gives the recorded result.
#[test]
fn an_activation_is_not_decided_anew() {
    let loader = Loader::once("abc");
    let mut replayer = replay(with_loader(setup(&[skill("pay", "unused")]), loader.clone()), &[pay(0, 0)]);
    let settled = replayer.settle(0, &[activate("pay")]).unwrap();
    assert_eq!(output(&settled, 0), r#"{"skill":"pay","instructions":"abc"}"#);
    assert_eq!((loader.asked().len(), settled.recorded.len(), active(replayer.run())), (1, 0, vec!["pay"]));
}

/// ADR-265, ADR-267, ADR-120: a recorded verdict stands though the text has shrunk, grown, been cleaned or gone; nobody is asked, nothing is appended.
#[test]
fn a_verdict_stands() {
    for verdict in ["instructions_too_large", "instructions_refused"] {
        let lines = [decision(0, 0, &format!(r#"{{"skill":"pay","refused":"{verdict}"}}"#))];
        for skills in [
            vec![bringing("pay", "abc", &["x"])],
            vec![bringing("pay", "x".repeat(40_000), &["x"])],
            vec![bringing("pay", Text::tainted("abc"), &["x"])],
            vec![skill("other", "abc")],
            vec![],
        ] {
            let is_on = !skills.is_empty();
            let mut replayer = replay(with_loader(setup(&skills), Loader::never()), &lines);
            let settled = replayer.settle(0, &[activate("pay")]).unwrap();
            if is_on {
                assert_eq!(code(&settled, 0), Some(verdict));
                assert_eq!(accounted(&settled, 0), output(&settled, 0).len() as u64);
                let (_, _, names) = both_ways(&setup(&skills), &lines);
                assert_eq!((names.len(), active(replayer.run()).len()), (1, 0));
            }
        }
    }
}

/// ADR-265, ADR-267: the same from a live run: what it refused is refused on its replay, the same bytes.
#[test]
fn a_live_verdict_stands() {
    for (then, now) in [
        (Text::from("x".repeat(11)), Text::from("abc")),
        (Text::tainted("abc"), Text::from("abc")),
        (Text::tainted("abc"), Text::from("x".repeat(11))),
    ] {
        let start = |text: &Text| configured(&[skill("pay", text.clone())], json!({ "maxInstructionBytes": 10 }));
        let mut kept = MemoryJournal::new();
        let first = live(start(&then)).settle(0, &[activate("pay")], &mut kept).unwrap();
        let (text, bytes, _) = both_ways(&start(&now), kept.lines());
        assert_eq!((text, bytes), (output(&first, 0), accounted(&first, 0)));
    }
}

/// ADR-265: a recorded verdict stands though the run could activate no more skills now.
#[test]
fn a_verdict_stands_at_the_limit() {
    let lines = [pay(0, 0), decision(0, 1, r#"{"skill":"sell","refused":"instructions_too_large"}"#)];
    let skills = [skill("pay", "abc"), skill("sell", "abc"), skill("tell", "abc")];
    let mut replayer = replay(configured(&skills, json!({ "maxActive": 1 })), &lines);
    let settled = replayer.settle(0, &["pay", "sell", "tell"].map(activate)).unwrap();
    let codes: Vec<_> = (0..3).map(|place| code(&settled, place)).collect();
    assert_eq!(codes, [None, Some("instructions_too_large"), Some("skill_limit_reached")]);
    assert_eq!(replayer.finish(), []);
}

/// ADR-186, ADR-188, ADR-189, ADR-266: an activation stands though its text has changed, gone, or is no longer fit: the tools join and are listed, the text is withheld.
#[test]
fn an_activation_stands() {
    let line = |bytes: &str| {
        let abc = crate::toys::ABC;
        [decision(0, 0, &format!(r#"{{"skill":"pay","digest":"{abc}"{bytes}}}"#))]
    };
    let beside = |error: &str| format!(r#"{},"tools":["x"]}}"#, error.strip_suffix('}').unwrap());
    let of = |text: Text| bringing("pay", text, &["x"]);
    for (now, error) in [
        (of("abd".into()), CHANGED),
        (of("abc ".into()), CHANGED),
        (of("".into()), CHANGED),
        (gone(of("abc".into())), UNAVAILABLE),
        (of(Text::tainted("abc")), UNAVAILABLE),
        (of("x".repeat(40_000).into()), UNAVAILABLE),
    ] {
        let start = setup(&[now, skill("other", "abc")]);
        for lengths in ["", r#","bytes":5,"resultBytes":50"#] {
            let (text, bytes, names) = both_ways(&start, &line(lengths));
            assert_eq!(text, beside(error));
            assert_eq!(bytes, if lengths.is_empty() { text.len() as u64 } else { 50 });
            assert_eq!(names, ["activate_skill", "x"]);
        }
    }
}

/// ADR-188, ADR-267: it also counts as one active skill, no more and no less.
#[test]
fn it_counts_as_active() {
    let skills = [skill("pay", "changed"), skill("sell", "abc"), skill("tell", "abc")];
    let start = configured(&skills, json!({ "maxActive": 2 }));
    let mut session = Session::resume(start, always(&[]), recorded(&[pay(0, 0)])).unwrap();
    let mut kept = journal(&[pay(0, 0)]);
    let calls = ["pay", "pay", "sell", "tell"].map(activate);
    let settled = session.settle(0, &calls, &mut kept).unwrap();
    let codes: Vec<_> = (0..4).map(|place| code(&settled, place)).collect();
    let changed = Some("instructions_changed");
    assert_eq!(codes, [changed, changed, None, Some("skill_limit_reached")]);
    assert_eq!(active(session.run()), ["pay", "sell"]);
    assert_eq!(settled.recorded, ["main#turn:0:tool:2:skill"], "the recorded one is not recorded again");
}

/// ADR-187: a host is warned once a skill and run, by the first result that withholds changed instructions; what is unavailable warns of nothing.
#[test]
fn warnings() {
    let changed: Vec<SkillDefinition> = ["a", "b"].map(|name| skill(name, "changed")).to_vec();
    let abc = crate::toys::ABC;
    let choice = |name: &str| format!(r#"{{"skill":"{name}","digest":"{abc}"}}"#);
    let lines = [decision(0, 0, &choice("a")), decision(2, 1, &choice("b"))];
    let mut replayer = replay(setup(&changed), &lines);
    let turn = |replayer: &mut toolsift_session::Replayer, turn: u64, names: &[&str]| {
        let calls: Vec<_> = names.iter().map(|name| activate(name)).collect();
        let settled = replayer.settle(turn, &calls).unwrap();
        warned(&settled).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(turn(&mut replayer, 0, &["a", "a"]), ["a"]);
    assert_eq!(turn(&mut replayer, 1, &["a", "a"]), [""; 0]);
    assert_eq!(turn(&mut replayer, 2, &["a", "b", "b"]), ["b"]);
    assert_eq!(turn(&mut replayer, 3, &["b", "a"]), [""; 0]);
    let mut replayer = replay(setup(&[gone(skill("a", "abc"))]), &lines[..1]);
    assert_eq!(turn(&mut replayer, 0, &["a", "a"]), [""; 0]);
    // The outcome of the very call has it.
    let mut replayer = replay(setup(&changed), &lines);
    let settled = replayer.settle(0, &[activate("a"), activate("a")]).unwrap();
    let has: Vec<bool> = settled.outcomes.values().map(|outcome| outcome.warning.is_some()).collect();
    assert_eq!(has, [true, false]);
}

/// ADR-189, ADR-187: with an unedited registry nothing is withheld and nobody is warned.
#[test]
fn nothing_has_changed() {
    let skills = [bringing("pay", "abc", &["x"]), skill("sell", "\"é\"\n")];
    let mut kept = MemoryJournal::new();
    let calls = ["pay", "sell", "pay"].map(activate);
    let first = live(setup(&skills)).settle(0, &calls, &mut kept).unwrap();
    let mut replayer = replay(setup(&skills), kept.lines());
    let settled = replayer.settle(0, &calls).unwrap();
    assert_eq!(settled.outcomes, first.outcomes);
    assert!(settled.warnings.is_empty() && replayer.finish().is_empty());
}

/// ADR-122, ADR-285, ADR-267: a mark stands like a record: what was refused is refused with the same bytes, whatever the registry holds by now, so that it counts the same.
#[test]
fn a_mark_stands() {
    let calls = ["pay", "sell", "tell"].map(activate);
    let skills = [skill("pay", "abc"), gone(skill("sell", "abc"))];
    let mut kept = MemoryJournal::new();
    let start = |skills: &[SkillDefinition], most: usize| configured(skills, json!({ "maxActive": most }));
    let first = live(start(&skills[1..], 1)).settle(0, &calls, &mut kept).unwrap();
    let all = ["pay", "sell", "tell"].map(|name| skill(name, "abc"));
    for (now, most) in [(&all[..], 5), (&all[..1], 1), (&all[1..2], 1), (&all[2..], 5)] {
        let mut replayer = replay(start(now, most), kept.lines());
        let settled = replayer.settle(0, &calls).unwrap();
        assert_eq!(settled.outcomes, first.outcomes);
        assert_eq!((replayer.finish(), active(replayer.run()).len()), (vec![], 0));
    }
}
