//! Per-turn selection over the built-in index, and what of it holds for a session's menu, too.

#![cfg(test)]

#[path = "../examples/selector.rs"]
mod selector;

use std::sync::Arc;

use serde_json::json;
use toolsift::contracts::{Hit, Origin, RankError};
use toolsift::prelude::*;
use toolsift::select::{Estimate, Subset};
use toolsift::session::{Code, Note};
use toolsift::trust_policy::WITHHELD;

fn own(id: &str, description: &str) -> ToolDefinition {
    let mut tool = ToolDefinition::new(ToolId::new(id).unwrap());
    tool.description = Some(description.into());
    tool
}

fn remote(id: &str, description: &str) -> ToolDefinition {
    let mut tool = own(id, description);
    tool.origin = Some(Origin::Remote);
    tool
}

fn select(tools: &[ToolDefinition], all: &[ToolSchema], prompt: &str) -> String {
    let docs = tool_search_docs(tools, &Annotations::new());
    let selector = ranker_selector(&docs, Stopwords::default()).unwrap().with_top_k(2);
    let selection = selector.select(&SelectionContext::new(0).with_prompt(prompt), all);
    let ids: Vec<&str> = selection.subset().ids().collect();
    selection.why_opened().map_or_else(|| ids.join(" "), |why| format!("{} ({why})", ids.join(" ")))
}

/// The example: what one shared word selects, what the index does, and what neither finds.
#[test]
fn the_example() {
    let requests = selector::requests().unwrap();
    let told: Vec<_> = requests
        .iter()
        .map(|request| (request.selector, request.advertised.len(), request.opened.map(Opened::as_str)))
        .collect();
    // Words: "approve" or "payment" in 10 + 6 - 1 tools; "holidays" in none.
    let expected = [
        ("keyword", 15, None),
        ("bm25f", 8, None),
        ("keyword", 60, Some("no_match")),
        ("bm25f", 1, None),
        ("keyword", 60, Some("no_match")),
        ("bm25f", 60, Some("no_match")),
    ];
    assert_eq!(told, expected);
    assert!(requests[1].advertised.contains(&"approve_payment".to_owned()));
    assert_eq!(requests[3].advertised, ["approve_absence"]);
    assert!(requests[1].saved > 80 && requests[4].saved == 0, "{requests:?}");
}

/// LOOP-050, LOOP-052: a selection counts and identifies its tools as a session does its menu.
#[test]
fn one_measure() {
    let tools = [own("read", "Reads é."), remote("crm__find", "SECRET"), own("write", "Writes.")];
    let mut setup = Setup::new(LoopName::new("main").unwrap());
    setup.tools = tools.to_vec();
    let session = Session::new(setup, built_in_ranker(Stopwords::default())).unwrap();
    let menu = session.run().menu();
    let all = tool_schemas(&tools);
    let estimate = Estimate::of(&Subset::full(&all));
    assert_eq!(estimate.advertised_chars, menu.spec_chars());
    assert_eq!(estimate.surface.to_string(), menu.prefix_digest(3));
    let specs: Vec<String> = menu.specs().map(MenuSpec::canonical_json).collect();
    assert_eq!(all.iter().map(ToolSchema::json).collect::<Vec<_>>(), specs);
}

/// S55, S59: what is withheld of a tool is neither shown nor a reason to select it, and what may not be on a menu is not there.
#[test]
fn what_is_withheld_selects_nothing() {
    let mut tainted = own("tainted", "");
    tainted.description = Some(Text::tainted("SECRET"));
    let tools =
        [remote("crm__find", "SECRET party"), own("read", "Reads."), tainted, remote("odd\u{202e}id", "SECRET")];
    let all = tool_schemas(&tools);
    assert_eq!(all.iter().map(|tool| tool.id().as_str()).collect::<Vec<_>>(), ["crm__find", "read"]);
    assert_eq!((all[0].description(), all[0].told()), (WITHHELD, ""));
    let keyword = KeywordSelector::default();
    for prompt in ["a party", "secret", "tool description"] {
        let why = |selection: &Selection<'_>| selection.why_opened();
        assert_eq!(why(&keyword.select(&SelectionContext::new(0).with_prompt(prompt), &all)), Some(Opened::NoMatch));
        assert_eq!(select(&tools, &all, prompt), "crm__find read (no_match)");
    }
    assert_eq!(select(&tools, &all, "find"), "crm__find");
}

