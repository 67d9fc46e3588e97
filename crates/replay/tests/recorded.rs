//! A journal's lines by what a run asks for, and how a record and a run differ.

#![cfg(test)]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::sample::select;
use toolsift_core::SkillId;
use toolsift_replay::{
    DecisionKind, Divergence, DivergenceKind, Header, Journal, Line, LoopName, MemoryJournal, Position, Recorded,
    SearchChoice, SkillChoice, Source, compaction_id, decision_id, read_lines,
};

fn name(name: &str) -> LoopName {
    LoopName::new(name).unwrap()
}

fn at(turn: u64, call: u64) -> Position {
    Position { turn, call }
}

/// A search of the loop `main` whose query tells it from others.
fn search(turn: u64, call: u64, query: &str) -> Line {
    Line::search(&name("main"), at(turn, call), &SearchChoice::new("bm25f", query))
}

fn decision(id: &str, source: &str) -> Line {
    let id = serde_json::to_string(id).unwrap();
    let source = serde_json::to_string(source).unwrap();
    Line::read(&format!(r#"{{"id":{id},"source":{source},"choice":{{"query":"q"}}}}"#)).unwrap()
}

fn mark(turn: u64, outcomes: &[(u64, &str)]) -> Line {
    let outcomes: BTreeMap<u64, String> = outcomes.iter().map(|&(call, code)| (call, code.to_owned())).collect();
    Line::mark(&name("main"), turn, outcomes)
}

fn recorded(lines: &[Line]) -> Recorded {
    Recorded::from_lines(lines).unwrap()
}

fn query(recorded: &Recorded, turn: u64, call: u64) -> Option<String> {
    recorded.search(&name("main"), at(turn, call)).map(|choice| choice.query)
}

fn shown(divergences: &[Divergence]) -> Vec<String> {
    divergences.iter().map(Divergence::to_string).collect()
}

/// ADR-029, ADR-038: a search is found by its loop, turn and call, and by nothing else.
#[test]
fn a_search_is_found_by_its_position() {
    let run = recorded(&[search(2, 0, "c"), search(0, 1, "b"), search(0, 0, "a")]);
    let found = [(0, 0), (0, 1), (2, 0), (1, 0), (2, 1), (0, 2)].map(|(turn, call)| query(&run, turn, call));
    let expected = [Some("a"), Some("b"), Some("c"), None, None, None].map(|query| query.map(str::to_owned));
    assert_eq!(found, expected);
    for other in ["Main", "main ", "ma", "main2", "mаin"] {
        assert!(run.search(&name(other), at(0, 0)).is_none(), "{other}");
    }
    assert_eq!(Recorded::default().search(&name("main"), at(0, 0)), None);
}

/// C3-37: of two records of one decision the first counts, and the second is a divergence, also where both are equal.
#[test]
fn the_first_record_wins() {
    let id = "main#turn:0:tool:0:search";
    let run = recorded(&[search(0, 0, "first"), search(1, 0, "x"), search(0, 0, "second"), search(0, 0, "first")]);
    assert_eq!(query(&run, 0, 0).as_deref(), Some("first"));
    let one = r#"duplicate: "main#turn:0:tool:0:search": expected one record, of "agent-tool-search", recorded another, of "agent-tool-search""#;
    assert_eq!(shown(run.duplicates()), [one, one]);
    assert!(run.duplicates().iter().all(|found| found.kind == DivergenceKind::Duplicate && found.id == id));

    let run = recorded(&[decision(id, "forged"), search(0, 0, "real")]);
    assert_eq!(query(&run, 0, 0), None, "a record of another source stays first");
    assert_eq!(
        shown(run.duplicates()),
        [
            r#"duplicate: "main#turn:0:tool:0:search": expected one record, of "forged", recorded another, of "agent-tool-search""#
        ]
    );
}

/// Of two codes of one call the first counts; marks of one turn in several lines are one mark.
#[test]
fn the_first_code_wins() {
    let run =
        recorded(&[mark(3, &[(0, "limit"), (2, "unknown")]), mark(3, &[(1, "input"), (2, "limit")]), mark(4, &[])]);
    let outcome = |turn, call| run.outcome(&name("main"), at(turn, call));
    assert_eq!((outcome(3, 0), outcome(3, 1), outcome(3, 2)), (Some("limit"), Some("input"), Some("unknown")));
    assert_eq!((outcome(3, 3), outcome(4, 0), outcome(2, 0)), (None, None, None));
    assert_eq!(run.outcome(&name("other"), at(3, 0)), None);
    assert_eq!(
        shown(run.duplicates()),
        [r#"duplicate: "main#turn:3": expected one code, "unknown", recorded another, "limit""#]
    );
}

/// ADR-259: a record of another source is no search; the divergence has both sources.
#[test]
fn another_source_is_a_divergence() {
    let id = "main#turn:0:tool:0:search";
    for source in ["agent-skill-activation", "agent-compaction", "Agent-Tool-Search", "agent-tool-search ", ""] {
        let run = recorded(&[decision(id, source)]);
        assert_eq!(query(&run, 0, 0), None, "{source}");
        let found = run.other_source("main#turn:0:tool:0:search", Source::ToolSearch).unwrap();
        assert_eq!((found.kind, found.expected.as_str()), (DivergenceKind::OtherSource, "agent-tool-search"));
        assert!(found.recorded.contains(source), "{source}");
    }
    let run = recorded(&[decision(id, "agent-skill-activation"), search(1, 0, "q")]);
    let found = run.other_source("main#turn:0:tool:0:search", Source::ToolSearch).unwrap().to_string();
    assert_eq!(found, format!(r#"other_source: "{id}": expected agent-tool-search, recorded agent-skill-activation"#));
    assert_eq!(run.other_source("main#turn:1:tool:0:search", Source::ToolSearch), None, "the right source");
    assert_eq!(run.other_source("main#turn:2:tool:0:search", Source::ToolSearch), None, "no record");
}

/// The decisions of a loop that nobody asked for, whatever their kind; other loops' are not of it.
#[test]
fn what_was_not_asked_is_listed() {
    let skill = decision_id(&name("main"), at(1, 0), DecisionKind::Skill);
    let run = recorded(&[
        search(2, 0, "c"),
        decision(&skill, "agent-skill-activation"),
        search(0, 0, "a"),
        decision("main2#turn:0:tool:0:search", "agent-tool-search"),
        decision("ma#turn:0:tool:0:search", "agent-tool-search"),
        decision("nobody", "agent-tool-search"),
    ]);
    let not_asked = |asked: &[&str]| {
        let asked: BTreeSet<String> = asked.iter().map(|&id| id.to_owned()).collect();
        shown(&run.not_asked(&name("main"), &asked))
    };
    let first = r#"not_asked: "main#turn:0:tool:0:search": expected no decision, recorded agent-tool-search"#;
    let second = r#"not_asked: "main#turn:1:tool:0:skill": expected no decision, recorded agent-skill-activation"#;
    let third = r#"not_asked: "main#turn:2:tool:0:search": expected no decision, recorded agent-tool-search"#;
    assert_eq!(not_asked(&[]), [first, second, third]);
    assert_eq!(
        not_asked(&[&skill, "main#turn:7:tool:0:search"]),
        [first, third],
        "asked and not recorded is `missing`"
    );
    assert_eq!(not_asked(&["main#turn:0:tool:0:search", &skill, "main#turn:2:tool:0:search"]), [""; 0]);
}

/// Every kind by hand: a stable code, the decision, and both sides.
#[test]
fn divergences_by_hand() {
    let table = [
        (DivergenceKind::NotAsked, "not_asked"),
        (DivergenceKind::OtherSource, "other_source"),
        (DivergenceKind::Duplicate, "duplicate"),
        (DivergenceKind::Missing, "missing"),
    ];
    for (kind, code) in table {
        assert_eq!(kind.code(), code);
        let shown = Divergence::new(kind, "main#turn:0:tool:0:search", "a record", "none").to_string();
        assert_eq!(shown, format!(r#"{code}: "main#turn:0:tool:0:search": expected a record, recorded none"#));
    }
    let odd = Divergence::new(DivergenceKind::Missing, "a\"\n\u{1b}\u{202e}", "x", "y").to_string();
    assert_eq!(odd, r#"missing: "a\"\n\u{1b}\u{202e}": expected x, recorded y"#, "an id is quoted");
}

/// ADR-259: what a journal says about itself cannot make one divergence look like two, or steer a terminal.
#[test]
fn a_hostile_source_stays_on_its_line() {
    let forged = "x\nmissing: \"main#turn:9:tool:0:search\": expected a, recorded b\u{1b}[2J";
    let run = recorded(&[decision("main#turn:0:tool:0:search", forged), search(0, 0, "q")]);
    let mut found = run.not_asked(&name("main"), &BTreeSet::new());
    found.extend(run.other_source("main#turn:0:tool:0:search", Source::ToolSearch));
    found.extend(run.duplicates().to_vec());
    assert_eq!(found.len(), 3);
    for divergence in shown(&found) {
        assert!(!divergence.contains(char::is_control), "{divergence:?}");
    }
}

/// The past is what lies before the latest record or mark of the same loop, by turn and then call, as numbers.
#[test]
fn the_past_by_hand() {
    let past = |lines: &[Line], turn, call| recorded(lines).is_past(&name("main"), at(turn, call));
    let run = [search(10, 2, "b"), search(2, 5, "a")];
    for (turn, call, expected) in [
        (0, 0, true),
        (2, 5, true),
        (2, 6, true),
        (9, 99, true),
        (10, 1, true),
        (10, 2, false),
        (10, 3, false),
        (11, 0, false),
        (100, 0, false),
    ] {
        assert_eq!(past(&run, turn, call), expected, "{turn} {call}");
        assert_eq!(past(&[run[1].clone(), run[0].clone()], turn, call), expected, "{turn} {call} in the other order");
    }
    let marked = [mark(3, &[(1, "limit"), (4, "limit")]), search(0, 0, "a")];
    assert!(past(&marked, 3, 3) && past(&marked, 2, 9) && !past(&marked, 3, 4) && !past(&marked, 4, 0), "marks count");
    let skill = decision("main#turn:1:tool:1:skill", "agent-skill-activation");
    assert!(past(&[skill], 1, 0), "activations count");
    let elsewhere = ["other#turn:9:tool:0:search", "main#turn:09:tool:0:search", "main#turn:9:tool:0:find", "main"];
    for id in elsewhere {
        assert!(!past(&[decision(id, "agent-tool-search")], 0, 0), "{id}");
    }
    assert!(!past(&[], 0, 0) && !past(&[Line::end(&name("main"), 1)], 0, 0));
}

/// A record of a compaction is one of its loop, made before the calls of its turn: earlier turns are the past.
#[test]
fn a_compaction_is_a_record_of_its_loop() {
    let run = recorded(&[decision("main#turn:3:compact", "agent-compaction")]);
    let past = |turn, call| run.is_past(&name("main"), at(turn, call));
    assert!(past(2, 0), "turn 2 lies before the compaction of turn 3");
    assert!(!past(3, 0), "turn 3 does not");
}

/// Activations and compactions are found as searches are: by loop and place, of their own source, the first of two.
#[test]
fn activations_and_compactions_by_hand() {
    let choice = SkillChoice::refused(&SkillId::new("pay").unwrap(), "too_large");
    let run = recorded(&[
        Line::skill(&name("main"), at(1, 2), &choice),
        Line::compaction(&name("main"), 3),
        decision("main#turn:4:compact", "agent-tool-search"),
        decision("main#turn:5:tool:0:skill", "agent-tool-search"),
    ]);
    assert_eq!(run.skill(&name("main"), at(1, 2)), Some(choice));
    for (of, turn, call) in [("main", 1, 1), ("main", 2, 2), ("other", 1, 2), ("main", 5, 0)] {
        assert_eq!(run.skill(&name(of), at(turn, call)), None, "{of} {turn} {call}");
    }
    assert_eq!(run.search(&name("main"), at(1, 2)), None, "an activation is no search");
    for (of, turn, expected) in [("main", 3, true), ("main", 2, false), ("main", 4, false), ("other", 3, false)] {
        assert_eq!(run.compaction(&name(of), turn), expected, "{of} {turn}");
    }
    let id = compaction_id(&name("main"), 3);
    assert_eq!(id, "main#turn:3:compact");
    assert_eq!(run.other_source(&id, Source::Compaction), None);
}

/// A turn is reached by whatever is recorded of it or of a later one, in its own loop.
#[test]
fn a_turn_is_reached_by_any_record() {
    for line in [
        search(3, 1, "q"),
        mark(3, &[(1, "limit")]),
        Line::compaction(&name("main"), 3),
        decision("main#turn:3", "agent-later"),
    ] {
        let run = recorded(&[line.clone(), search(1, 0, "q")]);
        for (turn, expected) in [(0, true), (2, true), (3, true), (4, false)] {
            assert_eq!(run.reaches_turn(&name("main"), turn), expected, "{line:?} {turn}");
            assert!(!run.reaches_turn(&name("other"), turn));
        }
    }
    assert!(!recorded(&[]).reaches_turn(&name("main"), 0));
}

/// C1-2: a run has ended where its own end is recorded; a header is kept, and only the first.
#[test]
fn ends_and_headers() {
    let run = recorded(&[Line::Header(Header::current()), search(0, 0, "a"), Line::end(&name("main"), 2)]);
    assert!(run.has_ended(&name("main")) && !run.has_ended(&name("other")));
    assert_eq!(run.header(), Some(&Header::current()));
    let run = recorded(&[search(0, 0, "a")]);
    assert!(!run.has_ended(&name("main")) && run.header().is_none());
    assert!(recorded(&[]) == Recorded::default());
}

/// CF-040: lines of a run that this version cannot replay are refused, wherever they come from.
#[test]
fn lines_of_another_version_are_refused() {
    let mut journal = MemoryJournal::new();
    for (line, message) in [
        (r#"{"format":"toolsift-journal","version":9}"#, "journal version 9: versions 1 to 1 are read"),
        (r#"{"format":"x","version":1}"#, "journal line 1: not a toolsift-journal header"),
    ] {
        let line = Line::read(line).unwrap();
        let _ = journal.append(&line);
        assert_eq!(Recorded::from_lines(&[line]).unwrap_err().to_string(), message);
    }
}

/// C1-2: a log that ends in the middle of a task gives its prefix, and what follows is not the past.
#[test]
fn a_cut_log_gives_its_prefix() {
    let header = Line::Header(Header::current());
    let lines = [header, search(0, 0, "a"), mark(1, &[(0, "limit")]), search(2, 0, "b"), search(2, 1, "c")];
    let text: String = lines.iter().map(|line| line.to_json().unwrap() + "\n").collect();
    for count in 0..=lines.len() {
        let end: usize = text.split_inclusive('\n').take(count).map(str::len).sum();
        let run = recorded(&read_lines(&text.as_bytes()[..end]).unwrap());
        let found = [query(&run, 0, 0), query(&run, 2, 0), query(&run, 2, 1)].into_iter().flatten().collect::<String>();
        assert_eq!(found, ["", "", "a", "a", "ab", "abc"][count]);
        assert_eq!(run.outcome(&name("main"), at(1, 0)).is_some(), count > 2);
        assert!(!run.is_past(&name("main"), at(2, 1)), "the next call is made live");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    /// The order of distinct records in the file changes nothing that a run can ask.
    #[test]
    fn file_order_does_not_matter(
        places in proptest::collection::btree_set((select(vec!["main", "other"]), 0_u64..12, 0_u64..3, any::<bool>()), 0..12)
            .prop_map(|places| places.into_iter().collect::<Vec<_>>()).prop_shuffle(),
        turn in 0_u64..13, call in 0_u64..4,
    ) {
        let line = |&(of, turn, call, search): &(&str, u64, u64, bool)| {
            if search {
                return Line::search(&name(of), at(turn, call), &SearchChoice::new("bm25f", &format!("{turn} {call}")));
            }
            Line::mark(&name(of), turn, [(call, format!("{turn}-{call}"))].into())
        };
        let lines: Vec<Line> = places.iter().map(line).collect();
        let mut sorted = places.clone();
        sorted.sort_unstable();
        let in_order: Vec<Line> = sorted.iter().map(line).collect();
        let run = recorded(&lines);
        prop_assert_eq!(&run, &recorded(&in_order));
        for of in ["main", "other"] {
            let later = places.iter().any(|place| place.0 == of && (place.1, place.2) > (turn, call));
            prop_assert_eq!(run.is_past(&name(of), at(turn, call)), later);
            let there = |search| places.contains(&(of, turn, call, search));
            prop_assert_eq!(run.search(&name(of), at(turn, call)).is_some(), there(true));
            prop_assert_eq!(run.outcome(&name(of), at(turn, call)).is_some(), there(false));
        }
        prop_assert!(run.duplicates().is_empty());
    }
}
