//! A loop of 200 searches over 4,500 generated tools: live with the index built beforehand, and replayed from its record.
//!
//! Beside them, what a replay cannot do without, measured alone: parsing the lines, admitting their ids, serialising the results.
//! The last group settles one search after 1, 100 and 199 others, to show that a turn does not pay for the turns before it.

#![expect(missing_docs, reason = "the macro of the harness makes a function without them")]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use serde_json::json;
use toolsift::prelude::*;
use toolsift::replay::{Line, Position, admit};

const SEARCHES: u64 = 200;
const VERBS: [&str; 9] = ["create", "list", "get", "update", "delete", "search", "export", "assign", "archive"];
const OBJECTS: [&str; 10] =
    ["issue", "invoice", "shipment", "page", "message", "employee", "contract", "route", "container", "report"];

fn tools() -> Vec<ToolDefinition> {
    let mut tools = Vec::new();
    for server in 0..50 {
        for verb in VERBS {
            for object in OBJECTS {
                let Ok(id) = ToolId::new(format!("server{server}__{verb}_{object}")) else { continue };
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

fn call(turn: u64) -> Call {
    Call::new("search_tools", json!({ "query": query(turn) }))
}

fn setup(catalog: &CatalogSnapshot) -> Setup {
    let Ok(name) = LoopName::new("main") else { unreachable_setup() };
    let mut setup = Setup::new(name);
    setup.catalog = catalog.clone();
    let mut search = ToolSearchConfig::default();
    (search.max_searches, search.max_loaded) = (200, 200);
    setup.search = Some(search);
    setup
}

fn unreachable_setup() -> ! {
    std::process::abort()
}

fn session(catalog: &CatalogSnapshot, ranker: &Arc<dyn ToolRanker>) -> Session {
    Session::new(setup(catalog), RankerSource::Custom(ranker.clone())).unwrap_or_else(|_| unreachable_setup())
}

fn run(session: &mut Session, turns: std::ops::Range<u64>) -> MemoryJournal {
    let mut journal = MemoryJournal::new();
    for turn in turns {
        let _ = black_box(session.settle(turn, &[call(turn)], &mut journal));
    }
    journal
}

fn replay(c: &mut Criterion) {
    let tools = tools();
    let docs = tool_search_docs(&tools, &Annotations::new());
    let Ok(catalog) = CatalogSnapshot::new(1, tools) else { return };
    let Ok(ranker) = build_ranker(&docs, Stopwords::default()) else { return };
    let ranker: Arc<dyn ToolRanker> = Arc::new(ranker);
    let journal = run(&mut session(&catalog, &ranker), 0..SEARCHES);
    let texts: Vec<String> = journal.lines().iter().filter_map(|line| line.to_json().ok()).collect();

    let mut group = c.benchmark_group("200 searches");
    group.sample_size(20);
    group.bench_function("live", |b| {
        b.iter_batched_ref(|| session(&catalog, &ranker), |session| run(session, 0..SEARCHES), BatchSize::LargeInput);
    });
    group.bench_function("replayed, parsing included", |b| {
        b.iter_batched(
            || setup(&catalog),
            |setup| {
                let lines: Vec<Line> = texts.iter().filter_map(|text| Line::read(text).ok()).collect();
                let Ok(recorded) = Recorded::from_lines(&lines) else { return };
                let Ok(mut replayer) = Replayer::new(setup, recorded) else { return };
                for turn in 0..SEARCHES {
                    let _ = black_box(replayer.settle(turn, &[call(turn)]));
                }
            },
            BatchSize::LargeInput,
        );
    });
    let Ok(name) = LoopName::new("main") else { return };
    group.bench_function("parse, admit and serialise alone", |b| {
        b.iter(|| {
            let lines: Vec<Line> = texts.iter().filter_map(|text| Line::read(text).ok()).collect();
            let Ok(recorded) = Recorded::from_lines(&lines) else { return };
            for turn in 0..SEARCHES {
                let Some(choice) = recorded.search(&name, Position { turn, call: 0 }) else { continue };
                let page = admit(&choice.results, |id| catalog.get(id).is_some(), 5);
                for tool in page.iter().filter_map(|id| catalog.get(id)) {
                    black_box(listing(tool));
                    black_box(tool_spec(tool).map(|spec| spec.canonical_json()).ok());
                }
                black_box(choice.to_json());
            }
        });
    });
    group.finish();

    let mut group = c.benchmark_group("one search");
    group.sample_size(20);
    for before in [1, 100, 199] {
        group.bench_function(format!("after {before}"), |b| {
            b.iter_batched_ref(
                || {
                    let mut session = session(&catalog, &ranker);
                    run(&mut session, 0..before);
                    session
                },
                |session| run(session, before..before + 1),
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, replay);
criterion_main!(benches);
