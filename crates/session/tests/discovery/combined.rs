//! One ranker of tools and skills: when its index is built, over what, and how a page is shared.

use serde_json::json;
use toolsift_core::{SearchDoc, Standing};
use toolsift_replay::MemoryJournal;
use toolsift_session::{Call, RankerSource};

use crate::rankers::{Answer, Factory, Log, Script, hits, one};
use crate::toys::{
    activate, catalog, configured, id, limited, live, own, page, registry, search, selecting, setup, skill, skills,
    texts, told, tools,
};

/// A factory of one built-in ranker, which knows the hits of every search.
fn factory(names: &[&str]) -> (std::sync::Arc<Factory>, RankerSource) {
    let factory = Script::new("bm25f", [hits(names)]).factory();
    (factory.clone(), RankerSource::BuiltIn(factory))
}

/// ADR-141, ADR-143, ADR-144: one index is built over tools under their ids and skills under their keys, each skill with its whole description and its words.
#[test]
fn what_is_indexed() {
    let mut month = skill("pay", "Pays.\nAnd more.");
    (month.tags, month.aliases) = (texts(&["finance"]), texts(&["settle the bill"]));
    let chosen = skill("chosen", "Selected.");
    let (factory, source) = factory(&["pay"]);
    let tools = [own("pay", "Pays."), own("skill:pay", ""), own("admin", "")];
    let config = json!({ "namespaces": ["pay", "skill"] });
    let setup = configured(&tools, &[month, chosen, skill("zoo", "")], config, json!({ "discovery": "search" }));
    let mut session = live(selecting(setup, &["chosen"]), source);
    told(&mut session, 0, search("q"));
    let mut expected = ["pay", "skill:pay", "\0skill:pay", "\0skill:zoo"].map(|name| SearchDoc::new(id(name)));
    expected[0].description = Some("Pays.".to_owned());
    expected[1].description = Some(String::new());
    expected[2].description = Some("Pays.\nAnd more.".to_owned());
    (expected[2].tags, expected[2].aliases) = (texts(&["finance"]), texts(&["settle the bill"]));
    expected[3].description = Some(String::new());
    assert!(expected.iter().all(|doc| doc.standing == Standing::Trusted));
    assert_eq!(factory.seen(), [expected]);
}

/// ADR-144: a tool and a skill of one id, and a tool that is called like a key, are three hits.
#[test]
fn one_id_three_times() {
    let tools = [own("pay", ""), own("skill:pay", "")];
    for (answer, expected) in [
        (vec!["pay", "skill:pay", "\0skill:pay"], (texts(&["pay", "skill:pay"]), texts(&["pay"]))),
        (vec!["\0skill:pay", "skill:pay"], (texts(&["skill:pay"]), texts(&["pay"]))),
        (vec!["pay"], (texts(&["pay"]), vec![])),
        (vec!["\0skill:pay"], (vec![], texts(&["pay"]))),
        (vec!["\0skill:skill:pay", "\0skill:", "\0skill:\0skill:pay", "\0Skill:pay"], (vec![], vec![])),
    ] {
        let mut session = live(setup(&tools, &[skill("pay", "")]), one(&answer));
        let told = told(&mut session, 0, search("q"));
        assert_eq!(page(&told), expected, "{answer:?}");
    }
}

/// ADR-142: the index is built at the first search and no sooner, and again, once, at the search behind another state of the tools or of the skills.
#[test]
fn built_when_it_is_needed() {
    let (factory, source) = factory(&["t0", "\0skill:s0"]);
    let mut session = live(setup(&tools(2), &skills(2)), source);
    assert_eq!(factory.seen().len(), 0);
    told(&mut session, 0, activate("s1"));
    told(&mut session, 1, Call::new("search_tools", json!({})));
    assert_eq!(factory.seen().len(), 0, "neither an activation nor a refusal needs it");
    told(&mut session, 2, search("q"));
    told(&mut session, 3, search("q"));
    assert_eq!(factory.seen_ids(), [["t0", "t1", "\0skill:s0", "\0skill:s1"]], "an active skill is in it");
    session.refresh(catalog(2, &[own("t7", ""), own("\0skill:s0", ""), own("\0skill:new", "")]));
    session.refresh(catalog(3, &[own("t8", ""), own("\0skill:s0", ""), own("\0skill:new", "")]));
    assert_eq!(factory.seen().len(), 1);
    told(&mut session, 4, search("q"));
    told(&mut session, 5, search("q"));
    assert_eq!(factory.seen_ids()[1..], [["t8", "\0skill:s0", "\0skill:s1"]], "no tool is in it under a key");
    session.refresh_skills(registry(&[skill("s5", "")]));
    session.refresh_skills(registry(&[skill("s6", "")]));
    told(&mut session, 6, search("q"));
    told(&mut session, 7, search("q"));
    assert_eq!(factory.seen_ids()[2..], [["t8", "\0skill:s6"]]);
}

