//! What a host may configure, and how a configuration that makes no sense is refused.

use std::sync::Arc;

use serde_json::{Value, json};
use toolsift_core::{CoreError, Hit, RankError, ToolRanker};
use toolsift_replay::MemoryJournal;
use toolsift_session::{
    Call, Code, MAX_LOADED, MAX_MENU_CHARS_CEILING, MAX_PER_SEARCH, MAX_SEARCHES, MAX_TOOL_DESCRIPTION_CHARS, Origin,
    RankerSource, Replayer, Run, Session, Setup, ToolSearchConfig,
};

use crate::rankers::{always, never};
use crate::toys::{
    configured, human, id, main, names, numbered, own, recorded, search, setup, specs, tainted, with_skill_tools,
    with_tools,
};

/// What is said of a run with a configuration over the tools `t0` and `t1`.
fn refused(config: Value) -> Option<String> {
    Run::new(configured(&numbered(2), config)).err().map(|error| error.to_string())
}

/// ADR-070, ADR-071, ADR-072, ADR-073, CF-005: the defaults, and every cap at nothing, one, its ceiling and one more.
#[test]
fn caps() {
    let default = ToolSearchConfig::default();
    assert_eq!((default.max_per_search, default.max_loaded, default.max_searches), (5, 20, 25));
    assert_eq!((default.max_menu_chars, default.namespaces, default.description), (None, None, None));
    assert_eq!(default.tool_name, "search_tools");
    assert_eq!((MAX_PER_SEARCH, MAX_LOADED, MAX_SEARCHES), ((5, 50), (20, 200), (25, 200)));
    assert_eq!((MAX_MENU_CHARS_CEILING, MAX_TOOL_DESCRIPTION_CHARS), (10_000_000, 900));
    for (field, ceiling) in
        [("maxPerSearch", 50_u64), ("maxLoaded", 200), ("maxSearches", 200), ("maxMenuChars", 10_000_000)]
    {
        for right in [1, ceiling] {
            assert_eq!(refused(json!({ field: right })), None, "{field} {right}");
        }
        for wrong in [0, ceiling + 1, u64::from(u32::MAX)] {
            let text = format!("toolSearch.{field}: {wrong} is not between 1 and {ceiling}");
            assert_eq!(refused(json!({ field: wrong })), Some(text));
        }
        for odd in [json!(-1), json!(1.5), json!("5"), json!([5]), json!(true)] {
            assert!(serde_json::from_value::<ToolSearchConfig>(json!({ field: odd })).is_err(), "{field} {odd}");
        }
    }
}

/// CF-004, CF-005: names, texts, prefixes and ids are checked before anything is advertised, and the message names the field.
#[test]
fn configurations_that_make_no_sense() {
    let name = "toolSearch.toolName: a name has 1 to 64 characters of A-Z a-z 0-9 _ -";
    let prefix = "toolSearch.namespaces: a prefix must not be empty";
    for (config, text) in [
        (json!({ "toolName": "" }), name),
        (json!({ "toolName": "find tools" }), name),
        (json!({ "toolName": "sùche" }), name),
        (json!({ "toolName": "a.b" }), name),
        (json!({ "toolName": "x".repeat(65) }), name),
        (json!({ "namespaces": [] }), "toolSearch.namespaces: must not be empty, leave it out to allow everything"),
        (json!({ "namespaces": [""] }), prefix),
        (json!({ "namespaces": ["t", ""] }), prefix),
        (json!({ "description": "" }), "toolSearch.description: 0 is not between 1 and 900"),
        (json!({ "description": "é".repeat(901) }), "toolSearch.description: 901 is not between 1 and 900"),
        (json!({ "alwaysLoaded": ["t0", "t9"] }), "toolSearch.alwaysLoaded: the catalogue has no tool \"t9\""),
        (json!({ "toolName": "t1" }), "toolSearch.toolName: the name \"t1\" is taken"),
    ] {
        assert_eq!(refused(config.clone()).as_deref(), Some(text), "{config}");
    }
    for config in [
        json!({ "toolName": "x".repeat(64) }),
        json!({ "toolName": "Find-tools_2" }),
        json!({ "description": "é".repeat(900) }),
        json!({ "namespaces": ["no such prefix"] }),
        json!({ "namespaces": ["x"], "alwaysLoaded": ["t0", "t1"] }),
        json!({ "annotations": { "t9": { "tags": ["x"] } } }),
    ] {
        assert_eq!(refused(config.clone()), None, "{config}");
    }
    let unknown = serde_json::from_value::<ToolSearchConfig>(json!({ "maxperSearch": 3 })).unwrap_err();
    assert!(unknown.to_string().contains("maxperSearch"), "{unknown}");
}

/// DSH-013, DSH-030: a name is given once: neither a second tool nor the search tool takes it silently.
#[test]
fn names_collide_loudly() {
    let base = setup(&[own("a", ""), own("b", "")]);
    let refused = |setup: Setup| Run::new(setup).unwrap_err().to_string();
    let twice = with_tools(base.clone(), vec![own("x", "1"), own("y", ""), own("x", "2")]);
    assert_eq!(refused(twice), "tools: the name \"x\" is taken");
    let taken = "toolSearch.toolName: the name \"search_tools\" is taken";
    assert_eq!(refused(with_tools(base.clone(), vec![own("search_tools", "")])), taken);
    assert_eq!(refused(with_skill_tools(base, vec![own("search_tools", "")])), taken);
    assert_eq!(refused(setup(&[own("a", ""), own("search_tools", "")])), taken);
    let off = with_tools(Setup::new(main()), vec![own("search_tools", "The host's own.")]);
    assert_eq!(names(&Run::new(off).unwrap()), ["search_tools"], "without a search the name is free");
    let twice = toolsift_core::CatalogSnapshot::new(1, vec![own("a", "1"), own("a", "2")]);
    assert!(matches!(twice, Err(CoreError::DuplicateId { id: of }) if of == id("a")));
}

