//! Choices that are deep or long: what is read of them is cut at the caps, and nothing recurses.

#![cfg(test)]

use toolsift_replay::{MAX_RECORDED_IDS, MAX_RECORDED_QUERY_CHARS, MAX_RECORDED_TERMS, SearchChoice};

/// How deep the nested values are, and how long the long lists.
const MANY: usize = 100_000;

fn nothing() -> SearchChoice {
    SearchChoice::default()
}

/// What is read of an object with one field.
fn one(key: &str, value: &str) -> SearchChoice {
    SearchChoice::read(&format!(r#"{{"{key}":{value}}}"#))
}

/// ADR-259: nesting costs no stack: an unknown key is passed over, a known one counts as absent or as a list without texts.
#[test]
fn depth_is_harmless() {
    let (lists, objects) = ("[".repeat(MANY) + &"]".repeat(MANY), r#"{"a":"#.repeat(MANY) + "1" + &"}".repeat(MANY));
    for deep in [&lists, &objects] {
        assert_eq!(SearchChoice::read(&format!(r#"{{"more":{deep},"results":["a"]}}"#)).results, ["a"]);
        assert_eq!(one("results", &format!(r#"["a",{deep},"b"]"#)).results, ["a", "b"]);
        assert_eq!(SearchChoice::read(deep), nothing());
        for key in ["ranker", "skillRanker", "query", "note", "resultBytes", "results", "loaded", "onMenu", "unmatched"]
        {
            assert_eq!(one(key, deep), nothing(), "{key}");
        }
        assert_eq!(one("skills", deep).skills.unwrap_or_default(), [""; 0]);
        assert_eq!(one("results", deep.trim_end_matches([']', '}'])), nothing(), "never closed");
    }
}

/// ADR-259: of a long list the first texts are read, as many as the cap says.
#[test]
fn long_lists_are_cut() {
    let ids: Vec<String> = (0..MANY).map(|at| format!("t{at}")).collect();
    let list = serde_json::to_string(&ids).unwrap();
    for key in ["results", "loaded", "onMenu", "skills"] {
        let choice = one(key, &list);
        let read = [choice.results, choice.loaded, choice.on_menu, choice.skills.unwrap_or_default()].concat();
        assert_eq!(read, ids[..MAX_RECORDED_IDS], "{key}");
    }
    assert_eq!(one("unmatched", &list).unmatched, ids[..MAX_RECORDED_TERMS]);
    let late = format!("[{}\"a\"]", "null,".repeat(MANY));
    assert_eq!(one("results", &late).results, ["a"], "what is no text does not count");
    assert_eq!((MAX_RECORDED_IDS, MAX_RECORDED_TERMS), (256, 16));
}

/// ADR-031, CF-075: of a query at most 200 scalar values are read, and a cut splits none.
#[test]
fn long_texts_are_cut() {
    for (scalar, name) in [("a", "ascii"), ("é", "two bytes"), ("😀", "four bytes"), ("\u{301}", "a mark")] {
        for (length, kept) in [(199, 199), (200, 200), (201, 200), (5_000, 200)] {
            let query = one("query", &format!(r#""{}""#, scalar.repeat(length))).query;
            assert_eq!(query, scalar.repeat(kept), "{name}, {length}");
        }
    }
    let long = format!(r#""{}""#, "é".repeat(MANY));
    for key in ["ranker", "skillRanker", "note"] {
        let choice = one(key, &long);
        let name = choice.ranker + &choice.skill_ranker.unwrap_or_default() + &choice.note.unwrap_or_default();
        assert!((1..=MAX_RECORDED_QUERY_CHARS).contains(&name.chars().count()), "{key}");
    }
}
