//! What the prompt says of skills that searches find.

use serde_json::{Value, json};
use toolsift_core::SkillDefinition;
use toolsift_session::Run;

use crate::toys::{configured, selecting, skill, skills, spec, tools};

fn index(skills: &[SkillDefinition], search: Value, activation: Value) -> (String, Vec<String>, usize) {
    let run = Run::new(configured(&tools(1), skills, search, activation)).unwrap();
    let index = run.skill_index().unwrap();
    (index.text.clone(), index.listed.iter().map(ToString::to_string).collect(), index.unlisted.len())
}

/// ADR-135: in mode `search` the prompt is one fixed line, and neither it nor a meta-tool has any text of a skill.
#[test]
fn one_fixed_line() {
    let mut canary = skill("canary-id", "Canary description.");
    canary.tags = vec!["canary-tag".to_owned()];
    canary.aliases = vec!["canary alias".to_owned()];
    for all in [vec![canary.clone()], (0..600).map(|number| skill(&format!("canary{number}"), "canary")).collect()] {
        let setup = configured(&tools(1), &all, json!({}), json!({ "discovery": "search" }));
        let run = Run::new(setup).unwrap();
        let index = run.skill_index().unwrap();
        assert_eq!(index.text, "Skills: find them with `search_tools`, then load one with `activate_skill`.");
        assert!(index.listed.is_empty() && index.cut.is_empty() && index.unlisted.is_empty());
        for name in ["search_tools", "activate_skill"] {
            assert!(!spec(&run, name).to_lowercase().contains("canary"));
        }
    }
    let renamed = json!({ "discovery": "search", "toolName": "load" });
    assert_eq!(
        index(&[canary], json!({ "toolName": "find" }), renamed).0,
        "Skills: find them with `find`, then load one with `load`."
    );
}

/// ADR-136: in mode `both` the index is that of mode `index`, and its last line, where there is one on skills that are not listed, says how to find them.
#[test]
fn the_hint() {
    let head = "Skills: load one with `activate_skill` when its description fits the task.";
    let mut all = skills(3);
    all[0] = skill("s0", "Zeroth.\nMore.");
    all[0].tags = vec!["a".to_owned(), "b".to_owned()];
    for (max, listed, rest) in [
        (1, "\n- s0: Zeroth. [a, b]", "\n- (+2 more skills not listed"),
        (2, "\n- s0: Zeroth. [a, b]\n- s1:", "\n- (+1 more skills not listed"),
    ] {
        let of = |discovery: &str| index(&all, json!({}), json!({ "discovery": discovery, "maxIndex": max }));
        let (text, ids, unlisted) = of("both");
        assert_eq!(text, format!("{head}{listed}{rest}; find them with `search_tools`)"));
        assert_eq!((ids.len(), unlisted), (max, 3 - max));
        assert_eq!(of("index").0, format!("{head}{listed}{rest})"));
    }
    let whole = |discovery: &str| index(&all, json!({}), json!({ "discovery": discovery }));
    assert_eq!(whole("both").0, format!("{head}\n- s0: Zeroth. [a, b]\n- s1:\n- s2:"));
    assert_eq!(whole("both"), whole("index"));
    let renamed = index(&all, json!({ "toolName": "find" }), json!({ "discovery": "both", "maxIndex": 2 })).0;
    assert!(renamed.ends_with("\n- (+1 more skills not listed; find them with `find`)"), "{renamed}");
}

/// ADR-159, ADR-136: in mode `both` an index may have room for nothing, and in mode `search` the room changes nothing.
#[test]
fn no_room() {
    let of = |discovery: &str, bytes: usize| {
        index(&skills(3), json!({}), json!({ "discovery": discovery, "maxIndexBytes": bytes }))
    };
    assert_eq!(
        of("both", 1),
        (
            concat!(
                "Skills: load one with `activate_skill` when its description fits the task.\n",
                "- (+3 more skills not listed; find them with `search_tools`)"
            )
            .to_owned(),
            vec![],
            3
        )
    );
    assert_eq!(of("search", 1), of("search", 131_072));
}

/// ADR-135, ADR-138: what was selected up front is in no index; with all of them selected there is neither a line nor a tool.
#[test]
fn selected_skills() {
    let setup = |discovery: &str| configured(&tools(1), &skills(2), json!({}), json!({ "discovery": discovery }));
    let run = Run::new(selecting(setup("both"), &["s1"])).unwrap();
    assert_eq!(
        run.skill_index().unwrap().text,
        "Skills: load one with `activate_skill` when its description fits the task.\n- s0:"
    );
    for discovery in ["search", "both"] {
        let run = Run::new(selecting(setup(discovery), &["s0", "s1"])).unwrap();
        assert_eq!((run.skill_index(), run.menu().names().collect::<Vec<_>>()), (None, vec!["search_tools"]));
    }
}
