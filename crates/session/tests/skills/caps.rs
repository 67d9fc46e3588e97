//! What a host may configure of activation.

use serde_json::{Value, json};
use toolsift_core::{SkillDefinition, Text};
use toolsift_replay::MemoryJournal;
use toolsift_session::{
    Discovery, MAX_ACTIVE, MAX_INDEX, MAX_INDEX_BYTES, MAX_INSTRUCTION_BYTES, MAX_SKILL_TOOLS, Run, Setup,
    SkillActivationConfig, SkillCatalog,
};

use crate::toys::{
    activate, active, bringing, code, configured, live, main, selecting, setup, skill, tool, with_search,
};

/// What is said of a run with a configuration over the skill `pay`, whose line in the index has six bytes.
fn refused(config: Value) -> Option<String> {
    Run::new(configured(&[skill("pay", "abc")], config)).err().map(|error| error.to_string())
}

/// ADR-101, ADR-102, ADR-129, ADR-270, ADR-287: the defaults, and every cap at nothing, its least, its ceiling and one more.
#[test]
fn caps() {
    let default = SkillActivationConfig::default();
    assert_eq!((default.max_active, default.max_index), (5, 50));
    assert_eq!((default.max_index_bytes, default.max_instruction_bytes), (8_192, 32_768));
    assert_eq!((default.tool_name.as_str(), default.discovery), ("activate_skill", Discovery::Index));
    assert_eq!(default.catalog, SkillCatalog::Registry);
    assert_eq!(serde_json::from_str::<SkillActivationConfig>("{}").unwrap(), default);
    assert_eq!((MAX_ACTIVE, MAX_INDEX), ((5, 50), (50, 500)));
    assert_eq!((MAX_INDEX_BYTES, MAX_INSTRUCTION_BYTES), ((8_192, 131_072), (32_768, 1_048_576)));
    for (field, least, ceiling) in [
        ("maxActive", 1, 50_u64),
        ("maxIndex", 1, 500),
        ("maxIndexBytes", 7, 131_072),
        ("maxInstructionBytes", 1, 1_048_576),
    ] {
        for right in [least, ceiling] {
            assert_eq!(refused(json!({ field: right })), None, "{field} {right}");
        }
        for wrong in [0, ceiling + 1, u64::from(u32::MAX)] {
            let text = format!("skillActivation.{field}: {wrong} is not between 1 and {ceiling}");
            assert_eq!(refused(json!({ field: wrong })), Some(text));
        }
        for odd in [json!(-1), json!(1.5), json!("5"), json!([5]), json!(true), Value::Null] {
            assert!(serde_json::from_value::<SkillActivationConfig>(json!({ field: odd })).is_err(), "{field} {odd}");
        }
    }
    for few in [1, 6] {
        let text = format!("skillActivation.maxIndexBytes: {few} bytes are too few for a single skill");
        assert_eq!(refused(json!({ "maxIndexBytes": few })), Some(text));
    }
}

/// ADR-129: a cap is checked though nothing is left to activate.
#[test]
fn caps_where_nothing_is_left() {
    let setup = selecting(configured(&[skill("pay", "abc")], json!({ "maxActive": 51 })), &["pay"]);
    assert_eq!(Run::new(setup).unwrap_err().to_string(), "skillActivation.maxActive: 51 is not between 1 and 50");
}

