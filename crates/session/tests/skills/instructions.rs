//! Which instructions are delivered, and in which order they are checked.

use std::sync::Arc;

use serde_json::json;
use toolsift_core::Text;
use toolsift_replay::MemoryJournal;
use toolsift_session::SessionError;

use crate::toys::{
    Load, Loader, UNAVAILABLE, activate, activate_with, active, bringing, code, configured, lines, live, names, output,
    setup, skill, with_loader,
};

/// ADR-114, ADR-123, ADR-184: instructions of exactly the cap are delivered, one byte more is refused; bytes count, not characters.
#[test]
fn the_cap() {
    for (text, cap, fits) in [
        ("a".repeat(10), 10, true),
        ("a".repeat(11), 10, false),
        ("é".repeat(5), 10, true),
        (format!("a{}", "é".repeat(5)), 10, false),
        ("🦀".repeat(2), 8, true),
        ("🦀".repeat(2), 7, false),
        ("\u{1}".repeat(10), 10, true),
        (String::new(), 1, true),
        ("a".repeat(32_768), 32_768, true),
        ("a".repeat(1 << 20), 1 << 20, true),
    ] {
        let start = configured(&[bringing("pay", text.as_str(), &["x"])], json!({ "maxInstructionBytes": cap }));
        let mut session = live(start);
        let mut journal = MemoryJournal::new();
        let settled = session.settle(0, &[activate("pay")], &mut journal).unwrap();
        if fits {
            assert_eq!(settled.outcomes[&0].output.to_value()["instructions"], text.as_str());
            assert_eq!((names(session.run()), active(session.run())), (vec!["activate_skill", "x"], vec!["pay"]));
            continue;
        }
        assert_eq!(
            output(&settled, 0),
            r#"{"error":{"code":"instructions_too_large","message":"The instructions of this skill are too long. The skill was not loaded."}}"#
        );
        assert_eq!((names(session.run()).len(), active(session.run()).len()), (1, 0));
        assert_eq!(
            lines(&journal),
            [
                r##"{"id":"main#turn:0:tool:0:skill","source":"agent-skill-activation","choice":{"skill":"pay","refused":"instructions_too_large"}}"##
            ]
        );
    }
    let mut session = live(setup(&[skill("pay", "a".repeat(32_769))]));
    let settled = session.settle(0, &[activate("pay")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(code(&settled, 0), Some("instructions_too_large"), "the default");
}

/// ADR-126, ADR-123, ADR-184: tainted instructions are refused, too long ones or not, and the verdict alone is recorded.
#[test]
fn tainted() {
    for text in ["abc", "much longer than it may be"] {
        let skills = [bringing("pay", Text::tainted(text), &["x"])];
        let mut session = live(configured(&skills, json!({ "maxInstructionBytes": 10 })));
        let mut journal = MemoryJournal::new();
        let settled = session.settle(0, &[activate("pay")], &mut journal).unwrap();
        assert_eq!(
            output(&settled, 0),
            r#"{"error":{"code":"instructions_refused","message":"The instructions of this skill cannot be trusted. The skill was not loaded."}}"#
        );
        assert_eq!(
            lines(&journal),
            [
                r##"{"id":"main#turn:0:tool:0:skill","source":"agent-skill-activation","choice":{"skill":"pay","refused":"instructions_refused"}}"##
            ]
        );
        assert_eq!((names(session.run()).len(), active(session.run()).len()), (1, 0));
        assert_eq!(settled.recorded, ["main#turn:0:tool:0:skill"]);
    }
}

/// ADR-285, ADR-189: a loader that fails gives a fixed text and a mark, no decision; the next call asks it anew.
#[test]
fn a_loader_that_fails() {
    let loader = Loader::new([Load::Unavailable, Load::Text("abc".into())]);
    let mut session = live(with_loader(setup(&[bringing("pay", "unused", &["x"])]), loader.clone()));
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[activate("pay"), activate("pay")], &mut journal).unwrap();
    assert_eq!(output(&settled, 0), UNAVAILABLE);
    assert_eq!(output(&settled, 1), r#"{"skill":"pay","instructions":"abc","tools":["x"]}"#);
    assert_eq!(settled.recorded, ["main#turn:0:tool:1:skill"]);
    assert_eq!(lines(&journal)[1], r##"{"mark":"main#turn:0","outcomes":{"0":"instructions_unavailable"}}"##);
    assert_eq!(loader.asked(), ["pay", "pay"]);
}

/// ADR-285, ADR-122: a loader that ends the run does so as an error for the host: no decision, no mark, no active skill.
#[test]
fn a_loader_that_ends_the_run() {
    let loader = Loader::new([Load::Text("abc".into()), Load::Terminal]);
    let skills = [skill("pay", "unused"), bringing("sell", "unused", &["x"])];
    let mut session = live(with_loader(setup(&skills), loader));
    let mut journal = MemoryJournal::new();
    let error = session.settle(0, &["pay", "sell"].map(activate), &mut journal).unwrap_err();
    assert!(matches!(error, SessionError::Instructions(_)));
    assert_eq!(error.to_string(), "the run was ended by its loader of instructions");
    assert_eq!((active(session.run()), names(session.run())), (vec!["pay"], vec!["activate_skill"]));
    assert_eq!(journal.lines().len(), 1, "what was decided before stays");
    // When it is given again, too.
    let loader = Loader::new([Load::Text("abc".into()), Load::Terminal]);
    let mut session = live(with_loader(setup(&skills), loader));
    let error = session.settle(0, &["pay", "pay"].map(activate), &mut journal).unwrap_err();
    assert!(matches!(error, SessionError::Instructions(_)));
}

/// ADR-122, ADR-126: arguments come first, then what is active, then whether the skill is offered, then the limit, and only then instructions are loaded.
#[test]
fn the_order_of_checks() {
    let ran = |loader: Arc<Loader>, calls: &[toolsift_session::Call]| {
        let skills = [skill("a", "unused"), skill("b", "unused")];
        let mut session = live(with_loader(configured(&skills, json!({ "maxActive": 1 })), loader.clone()));
        let settled = session.settle(0, calls, &mut MemoryJournal::new()).unwrap();
        (code(&settled, calls.len() - 1), loader.asked().len())
    };
    let wrong = activate_with(json!({ "name": "nobody", "x": 1 }));
    assert_eq!(ran(Loader::never(), &[wrong]), (Some("invalid_tool_input"), 0));
    assert_eq!(ran(Loader::never(), &[activate("nobody")]), (Some("unknown_skill"), 0));
    let full = |last: &str| [activate("a"), activate(last)];
    assert_eq!(ran(Loader::once("abc"), &full("nobody")), (Some("unknown_skill"), 1));
    assert_eq!(ran(Loader::once("abc"), &full("b")), (Some("skill_limit_reached"), 1));
    let again = Loader::new([Load::Text("abc".into()), Load::Text("abc".into())]);
    assert_eq!(ran(again, &full("a")), (None, 2));
    assert_eq!(ran(Loader::once(Text::tainted("abc")), &[activate("a")]), (Some("instructions_refused"), 1));
    // A refusal leaves the place free.
    let refused = Loader::new([Load::Text(Text::tainted("abc")), Load::Text("abc".into())]);
    assert_eq!(ran(refused, &full("b")), (None, 2));
}
