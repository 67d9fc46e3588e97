//! The guarded ranking through whole runs: what un-vouched tools cannot do to the page of a search.

#![cfg(test)]

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::json;
use toolsift_bm25f_index::{Bm25fFactory, Params, Stopwords};
use toolsift_core::{CatalogSnapshot, Origin, Ranking, Text, ToolDefinition, ToolId};
use toolsift_replay::{LoopName, MemoryJournal};
use toolsift_session::{Call, RankerSource, Session, Setup, ToolSearchConfig};

const WORDS: [&str; 12] =
    ["refund", "invoice", "customer", "ticket", "issue", "create", "search", "file", "message", "send", "list", "user"];

/// Words, at least one.
fn words(most: usize) -> impl Strategy<Value = Vec<&'static str>> {
    vec(prop::sample::select(WORDS.as_slice()), 1..=most)
}

/// A tool that is called after some words.
fn tool(prefix: &str, number: usize, name: &[&str]) -> ToolDefinition {
    ToolDefinition::new(ToolId::new(format!("{prefix}{number}_{}", name.join("_"))).unwrap())
}

/// Tools of the host's own, with descriptions.
fn honest() -> impl Strategy<Value = Vec<ToolDefinition>> {
    vec((words(3), words(12)), 0..70).prop_map(|tools| {
        let described = tools.into_iter().enumerate().map(|(number, (name, description))| {
            let mut tool = tool("own", number, &name);
            tool.description = Some(Text::from(description.join(" ")));
            tool
        });
        described.collect()
    })
}

/// Any number of tools of servers that nobody vouches for; the letter decides whether their ids come before or behind the host's.
fn flood() -> impl Strategy<Value = Vec<ToolDefinition>> {
    let tools = vec((prop::sample::select(["a", "z"].as_slice()), words(6)), 0..200);
    tools.prop_map(|tools| {
        let remote = tools.into_iter().enumerate().map(|(number, (prefix, name))| {
            let mut tool = tool(prefix, number, &name);
            tool.origin = Some(Origin::Remote);
            tool
        });
        remote.collect()
    })
}

/// The tools of a page in its order, and what the host learns of how good they are.
type Page = (Vec<String>, Vec<(ToolId, u16)>);

/// The page of one search.
fn page(tools: Vec<ToolDefinition>, query: &str, limit: usize) -> Page {
    let mut config = ToolSearchConfig::default();
    (config.ranking, config.max_per_search, config.max_loaded) = (Ranking::Guarded, 50, 50);
    let mut setup = Setup::new(LoopName::new("main").unwrap());
    setup.catalog = CatalogSnapshot::new(1, tools).unwrap();
    setup.search = Some(config);
    let params = Params::default().with_ranking(Ranking::Guarded);
    let factory = Bm25fFactory::new(Stopwords::default()).with_params(params);
    let mut session = Session::new(setup, RankerSource::BuiltIn(Arc::new(factory))).unwrap();
    let call = Call::new("search_tools", json!({ "query": query, "limit": limit }));
    let settled = session.settle(0, &[call], &mut MemoryJournal::new()).unwrap();
    let Some(outcome) = settled.outcomes.get(&0) else { return Page::default() };
    let result: serde_json::Value = serde_json::from_str(&outcome.output.to_json()).unwrap();
    let found = result["tools"].as_array().unwrap().iter();
    (found.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect(), outcome.strengths.clone())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// R2, R3: on the page of a session, whatever servers add, trusted tools are the first of those that would be there without them, in the same order and
    /// as good; they keep three places in five, and lead.
    #[test]
    fn a_flood_moves_no_trusted_tool(own in honest(), flood in flood(), query in words(8), limit in 1..=20_usize) {
        let query = query.join(" ");
        let (quiet, quiet_strengths) = page(own.clone(), &query, limit);
        let (loud, strengths) = page([own, flood].concat(), &query, limit);
        let is_own = |name: &&String| name.starts_with("own");
        let kept = loud.iter().take_while(is_own).count();
        prop_assert_eq!(loud.iter().filter(is_own).count(), kept, "trusted tools lead");
        prop_assert_eq!(&loud[..kept], &quiet[..kept]);
        prop_assert_eq!(&strengths[..], &quiet_strengths[..kept]);
        prop_assert!(kept >= quiet.len().min(limit - limit * 2 / 5), "{kept} of {}", quiet.len());
        prop_assert!(loud.len() >= quiet.len(), "no place stays empty");
    }
}
