//! What instructions are counted of, by `cargo xtask bench icount`.
//!
//! A case prepares its input, does its work once so that memory has grown to its size, and hands out the work to be counted. Each does its work many times on different
//! input: the seeds of hash tables change with every process, and so does, a little, the way through them.

use std::hint::black_box;
use std::ops::ControlFlow;

use serde_json::json;
use toolsift::prelude::*;
use toolsift::replay::admit;
use toolsift::tokenizer::{MAX_FIELD_CHARS, for_each_term};

use crate::generated;

/// The work of a case; none where its preparation failed.
pub type Work = Option<Box<dyn FnMut()>>;

/// A case: its name, and what prepares it.
pub type Case = (&'static str, fn() -> Work);

/// Every case.
pub const CASES: [Case; 13] = [
    ("tokenise ASCII", || tokenise(ASCII)),
    ("tokenise mixed", || tokenise(MIXED)),
    ("build 1,000", build),
    ("query 1,000, 3 terms", || query(1_000, 3)),
    ("query 1,000, 16 terms", || query(1_000, 16)),
    ("query 10,000, 3 terms", || query(10_000, 3)),
    ("query 10,000, 16 terms", || query(10_000, 16)),
    ("admit a record of 50", admit_50),
    ("settle a search, 1 before", || settle(1)),
    ("settle a search, 150 before", || settle(150)),
    ("replay a search, 1 before", || replay(1)),
    ("replay a search, 150 before", || replay(150)),
    ("activate a skill", activate),
];

const ASCII: &str = "Create a pull request in a GitHub repository. Returns the pull request's number, URL and state; fails with HTTP 422 when base and \
    head branches are equal (see list_branches, getBranchForID). Queries the invoices of a customer by status, date and currency.";

const MIXED: &str = "Créer une facture pour le client. Renvoie le numéro, l'adresse et l'état de la facture émise à l'échéance. \
    创建拉取请求并返回编号、链接和状态。 Straße und Größe prüfen; see listBranches, ＪＳＯＮ ﬁle.";

/// How often a short work is repeated.
const REPEATS: usize = 200;
/// Turns that are counted of a run.
const TURNS: usize = 40;

/// Does the work. Instructions are counted from its beginning to its end: it is found by its name.
#[inline(never)]
pub fn counted_work(work: &mut dyn FnMut()) {
    work();
    // So that the call above is no tail call, with which counting would never end.
    black_box(());
}

#[expect(clippy::unnecessary_wraps, reason = "a case")]
fn tokenise(text: &'static str) -> Work {
    Some(Box::new(move || {
        for _ in 0..REPEATS {
            let mut bytes = 0;
            for_each_term(black_box(text), MAX_FIELD_CHARS, |term| {
                bytes += term.len();
                ControlFlow::Continue(())
            });
            black_box(bytes);
        }
    }))
}

#[expect(clippy::unnecessary_wraps, reason = "a case")]
fn build() -> Work {
    let docs = generated::docs(1_000);
    Some(Box::new(move || drop(black_box(Index::build(&docs, &Params::default())))))
}

fn query(documents: usize, terms: usize) -> Work {
    let ranker = build_ranker(&generated::docs(documents), Stopwords::default()).ok()?;
    let queries = generated::queries(REPEATS, terms);
    let work = move || queries.iter().for_each(|query| drop(black_box(ranker.rank(query, 5))));
    work();
    Some(Box::new(work))
}

fn admit_50() -> Work {
    let tools = generated::tools(1_000);
    let record: Vec<String> = tools.iter().step_by(20).map(|tool| tool.id.as_str().to_owned()).collect();
    let catalog = CatalogSnapshot::new(1, tools).ok()?;
    let work = move || {
        for _ in 0..REPEATS {
            drop(black_box(admit(black_box(&record), |id| catalog.get(id).is_some(), 50)));
        }
    };
    work();
    Some(Box::new(work))
}

/// A run over 1,000 tools that may search 200 times. Of a page of one tool the menu grows in each.
fn searching(catalog: &CatalogSnapshot) -> Option<Setup> {
    let mut setup = Setup::new(LoopName::new("main").ok()?);
    setup.catalog = catalog.clone();
    let mut search = ToolSearchConfig::default();
    (search.max_searches, search.max_loaded, search.max_per_search) = (200, 200, 1);
    setup.search = Some(search);
    Some(setup)
}

/// A catalogue, and the searches of a run, one a turn.
fn searches(turns: usize) -> Option<(CatalogSnapshot, Vec<Call>)> {
    let queries = generated::queries(turns, 4);
    let calls = queries.into_iter().map(|query| Call::new("search_tools", json!({ "query": query }))).collect();
    Some((CatalogSnapshot::new(1, generated::tools(1_000)).ok()?, calls))
}

/// Settles the searches of some turns.
fn settle_all<'c>(session: &mut Session, turns: impl Iterator<Item = (u64, &'c Call)>, journal: &mut MemoryJournal) {
    turns.for_each(|(turn, call)| drop(black_box(session.settle(turn, std::slice::from_ref(call), journal))));
}