/// ADR-151, ADR-152: tools and skills share one page, the best first, whatever their kind; a limit holds for both together.
#[test]
fn one_page() {
    let answer = ["t3", "\0skill:s2", "\0skill:s0", "t1", "t0", "\0skill:s1", "t2", "\0skill:s3"];
    let of = |most: usize, limit: usize| {
        let config = json!({ "maxPerSearch": most });
        let setup = configured(&tools(5), &skills(5), config, json!({ "discovery": "both" }));
        page(&told(&mut live(setup, one(&answer)), 0, limited("q", limit)))
    };
    let expected: [(&[&str], &[&str]); 9] = [
        (&[], &[]),
        (&["t3"], &[]),
        (&["t3"], &["s2"]),
        (&["t3"], &["s2", "s0"]),
        (&["t3", "t1"], &["s2", "s0"]),
        (&["t3", "t1", "t0"], &["s2", "s0"]),
        (&["t3", "t1", "t0"], &["s2", "s0", "s1"]),
        (&["t3", "t1", "t0", "t2"], &["s2", "s0", "s1"]),
        (&["t3", "t1", "t0", "t2"], &["s2", "s0", "s1", "s3"]),
    ];
    for (count, (tools, skills)) in expected.into_iter().enumerate().skip(1) {
        assert_eq!(of(50, count), (texts(tools), texts(skills)), "limit {count}");
        assert_eq!(of(count, 50), (texts(tools), texts(skills)), "maxPerSearch {count}");
    }
    let mut other = answer;
    other.reverse();
    let setup = setup(&tools(5), &skills(5));
    assert_eq!(
        page(&told(&mut live(setup, one(&other)), 0, limited("q", 3))),
        (texts(&["t2"]), texts(&["s3", "s1"])),
        "skills first, where they are better"
    );
}

/// ADR-153: an active skill is not found; the one ranker is asked for the page, for what is on the menu or hidden, and for the active skills.
#[test]
fn active_skills_are_passed_over() {
    let log = Log::default();
    let answer = ["\0skill:s0", "\0skill:s1", "t0", "\0skill:s2", "\0skill:s3", "t1", "\0skill:s4"];
    let mut all = tools(3);
    all.extend([own("hidden0", ""), own("hidden1", "")]);
    let config = json!({ "namespaces": ["t"], "maxPerSearch": 3 });
    let setup = configured(&all, &skills(9), config, json!({ "discovery": "search" }));
    let mut session = live(setup, Script::new("bm25f", [hits(&answer)]).logging(&log).built_in());
    let mut pages = vec![page(&told(&mut session, 0, search("a")))];
    session.settle(1, &[activate("s1"), activate("s3")], &mut MemoryJournal::new()).unwrap();
    pages.push(page(&told(&mut session, 2, search("b"))));
    assert_eq!(
        pages,
        [
            (texts(&["t0"]), texts(&["s0", "s1"])),
            // By now `t0` is on the menu.
            (texts(&["t1"]), texts(&["s0", "s2"])),
        ]
    );
    // Two are hidden; then `t0` is on the menu and two skills are active.
    assert_eq!(*log.lock().unwrap(), ["bm25f a 5", "bm25f b 8"]);
}

