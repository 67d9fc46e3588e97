//! Hosts that drive a run themselves.

use std::collections::BTreeMap;

use serde_json::json;
use toolsift_core::{InstructionLoader, OwnInstructions, Text};
use toolsift_replay::{Journal, Line, MemoryJournal, Position, SkillChoice};
use toolsift_session::{Begin, Call, Made, Outcome, Run, Setup};

use crate::toys::{
    activate, activate_with, active, bringing, configured, gone, lines, live, main, names, output, pay, registry,
    replay, skill, specs,
};

/// A host that loads, keeps, and only then lets take effect.
struct Host {
    run: Run,
    journal: MemoryJournal,
}

impl Host {
    fn turn(&mut self, turn: u64, calls: &[Call]) -> BTreeMap<usize, Outcome> {
        let (mut outcomes, mut marks) = (BTreeMap::new(), BTreeMap::new());
        for (place, call) in calls.iter().enumerate().filter(|(_, call)| call.name == "activate_skill") {
            let at = Position { turn, call: place as u64 };
            let outcome = match self.run.begin(at, call) {
                Begin::Refused(outcome) => outcome,
                Begin::Skill(pending) => {
                    assert_eq!(pending.activation().at, at);
                    assert_eq!(pending.activation().skill, pending.skill().id);
                    // Here an asynchronous loader is awaited.
                    let text = OwnInstructions.load(pending.skill()).ok();
                    let activation = pending.activation().clone();
                    if pending.is_active() {
                        self.run.redeliver(&activation, text.as_ref())
                    } else if let Some(text) = text {
                        let choice = pending.record(&text);
                        self.journal.append(&Line::skill(&main(), at, &choice)).unwrap();
                        let outcome = self.run.activate(&activation, &choice, Some(&text), Made::Live);
                        outcomes.insert(place, outcome);
                        continue;
                    } else {
                        // The run has no word of its own for a loader that failed.
                        marks.insert(at.call, "instructions_unavailable".to_owned());
                        continue;
                    }
                }
                _ => panic!("not an activation"),
            };
            marks.extend(outcome.output.code().map(|code| (at.call, code.as_str().to_owned())));
            outcomes.insert(place, outcome);
        }
        if !marks.is_empty() {
            self.journal.append(&Line::mark(&main(), turn, marks)).unwrap();
        }
        outcomes
    }
}

fn start() -> Setup {
    let skills = [
        bringing("pay", "abc", &["x"]),
        bringing("sell", "Say \"hi\".", &["x", "y"]),
        skill("dark", Text::tainted("abc")),
        skill("long", "x".repeat(41)),
        skill("more", "abc"),
        gone(skill("none", "abc")),
    ];
    configured(&skills, json!({ "maxActive": 2, "maxInstructionBytes": 40 }))
}

/// ADR-119, ADR-120, ADR-124, ADR-117: a host that drives a run itself gives, records and brings what a session does, and its journal replays.
#[test]
fn the_same_as_a_session() {
    let turns = [
        vec![activate("pay"), Call::new("other", json!({})), activate("pay"), activate("nobody")],
        vec![activate("dark"), activate("long"), activate_with(json!({})), activate("none")],
        vec![activate("sell"), activate("more"), activate("sell"), activate("pay")],
    ];
    let mut host = Host { run: Run::new(start()).unwrap(), journal: MemoryJournal::new() };
    let mut session = live(start());
    let mut journal = MemoryJournal::new();
    for (turn, calls) in (0..).zip(&turns) {
        let outcomes = host.turn(turn, calls);
        let mut settled = session.settle(turn, calls, &mut journal).unwrap();
        if turn == 1 {
            assert_eq!(output(&settled, 3), crate::toys::UNAVAILABLE);
            settled.outcomes.remove(&3);
        }
        assert_eq!(outcomes, settled.outcomes);
        assert_eq!(specs(&host.run), specs(session.run()));
        assert_eq!(host.run.active_skills(), session.run().active_skills());
    }
    assert_eq!(lines(&host.journal), lines(&journal));
    assert_eq!((active(&host.run), names(&host.run)), (vec!["pay", "sell"], vec!["activate_skill", "x", "y"]));
    let mut replayer = replay(start(), host.journal.lines());
    for (turn, calls) in (0..).zip(&turns) {
        replayer.settle(turn, calls).unwrap();
    }
    assert_eq!((replayer.finish(), names(replayer.run())), (vec![], names(&host.run)));
}

