//! What is written of an activation, byte for byte.

use serde_json::json;
use toolsift_core::Text;
use toolsift_replay::{MemoryJournal, RECORDED_FACT_SOURCES, Source, instructions_digest};
use toolsift_session::Call;

use crate::toys::{ABC, activate, activate_with, bringing, lines, live, output, setup, skill};

/// What is recorded of the activation of `pay` with some instructions, and its result.
fn choice(instructions: &str) -> (String, String) {
    let mut session = live(setup(&[skill("pay", instructions)]));
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[activate("pay")], &mut journal).unwrap();
    let line = lines(&journal).remove(0);
    (line.split_once(r#""choice":"#).unwrap().1.strip_suffix('}').unwrap().to_owned(), output(&settled, 0))
}

/// ADR-119, ADR-183, ADR-194: an activation is one line with its place, its source, the digest and the lengths; a call of another tool keeps its place.
#[test]
fn the_bytes_of_a_record() {
    let mut session = live(setup(&[bringing("pay", "abc", &["x", "y"]), skill("github.com/crm", "abc")]));
    let mut journal = MemoryJournal::new();
    let calls = [Call::new("x", json!({})), activate("pay"), activate("pay"), activate("github.com/crm")];
    let settled = session.settle(3, &calls, &mut journal).unwrap();
    let (first, second) = (r#"{"skill":"pay","instructions":"abc","tools":["x","y"]}"#, output(&settled, 3));
    assert_eq!((output(&settled, 1).as_str(), first.len()), (first, 54));
    assert_eq!(second, r#"{"skill":"github.com/crm","instructions":"abc"}"#);
    assert_eq!(
        lines(&journal),
        [
            format!(
                r##"{{"id":"main#turn:3:tool:1:skill","source":"agent-skill-activation","choice":{{"skill":"pay","digest":"{ABC}","bytes":5,"resultBytes":54}}}}"##
            ),
            format!(
                r##"{{"id":"main#turn:3:tool:3:skill","source":"agent-skill-activation","choice":{{"skill":"github.com/crm","digest":"{ABC}","bytes":5,"resultBytes":47}}}}"##
            ),
        ]
    );
    assert_eq!(settled.recorded, ["main#turn:3:tool:1:skill", "main#turn:3:tool:3:skill"]);
}

/// ADR-183: the digest is the lower-case hexadecimal SHA-256 of the instructions' UTF-8: the vectors of FIPS 180-2, and letters beyond ASCII.
#[test]
fn digests() {
    for (text, digest) in [
        ("abc", ABC),
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
        ("é", "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"),
        ("Close the books.\n", "5264506d29797423f632f3e88c72d23f1364a0a32e30958d23b33fda8337b595"),
    ] {
        assert!(choice(text).0.contains(&format!(r#""digest":"{digest}","#)), "{text}");
        assert_eq!(instructions_digest(text), digest);
    }
}

/// ADR-194, ADR-205: `bytes` is the length of the instructions as a JSON string, quotes and escapes included, and `resultBytes` that of the whole result.
#[test]
fn lengths() {
    for (text, json, bytes) in [
        ("", r#""""#, 2),
        ("abc", r#""abc""#, 5),
        ("a/b", r#""a/b""#, 5),
        ("a\"b", r#""a\"b""#, 6),
        ("a\\b", r#""a\\b""#, 6),
        ("\\\"", r#""\\\"""#, 6),
        ("\n\r\t", r#""\n\r\t""#, 8),
        ("\u{8}\u{c}", r#""\b\f""#, 6),
        ("\u{0}\u{1f}", "\"\\u0000\\u001f\"", 14),
        ("\u{7f}", "\"\u{7f}\"", 3),
        ("é", "\"é\"", 4),
        ("日本", "\"日本\"", 8),
        ("🦀", "\"🦀\"", 6),
        ("\u{2028}", "\"\u{2028}\"", 5),
        ("<b>&'", r#""<b>&'""#, 7),
    ] {
        let (choice, result) = choice(text);
        assert_eq!(result, format!(r#"{{"skill":"pay","instructions":{json}}}"#));
        // Around the instructions there are 31 bytes.
        assert!(choice.ends_with(&format!(r#","bytes":{bytes},"resultBytes":{}}}"#, 31 + bytes)), "{choice}");
        assert_eq!(result.len(), 31 + bytes);
    }
}

/// ADR-123, ADR-184, ADR-122: a verdict is a decision of its own, refusals are one mark, and a turn without either writes nothing.
#[test]
fn verdicts_and_marks() {
    let skills = [skill("a", Text::tainted("abc")), skill("b", "x".repeat(40_000)), skill("c", "abc")];
    let mut session = live(setup(&skills));
    let mut journal = MemoryJournal::new();
    session.settle(0, &[Call::new("other", json!({}))], &mut journal).unwrap();
    assert!(journal.lines().is_empty());
    let calls = [activate("a"), activate_with(json!(7)), activate("b"), activate("nobody"), activate("c")];
    let settled = session.settle(1, &calls, &mut journal).unwrap();
    assert_eq!(settled.recorded, ["main#turn:1:tool:0:skill", "main#turn:1:tool:2:skill", "main#turn:1:tool:4:skill"]);
    let written = lines(&journal);
    assert!(written[0].ends_with(r#""choice":{"skill":"a","refused":"instructions_refused"}}"#));
    assert!(written[1].ends_with(r#""choice":{"skill":"b","refused":"instructions_too_large"}}"#));
    assert!(written[2].contains(r#""choice":{"skill":"c","digest":"#));
    assert_eq!(written[3], r##"{"mark":"main#turn:1","outcomes":{"1":"invalid_tool_input","3":"unknown_skill"}}"##);
    session.settle(2, &[activate("c")], &mut journal).unwrap();
    assert_eq!(journal.lines().len(), 4, "what is given again is not recorded");
    assert!(session.finish(&mut journal).unwrap().is_empty());
    assert_eq!(lines(&journal)[4], r#"{"end":"main","lines":4}"#);
}

/// ADR-282: an activation is a recorded fact, like a search; a compaction is none.
#[test]
fn facts() {
    assert_eq!(RECORDED_FACT_SOURCES, ["agent-tool-search", "agent-skill-activation"]);
    assert_eq!(Source::SkillActivation.as_str(), "agent-skill-activation");
}