/// ADR-153, ADR-172: the one ranker is asked for twice as many while the page of both kinds is short, four times at most and for a thousand at most.
#[test]
fn the_one_ranker_widens() {
    let asked = |before: usize, page: &[&str], hidden: usize| {
        let mut answer: Vec<String> = (0..before).map(|number| format!("\0skill:foreign{number}")).collect();
        answer.extend(page.iter().map(|&name| name.to_owned()));
        answer.extend((0..2_000).map(|number| format!("foreign{number}")));
        let log = Log::default();
        let mut all = tools(3);
        all.extend((0..hidden).map(|number| own(&format!("hidden{number}"), "")));
        let config = json!({ "namespaces": ["t"], "maxPerSearch": 4 });
        let setup = configured(&all, &skills(3), config, json!({ "discovery": "search" }));
        let mut session = live(setup, Script::new("bm25f", [hits(&answer)]).logging(&log).built_in());
        told(&mut session, 0, search("q"));
        let asked = log.lock().unwrap().clone();
        asked.iter().map(|ask| ask.rsplit(' ').next().unwrap().parse::<usize>().unwrap()).collect::<Vec<_>>()
    };
    let both = ["t0", "\0skill:s0", "\0skill:s1", "t1"];
    assert_eq!(asked(0, &both, 0), [4]);
    assert_eq!(asked(1, &both, 0), [4, 8]);
    assert_eq!(asked(28, &both, 0), [4, 8, 16, 32]);
    assert_eq!(asked(0, &both[..3], 0), [4, 8, 16, 32]);
    assert_eq!(asked(0, &[], 296), [300, 600, 1_000]);
    assert_eq!(asked(0, &[], 2_000), [1_000]);
}

/// ADR-142, ADR-153: where nothing is left to find, neither tools nor skills, the ranker is not asked; while only skills are left, it is, and the search tool leads the menu.
#[test]
fn only_skills_are_left() {
    let log = Log::default();
    let script = Script::new("bm25f", [hits(&["\0skill:s0", "\0skill:s1"])]).logging(&log);
    let mut session = live(setup(&[], &skills(2)), script.built_in());
    assert_eq!(crate::toys::names(session.run()), ["search_tools", "activate_skill"]);
    assert_eq!(page(&told(&mut session, 0, search("a"))), (vec![], texts(&["s0", "s1"])));
    session.settle(1, &[activate("s0")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(page(&told(&mut session, 2, search("b"))), (vec![], texts(&["s1"])));
    session.settle(3, &[activate("s1")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(page(&told(&mut session, 4, search("c"))), (vec![], vec![]));
    assert_eq!(*log.lock().unwrap(), ["bm25f a 5", "bm25f b 6"]);
}

/// ADR-153, ADR-138: an active skill that has left the registry is not one of those that are left to find, nor does it hide one that came since.
#[test]
fn an_active_skill_that_left() {
    let keys = ["\0skill:s0", "\0skill:s1", "\0skill:s2"];
    let mut session = live(setup(&[], &skills(2)), one(&keys));
    session.settle(0, &[activate("s0"), activate("s1")], &mut MemoryJournal::new()).unwrap();
    assert!(told(&mut session, 1, search("q")).contains("every skill is active"));
    session.refresh_skills(registry(&skills(3)[1..]));
    assert_eq!(page(&told(&mut session, 2, search("q"))), (vec![], texts(&["s2"])));
    session.refresh_skills(registry(&[]));
    assert!(told(&mut session, 3, search("q")).contains("every skill is active"));
    session.refresh_skills(registry(&skills(1)));
    assert!(told(&mut session, 4, search("q")).contains("every skill is active"), "it came back, and is active");
}

/// ADR-151: scores of one ranker order nothing again: the page is in the order of its hits.
#[test]
fn the_order_is_the_rankers() {
    let odd = [f64::NAN, -1.0, f64::INFINITY, 0.0, f64::NEG_INFINITY];
    let names = ["t1", "\0skill:s1", "t0", "\0skill:s0", "t2"];
    let hits = names.iter().zip(odd).map(|(name, score)| toolsift_core::Hit::new(id(name), score)).collect();
    let script = Script::new("bm25f", [Answer::Hits(hits)]);
    let mut session = live(setup(&tools(3), &skills(3)), script.built_in());
    assert_eq!(page(&told(&mut session, 0, limited("q", 4))), (texts(&["t1", "t0"]), texts(&["s1", "s0"])));
}
