//! What may be in a selection.

use proptest::prelude::*;
use toolsift_select::{Message, Opened, Role, Selection, SelectionContext, Subset};

use crate::toys::{ids, read_write_search, tool, tools};

/// LOOP-001: what is registered and what is advertised are two values, and narrowing the one leaves the other whole.
#[test]
fn registered_and_advertised() {
    let all = read_write_search();
    let before = all.clone();
    let some = Subset::of_ids(&all, ["web_search"]);
    assert_eq!(some.ids().collect::<Vec<_>>(), ["web_search"]);
    assert_eq!((some.len(), some.registered()), (1, &before[..]));
    assert_eq!(some.tools().collect::<Vec<_>>(), [&all[2]]);
    assert_eq!(all[2].input_schema()["properties"]["xylophone"]["type"], "string");
    assert!(!some.is_full() && !some.is_empty() && Subset::full(&all).is_full() && Subset::empty(&all).is_empty());
}

/// LOOP-008: an id that nobody has and a place beyond the end are dropped, and a tool that was made up has no way in.
#[test]
fn nothing_is_fabricated() {
    let all = read_write_search();
    let some = Subset::of_ids(&all, ["format_disk", "write_file", "WRITE_FILE", ""]);
    assert_eq!(some.ids().collect::<Vec<_>>(), ["write_file"]);
    let some = Subset::of_places(&all, [7, 2, 0, 2, usize::MAX]);
    assert_eq!(some.ids().collect::<Vec<_>>(), ["read_file", "web_search"]);
    let other = all.clone();
    assert!(some.is_of(&all) && !some.is_of(&other) && !some.is_of(&all[..2]));
    assert!(Subset::empty(&[]).is_of(&[]));
}

/// LOOP-009: without tools the request has no field for them, and not an empty list.
#[test]
fn no_tools_no_field() {
    let all = tools(&[("b", "Second."), ("a", "First.")]);
    let json = |subset: &Subset<'_>| subset.json();
    assert_eq!(json(&Subset::empty(&all)), None);
    let schema = r#"{"properties":{"xylophone":{"type":"string"}},"type":"object"}"#;
    let expected = format!(
        r#"[{{"description":"Second.","inputSchema":{schema},"name":"b"}},{{"description":"First.","inputSchema":{schema},"name":"a"}}]"#
    );
    assert_eq!(json(&Subset::full(&all)), Some(expected));
}

/// LOOP-036, LOOP-058: an empty selection is meant, one that could not be made is full and says so; whatever the reason, every tool is at hand and the reason has a code of its own.
#[test]
fn inability_is_not_emptiness() {
    let all = read_write_search();
    let meant = Selection::narrowed(Subset::empty(&all));
    assert_eq!((meant.subset().len(), meant.why_opened()), (0, None));
    let reasons = [
        Opened::NoPrompt,
        Opened::NoWords,
        Opened::NoMatch,
        Opened::RankerFailed,
        Opened::RunEnded,
        Opened::EmbeddingFailed,
        Opened::NotRankable,
        Opened::CompletionFailed,
        Opened::TimedOut,
        Opened::OverBudget,
        Opened::NoKnownName,
        Opened::TooManyTools,
        Opened::Cancelled,
        Opened::ForeignSubset,
    ];
    for why in reasons {
        let open = Selection::opened(&all, why);
        assert_eq!((ids(&open).len(), open.why_opened()), (3, Some(why)));
    }
    let codes: std::collections::BTreeSet<_> = reasons.iter().map(|why| why.to_string()).collect();
    assert_eq!(codes.len(), reasons.len());
    assert_eq!(Selection::everything(&all).why_opened(), None);
}

/// LOOP-003: a selector is told the turn, the opening prompt if there is one, and the conversation.
#[test]
fn a_context_has_three_parts() {
    let history = [Message::new(Role::User, "hello"), Message::new(Role::Tool, "42")];
    let context = SelectionContext::new(7).with_prompt("hello").with_conversation(&history);
    let copy = context;
    assert_eq!((copy.turn, copy.prompt, copy.conversation), (7, Some("hello"), &history[..]));
    assert_eq!((SelectionContext::new(0).prompt, SelectionContext::new(0).conversation.len()), (None, 0));
    let roles = [Role::System, Role::User, Role::Assistant, Role::Tool].map(Role::as_str);
    assert_eq!(roles, ["system", "user", "assistant", "tool"]);
}

proptest! {
    /// LOOP-008: whatever ids and places are asked for, the subset is a part of the slice in the order of the slice.
    #[test]
    fn a_subset_is_a_part(
        names in proptest::collection::vec("[a-c]{1,2}", 0..8),
        wanted in proptest::collection::vec("[a-d]{1,2}", 0..8),
        places in proptest::collection::vec(0_usize..12, 0..8),
    ) {
        let all: Vec<_> = names.iter().map(|name| tool(name, "")).collect();
        let by_id: Vec<&str> = Subset::of_ids(&all, wanted.iter().map(String::as_str)).ids().collect();
        let expected: Vec<&String> = names.iter().filter(|name| wanted.contains(name)).collect();
        prop_assert_eq!(by_id, expected);
        let by_place = Subset::of_places(&all, places.iter().copied());
        let expected: Vec<usize> = (0..names.len()).filter(|place| places.contains(place)).collect();
        prop_assert_eq!(by_place.places(), expected);
        prop_assert!(names.iter().all(|name| by_place.contains(name) == by_place.ids().any(|id| id == name)));
    }
}

/// LOOP-057: what needs vectors stands behind a feature of its own, which nobody gets unasked.
#[test]
fn embeddings_are_a_feature() {
    let manifest = include_str!("../../Cargo.toml");
    assert!(manifest.contains("\n[features]\ndefault = []\n"));
    assert!(manifest.contains("\nembedding = []\n"));
    let root = include_str!("../../src/lib.rs");
    let gated = "#[cfg(feature = \"embedding\")]\n";
    assert!(root.contains(&format!("{gated}mod embedding;")) && root.contains(&format!("{gated}pub use embedding::")));
}
