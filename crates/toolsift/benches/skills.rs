//! Runs whose searches find skills, over 1,000 and over 10,000 of them: beginning the run, its first search (which builds the one index of tools and skills), a later search,
//! an activation, and an activation that is delivered again.

#![expect(missing_docs, reason = "the macro of the harness makes a function without them")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use serde_json::json;
use toolsift::prelude::*;

const SUBJECTS: [&str; 10] =
    ["ledger", "payroll", "invoice", "shipment", "contract", "forecast", "inventory", "audit", "travel", "tender"];
const ACTS: [&str; 10] =
    ["close", "review", "prepare", "reconcile", "file", "approve", "summarise", "translate", "archive", "plan"];

fn of<'w>(words: &[&'w str], number: usize) -> &'w str {
    words.get(number % words.len()).copied().unwrap_or_default()
}

/// Skills with instructions of some kilobytes.
fn skills(count: usize) -> Vec<SkillDefinition> {
    let skill = |number: usize| {
        let (act, subject) = (of(&ACTS, number), of(&SUBJECTS, number / 10));
        let instructions = format!("# {act} the {subject}\n").repeat(120);
        let mut skill = SkillDefinition::new(SkillId::new(format!("{act}-{subject}-{number}")).ok()?, instructions);
        skill.description = Some(format!("How to {act} the {subject} of unit {number}, step by step.").into());
        skill.tags = vec![subject.to_owned()];
        Some(skill)
    };
    (0..count).filter_map(skill).collect()
}

fn setup(skills: &SkillSnapshot) -> Option<Setup> {
    let mut setup = Setup::new(LoopName::new("main").ok()?);
    setup.skills = Some(skills.clone());
    setup.search = Some(ToolSearchConfig::default());
    let mut activation = SkillActivationConfig::default();
    activation.discovery = Discovery::Search;
    setup.activation = Some(activation);
    Some(setup)
}

fn session(skills: &SkillSnapshot) -> Option<Session> {
    Session::new(setup(skills)?, built_in_ranker(Stopwords::default())).ok()
}

fn search() -> Call {
    Call::new("search_tools", json!({ "query": "reconcile the payroll of a unit" }))
}

fn activation() -> Call {
    Call::new("activate_skill", json!({ "name": "close-ledger-0" }))
}

/// A run in which some calls were made, a turn each.
fn after(skills: &SkillSnapshot, calls: &[Call]) -> Option<Session> {
    let mut session = session(skills)?;
    for (turn, call) in (0..).zip(calls) {
        session.settle(turn, std::slice::from_ref(call), &mut MemoryJournal::new()).ok()?;
    }
    Some(session)
}

fn many(c: &mut Criterion) {
    for count in [1_000, 10_000] {
        let Ok(skills) = SkillSnapshot::new(skills(count)) else { return };
        let mut group = c.benchmark_group(format!("{count} skills"));
        group.sample_size(20);
        group.bench_function("beginning", |b| b.iter(|| session(&skills)));
        for (name, calls, call) in [
            ("first search", vec![], search()),
            ("later search", vec![search()], search()),
            ("activation", vec![], activation()),
            ("delivered again", vec![activation()], activation()),
        ] {
            group.bench_function(name, |b| {
                b.iter_batched_ref(
                    || after(&skills, &calls),
                    |session| {
                        let settled = session
                            .as_mut()
                            .map(|session| session.settle(9, std::slice::from_ref(&call), &mut MemoryJournal::new()));
                        let _ = black_box(settled);
                    },
                    BatchSize::LargeInput,
                );
            });
        }
        group.finish();
    }
}

criterion_group!(benches, many);
criterion_main!(benches);
