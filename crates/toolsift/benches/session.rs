//! One settled search over 4,540 generated tools, its index built beforehand, and one that is replayed: after 1, 100 and 199 others, to show that a turn
//! does not pay for the turns before it. The ranking alone stands beside them.
//!
//! Of pages of five the menu is full after forty turns; with pages of one it grows in each of 200.

#![expect(missing_docs, reason = "the macro of the harness makes a function without them")]

mod common;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use toolsift::prelude::*;

use common::{SEARCHES, call, run, session, setup, tools};

const BEFORE: [u64; 3] = [1, 100, SEARCHES - 1];

fn one_search(c: &mut Criterion) {
    let tools = tools();
    let docs = tool_search_docs(&tools, &Annotations::new());
    let Ok(catalog) = CatalogSnapshot::new(1, tools) else { return };
    let Ok(ranker) = build_ranker(&docs, Stopwords::default()) else { return };
    let ranker: Arc<dyn ToolRanker> = Arc::new(ranker);
    let query = "assign the contract of server 17";
    c.bench_function("ranking alone", |b| b.iter(|| ranker.rank(black_box(query), 5)));
    for page in [5, 1] {
        let journal = run(&mut session(&catalog, page, &ranker), 0..SEARCHES);
        let mut group = c.benchmark_group(format!("pages of {page}"));
        group.sample_size(30);
        for before in BEFORE {
            group.bench_function(format!("settled after {before}"), |b| {
                b.iter_batched_ref(
                    || {
                        let mut session = session(&catalog, page, &ranker);
                        run(&mut session, 0..before);
                        (session, [call(before)], MemoryJournal::new())
                    },
                    |(session, calls, journal)| session.settle(before, calls, journal),
                    BatchSize::LargeInput,
                );
            });
        }
        for before in BEFORE {
            group.bench_function(format!("replayed after {before}"), |b| {
                b.iter_batched_ref(
                    || (replayed(&catalog, page, &journal, before), [call(before)]),
                    |(replayer, calls)| replayer.as_mut().map(|replayer| replayer.settle(before, calls)),
                    BatchSize::LargeInput,
                );
            });
        }
        group.finish();
    }
}

/// A replay that has come to a turn.
fn replayed(catalog: &CatalogSnapshot, page: usize, journal: &MemoryJournal, before: u64) -> Option<Replayer> {
    let recorded = Recorded::from_lines(journal.lines()).ok()?;
    let mut replayer = Replayer::new(setup(catalog, page), recorded).ok()?;
    for turn in 0..before {
        replayer.settle(turn, &[call(turn)]).ok()?;
    }
    Some(replayer)
}

criterion_group!(benches, one_search);
criterion_main!(benches);
