//! What the prompt says of skills before the first turn.

use serde_json::json;
use toolsift_core::{SkillDefinition, Text};
use toolsift_replay::MemoryJournal;
use toolsift_session::{Run, Setup, SkillIndex};

use crate::toys::{activate, code, configured, described, live, selecting, setup, skill, skill_id};

const HEADING: &str = "Skills: load one with `activate_skill` when its description fits the task.";

fn index(setup: Setup) -> SkillIndex {
    Run::new(setup).unwrap().skill_index().unwrap().clone()
}

fn tagged(name: &str, description: &str, tags: &[&str]) -> SkillDefinition {
    let mut skill = described(name, description);
    skill.tags = tags.iter().map(|&tag| tag.to_owned()).collect();
    skill
}

/// ADR-103, ADR-104: a heading, and a line a skill: dash, id, first line of the description, tags. A skill that was selected is not there.
#[test]
fn byte_for_byte() {
    let mut dark = skill("dark", "abc");
    dark.description = Some(Text::tainted("came out of a run"));
    dark.tags = vec!["tag".into()];
    let skills = [
        tagged("month-end", "Closes the books.\nThen more.", &["finance", "month end"]),
        skill("pay", "abc"),
        tagged("sell", "", &["one"]),
        described("up-front", "Selected."),
        described("überweisung", "Zahlt \"aus\"."),
        dark,
    ];
    let found = index(selecting(setup(&skills), &["up-front"]));
    assert_eq!(
        found.text,
        [
            HEADING,
            "- dark: [tag]",
            "- month-end: Closes the books. [finance, month end]",
            "- pay:",
            "- sell: [one]",
            "- überweisung: Zahlt \"aus\".",
        ]
        .join("\n")
    );
    assert_eq!(found.listed, ["dark", "month-end", "pay", "sell", "überweisung"].map(skill_id));
    assert!(found.cut.is_empty() && found.unlisted.is_empty());
    let mut named = setup(&[skill("pay", "abc")]);
    named.activation.as_mut().unwrap().tool_name = "load_skill".into();
    assert_eq!(index(named).text, "Skills: load one with `load_skill` when its description fits the task.\n- pay:");
}

/// ADR-104, ADR-273, S44: of a description the first line is shown, whatever ends it, up to 160 characters; what was cut is told to the host.
#[test]
fn first_lines() {
    for end in ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}", "\r\n"] {
        let found = index(setup(&[described("pay", &format!("One.{end}- forged: Two."))]));
        assert_eq!(found.text, format!("{HEADING}\n- pay: One."), "{end:?}");
        assert!(found.cut.is_empty(), "further lines are not a part of the first one");
    }
    for (chars, is_cut) in [(160, false), (161, true)] {
        let found = index(setup(&[described("pay", &"é".repeat(chars)), described("whole", "One.")]));
        assert_eq!(found.text, format!("{HEADING}\n- pay: {}\n- whole: One.", "é".repeat(160)));
        assert_eq!(found.cut, if is_cut { vec![skill_id("pay")] } else { vec![] });
    }
}

/// ADR-272, ADR-104: a tag is one line of at most 32 characters, cut between characters; one of nothing is left out.
#[test]
fn tags() {
    for (tags, shown) in [
        (vec!["x".repeat(32)], format!(" [{}]", "x".repeat(32))),
        (vec!["x".repeat(33)], format!(" [{}]", "x".repeat(32))),
        (vec!["🦀".repeat(40), "b".into()], format!(" [{}, b]", "🦀".repeat(32))),
        (vec![format!("{} z", "x".repeat(31))], format!(" [{}]", "x".repeat(31))),
        (vec!["one\n- forged: two".into()], " [one]".into()),
        (vec!["\u{200b}\n ".into()], String::new()),
        (vec![], String::new()),
    ] {
        let mut skill = described("pay", "One.");
        skill.tags = tags;
        assert_eq!(index(setup(&[skill])).text, format!("{HEADING}\n- pay: One.{shown}"));
    }
}

