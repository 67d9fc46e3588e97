//! What a configuration of discovery changes, and which ones make no sense.

use serde_json::{Value, json};
use toolsift_replay::{MemoryJournal, Recorded};
use toolsift_session::{Rankers, Replayer, Run, Session, Setup, SkillActivationConfig};

use crate::rankers::{Script, hits, one};
use crate::toys::{activate, configured, id, lines, live, names, output, own, search, skill, skills, spec, tools};

/// A run over three tools and three skills, one of the skills with a tool.
fn small(activation: Value) -> Setup {
    let mut all = skills(3);
    all[1].tools = vec![own("brought", "")];
    configured(&tools(3), &all, json!({}), activation)
}

/// ADR-133, ADR-146, ADR-154, ADR-167: in the default mode a search, its record, its documents and its spec are those of a run without skills, to the byte, whatever a ranker says of skills.
#[test]
fn the_default_changes_no_search() {
    for activation in [Value::Null, json!({}), json!({ "discovery": "index" })] {
        let script = Script::new("bm25f", [hits(&["\0skill:s1", "s1", "t1", "t0"]), hits(&["s0", "\0skill:s0"])]);
        let factory = script.knowing_nothing_of(&["zebra"]).factory();
        let mut session = live(small(activation), toolsift_session::RankerSource::BuiltIn(factory.clone()));
        let mut journal = MemoryJournal::new();
        let settled = session.settle(0, &[search("q"), search("zebra")], &mut journal).unwrap();
        assert_eq!(
            output(&settled, 0),
            r#"{"tools":[{"name":"t1","description":"","loaded":true},{"name":"t0","description":"","loaded":true}]}"#
        );
        assert_eq!(output(&settled, 1), r#"{"tools":[],"note":"No matching tools. In no searchable tool: zebra."}"#);
        assert_eq!(
            lines(&journal),
            [
                concat!(
                    r#"{"id":"main#turn:0:tool:0:search","source":"agent-tool-search","choice":{"ranker":"bm25f","#,
                    r#""query":"q","results":["t1","t0"],"loaded":["t1","t0"],"resultBytes":101}}"#
                ),
                concat!(
                    r#"{"id":"main#turn:0:tool:1:search","source":"agent-tool-search","choice":{"ranker":"bm25f","#,
                    r#""query":"zebra","results":[],"loaded":[],"note":"no_match","unmatched":["zebra"],"resultBytes":70}}"#
                )
            ]
        );
        assert_eq!(factory.seen_ids(), [["t0", "t1", "t2"]]);
        assert_eq!(
            spec(session.run(), "search_tools"),
            concat!(
                r#"{"description":"Finds tools that are not on the menu yet and adds them. "#,
                r#"Ask for one need at a time, as action, object and application (\"create an issue in GitHub\"); "#,
                r#"for another need, search again.","inputSchema":{"additionalProperties":false,"properties":{"#,
                r#""limit":{"description":"How many tools at most.","minimum":1,"type":"integer"},"#,
                r#""query":{"description":"The one thing that is needed, in a few words.","type":"string"}},"#,
                r#""required":["query"],"type":"object"},"name":"search_tools"}"#
            )
        );
    }
}

/// ADR-133, ADR-157: in the default mode the tool that activates and its prompt know nothing of searches.
#[test]
fn the_default_changes_no_activation() {
    for activation in [json!({}), json!({ "discovery": "index" })] {
        let session = live(small(activation), one(&["t0"]));
        assert_eq!(names(session.run()), ["search_tools", "activate_skill"]);
        assert_eq!(
            session.run().skill_index().unwrap().text,
            "Skills: load one with `activate_skill` when its description fits the task.\n- s0:\n- s1:\n- s2:"
        );
        assert_eq!(
            spec(session.run(), "activate_skill"),
            concat!(
                r#"{"description":"Loads a skill by its name: the result is its instructions, and its tools join the menu. "#,
                r#"Loading it again gives the instructions again.","inputSchema":{"additionalProperties":false,"properties":{"#,
                r#""name":{"description":"The name of the skill.","type":"string"}},"#,
                r#""required":["name"],"type":"object"},"name":"activate_skill"}"#
            )
        );
    }
}

/// ADR-160: there are three words for how skills are discovered.
#[test]
fn unknown_discovery() {
    let read = |value: Value| serde_json::from_value::<SkillActivationConfig>(json!({ "discovery": value }));
    for value in ["index", "search", "both"] {
        assert!(read(json!(value)).is_ok());
    }
    for value in [json!("all"), json!("Search"), json!("search "), json!(""), json!(null), json!(true), json!(["both"])]
    {
        assert!(read(value.clone()).is_err(), "{value}");
    }
    let error = read(json!("none")).unwrap_err().to_string();
    assert!(error.contains("unknown variant `none`, expected one of `index`, `search`, `both`"), "{error}");
}

/// ADR-134: skills that are to be found by searches need searches, live and replayed.
#[test]
fn discovery_without_search() {
    let error = r#"skillActivation.discovery: "search" and "both" need toolSearch"#;
    for discovery in ["search", "both"] {
        let setup = configured(&tools(1), &skills(1), Value::Null, json!({ "discovery": discovery }));
        assert_eq!(Run::new(setup.clone()).unwrap_err().to_string(), error);
        assert_eq!(Session::new(setup.clone(), one(&["t0"])).unwrap_err().to_string(), error);
        assert_eq!(Replayer::new(setup, Recorded::default()).unwrap_err().to_string(), error);
    }
    assert!(Run::new(configured(&tools(1), &skills(1), Value::Null, json!({ "discovery": "index" }))).is_ok());
}

/// ADR-166, ADR-164: a ranker of skills needs searches that find skills; a custom ranker of tools needs one of skills; the built-in one is not in the way.
#[test]
fn rankers_that_do_not_fit() {
    let custom = || Script::new("tools", []).custom();
    let factory = || toolsift_session::RankerSource::Factory(Script::new("tools", []).factory());
    let built_in = || Script::new("bm25f", []).built_in();
    let fits = |activation: Value, rankers: Rankers| {
        let session = Session::new(small(activation), rankers);
        session.map(|_| String::new()).unwrap_or_else(|error| error.to_string())
    };
    let without = r#"skillActivation.skillRanker: needs discovery "search" or "both""#;
    for activation in [Value::Null, json!({}), json!({ "discovery": "index" })] {
        for tools in [custom, factory, built_in] {
            assert_eq!(fits(activation.clone(), Rankers::new(tools(), custom())), without);
            assert_eq!(fits(activation.clone(), Rankers::new(tools(), factory())), without);
            assert_eq!(fits(activation.clone(), Rankers::new(tools(), built_in())), "");
            assert_eq!(fits(activation.clone(), Rankers::from(tools())), "");
        }
    }
    let none = "skillActivation.skillRanker: a custom ranker ranks no skills, so that they need a ranker of their own";
    for discovery in ["search", "both"] {
        let activation = json!({ "discovery": discovery });
        for tools in [custom, factory] {
            assert_eq!(fits(activation.clone(), Rankers::from(tools())), none);
        }
        assert_eq!(fits(activation.clone(), Rankers::from(built_in())), "");
        for tools in [custom, factory, built_in] {
            for skills in [custom, factory, built_in] {
                assert_eq!(fits(activation.clone(), Rankers::new(tools(), skills())), "");
            }
        }
        let nameless = Script::new("", []).custom();
        assert_eq!(fits(activation, Rankers::new(built_in(), nameless)), "ranker: the kind must not be empty");
    }
}

/// ADR-145: a tool whose id begins like the key of a skill is an error while searches find skills, and at no other time.
#[test]
fn a_tool_under_a_key() {
    for name in ["\0skill:s1", "\0skill:", "\0skill:nobody"] {
        for (activation, skills, expected) in [
            (Value::Null, skills(2), true),
            (json!({}), skills(2), true),
            (json!({ "discovery": "search" }), skills(2), false),
            (json!({ "discovery": "both" }), skills(2), false),
            (json!({ "discovery": "search" }), vec![], true),
        ] {
            let mut tools = tools(1);
            tools.push(own(name, ""));
            let run = Run::new(configured(&tools, &skills, json!({}), activation.clone()));
            assert_eq!(run.is_ok(), expected, "{name:?} {activation}");
            if let Err(error) = run {
                let expected = format!("toolSearch.catalog: the id {:?} begins like the key of a skill", id(name));
                assert_eq!(error.to_string(), expected);
            }
        }
    }
    for name in ["skill:s1", "\0skil", "s\0skill:s1", "\0Skill:s1"] {
        assert!(Run::new(crate::toys::setup(&[own(name, "")], &skills(2))).is_ok(), "{name:?}");
    }
}

/// ADR-137, ADR-159: bytes for no skill at all are an error where only the index leads to skills; zero bytes are one everywhere.
#[test]
fn an_index_without_room() {
    for (discovery, bytes, expected) in [
        ("index", 1, "skillActivation.maxIndexBytes: 1 bytes are too few for a single skill"),
        ("index", 5, "skillActivation.maxIndexBytes: 5 bytes are too few for a single skill"),
        ("index", 6, ""),
        ("both", 1, ""),
        ("both", 6, ""),
        ("search", 1, ""),
        ("both", 0, "skillActivation.maxIndexBytes: 0 is not between 1 and 131072"),
        ("search", 0, "skillActivation.maxIndexBytes: 0 is not between 1 and 131072"),
    ] {
        let activation = json!({ "discovery": discovery, "maxIndexBytes": bytes });
        let run = Run::new(configured(&tools(1), &skills(2), json!({}), activation));
        let error = run.map(|_| String::new()).unwrap_or_else(|error| error.to_string());
        assert_eq!(error, expected, "{discovery} {bytes}");
    }
}

/// ADR-157: where searches find skills both meta-tools say so, in one sentence each behind what they say anyway, and nothing else of them changes.
#[test]
fn one_sentence_each() {
    let specs = |search: Value, activation: Value| {
        let run = Run::new(configured(&tools(1), &[skill("month-end", "")], search, activation)).unwrap();
        let names: Vec<String> = names(&run).into_iter().map(str::to_owned).collect();
        names.iter().map(|name| spec(&run, name)).collect::<Vec<_>>()
    };
    let found = "for another need, search again.";
    let loaded = "Loading it again gives the instructions again.";
    let plain = specs(json!({}), json!({ "discovery": "index" }));
    for discovery in ["search", "both"] {
        let [search, activation] = &specs(json!({}), json!({ "discovery": discovery }))[..] else { panic!("two") };
        let expected = format!("{found} It also finds skills, which `activate_skill` loads.");
        assert_eq!(*search, plain[0].replace(found, &expected));
        assert_eq!(*activation, plain[1].replace(loaded, &format!("{loaded} `search_tools` finds skills.")));

        let renamed = json!({ "discovery": discovery, "toolName": "load" });
        let [search, activation] = &specs(json!({ "toolName": "find", "description": "Finds." }), renamed)[..] else {
            panic!("two")
        };
        assert!(
            search.starts_with(r#"{"description":"Finds. It also finds skills, which `load` loads.","#),
            "{search}"
        );
        assert!(activation.contains(&format!(r#"{loaded} `find` finds skills.","inputSchema""#)), "{activation}");
    }
    // With nothing to activate there is nothing to say.
    let setup = configured(&tools(1), &[], json!({}), json!({ "discovery": "search" }));
    let run = Run::new(setup).unwrap();
    assert_eq!((names(&run), spec(&run, "search_tools")), (vec!["search_tools"], plain[0].clone()));
    assert!(!run.is_activation(&activate("month-end")));
}
