//! The document's own cases of selection by keywords.

use std::sync::Arc;

use proptest::prelude::*;
use toolsift_select::{
    KeywordSelector, MAX_KEYWORD_DESCRIPTION_CHARS, MAX_KEYWORD_PROMPT_CHARS, SelectionContext, StaticSelector,
    ToolSelector,
};

use crate::toys::{read_write_search, selected, shown, tool, tools};

/// Tools as `id: description`, one a line, a prompt, and what is selected.
fn check(selector: &KeywordSelector, list: &[(&str, &str)], prompt: &str, expected: &str) {
    assert_eq!(selected(selector, &tools(list), prompt), expected, "{prompt:?}");
}

fn plain() -> KeywordSelector {
    KeywordSelector::default()
}

const READ: (&str, &str) = ("read_file", "Read a file from disk");
const WRITE: (&str, &str) = ("write_file", "Write a file to disk");
const SEARCH: (&str, &str) = ("web_search", "Search the web for pages");
const WEATHER: (&str, &str) = ("weather", "The weather forecast for a city");

/// LOOP-007, LOOP-002: the static selector selects everything, and a selector is an object that can be shared.
#[test]
fn everything() {
    let all = tools(&[("read", "Read"), ("write", "Write")]);
    let selector: Arc<dyn ToolSelector> = Arc::new(StaticSelector);
    for context in [SelectionContext::new(0), SelectionContext::new(9).with_prompt("read")] {
        assert_eq!(shown(&selector.select(&context, &all)), "read write");
    }
    assert_eq!(shown(&selector.select(&SelectionContext::new(0), &[])), "");
}

/// LOOP-018, LOOP-017: one shared word selects, of the name or of the description, in whatever case; nothing else does.
#[test]
fn overlap() {
    check(&plain(), &[READ, WRITE, SEARCH], "please search the web for rust news", "web_search");
    check(&plain(), &[WEATHER, ("calc", "Adds numbers")], "what is the WEATHER forecast", "weather");
    check(&plain(), &[("alpha", "Nothing else"), ("beta", "Nothing more")], "run ALPHA", "alpha");
    check(&plain(), &[("alpha", "Folds a Napkin"), ("beta", "Nothing more")], "a napkin", "alpha");
    check(&plain(), &[("alpha", "x"), ("beta", "x")], "alphabet", "alpha beta (no_match)");
    check(
        &plain(),
        &[("file_napkin", "x"), ("napkin", "x"), ("other", "x")],
        "file the napkin twice: napkin",
        "file_napkin napkin",
    );
}

/// LOOP-019, LOOP-020, LOOP-021: a miss, no prompt, and a prompt without a word that counts all open to every tool.
#[test]
fn opening() {
    check(&plain(), &[READ, WRITE], "completely unrelated zebra topic", "read_file write_file (no_match)");
    let all = tools(&[("read", "Read a file")]);
    let context = SelectionContext::new(3);
    assert_eq!(shown(&plain().select(&context, &all)), "read (no_prompt)");
    assert_eq!(shown(&plain().select(&context.with_prompt(""), &all)), "read (no_prompt)");
    let short = [("ab", "A tool whose name is a short fragment")];
    check(&plain(), &short, "match me by the ab token please", "ab (no_match)");
    for prompt in ["a to of", "the for", "   ", "покажи погоду", "?!"] {
        check(&plain(), &[READ, SEARCH], prompt, "read_file web_search (no_words)");
    }
}

/// LOOP-022, LOOP-024: synonyms and phrases of the default tables reach tools that share no word with the prompt.
#[test]
fn default_synonyms() {
    let audit = ("audit_build", "Verify the build for regressions");
    check(&plain(), &[audit, WEATHER], "check whether it passed", "audit_build");
    let audit = ("audit_build", "Check the build for regressions");
    check(&plain(), &[audit, WEATHER], "verify the deployment passed", "audit_build");
    check(&plain(), &[SEARCH, READ], "check the weather", "web_search");
    check(&plain(), &[SEARCH, WEATHER], "look up rust news", "web_search");
    check(&plain(), &[READ, SEARCH], "look at the config", "read_file");
    check(&plain(), &[READ, SEARCH], "look for the bug", "web_search");
    check(&plain(), &[("planner", "Plan the steps"), WEATHER], "Figure OUT a way", "planner");
    check(&plain(), &[READ, SEARCH], "look", "read_file web_search (no_match)");
}