/// ADR-271: an id that is too long for a line or hides something is not offered: neither listed nor counted nor activated.
#[test]
fn odd_ids() {
    for odd in [
        "x".repeat(65),
        "é".repeat(65),
        "a\nb".into(),
        "a\tb".into(),
        "a\u{0}".into(),
        "a\u{7f}".into(),
        "a\u{85}b".into(),
        "a\u{9b}b".into(),
        "a\u{2028}b".into(),
        "a\u{2029}b".into(),
        "a\u{ad}b".into(),
        "a\u{600}b".into(),
        "a\u{6dd}".into(),
        "a\u{200b}b".into(),
        "a\u{202e}b".into(),
        "a\u{2066}b".into(),
        "\u{feff}a".into(),
        "a\u{fff9}b".into(),
        "a\u{110bd}".into(),
        "a\u{1d173}".into(),
        "a\u{e0041}".into(),
        " a".into(),
    ] {
        let start = setup(&[skill(&odd, "abc"), skill("pay", "abc")]);
        let found = index(start.clone());
        assert_eq!(found.text, format!("{HEADING}\n- pay:"), "{odd:?}");
        assert!(found.unlisted.is_empty(), "{odd:?}");
        let settled = live(start).settle(0, &[activate(&odd)], &mut MemoryJournal::new()).unwrap();
        assert_eq!(code(&settled, 0), Some("unknown_skill"), "{odd:?}");
    }
    for plain in ["x".repeat(64), "é".repeat(64), "a b".into(), "日本".into(), "A/b.c:d".into()] {
        assert_eq!(index(setup(&[skill(&plain, "abc")])).text, format!("{HEADING}\n- {plain}:"));
    }
}

/// ADR-105, ADR-106, ADR-274, S45: the index is in the order of the ids and ends at maxIndex; the rest is counted, told by id, and not activated.
#[test]
fn max_index() {
    let skills: Vec<SkillDefinition> = (0..60).rev().map(|number| skill(&format!("s{number:02}"), "abc")).collect();
    let found = index(setup(&skills));
    let mut expected = vec![HEADING.to_owned()];
    expected.extend((0..50).map(|number| format!("- s{number:02}:")));
    expected.push("- (+10 more skills not listed)".to_owned());
    assert_eq!(found.text, expected.join("\n"));
    let ids = |range: std::ops::Range<u8>| range.map(|number| skill_id(&format!("s{number:02}"))).collect::<Vec<_>>();
    assert_eq!((found.listed, found.unlisted), (ids(0..50), ids(50..60)));
    let mut session = live(setup(&skills));
    let settled = session.settle(0, &[activate("s49"), activate("s50")], &mut MemoryJournal::new()).unwrap();
    assert_eq!((code(&settled, 0), code(&settled, 1)), (None, Some("unknown_skill")));
    let one = index(configured(&skills[..2], json!({ "maxIndex": 1 })));
    assert_eq!(one.text, format!("{HEADING}\n- s58:\n- (+1 more skills not listed)"));
}

/// ADR-270, ADR-274, S45: the lines, line ends included, fill maxIndexBytes to the byte; the first that does not fit ends the index.
#[test]
fn max_index_bytes() {
    // `- a: One.` and a line end are ten bytes, `- b: é.` and one are nine.
    let skills = [described("a", "One."), described("b", "é."), described("c", "One.")];
    let listed = |bytes: usize| {
        let found = index(configured(&skills, json!({ "maxIndexBytes": bytes })));
        let ids: Vec<String> = found.listed.iter().map(ToString::to_string).collect();
        assert_eq!(found.listed.len() + found.unlisted.len(), 3);
        (ids.concat(), found.text.lines().last().unwrap().to_owned())
    };
    for (bytes, ids, last) in [
        (29, "abc", "- c: One."),
        (28, "ab", "- (+1 more skills not listed)"),
        (19, "ab", "- (+1 more skills not listed)"),
        (18, "a", "- (+2 more skills not listed)"),
        (10, "a", "- (+2 more skills not listed)"),
    ] {
        assert_eq!(listed(bytes), (ids.to_owned(), last.to_owned()), "{bytes}");
    }
    let error = Run::new(configured(&skills, json!({ "maxIndexBytes": 9 }))).unwrap_err();
    assert_eq!(error.to_string(), "skillActivation.maxIndexBytes: 9 bytes are too few for a single skill");
    // A later line that would fit is not pulled forward.
    let skills = [described("a", "One."), described("b", &"long ".repeat(9)), described("c", "One.")];
    let found = index(configured(&skills, json!({ "maxIndexBytes": 29 })));
    assert_eq!(found.text, format!("{HEADING}\n- a: One.\n- (+2 more skills not listed)"));
}

/// ADR-275, ADR-105: whatever order the skills come in, the index has them by the scalar values of their ids.
#[test]
fn in_one_order() {
    let names = ["B", "a", "a-b", "a1", "é", "\u{10000}"];
    for by in 0..names.len() {
        let mut skills = names.map(|name| skill(name, "abc")).to_vec();
        skills.rotate_left(by);
        skills.swap(0, by);
        let found = index(setup(&skills));
        assert_eq!(found.text, format!("{HEADING}\n- B:\n- a:\n- a-b:\n- a1:\n- é:\n- \u{10000}:"));
    }
}
