//! Ten thousand skills: the prompt says no more of them than of one, and what they cost is paid once.

#![cfg(test)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use toolsift::bm25f_index::Bm25fFactory;
use toolsift::contracts::ToolRankerFactory;
use toolsift::prelude::*;

/// The built-in factory, and how often it was asked.
#[derive(Debug, Default)]
struct Counted(Bm25fFactory, AtomicUsize);

impl ToolRankerFactory for Counted {
    fn build(&self, docs: &[SearchDoc]) -> Result<Arc<dyn ToolRanker>, RankError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.build(docs)
    }
}

fn session(count: usize, factory: Arc<Counted>) -> Session {
    let skill = |number: usize| {
        let mut skill = SkillDefinition::new(SkillId::new(format!("skill-{number:05}")).unwrap(), "Do it.");
        skill.description = Some(format!("How to do what unit{number} does.").into());
        skill
    };
    let mut setup = Setup::new(LoopName::new("main").unwrap());
    setup.skills = Some(SkillSnapshot::new((0..count).map(skill).collect()).unwrap());
    setup.search = Some(ToolSearchConfig::default());
    setup.activation = Some(serde_json::from_value(json!({ "discovery": "search" })).unwrap());
    Session::new(setup, RankerSource::BuiltIn(factory)).unwrap()
}

/// ADR-135, ADR-138, ADR-142: the last of ten thousand skills is found and activated; the prompt and the menu are those of a run with ten, and the index is built at the first search and once.
#[test]
fn the_prompt_stays_and_the_index_is_built_once() {
    let factory = Arc::new(Counted::default());
    let (mut many, few) = (session(10_000, factory.clone()), session(10, Arc::default()));
    let prompt = |session: &Session| session.run().skill_index().unwrap().text.clone();
    assert_eq!(prompt(&many), "Skills: find them with `search_tools`, then load one with `activate_skill`.");
    assert_eq!(prompt(&many), prompt(&few));
    assert_eq!(many.run().menu().spec_chars(), few.run().menu().spec_chars());
    assert_eq!(factory.1.load(Ordering::Relaxed), 0);

    let mut journal = MemoryJournal::new();
    let search = Call::new("search_tools", json!({ "query": "unit9999" }));
    let activate = Call::new("activate_skill", json!({ "name": "skill-09999" }));
    let settled = many.settle(0, &[search.clone(), activate, search], &mut journal).unwrap();
    let outputs: Vec<String> = settled.outcomes.values().map(|outcome| outcome.output.to_json()).collect();
    assert_eq!(
        outputs,
        [
            r#"{"tools":[],"skills":[{"kind":"skill","id":"skill-09999","description":"How to do what unit9999 does."}],"note":"No matching tools, but skills match."}"#,
            r#"{"skill":"skill-09999","instructions":"Do it."}"#,
            r#"{"tools":[],"skills":[],"note":"No matching tools or skills."}"#,
        ]
    );
    assert_eq!(factory.1.load(Ordering::Relaxed), 1);
    assert_eq!(prompt(&many), prompt(&few));
}