/// ADR-095: a tool of the host's own with a tainted description never reaches a menu, and the host is told in which list it is.
#[test]
fn tainted_tools_are_refused_loudly() {
    let base = setup(&[tainted("dark"), own("a", "")]);
    let text =
        |list: &str| format!("{list}: the description of the tool \"dark\" is tainted, so it cannot be on a menu");
    let refused = |setup: Setup| Run::new(setup).unwrap_err().to_string();
    assert_eq!(refused(with_tools(base.clone(), vec![tainted("dark")])), text("tools"));
    assert_eq!(refused(with_skill_tools(base.clone(), vec![tainted("dark")])), text("selectedSkills"));
    let config = json!({ "alwaysLoaded": ["a", "dark"] });
    assert_eq!(refused(configured(&[tainted("dark"), own("a", "")], config)), text("toolSearch.alwaysLoaded"));
    let mut session = Session::new(base, always(&["dark", "a"])).unwrap();
    let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(crate::toys::page(&settled, 0), [("dark".to_owned(), false), ("a".to_owned(), true)]);
    assert!(session.run().is_callable("dark").is_err());
}

/// ADR-224, ADR-253, ADR-254, ADR-255: a run takes a ranker or a factory, and a ranker without a kind is refused before the run begins.
#[test]
fn a_ranker_says_of_which_kind_it_is() {
    #[derive(Debug)]
    struct Nameless;
    impl ToolRanker for Nameless {
        fn kind(&self) -> &str {
            ""
        }
        fn rank(&self, _: &str, _: usize) -> Result<Vec<Hit>, RankError> {
            Ok(Vec::new())
        }
    }
    let error = Session::new(setup(&numbered(1)), RankerSource::Custom(Arc::new(Nameless))).unwrap_err();
    assert_eq!(error.to_string(), "ranker: the kind must not be empty");
    for source in never() {
        assert!(Session::new(setup(&numbered(1)), source).is_ok());
    }
}

/// ADR-001, ADR-004, CF-003, CF-050, LOOP-054: without a configuration the menu is the definition's, byte for byte; nothing is asked, answered or written.
#[test]
fn off_is_as_if_nothing_existed() {
    let mut off = setup(&numbered(40));
    off.search = None;
    off.tools = vec![own("z", "Last in the alphabet."), human("a")];
    off = with_skill_tools(off, vec![own("m", "")]);
    assert!(Setup::new(main()).search.is_none());
    for source in never() {
        let mut session = Session::new(off.clone(), source).unwrap();
        let before = session.run().clone();
        assert_eq!(
            specs(session.run()),
            [
                r#"{"description":"Last in the alphabet.","inputSchema":{"type":"object"},"name":"z"}"#,
                r#"{"description":"Asks a person.","inputSchema":{"type":"object"},"name":"a"}"#,
                r#"{"description":"","inputSchema":{"type":"object"},"name":"m"}"#,
            ]
        );
        let mut journal = MemoryJournal::new();
        let settled = session.settle(0, &[search("bill the customer"), search("")], &mut journal).unwrap();
        assert!(settled.outcomes.is_empty() && settled.recorded.is_empty() && journal.lines().is_empty());
        assert_eq!((session.run().menu(), session.run().searches()), (before.menu(), 0));
        assert_eq!(session.run().is_callable("search_tools"), Err(Code::ToolNotOnMenu));
        assert!(session.run().search_docs().is_empty());
        assert_eq!(session.run().worst_case_chars(), session.run().menu().spec_chars());
    }
    let mut replayer = Replayer::new(off, recorded(&[])).unwrap();
    assert!(replayer.settle(0, &[search("q")]).unwrap().outcomes.is_empty() && replayer.finish().is_empty());
}

/// ADR-006: the host chooses the search tool's name and words; ids of decisions do not depend on them.
#[test]
fn the_search_tool_is_the_hosts_to_name() {
    let config = json!({ "toolName": "find-tools", "description": "Finds tools of the billing desk." });
    let mut session = Session::new(configured(&numbered(2), config), always(&["t1"])).unwrap();
    let first = &session.run().menu().entries()[0];
    assert_eq!((first.spec.name.as_str(), first.origin), ("find-tools", Origin::Meta));
    assert_eq!(first.spec.description, "Finds tools of the billing desk.");
    let prefix = session.run().menu().prefix_digest(1);
    let mut journal = MemoryJournal::new();
    let calls = [search("q"), Call::new("find-tools", json!({ "query": "q" }))];
    let settled = session.settle(0, &calls, &mut journal).unwrap();
    assert_eq!(settled.outcomes.keys().copied().collect::<Vec<_>>(), [1], "the usual name means nothing here");
    assert_eq!(settled.recorded, ["main#turn:0:tool:1:search"]);
    assert_eq!(session.run().menu().prefix_digest(1), prefix, "its words are part of the frozen prefix");
}
