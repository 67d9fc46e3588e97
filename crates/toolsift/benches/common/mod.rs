//! What the benches of runs share: a generated catalogue of 4,540 tools, and runs that search it.

use std::hint::black_box;
use std::ops::Range;
use std::sync::Arc;

use serde_json::json;
use toolsift::prelude::*;

/// As many searches as a run may make.
pub(crate) const SEARCHES: u64 = 200;
const TOOLS: usize = 4_540;
const VERBS: [&str; 9] = ["create", "list", "get", "update", "delete", "search", "export", "assign", "archive"];
const OBJECTS: [&str; 10] =
    ["issue", "invoice", "shipment", "page", "message", "employee", "contract", "route", "container", "report"];

/// The tools of some fifty servers.
pub(crate) fn tools() -> Vec<ToolDefinition> {
    let mut tools = Vec::new();
    for server in 0.. {
        for verb in VERBS {
            for object in OBJECTS {
                if tools.len() == TOOLS {
                    return tools;
                }
                let Ok(id) = ToolId::new(format!("server{server}__{verb}_{object}")) else { return tools };
                let mut tool = ToolDefinition::new(id);
                tool.description = Some(format!("{verb} one {object} of server {server}, with its history.").into());
                tools.push(tool);
            }
        }
    }
    tools
}

fn query(turn: u64) -> String {
    let word = |words: &[&str], n: u64| {
        words.get(usize::try_from(n).unwrap_or(0) % words.len()).copied().unwrap_or("").to_owned()
    };
    format!("{} the {} of server {}", word(&VERBS, turn), word(&OBJECTS, turn / 9), turn % 50)
}

/// The search of a turn.
pub(crate) fn call(turn: u64) -> Call {
    Call::new("search_tools", json!({ "query": query(turn) }))
}

/// A run that may search in 200 turns, with pages of some length.
pub(crate) fn setup(catalog: &CatalogSnapshot, page: usize) -> Setup {
    let Ok(name) = LoopName::new("main") else { std::process::abort() };
    let mut setup = Setup::new(name);
    setup.catalog = catalog.clone();
    let mut search = ToolSearchConfig::default();
    (search.max_searches, search.max_loaded, search.max_per_search) = (200, 200, page);
    setup.search = Some(search);
    setup
}

/// A live run whose index is there.
pub(crate) fn session(catalog: &CatalogSnapshot, page: usize, ranker: &Arc<dyn ToolRanker>) -> Session {
    let session = Session::new(setup(catalog, page), RankerSource::Custom(ranker.clone()));
    session.unwrap_or_else(|_| std::process::abort())
}

/// Settles some turns, and gives their record.
pub(crate) fn run(session: &mut Session, turns: Range<u64>) -> MemoryJournal {
    let mut journal = MemoryJournal::new();
    for turn in turns {
        let _ = black_box(session.settle(turn, &[call(turn)], &mut journal));
    }
    journal
}