/// ADR-101: every field travels under its documented name, and whatever else a configuration holds is an error that names it.
#[test]
fn the_configuration_as_json() {
    let config: SkillActivationConfig = serde_json::from_str(
        r#"{"catalog":[{"id":"pay","instructions":"abc"}],"discovery":"both","maxActive":1,"maxIndex":2,"maxIndexBytes":3,"maxInstructionBytes":4,"toolName":"load"}"#,
    )
    .unwrap();
    assert_eq!(config.catalog, SkillCatalog::List(vec![skill("pay", "abc")]));
    assert_eq!((config.discovery, config.max_active, config.max_index), (Discovery::Both, 1, 2));
    assert_eq!((config.max_index_bytes, config.max_instruction_bytes, config.tool_name.as_str()), (3, 4, "load"));
    for (json, named) in [
        (r#"{"maxactive":1}"#, "maxactive"),
        (r#"{"skills":[]}"#, "skills"),
        (r#"{"discovery":"none"}"#, "none"),
        (r#"{"discovery":"Index"}"#, "Index"),
        (r#"{"discovery":null}"#, ""),
        (r#"{"catalog":"all"}"#, "registry"),
        (r#"{"catalog":{}}"#, "registry"),
        (r#"{"catalog":null}"#, "registry"),
        (r#"{"catalog":["pay"]}"#, ""),
        (r#"{"catalog":[{"id":""}]}"#, ""),
        (r#"{"catalog":[{"id":"pay","origin":"remote"}]}"#, "origin"),
        (r#"{"toolName":7}"#, ""),
        (r#"{"maxActive":1,"maxActive":2}"#, "maxActive"),
    ] {
        let error = serde_json::from_str::<SkillActivationConfig>(json).unwrap_err();
        assert!(error.to_string().contains(named), "{json}: {error}");
    }
    let name = "skillActivation.toolName: a name has 1 to 64 characters of A-Z a-z 0-9 _ -";
    for wrong in [String::new(), "load skill".into(), "lädt".into(), "a.b".into(), "x".repeat(65)] {
        assert_eq!(refused(json!({ "toolName": wrong })).as_deref(), Some(name));
    }
    assert_eq!(refused(json!({ "toolName": "x".repeat(64) })), None);
}

/// ADR-130: the registry without a registry is an error; a list needs none, and an empty registry is one.
#[test]
fn a_registry_that_is_not_there() {
    let mut without = Setup::new(main());
    without.activation = Some(SkillActivationConfig::default());
    assert_eq!(
        Run::new(without.clone()).unwrap_err().to_string(),
        "skillActivation.catalog: \"registry\", but the host has no registry of skills"
    );
    without.activation.as_mut().unwrap().catalog = SkillCatalog::List(vec![skill("pay", "abc")]);
    assert_eq!(Run::new(without).unwrap().skill_index().unwrap().listed.len(), 1);
    assert!(Run::new(setup(&[])).unwrap().skill_index().is_none());
}

/// ADR-278, S44: each of 119 skills of a registry can be reached, and a list restricts that to what it holds.
#[test]
fn reach() {
    let all: Vec<SkillDefinition> = (0..119).map(|number| skill(&format!("s{number:03}"), "abc")).collect();
    let mut journal = MemoryJournal::new();
    for number in [0, 57, 118] {
        let mut session = live(configured(&all, json!({ "maxIndex": 119 })));
        let settled = session.settle(0, &[activate(&format!("s{number:03}"))], &mut journal).unwrap();
        assert_eq!(code(&settled, 0), None);
    }
    let mut restricted = setup(&all);
    restricted.activation.as_mut().unwrap().catalog = SkillCatalog::List(vec![all[7].clone(), skill("own", "abc")]);
    let mut session = live(restricted);
    let calls = ["s007", "own", "s008", "s000"].map(activate);
    let settled = session.settle(0, &calls, &mut journal).unwrap();
    let codes: Vec<_> = (0..4).map(|place| code(&settled, place)).collect();
    assert_eq!(codes, [None, None, Some("unknown_skill"), Some("unknown_skill")]);
    assert_eq!(active(session.run()), ["s007", "own"]);
}

/// CF-056: a name that nobody has is the model's mistake, a name that two have the host's, and told before the run.
#[test]
fn nobody_and_two() {
    let mut twice = setup(&[]);
    let list = vec![skill("pay", "abc"), skill("sell", "abc"), skill("pay", "def")];
    twice.activation.as_mut().unwrap().catalog = SkillCatalog::List(list);
    let error = Run::new(twice).unwrap_err().to_string();
    assert!(error.starts_with("skillActivation.catalog: ") && error.contains("\"pay\""), "{error}");
    let mut session = live(setup(&[skill("pay", "abc")]));
    let settled = session.settle(0, &[activate("nobody")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(code(&settled, 0), Some("unknown_skill"));
}

/// ADR-129, ADR-101: what a skill brings is checked before the run: at most 256 tools, each fit for a menu.
#[test]
fn tools_of_skills() {
    let many: Vec<String> = (0..257).map(|number| format!("t{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(MAX_SKILL_TOOLS, 256);
    assert!(Run::new(setup(&[bringing("pay", "abc", &many[..256])])).is_ok());
    assert_eq!(
        Run::new(setup(&[bringing("pay", "abc", &many)])).unwrap_err().to_string(),
        "skillActivation.catalog: the skill \"pay\" brings 257 tools, 256 are allowed"
    );
    let mut dark = skill("pay", "abc");
    dark.tools = vec![tool("dark")];
    dark.tools[0].description = Some(Text::tainted("came out of a run"));
    assert_eq!(
        Run::new(setup(&[dark])).unwrap_err().to_string(),
        "skillActivation.catalog: the description of the tool \"dark\" is tainted, so it cannot be on a menu"
    );
}

/// ADR-101, ADR-110: discovery by searches is an error without searches, and one of the three ways with them.
#[test]
fn discovery() {
    for way in ["search", "both"] {
        let config = json!({ "discovery": way });
        assert_eq!(
            refused(config.clone()).as_deref(),
            Some("skillActivation.discovery: \"search\" and \"both\" need toolSearch")
        );
        assert!(Run::new(with_search(configured(&[skill("pay", "abc")], config), &["a"], json!({}))).is_ok());
    }
    assert_eq!(refused(json!({ "discovery": "index" })), None);
}
