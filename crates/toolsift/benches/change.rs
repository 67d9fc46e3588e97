//! A server of 5,000 tools drops or adds twenty: the index built anew, and what the run pays between two turns: the changed catalogue taken, its tools read, the index
//! built, and the search that needs it. Beside it the same search without a change.

#![expect(missing_docs, reason = "the macro of the harness makes a function without them")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use serde_json::json;
use toolsift::prelude::*;

const TOOLS: usize = 5_000;
const CHANGED: usize = 20;
const WORDS: &str = "create list update delete search issue invoice shipment page message employee contract \
    route container report history status owner currency date team board archive region";

fn word(number: usize) -> &'static str {
    // Multiplying spreads neighbours over the list.
    WORDS.split_whitespace().nth(number.wrapping_mul(2_654_435_761) / 7 % 24).unwrap_or_default()
}

fn tool(number: usize) -> Option<ToolDefinition> {
    let id = format!("server{}__{}_{}_{number}", number % 40, word(number), word(number + 1));
    let mut tool = ToolDefinition::new(ToolId::new(id).ok()?);
    let text: Vec<&str> = (2..16).map(|place| word(number * 16 + place)).collect();
    tool.description = Some(text.join(" ").into());
    tool.tags = vec![word(number + 3).to_owned()];
    tool.aliases = vec![format!("{} the {}", word(number + 4), word(number + 5))];
    tool.input_schema = Some(json!({
        "type": "object",
        "properties": { word(number + 6): { "type": "string", "description": format!("The {} to {}.", word(number + 7), word(number + 8)) } },
    }));
    Some(tool)
}

fn tools(count: usize) -> Vec<ToolDefinition> {
    (0..count).filter_map(tool).collect()
}

fn search() -> [Call; 1] {
    [Call::new("search_tools", json!({ "query": "update the invoice of a contract" }))]
}

/// A run that has searched once, so that its index is there.
fn begun(catalog: &CatalogSnapshot) -> Option<Session> {
    let mut setup = Setup::new(LoopName::new("main").ok()?);
    setup.catalog = catalog.clone();
    setup.search = Some(ToolSearchConfig::default());
    let mut session = Session::new(setup, built_in_ranker(Stopwords::default())).ok()?;
    session.settle(0, &search(), &mut MemoryJournal::new()).ok()?;
    Some(session)
}

fn change(c: &mut Criterion) {
    let mut group = c.benchmark_group("5,000 tools");
    group.sample_size(20);
    let Ok(before) = CatalogSnapshot::new(1, tools(TOOLS)) else { return };
    for (name, count) in [("20 dropped", TOOLS - CHANGED), ("20 added", TOOLS + CHANGED)] {
        let tools = tools(count);
        let docs = tool_search_docs(&tools, &Annotations::new());
        group.bench_function(format!("{name}, index alone"), |b| {
            b.iter_with_large_drop(|| Index::build(black_box(&docs), &Params::default()));
        });
        group.bench_function(format!("{name}, the next search included"), |b| {
            b.iter_batched_ref(
                || (begun(&before), tools.clone(), search(), MemoryJournal::new()),
                |(session, tools, calls, journal)| {
                    let session = session.as_mut()?;
                    session.refresh(CatalogSnapshot::new(2, std::mem::take(tools)).ok()?);
                    session.settle(1, calls, journal).ok()
                },
                BatchSize::LargeInput,
            );
        });
    }
    group.bench_function("a search without a change", |b| {
        b.iter_batched_ref(
            || (begun(&before), search(), MemoryJournal::new()),
            |(session, calls, journal)| session.as_mut().map(|session| session.settle(1, calls, journal)),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(benches, change);
criterion_main!(benches);