/// A session, what comes before the turns that are counted being settled: it has built its index.
fn settle(before: usize) -> Work {
    let (catalog, calls) = searches(before + TURNS)?;
    let mut session = Session::new(searching(&catalog)?, built_in_ranker(Stopwords::default())).ok()?;
    let mut journal = MemoryJournal::new();
    settle_all(&mut session, (0..).zip(&calls).take(before), &mut journal);
    Some(Box::new(move || settle_all(&mut session, (0..).zip(&calls).skip(before), &mut journal)))
}

fn replay(before: usize) -> Work {
    let (catalog, calls) = searches(before + TURNS)?;
    let mut session = Session::new(searching(&catalog)?, built_in_ranker(Stopwords::default())).ok()?;
    let mut journal = MemoryJournal::new();
    settle_all(&mut session, (0..).zip(&calls), &mut journal);
    let mut replayer = Replayer::new(searching(&catalog)?, Recorded::from_lines(journal.lines()).ok()?).ok()?;
    for (turn, call) in (0..).zip(&calls).take(before) {
        replayer.settle(turn, std::slice::from_ref(call)).ok()?;
    }
    Some(Box::new(move || {
        for (turn, call) in (0..).zip(&calls).skip(before) {
            drop(black_box(replayer.settle(turn, std::slice::from_ref(call))));
        }
    }))
}

fn activate() -> Work {
    let mut setup = Setup::new(LoopName::new("main").ok()?);
    setup.skills = Some(SkillSnapshot::new(generated::skills(50)).ok()?);
    let mut activation = SkillActivationConfig::default();
    activation.max_active = 50;
    setup.activation = Some(activation);
    let mut session = Session::new(setup, built_in_ranker(Stopwords::default())).ok()?;
    let call = |turn| Call::new("activate_skill", json!({ "name": format!("skill-{turn}") }));
    let calls: Vec<Call> = (0..=TURNS).map(call).collect();
    let mut journal = MemoryJournal::new();
    session.settle(0, calls.get(..1)?, &mut journal).ok()?;
    Some(Box::new(move || {
        for (turn, call) in (0..).zip(&calls).skip(1) {
            drop(black_box(session.settle(turn, std::slice::from_ref(call), &mut journal)));
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nearly all searches that are counted find something and load it, also the last ones.
    #[test]
    fn counted_searches_grow_the_menu() {
        let (catalog, calls) = searches(150 + TURNS).unwrap();
        let ranker = built_in_ranker(Stopwords::default());
        let mut session = Session::new(searching(&catalog).unwrap(), ranker).unwrap();
        settle_all(&mut session, (0..).zip(&calls), &mut MemoryJournal::new());
        assert_eq!(calls.len(), 190);
        assert!(session.run().menu().found() > 180, "{}", session.run().menu().found());
    }
}