/// ADR-120, ADR-121, ADR-196: a host's own replay: a recorded choice takes effect as in a replay, one of another skill refuses, and a dropped activation changes nothing, so that nothing is given again.
#[test]
fn a_replay_of_ones_own() {
    let mut run = Run::new(start()).unwrap();
    let at = Position { turn: 0, call: 0 };
    let activation = {
        let Begin::Skill(pending) = run.begin(at, &activate("pay")) else { panic!("not begun") };
        assert!(!pending.is_active());
        pending.activation().clone()
    };
    assert!(active(&run).is_empty(), "dropped");
    let outcome = run.redeliver(&activation, Some(&"abc".into()));
    assert_eq!(outcome.output.to_json(), crate::toys::UNAVAILABLE, "there is nothing to give again");
    let Line::Decision(line) = pay(0, 0) else { panic!("a decision") };
    let swapped = SkillChoice::read(&line.choice.replace("pay", "sell"));
    let outcome = run.activate(&activation, &swapped, Some(&"Say \"hi\".".into()), Made::Recorded);
    assert_eq!((outcome.output.to_json().as_str(), active(&run).len()), (crate::toys::UNAVAILABLE, 0));
    let verdict = SkillChoice::read(r#"{"skill":"pay","refused":"instructions_too_large"}"#);
    let outcome = run.activate(&activation, &verdict, Some(&"abc".into()), Made::Recorded);
    assert_eq!(outcome.output.code().map(toolsift_session::Code::as_str), Some("instructions_too_large"));
    let choice = SkillChoice::read(&line.choice);
    let outcome = run.activate(&activation, &choice, None, Made::Recorded);
    assert_eq!((outcome.accounted_bytes, active(&run), names(&run)), (36, vec!["pay"], vec!["activate_skill", "x"]));
    // A second time it is a re-delivery.
    let outcome = run.activate(&activation, &choice, Some(&"abc".into()), Made::Recorded);
    assert_eq!((outcome.output.to_value()["note"].is_string(), active(&run).len()), (true, 1));
}

/// ADR-121, ADR-188: a recorded choice of a skill that has left makes it active and no more: what the host has of its instructions is not given, and its tools do not join.
#[test]
fn a_skill_that_has_left() {
    let mut run = Run::new(start()).unwrap();
    let Begin::Skill(pending) = run.begin(Position { turn: 0, call: 0 }, &activate("pay")) else { panic!("not begun") };
    let activation = pending.activation().clone();
    let choice = pending.record(&"abc".into());
    run.refresh_skills(registry(&[skill("more", "abc")]));
    let outcome = run.activate(&activation, &choice, Some(&"abc".into()), Made::Live);
    assert_eq!((outcome.output.to_json().as_str(), active(&run).len()), (crate::toys::UNKNOWN, 0));
    let outcome = run.activate(&activation, &choice, Some(&"abc".into()), Made::Recorded);
    assert_eq!((outcome.output.to_json().as_str(), outcome.accounted_bytes), (crate::toys::UNAVAILABLE, 50));
    assert_eq!((active(&run), names(&run)), (vec!["pay"], vec!["activate_skill"]));
}

/// ADR-122: where nothing can be activated, an activation is a call of a tool that is not on the menu.
#[test]
fn without_activation() {
    let mut run = Run::new(Setup::new(main())).unwrap();
    let Begin::Refused(outcome) = run.begin(Position { turn: 0, call: 0 }, &activate("pay")) else { panic!("begun") };
    assert_eq!(outcome.output.code().map(toolsift_session::Code::as_str), Some("tool_not_on_menu"));
    assert!(!run.is_activation(&activate("pay")) && run.active_skills().is_empty());
}
