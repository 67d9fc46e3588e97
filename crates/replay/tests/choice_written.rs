//! Writing a choice and the line around it: exact bytes, and what is written is what is read.

#![cfg(test)]

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use toolsift_replay::{
    Behaviour, DecisionKind, Header, JournalError, Line, LoopName, MAX_LINE_BYTES, Position, RECORDED_FACT_SOURCES,
    SearchChoice, Source, decision_id, parse_decision_id, turn_id,
};

fn main_loop() -> LoopName {
    LoopName::new("main").unwrap()
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// ADR-031: four keys always, the others where they hold something, all in one order.
#[test]
fn bytes_by_hand() {
    let mut choice = SearchChoice::new("bm25f", "bill the customer");
    assert_eq!(choice.to_json(), r#"{"ranker":"bm25f","query":"bill the customer","results":[],"loaded":[]}"#);
    choice.results = texts(&["b", "a"]);
    choice.loaded = texts(&["a"]);
    assert_eq!(
        choice.to_json(),
        r#"{"ranker":"bm25f","query":"bill the customer","results":["b","a"],"loaded":["a"]}"#,
        "the lists keep their order"
    );
    choice.result_bytes = Some(0);
    choice.unmatched = texts(&["customer"]);
    choice.note = Some("more".into());
    choice.on_menu = texts(&["c"]);
    choice.skills = Some(texts(&["s"]));
    choice.skill_ranker = Some("custom".into());
    assert_eq!(
        choice.to_json(),
        concat!(
            r#"{"ranker":"bm25f","skillRanker":"custom","query":"bill the customer","results":["b","a"],"loaded":["a"],"#,
            r#""skills":["s"],"onMenu":["c"],"note":"more","unmatched":["customer"],"resultBytes":0}"#
        )
    );
}

/// ADR-031: texts are escaped as little as JSON allows, and line ends always.
#[test]
fn escapes_by_hand() {
    let choice = SearchChoice::new("a\"b\\", "\n\r\t\u{0}\u{1f}\u{7f}/<é😀\u{2028}");
    let json = choice.to_json();
    assert_eq!(
        json,
        "{\"ranker\":\"a\\\"b\\\\\",\"query\":\"\\n\\r\\t\\u0000\\u001f\u{7f}/<é😀\u{2028}\",\"results\":[],\"loaded\":[]}"
    );
    assert_eq!(SearchChoice::read(&json), choice);
}

/// ADR-031: a query is recorded up to its 200th scalar value.
#[test]
fn a_long_query_is_recorded_in_part() {
    for scalar in ["a", "é", "ﷺ", "😀", "\u{301}"] {
        for (length, kept) in [(0, 0), (199, 199), (200, 200), (201, 200), (100_000, 200)] {
            let choice = SearchChoice::new("bm25f", &scalar.repeat(length));
            assert_eq!(choice.query, scalar.repeat(kept), "{scalar} {length}");
        }
    }
}

/// ADR-029, ADR-030: one search is one line, whose id and source are these.
#[test]
fn lines_by_hand() {
    let at = Position { turn: 3, call: 1 };
    let line = |line: Line| line.to_json().unwrap();
    assert_eq!(
        line(Line::search(&main_loop(), at, &SearchChoice::new("bm25f", "q"))),
        concat!(
            r#"{"id":"main#turn:3:tool:1:search","source":"agent-tool-search","#,
            r#""choice":{"ranker":"bm25f","query":"q","results":[],"loaded":[]}}"#
        )
    );
    let outcomes: BTreeMap<u64, String> = [(10, "b".into()), (2, "a".into())].into();
    assert_eq!(
        line(Line::mark(&main_loop(), 3, outcomes)),
        r#"{"mark":"main#turn:3","outcomes":{"2":"a","10":"b"}}"#,
        "calls by number and not by text"
    );
    assert_eq!(line(Line::end(&main_loop(), 4)), r#"{"end":"main","lines":4}"#);
    assert_eq!(line(Line::Header(Header::current())), r#"{"format":"toolsift-journal","version":1,"behaviours":[1]}"#);
    assert!(Header::current().has(Behaviour::SearchResultBytes));
}

/// ADR-030, ADR-038, C1-4: one query in two turns, and in two calls of a turn, has four ids; a skill's differs from a search's.
#[test]
fn ids_are_a_function_of_the_position() {
    let mut ids = Vec::new();
    for (turn, call) in [(1, 0), (1, 1), (2, 0), (2, 1)] {
        let line = Line::search(&main_loop(), Position { turn, call }, &SearchChoice::new("bm25f", "same"));
        let Line::Decision(decision) = line else { panic!("a search is a decision") };
        ids.push(decision.id);
    }
    let expected = [
        "main#turn:1:tool:0:search",
        "main#turn:1:tool:1:search",
        "main#turn:2:tool:0:search",
        "main#turn:2:tool:1:search",
    ];
    assert_eq!(ids, expected);
    let at = Position { turn: 18_446_744_073_709_551_615, call: 0 };
    let skill = decision_id(&main_loop(), at, DecisionKind::Skill);
    assert_eq!(skill, "main#turn:18446744073709551615:tool:0:skill");
    assert_eq!(parse_decision_id(&skill), Some((main_loop(), at, DecisionKind::Skill)));
    assert_eq!(turn_id(&main_loop(), 7), "main#turn:7");
}

/// ADR-042: both sources are listed as facts, so that nothing is learned from them.
#[test]
fn sources_are_facts() {
    assert_eq!(RECORDED_FACT_SOURCES, ["agent-tool-search", "agent-skill-activation"]);
    assert_eq!(Source::ToolSearch.as_str(), "agent-tool-search");
    assert_eq!(Source::SkillActivation.as_str(), "agent-skill-activation");
}

/// A line that is too long is refused before it is written, with its length; the longest one is read.
#[test]
fn a_line_has_a_longest_length() {
    let line_of = |bytes: usize| {
        let mut choice = SearchChoice::new("bm25f", "q");
        let empty = Line::search(&main_loop(), Position { turn: 0, call: 0 }, &choice).to_json().unwrap().len();
        choice.results = vec!["x".repeat(bytes - empty - 2)];
        Line::search(&main_loop(), Position { turn: 0, call: 0 }, &choice)
    };
    assert_eq!(MAX_LINE_BYTES, 262_144);
    let longest = line_of(MAX_LINE_BYTES);
    let json = longest.to_json().unwrap();
    assert_eq!((json.len(), Line::read(&json)), (MAX_LINE_BYTES, Ok(longest)));
    let error = line_of(MAX_LINE_BYTES + 1).to_json().unwrap_err();
    assert!(matches!(error, JournalError::LineTooLong { actual: 262_145, limit: 262_144 }), "{error}");
    assert_eq!(error.to_string(), "journal line: 262145 bytes, at most 262144 are allowed");
    assert_eq!(Line::read(&(json + " ")), Err("longer than a line may be"), "also where the rest is white space");
}

/// C3-35: a choice that was laid out over several lines is written on one, so that a reader finds the decision again.
#[test]
fn a_line_holds_no_line_end() {
    for laid_out in ["{\n}", "{\r\n  \"results\": [\"a\"]\n}", "[\n1]"] {
        let read = Line::read(&format!(r#"{{"id":"main#turn:0:tool:0:search","source":"s","choice":{laid_out}}}"#));
        let Ok(line) = read else { continue };
        let Ok(json) = line.to_json() else { continue };
        assert!(!json.contains('\n'), "{json:?}");
    }
}

/// Texts that break writers and readers, and any others.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), Just("\"}\n{\"id\":\"".to_owned()), Just("\u{0}\u{2028}\u{feff}\\".to_owned())]
}

fn choice() -> impl Strategy<Value = SearchChoice> {
    let list = || vec(text(), 0..6);
    let some_list = option::of(vec(text(), 1..6));
    let names = (text(), option::of(text()), option::of(text()));
    (names, text(), list(), list(), some_list, list(), list(), option::of(any::<u64>())).prop_map(
        |((ranker, skill_ranker, note), query, results, loaded, skills, on_menu, unmatched, result_bytes)| {
            // Names are short in any record of ours.
            let short = |name: String| name.chars().take(100).collect::<String>();
            let mut choice = SearchChoice::new(short(ranker), &query);
            choice.skill_ranker = skill_ranker.map(short);
            choice.note = note.map(short);
            (choice.results, choice.loaded, choice.skills) = (results, loaded, skills);
            (choice.on_menu, choice.unmatched, choice.result_bytes) = (on_menu, unmatched, result_bytes);
            choice
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    /// ADR-031: what was written is read, and written again it has the same bytes on one line.
    #[test]
    fn a_written_choice_is_read(choice in choice(), turn: u64, call: u64) {
        let json = choice.to_json();
        prop_assert_eq!(&SearchChoice::read(&json), &choice);
        prop_assert!(!json.contains(['\n', '\r']));
        let line = Line::search(&main_loop(), Position { turn, call }, &choice);
        let written = line.to_json().unwrap();
        prop_assert!(!written.contains(['\n', '\r']));
        prop_assert_eq!(Line::read(&written), Ok(line));
    }

    /// Marks and ends are read as they were written.
    #[test]
    fn written_marks_and_ends_are_read(
        outcomes in proptest::collection::btree_map(any::<u64>(), text(), 0..5), turn: u64, lines: u64,
    ) {
        for line in [Line::mark(&main_loop(), turn, outcomes.clone()), Line::end(&main_loop(), lines)] {
            let written = line.to_json().unwrap();
            prop_assert!(!written.contains(['\n', '\r']));
            prop_assert_eq!(Line::read(&written), Ok(line));
        }
    }
}