/// LOOP-024: each pair of the table reaches its other side, from either.
#[test]
fn every_pair_in_both_directions() {
    for (one, other) in toolsift_select::DEFAULT_SYNONYMS {
        for (said, meant) in [(one, other), (other, one)] {
            let all = [tool("yes", meant), tool("no", "zebra")];
            assert_eq!(selected(&plain(), &all, said), "yes", "{said} means {meant}");
        }
    }
}

/// LOOP-022: the host's pairs hold in both directions, in any case, and add up; tools are not expanded by them, prompts are.
#[test]
fn pairs_of_the_host() {
    let selector = || plain().with_synonyms([("ruoka", "meal")]).unwrap();
    let food = ("food_tool", "Prepare a meal");
    check(&selector(), &[food, WEATHER], "ruoka time", "food_tool");
    check(&selector(), &[("keitto", "ruoka"), WEATHER], "a meal", "keitto");
    let more = selector().with_synonyms([("SQL".to_owned(), "Query".to_owned())]).unwrap();
    let query = ("query_tool", "Query the dataset");
    check(&more, &[query, food, WEATHER], "sql time", "query_tool");
    check(&more, &[query, food, WEATHER], "ruoka time", "food_tool");
    let again = more.with_synonyms([("ruoka", "weather")]).unwrap();
    check(&again, &[query, food, WEATHER], "ruoka time", "food_tool weather");
    let idle = plain().with_synonyms([("zebra", "platypus")]).unwrap();
    check(&idle, &[READ, WRITE], "completely unrelated topic", "read_file write_file (no_match)");
    // If tools were expanded, too, two steps would lead from `ruoka` by `meal` to `dinner`.
    let chain = selector().with_synonyms([("meal", "dinner")]).unwrap();
    check(&chain, &[("cook", "dinner"), food, WEATHER], "ruoka", "food_tool");
}

/// LOOP-025: what a synonym brings brings nobody: `check` means `search`, which means `find` and is not said.
#[test]
fn one_step() {
    let all = [("locate_tool", "locate things"), ("find_tool", "find things"), ("seek", "search things")];
    check(&plain(), &all, "check", "seek");
    check(&plain(), &all, "find", "locate_tool find_tool seek");
    let chain = plain().with_synonyms([("one", "two"), ("two", "three")]).unwrap();
    check(&chain, &[("a", "three"), ("b", "two"), ("c", "one")], "one", "b c");
    // A phrase brings nobody either: `look up` means `search`, not `find`.
    check(&plain(), &all, "look up", "seek");
}

/// LOOP-026, LOOP-027: a phrase within longer words means nothing, and one that stands free later does.
#[test]
fn phrases() {
    check(&plain(), &[READ, SEARCH], "look upon the sea", "read_file web_search (no_match)");
    check(&plain(), &[READ, SEARCH], "look upé", "read_file web_search (no_match)");
    check(&plain(), &[READ, SEARCH], "look upon it then look up", "web_search");
    check(&plain(), &[READ, SEARCH], "look  up", "read_file web_search (no_match)");
}

