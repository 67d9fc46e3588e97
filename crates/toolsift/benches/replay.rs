//! A loop of 200 searches over 4,540 generated tools: live with the index built beforehand, and replayed from its record.
//!
//! Beside them, what a replay cannot do without, measured alone: parsing the lines, admitting their ids, serialising the results.

#![expect(missing_docs, reason = "the macro of the harness makes a function without them")]

mod common;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use toolsift::prelude::*;
use toolsift::replay::{Line, Position, admit};

use common::{SEARCHES, call, run, session, setup, tools};

/// As many tools a page as without a word about it.
const PAGE: usize = 5;

fn replay(c: &mut Criterion) {
    let tools = tools();
    let docs = tool_search_docs(&tools, &Annotations::new());
    let Ok(catalog) = CatalogSnapshot::new(1, tools) else { return };
    let Ok(ranker) = build_ranker(&docs, Stopwords::default()) else { return };
    let ranker: Arc<dyn ToolRanker> = Arc::new(ranker);
    let journal = run(&mut session(&catalog, PAGE, &ranker), 0..SEARCHES);
    let texts: Vec<String> = journal.lines().iter().filter_map(|line| line.to_json().ok()).collect();

    let mut group = c.benchmark_group("200 searches");
    group.sample_size(20);
    group.bench_function("live", |b| {
        b.iter_batched_ref(
            || session(&catalog, PAGE, &ranker),
            |session| run(session, 0..SEARCHES),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("replayed, parsing included", |b| {
        b.iter_batched(
            || setup(&catalog, PAGE),
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
                let page = admit(&choice.results, |id| catalog.get(id).is_some(), PAGE);
                for tool in page.iter().filter_map(|id| catalog.get(id)) {
                    black_box(listing(tool));
                    black_box(tool_spec(tool).map(|spec| spec.canonical_json()).ok());
                }
                black_box(choice.to_json());
            }
        });
    });
    group.finish();
}

criterion_group!(benches, replay);
criterion_main!(benches);
