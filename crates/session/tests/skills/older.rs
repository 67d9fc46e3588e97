//! Records of older kinds, over skills that have changed since or not.

use toolsift_core::SkillDefinition;

use crate::toys::{
    ABC, CHANGED, UNAVAILABLE, accounted, activate, active, bringing, decision, gone, names, output, replay, setup,
    warned,
};

/// What became of the skill `pay`, which was recorded with the instructions `abc` and the tool `x`.
fn states() -> [SkillDefinition; 5] {
    [
        bringing("pay", "abc", &["x"]),
        bringing("pay", "xyz!", &["x"]),
        gone(bringing("pay", "abc", &["x"])),
        bringing("pay", "abc", &["x", "yy"]),
        bringing("pay", "xyz!", &["x", "yy"]),
    ]
}

/// An error beside tools.
fn beside(error: &str, tools: &str) -> String {
    format!(r#"{},"tools":[{tools}]}}"#, error.strip_suffix('}').unwrap())
}

/// A replay's activation: the result and what is counted of it.
fn replayed(choice: &str) -> Vec<(String, u64, bool)> {
    let of = |state: SkillDefinition| {
        let brings_two = state.tools.len() == 2;
        let mut replayer = replay(setup(&[state]), &[decision(0, 0, choice)]);
        let settled = replayer.settle(0, &[activate("pay")]).unwrap();
        assert_eq!(active(replayer.run()), ["pay"]);
        assert_eq!(names(replayer.run())[1..], ["x", "yy"][..1 + usize::from(brings_two)]);
        assert_eq!(replayer.finish(), []);
        (output(&settled, 0), accounted(&settled, 0), !warned(&settled).is_empty())
    };
    states().map(of).to_vec()
}

/// A replay's re-delivery behind that.
fn again(choice: &str) -> Vec<(String, u64)> {
    let of = |state: SkillDefinition| {
        let mut replayer = replay(setup(&[state]), &[decision(0, 0, choice)]);
        replayer.settle(0, &[activate("pay")]).unwrap();
        let menu = names(replayer.run()).len();
        let settled = replayer.settle(1, &[activate("pay")]).unwrap();
        assert!(warned(&settled).is_empty(), "once a skill and run");
        assert_eq!((names(replayer.run()).len(), active(replayer.run()).len()), (menu, 1));
        (output(&settled, 0), accounted(&settled, 0))
    };
    states().map(of).to_vec()
}

const FULL: &str = r#"{"skill":"pay","instructions":"abc","tools":["x"]}"#;
const NO_DIGEST: [&str; 6] = [
    r#"{"skill":"pay"}"#,
    r#"{"skill":"pay","digest":7}"#,
    r#"{"skill":"pay","digest":null}"#,
    r#"{"skill":"pay","digest":["ba78"]}"#,
    r#"{"skill":"pay","digest":{"sha256":"ba78"}}"#,
    r#"{"skill":"pay","digest":true,"later":"versions may add keys"}"#,
];

/// ADR-190, ADR-199: without a digest, or with one that is no text, the text of now is delivered and counted as it is.
#[test]
fn without_a_digest() {
    let edited = r#"{"skill":"pay","instructions":"xyz!","tools":["x"]}"#.to_owned();
    let unread = beside(UNAVAILABLE, r#""x""#);
    let two = r#"{"skill":"pay","instructions":"abc","tools":["x","yy"]}"#.to_owned();
    let both = r#"{"skill":"pay","instructions":"xyz!","tools":["x","yy"]}"#.to_owned();
    for choice in NO_DIGEST {
        let expected = [FULL.to_owned(), edited.clone(), unread.clone(), two.clone(), both.clone()]
            .map(|text| (text.clone(), text.len() as u64, false));
        assert_eq!(replayed(choice), expected, "{choice}");
    }
}

/// ADR-185, ADR-199: a digest without a length withholds what has changed and counts what is given in its place.
#[test]
fn without_a_length() {
    let choice = format!(r#"{{"skill":"pay","digest":"{ABC}"}}"#);
    let two = r#"{"skill":"pay","instructions":"abc","tools":["x","yy"]}"#.to_owned();
    let expected = [
        (FULL.to_owned(), false),
        (beside(CHANGED, r#""x""#), true),
        (beside(UNAVAILABLE, r#""x""#), false),
        (two, false),
        (beside(CHANGED, r#""x","yy""#), true),
    ]
    .map(|(text, is_warned)| (text.clone(), text.len() as u64, is_warned));
    assert_eq!(replayed(&choice), expected);
}

/// ADR-196, ADR-198, ADR-210: with the length of the instructions alone, what is withheld counts as with them, and with the tools of now; what is delivered counts as it is.
#[test]
fn with_the_length_of_the_instructions() {
    let choice = format!(r#"{{"skill":"pay","digest":"{ABC}","bytes":5}}"#);
    let two = r#"{"skill":"pay","instructions":"abc","tools":["x","yy"]}"#.to_owned();
    assert_eq!(
        replayed(&choice),
        [
            (FULL.to_owned(), 50, false),
            (beside(CHANGED, r#""x""#), 50, true),
            (beside(UNAVAILABLE, r#""x""#), 50, false),
            (two, 55, false),
            (beside(CHANGED, r#""x","yy""#), 55, true),
        ]
    );
}

/// ADR-196, ADR-198, ADR-208, ADR-197: with the length of the whole result, that counts, whatever has changed.
#[test]
fn with_the_length_of_the_result() {
    let choice = format!(r#"{{"skill":"pay","digest":"{ABC}","bytes":5,"resultBytes":50}}"#);
    let two = r#"{"skill":"pay","instructions":"abc","tools":["x","yy"]}"#.to_owned();
    assert_eq!(
        replayed(&choice),
        [
            (FULL.to_owned(), 50, false),
            (beside(CHANGED, r#""x""#), 50, true),
            (beside(UNAVAILABLE, r#""x""#), 50, false),
            (two, 50, false),
            (beside(CHANGED, r#""x","yy""#), 50, true),
        ]
    );
}

/// ADR-209, ADR-290, ADR-268: a re-delivery follows the digest of the record and counts by its length, whatever tools there are; without a digest it gives the text of now.
#[test]
fn given_again() {
    let again_with = |text: &str| {
        format!(
            r#"{{"skill":"pay","instructions":"{text}","note":"This skill is active already; its tools are on the menu."}}"#
        )
    };
    let (abc, xyz) = (again_with("abc"), again_with("xyz!"));
    assert_eq!((abc.len(), xyz.len()), (102, 103));
    let (changed, unavailable) = (CHANGED.len() as u64, UNAVAILABLE.len() as u64);
    for choice in NO_DIGEST {
        let expected = [(abc.as_str(), 102), (&xyz, 103), (UNAVAILABLE, unavailable), (&abc, 102), (&xyz, 103)];
        assert_eq!(again(choice), expected.map(|(text, bytes)| (text.to_owned(), bytes)), "{choice}");
    }
    for (lengths, changed, unavailable) in [
        ("", changed, unavailable),
        (r#","bytes":5"#, 102, 102),
        (r#","bytes":5,"resultBytes":50"#, 102, 102),
        (r#","bytes":5,"resultBytes":99"#, 102, 102),
    ] {
        let choice = format!(r#"{{"skill":"pay","digest":"{ABC}"{lengths}}}"#);
        let expected =
            [(abc.as_str(), 102), (CHANGED, changed), (UNAVAILABLE, unavailable), (&abc, 102), (CHANGED, changed)];
        assert_eq!(again(&choice), expected.map(|(text, bytes)| (text.to_owned(), bytes)), "{choice}");
    }
}
