//! Every record of up to five ids, against every live set of four, with every menu and cap that are small.

use std::collections::BTreeSet;

use serde_json::json;
use toolsift::prelude::*;
use toolsift::session::{Begin, Made, Output, Run, Search};
use toolsift_replay::{Position, SearchChoice};

use super::super::row::{Row, Tally};

/// Ids that may be found, one that may be hidden, one that may be loaded, and one that nobody has.
const IDS: [&str; 5] = ["a", "b", "h", "l", "f"];

/// What is on the menu already.
const MENUS: [&[&str]; 3] = [&[], &["l"], &["a", "l"]];

pub(super) fn row() -> Result<Row, Box<dyn std::error::Error>> {
    let records = records();
    let mut tally = Tally::default();
    for bits in 0_u32..16 {
        let live: BTreeSet<&str> =
            IDS.iter().take(4).enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, id)| *id).collect();
        for menu in MENUS {
            let (base, search) = base(&live, menu)?;
            for record in &records {
                for cap in 0..4 {
                    let (page, loaded) = admitted(&base, &search, record, cap);
                    let expected = expected(&live, menu, record, cap);
                    tally.check(page == expected && loaded == expected, || {
                        format!("{record:?} over {live:?} with {menu:?}, {cap}: {page:?} {loaded:?}")
                    });
                }
            }
        }
    }
    Ok(tally.row("small records that admit anything but what sets say", 749_952))
}

/// The ids of a record that are live and not on the menu, by their first place, as many as the cap.
fn expected(live: &BTreeSet<&str>, menu: &[&str], record: &[&'static str], cap: usize) -> Vec<String> {
    let mut expected: Vec<&str> = Vec::new();
    for id in record {
        if live.contains(id) && !menu.contains(id) && !expected.contains(id) {
            expected.push(id);
        }
    }
    expected.into_iter().take(cap).map(str::to_owned).collect()
}

fn records() -> Vec<Vec<&'static str>> {
    let mut all: Vec<Vec<&'static str>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..5 {
        let last = all.len();
        for place in from..last {
            for id in IDS {
                let mut longer = all.get(place).cloned().unwrap_or_default();
                longer.push(id);
                all.push(longer);
            }
        }
        from = last;
    }
    all
}

/// A run over what is live, with what is on its menu, and a search of it. The menu's tools are the definition's own.
fn base(live: &BTreeSet<&str>, menu: &[&str]) -> Result<(Run, Search), Box<dyn std::error::Error>> {
    let tool = |id: &str| ToolId::new(id).map(ToolDefinition::new);
    let mut setup = Setup::new(LoopName::new("main")?);
    setup.tools = menu.iter().map(|id| tool(id)).collect::<Result<_, _>>()?;
    // Something is always left to find, or there would be no search.
    let catalog = live.iter().filter(|id| !menu.contains(id)).chain([&"spare"]);
    setup.catalog = CatalogSnapshot::new(1, catalog.map(|id| tool(id)).collect::<Result<_, _>>()?)?;
    setup.search = Some(ToolSearchConfig::default());
    let mut run = Run::new(setup)?;
    let call = Call::new("search_tools", json!({ "query": "anything" }));
    let search = match run.begin(Position { turn: 0, call: 0 }, &call) {
        Begin::Pending(pending) => pending.search().clone(),
        _ => return Err("no search".into()),
    };
    Ok((run, search))
}

/// The page that a record gives, and what joins the menu.
fn admitted(base: &Run, search: &Search, record: &[&str], cap: usize) -> (Vec<String>, Vec<String>) {
    let (mut run, mut search) = (base.clone(), search.clone());
    search.limit = cap;
    let mut choice = SearchChoice::new("bm25f", "anything");
    choice.results = record.iter().map(|id| (*id).to_owned()).collect();
    choice.loaded.clone_from(&choice.results);
    let before = run.menu().names().len();
    let page = match run.apply(&search, &choice, Made::Recorded).output {
        Output::Search(result) => result.tools.iter().map(|tool| tool.name.to_string()).collect(),
        _ => Vec::new(),
    };
    (page, run.menu().names().skip(before).map(str::to_owned).collect())
}
