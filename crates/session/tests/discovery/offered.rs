//! Which skills can be found, and which can be activated.

use serde_json::json;
use toolsift_core::SkillDefinition;
use toolsift_replay::MemoryJournal;
use toolsift_session::{Replayer, Run, Setup};

use crate::rankers::one;
use crate::toys::{
    activate, active, code, configured, lines, live, output, own, recorded, search, selecting, skill, skills, told,
    tools,
};

/// Five hundred skills, `chosen`, which was selected up front, and three whose ids no line can hold.
fn many(discovery: &str) -> Setup {
    let mut all: Vec<SkillDefinition> = (0..500).map(|number| skill(&format!("s{number:03}"), "")).collect();
    all.extend(["chosen", "two\nlines", "no\u{200b}space", &"x".repeat(65)].map(|name| skill(name, "")));
    let activation = json!({ "discovery": discovery, "maxIndex": 1, "maxActive": 50 });
    selecting(configured(&tools(1), &all, json!({}), activation), &["chosen"])
}

/// ADR-138, ADR-139, ADR-158: what searches can find, and what can be activated without a search, is every skill but the selected ones and those that no line can hold; in mode `index` it is what the index lists.
#[test]
fn the_offered_set() {
    for (discovery, documents) in [("index", 0), ("search", 500), ("both", 500)] {
        let run = Run::new(many(discovery)).unwrap();
        let docs = run.skill_search_docs();
        assert_eq!(docs.len(), documents, "{discovery}");
        let expected: Vec<String> = (0..documents).map(|number| format!("s{number:03}")).collect();
        assert_eq!(docs.iter().map(|doc| doc.id.to_string()).collect::<Vec<_>>(), expected, "{discovery}");
        let mut session = live(many(discovery), one(&["t0"]));
        for (turn, name) in (0..).zip(["s000", "s001", "s499"]) {
            let told = told(&mut session, turn, activate(name));
            if discovery != "index" || name == "s000" {
                assert_eq!(told, format!(r#"{{"skill":"{name}","instructions":"Do {name}."}}"#), "{discovery}");
            } else {
                assert_eq!(
                    told, r#"{"error":{"code":"unknown_skill","message":"No skill of this name can be loaded."}}"#,
                    "{discovery}"
                );
            }
        }
        let long = "x".repeat(65);
        let others =
            ["chosen", "two\nlines", "no\u{200b}space", &long, "nobody", "S000", "\0skill:s002", "s002 ", "t0"];
        for (turn, name) in (9..).zip(others) {
            let told = told(&mut session, turn, activate(name));
            assert_eq!(code(&told).as_deref(), Some("unknown_skill"), "{discovery} {name:?}");
        }
        assert_eq!(session.run().searches(), 0);
    }
}

/// ADR-140: an activation has the same result, the same record under the same source and the same replay, however the skill was discovered.
#[test]
fn an_activation_is_the_same() {
    let mut all = skills(2);
    all[1].tools = vec![own("brought", "")];
    let setup = |discovery: &str| configured(&tools(1), &all, json!({}), json!({ "discovery": discovery }));
    let result = r#"{"skill":"s1","instructions":"Do s1.","tools":["brought"]}"#;
    let line = concat!(
        r#"{"id":"main#turn:0:tool:1:skill","source":"agent-skill-activation","choice":{"skill":"s1","#,
        r#""digest":"85b6626ba452701698b6838989fd94d6bf5eb0264cbe600d0ad26981b93cd3bf","bytes":8,"resultBytes":58}}"#
    );
    let mut journals = Vec::new();
    for discovery in ["index", "search", "both"] {
        let mut session = live(setup(discovery), one(&["\0skill:s1", "t0"]));
        let mut journal = MemoryJournal::new();
        let calls = [search("q"), activate("s1")];
        let settled = session.settle(0, &calls, &mut journal).unwrap();
        assert_eq!((output(&settled, 1).as_str(), lines(&journal)[1].as_str()), (result, line), "{discovery}");
        assert_eq!(lines(&journal).len(), 2);
        journals.push(journal);
    }
    // A journal of any mode replays in any other.
    for journal in &journals {
        for discovery in ["index", "search", "both"] {
            let mut replayer = Replayer::new(setup(discovery), recorded(journal.lines())).unwrap();
            let settled = replayer.settle(0, &[search("q"), activate("s1")]).unwrap();
            assert_eq!(output(&settled, 1), result);
            assert_eq!((active(replayer.run()), replayer.finish()), (vec!["s1"], vec![]));
        }
    }
}

/// ADR-148, ADR-139: a search that finds a skill neither activates nor loads it: no instructions are read, and no tool of it is on the menu until it is activated.
#[test]
fn found_is_not_activated() {
    #[derive(Debug)]
    struct Unread;
    impl toolsift_core::InstructionLoader for Unread {
        fn load(&self, _: &SkillDefinition) -> Result<toolsift_core::Text, toolsift_core::LoadError> {
            panic!("a search reads no instructions")
        }
    }
    let mut all = skills(2);
    all[0].tools = vec![own("brought", "")];
    for discovery in ["search", "both"] {
        let mut setup = configured(&tools(2), &all, json!({}), json!({ "discovery": discovery }));
        setup.instructions.loader = std::sync::Arc::new(Unread);
        let mut session = live(setup, one(&["\0skill:s0", "\0skill:s1", "brought", "t1"]));
        let mut journal = MemoryJournal::new();
        let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
        assert_eq!(
            output(&settled, 0),
            concat!(
                r#"{"tools":[{"name":"t1","description":"","loaded":true}],"#,
                r#""skills":[{"kind":"skill","id":"s0","description":""},{"kind":"skill","id":"s1","description":""}]}"#
            )
        );
        let run = session.run();
        assert_eq!(crate::toys::names(run), ["search_tools", "activate_skill", "t1"]);
        assert!(active(run).is_empty() && run.is_callable("brought").is_err() && run.is_callable("s0").is_err());
        assert_eq!(run.menu().found(), 1);
        assert_eq!(lines(&journal).len(), 1);
    }
}
