//! Which rankers rank what: one or two, over which documents, and what the record says of them.

use toolsift_replay::MemoryJournal;
use toolsift_session::{RankerSource, Rankers};

use crate::rankers::{Factory, Script, hits};
use crate::toys::{
    activate, catalog, configured, lines, live, own, page, registry, search, selecting, setup, skill, skills, texts,
    told, tools,
};

/// A factory of a ranker that knows every id, raw and as a key.
fn factory(kind: &'static str) -> std::sync::Arc<Factory> {
    Script::new(kind, [hits(&["t0", "s0", "\0skill:s0", "t1", "s1", "\0skill:s1"])]).factory()
}

/// ADR-164, ADR-165, ADR-167, ADR-176, ADR-227: two rank exactly where one of them is not the built-in: then a ranker of tools gets documents of tools alone, one of skills those of skills under their own ids, and the record names both.
#[test]
fn one_or_two() {
    let (t, s) = (["t0", "t1"], ["s0", "s1"]);
    let both = ["t0", "t1", "\0skill:s0", "\0skill:s1"];
    for (tools_built_in, skills_built_in, two) in [
        (true, None, false),
        (true, Some(true), false),
        (true, Some(false), true),
        (false, Some(true), true),
        (false, Some(false), true),
    ] {
        let (of_tools, of_skills) = (factory("a"), factory("b"));
        let source = |is_built_in: bool, factory: &std::sync::Arc<Factory>| match is_built_in {
            true => RankerSource::BuiltIn(factory.clone()),
            false => RankerSource::Factory(factory.clone()),
        };
        let mut rankers = Rankers::from(source(tools_built_in, &of_tools));
        rankers.skills = skills_built_in.map(|built_in| source(built_in, &of_skills));
        let mut session = live(setup(&tools(2), &skills(2)), rankers);
        let mut journal = MemoryJournal::new();
        session.settle(0, &[search("q")], &mut journal).unwrap();
        let line = &lines(&journal)[0];
        if two {
            assert_eq!(
                (of_tools.seen_ids(), of_skills.seen_ids()),
                (vec![t.map(String::from).to_vec()], vec![s.map(String::from).to_vec()])
            );
            assert!(line.contains(r#""choice":{"ranker":"a","skillRanker":"b","query":"q""#), "{line}");
        } else {
            assert_eq!((of_tools.seen_ids(), of_skills.seen_ids()), (vec![both.map(String::from).to_vec()], vec![]));
            assert!(line.contains(r#""choice":{"ranker":"a","query":"q""#) && !line.contains("skillRanker"), "{line}");
        }
        assert!(line.contains(r#""results":["t0","t1"],"loaded":["t0","t1"],"skills":["s0","s1"]"#), "{line}");
    }
}

/// ADR-162, ADR-163: a custom ranker of tools never gets a skill, by no way into its documents, and what it answers under a skill's id or key is dropped.
#[test]
fn a_custom_ranker_of_tools() {
    let mut all = skills(2);
    all[0].tools = vec![own("brought", "")];
    let of_tools = Script::new("tools", [hits(&["\0skill:s0", "s0", "\0skill:s1", "t1", "\0skill:t0"])]).factory();
    let of_skills = Script::new("skills", [hits(&[""; 0])]).factory();
    let rankers = Rankers::new(RankerSource::Factory(of_tools.clone()), RankerSource::BuiltIn(of_skills.clone()));
    let mut session = live(setup(&tools(2), &all), rankers);
    assert_eq!(page(&told(&mut session, 0, search("q"))), (texts(&["t1"]), vec![]));
    told(&mut session, 1, activate("s0"));
    session.refresh(catalog(2, &[own("t5", ""), own("\0skill:s0", ""), own("\0skill:new", ""), own("skill:s0", "")]));
    assert_eq!(page(&told(&mut session, 2, search("q"))), (vec![], vec![]));
    assert_eq!(of_tools.seen_ids(), [texts(&["t0", "t1"]), texts(&["skill:s0", "t5"])]);
    assert_eq!(of_skills.seen_ids(), [["s0", "s1"]]);
    // A key takes no place of the page from a tool, though the skill could be found.
    let keys_first = Script::new("tools", [hits(&["\0skill:s0", "\0skill:s1", "t1", "t0"])]).custom();
    let config = serde_json::json!({ "maxPerSearch": 2 });
    let setup = configured(&tools(2), &skills(2), config, serde_json::json!({ "discovery": "search" }));
    let mut session = live(setup, Rankers::new(keys_first, Script::new("skills", [hits(&[""; 0])]).custom()));
    assert_eq!(page(&told(&mut session, 0, search("q"))), (texts(&["t1", "t0"]), vec![]));
}

/// ADR-165, ADR-156: a ranker of skills gets every skill that can be found, active or not, and no other; of its answer only such skills under their own ids are taken.
#[test]
fn a_ranker_of_skills() {
    let answer = ["\0skill:s1", "t0", "chosen", "two\nlines", "s3", "s3", "s2", "nobody", "S1", "s0", "s1", "s4"];
    let of_skills = Script::new("skills", [hits(&answer)]).factory();
    let mut all = skills(5);
    all.extend([skill("chosen", ""), skill("two\nlines", "")]);
    let config = serde_json::json!({ "maxPerSearch": 3 });
    let activation = serde_json::json!({ "discovery": "both", "maxIndex": 1 });
    let setup = selecting(configured(&tools(1), &all, config, activation), &["chosen"]);
    let of_tools = Script::new("tools", []).custom();
    let mut session = live(setup, Rankers::new(of_tools, RankerSource::Factory(of_skills.clone())));
    told(&mut session, 0, activate("s2"));
    assert_eq!(page(&told(&mut session, 1, search("q"))), (vec![], texts(&["s3", "s0", "s1"])));
    assert_eq!(of_skills.seen_ids(), [["s0", "s1", "s2", "s3", "s4"]]);
}

/// ADR-142, ADR-164: where two rank, each is built at the first search that needs it, and again, once, behind another state of what it ranks and of nothing else.
#[test]
fn built_apart() {
    let (of_tools, of_skills) = (factory("tools"), factory("skills"));
    let rankers = Rankers::new(RankerSource::Factory(of_tools.clone()), RankerSource::Factory(of_skills.clone()));
    let mut session = live(setup(&tools(9), &skills(9)), rankers);
    let builds = || (of_tools.seen().len(), of_skills.seen().len());
    told(&mut session, 0, activate("s0"));
    assert_eq!(builds(), (0, 0));
    for turn in 1..3 {
        told(&mut session, turn, search("q"));
        assert_eq!(builds(), (1, 1));
    }
    session.refresh_skills(registry(&skills(8)));
    for turn in 3..5 {
        told(&mut session, turn, search("q"));
        assert_eq!(builds(), (1, 2), "the tools are the same");
    }
    session.refresh(catalog(2, &tools(8)));
    for turn in 5..7 {
        told(&mut session, turn, search("q"));
        assert_eq!(builds(), (2, 2), "the skills are the same");
    }
    assert_eq!((of_tools.seen_ids()[1].len(), of_skills.seen_ids()[1].len()), (8, 8));
}

/// ADR-176, ADR-164: where two rank, both kinds are recorded, also where every skill is active and the ranker of skills is not asked.
#[test]
fn no_skill_is_left() {
    let of_skills = factory("skills");
    let of_tools = Script::new("tools", [hits(&["t0"])]).custom();
    let mut session =
        live(setup(&tools(2), &skills(1)), Rankers::new(of_tools, RankerSource::Factory(of_skills.clone())));
    let mut journal = MemoryJournal::new();
    session.settle(0, &[activate("s0")], &mut MemoryJournal::new()).unwrap();
    session.settle(1, &[search("q")], &mut journal).unwrap();
    assert_eq!(of_skills.seen().len(), 1);
    assert_eq!(
        lines(&journal),
        [concat!(
            r#"{"id":"main#turn:1:tool:0:search","source":"agent-tool-search","choice":{"ranker":"tools","skillRanker":"skills","query":"q","#,
            r#""results":["t0"],"loaded":["t0"],"skills":[],"resultBytes":68}}"#
        )]
    );
}