/// S8, LOOP-056: a tool is found by its exact name whoever registered it; another wording of its description is another index.
#[test]
fn the_index_selects() {
    let before = [own("alpha", "Folds napkins."), own("host_registered", ""), remote("mcp__second__beta", "")];
    let all = tool_schemas(&before);
    for (prompt, selected) in [
        ("host_registered", "host_registered"),
        ("mcp__second__beta", "mcp__second__beta"),
        ("fold a napkin", "alpha"),
        ("sing", "alpha host_registered mcp__second__beta (no_match)"),
    ] {
        assert_eq!(select(&before, &all, prompt), selected, "{prompt}");
    }
    let after = [own("alpha", "Sings."), own("host_registered", "")];
    assert_eq!(select(&after, &tool_schemas(&after), "sing"), "alpha");
}

/// LOOP-006, LOOP-054: without a search and without a selector, what a model is told is the definition's tools, byte for byte.
#[test]
fn nothing_configured() {
    let tools = [own("b", "Second."), own("a", "First.")];
    let mut setup = Setup::new(LoopName::new("main").unwrap());
    setup.tools = tools.to_vec();
    let session = Session::new(setup, built_in_ranker(Stopwords::default())).unwrap();
    let expected = [
        r#"{"description":"Second.","inputSchema":{"type":"object"},"name":"b"}"#,
        r#"{"description":"First.","inputSchema":{"type":"object"},"name":"a"}"#,
    ];
    assert_eq!(session.run().menu().specs().map(MenuSpec::canonical_json).collect::<Vec<_>>(), expected);
    let all = tool_schemas(&tools);
    let selection = Selection::everything(&all);
    assert_eq!(selection.subset().json().unwrap(), format!("[{}]", expected.join(",")));
}

/// LOOP-001: a session's menu and its catalogue are two values, and the menu's growth takes nothing from the catalogue.
#[test]
fn menu_and_catalogue() {
    let mut setup = Setup::new(LoopName::new("main").unwrap());
    setup.catalog = CatalogSnapshot::new(1, vec![own("alpha", ""), own("beta", "")]).unwrap();
    setup.search = Some(ToolSearchConfig::default());
    let mut session = Session::new(setup, built_in_ranker(Stopwords::default())).unwrap();
    let call = Call::new("search_tools", json!({ "query": "alpha" }));
    session.settle(0, &[call], &mut MemoryJournal::new()).unwrap();
    assert_eq!(session.run().menu().names().collect::<Vec<_>>(), ["search_tools", "alpha"]);
    assert!(session.run().catalog().get("alpha").is_some() && session.run().catalog().get("beta").is_some());
}

#[derive(Debug)]
struct Failing;

impl ToolRanker for Failing {
    fn kind(&self) -> &str {
        "failing"
    }
    fn rank(&self, _query: &str, _limit: usize) -> Result<Vec<Hit>, RankError> {
        Err(RankError::Unavailable("no backend".into()))
    }
}

/// LOOP-058, LOOP-055: where a search fails the model is told to use what it has, which it still can; and no error or note comes without words.
#[test]
fn a_failed_search_strands_nobody() {
    let mut setup = Setup::new(LoopName::new("main").unwrap());
    setup.tools = vec![own("finish", "")];
    setup.catalog = CatalogSnapshot::new(1, vec![own("alpha", "")]).unwrap();
    setup.search = Some(ToolSearchConfig::default());
    let mut session = Session::new(setup, RankerSource::Custom(Arc::new(Failing))).unwrap();
    let call = Call::new("search_tools", json!({ "query": "alpha" }));
    let settled = session.settle(0, &[call], &mut MemoryJournal::new()).unwrap();
    let told = settled.outcomes[&0].output.to_json();
    assert!(told.contains("Use the tools that are on the menu."), "{told}");
    assert!(session.run().is_callable("finish").is_ok());
    assert!(Code::ALL.iter().all(|code| !code.message().is_empty()));
    assert!(Note::ALL.iter().all(|note| !note.code().is_empty()));
}