/// LOOP-028, LOOP-029, LOOP-030: core tools join what was matched, in the order of the tools; a miss opens to all; an unknown one is nobody.
#[test]
fn core_tools() {
    let core = plain().with_core_tools(["read_file"]);
    check(&core, &[READ, SEARCH], "completely unrelated zebra topic", "read_file web_search (no_match)");
    check(&core, &[READ, SEARCH, WEATHER], "what is the weather in Rome", "read_file weather");
    check(&core, &[WEATHER, SEARCH, READ], "what is the weather in Rome", "weather read_file");
    let more = core.with_core_tools(vec!["finish".to_owned(), "absent".to_owned(), "READ_FILE".to_owned()]);
    check(&more, &[READ, SEARCH, WEATHER, ("finish", "End")], "weather", "read_file weather finish");
    let absent = plain().with_core_tools(["absent", "Read_File"]);
    check(&absent, &[READ, WEATHER], "weather", "weather");
}

/// LOOP-031: what a prompt shows is read and not listed.
#[test]
fn show_reaches_no_list() {
    check(&plain(), &[WEATHER, ("list_files", "List the files of a folder")], "show me the weather", "weather");
}

/// LOOP-028: of two tools with one name both ride where either matches.
#[test]
fn namesakes() {
    let twice = [("same", "Folds a napkin"), ("other", "Sings"), ("same", "Unlike")];
    check(&plain(), &twice, "napkin", "same same");
}

/// LOOP-046: of a prompt and of a description no more than a bounded part is read, to the character.
#[test]
fn what_is_read_is_bounded() {
    let all = [tool("one", "zebra"), tool("two", "Sings")];
    for (length, expected) in [(MAX_KEYWORD_PROMPT_CHARS, "one"), (MAX_KEYWORD_PROMPT_CHARS + 1, "one two (no_words)")]
    {
        let prompt = format!("{} zebra", "é".repeat(length - " zebra".len()));
        let expected = if length > MAX_KEYWORD_PROMPT_CHARS { "one two (no_match)" } else { expected };
        assert_eq!(selected(&plain(), &all, &prompt), expected, "{length}");
    }
    for (length, expected) in
        [(MAX_KEYWORD_DESCRIPTION_CHARS, "one"), (MAX_KEYWORD_DESCRIPTION_CHARS + 1, "one two (no_match)")]
    {
        let description = format!("{} zebra", "é".repeat(length - " zebra".len()));
        assert_eq!(selected(&plain(), &[tool("one", &description), tool("two", "")], "zebra"), expected, "{length}");
    }
}

proptest! {
    /// LOOP-010, LOOP-019: the same input gives the same selection, in the order of the tools, and never none of them.
    #[test]
    fn deterministic(prompt in "[a-z é]{0,40}", names in proptest::collection::vec("[a-z]{1,4}_[a-z]{1,6}", 1..12)) {
        let all: Vec<_> = names.iter().map(|name| tool(name, "look up a file, then show it")).collect();
        let selector = plain().with_synonyms([("abc", "file")]).unwrap();
        let first = selector.select(&SelectionContext::new(1).with_prompt(&prompt), &all);
        let clone = selector.clone();
        let second = clone.select(&SelectionContext::new(1).with_prompt(&prompt), &all);
        prop_assert_eq!(&first, &second);
        prop_assert!(!first.subset().is_empty());
        prop_assert!(first.subset().places().is_sorted_by(|a, b| a < b));
    }
}

/// S8: whoever registered a tool, it is selected by the same rule.
#[test]
fn every_kind_of_tool() {
    let mut all = read_write_search();
    all.push(tool("mcp__second-server__napkin", "Folds"));
    all.push(tool("host.napkin", "Folds"));
    assert_eq!(selected(&plain(), &all, "a napkin"), "mcp__second-server__napkin host.napkin");
}

/// LOOP-017: what stands in the place of a description is no word of any tool, and the name of the tool still is.
#[test]
fn placeholders_say_nothing() {
    let all =
        [tool("napkin_folder", "Third-party tool; description withheld").with_placeholder(), tool("other", "Sings")];
    assert_eq!(selected(&plain(), &all, "plan a party"), "napkin_folder other (no_match)");
    assert_eq!(selected(&plain(), &all, "a napkin for the party"), "napkin_folder");
    assert_eq!(all[0].description(), "Third-party tool; description withheld");
    assert!(all[0].json().contains("description withheld"));
}
