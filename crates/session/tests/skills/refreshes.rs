//! Another state of the registry in the middle of a run.

use serde_json::json;
use toolsift_core::{SkillDefinition, Text};
use toolsift_replay::MemoryJournal;
use toolsift_session::{Code, Rankers, Session};

use crate::toys::{
    CHANGED, UNAVAILABLE, UNKNOWN, accounted, activate, active, always, bringing, code, configured, lines, live, names,
    output, registry, setup, skill, specs, tool, warned, with_search,
};

fn refreshed(session: &mut Session, skills: &[SkillDefinition]) {
    session.refresh_skills(registry(skills));
}

/// ADR-111, ADR-116, ADR-103: whatever comes, goes or changes, the index and the menu stay the bytes that the model has read.
#[test]
fn nothing_is_rewritten() {
    let mut session = live(setup(&[bringing("a", "abc", &["x"]), skill("b", "abc")]));
    let text = session.run().skill_index().unwrap().text.clone();
    session.settle(0, &[activate("a")], &mut MemoryJournal::new()).unwrap();
    let menu = specs(session.run());
    for skills in [vec![], vec![skill("c", "abc")], vec![bringing("a", "new", &["y"]), skill("b", "new")]] {
        refreshed(&mut session, &skills);
        let index = session.run().skill_index().unwrap();
        assert_eq!((&index.text, index.listed.len()), (&text, 2));
        assert_eq!(specs(session.run()), menu);
        assert_eq!(active(session.run()), ["a"]);
    }
    let mut off = live(toolsift_session::Setup::new(crate::toys::main()));
    refreshed(&mut off, &[skill("a", "abc")]);
    assert!(off.run().skill_index().is_none() && names(off.run()).is_empty());
}

/// ADR-117, ADR-188: a tool whose skill has left, or no longer brings it, stays on the menu and is refused when it is called; one that is back is back.
#[test]
fn tools_that_are_gone() {
    let a = bringing("a", "abc", &["x", "y"]);
    let b = bringing("b", "abc", &["y", "z"]);
    let mut start = with_search(setup(&[a.clone(), b.clone()]), &["f"], json!({ "alwaysLoaded": ["f"] }));
    start.tools = vec![tool("d")];
    let mut session = live(start);
    session.settle(0, &["a", "b"].map(activate), &mut MemoryJournal::new()).unwrap();
    let menu: Vec<String> = names(session.run()).into_iter().map(str::to_owned).collect();
    let callable = |session: &Session| {
        let all = ["x", "y", "z", "d", "f"].iter();
        all.filter(|name| session.run().is_callable(name).is_ok()).copied().collect::<Vec<_>>().concat()
    };
    for (skills, expected) in [
        (vec![a.clone(), b.clone()], "xyzdf"),
        (vec![b.clone()], "yzdf"),
        (vec![bringing("a", "abc", &["y"]), bringing("b", "abc", &["z"])], "yzdf"),
        (vec![bringing("a", "abc", &["x"])], "xdf"),
        (vec![bringing("c", "abc", &["x", "y", "z"])], "df"),
        (vec![], "df"),
        (vec![a, b], "xyzdf"),
    ] {
        refreshed(&mut session, &skills);
        assert_eq!(callable(&session), expected);
        assert_eq!(names(session.run()), menu);
    }
    refreshed(&mut session, &[]);
    assert_eq!(session.run().is_callable("x"), Err(Code::ToolUnavailable));
    assert_eq!(Code::ToolUnavailable.as_str(), "tool_unavailable");
    // Another state of the catalogue says nothing of what skills bring.
    let mut session = live(with_search(setup(&[bringing("a", "abc", &["x"])]), &["x", "f"], json!({})));
    session.settle(0, &[activate("a")], &mut MemoryJournal::new()).unwrap();
    session.refresh(crate::toys::catalog(2, &["f"]));
    assert!(session.run().is_callable("x").is_ok());
}

/// ADR-106, ADR-122, ADR-139: what left cannot be activated, and what came is not offered where only the index offers; an edit is what is activated from then on.
#[test]
fn removed_edited_added() {
    let mut session = live(setup(&[skill("a", "abc"), skill("b", "old"), skill("c", "abc")]));
    refreshed(&mut session, &[bringing("b", "abc", &["x"]), skill("c", "abc"), skill("d", "abc")]);
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &["a", "b", "d"].map(activate), &mut journal).unwrap();
    assert_eq!((output(&settled, 0).as_str(), output(&settled, 2).as_str()), (UNKNOWN, UNKNOWN));
    assert_eq!(output(&settled, 1), r#"{"skill":"b","instructions":"abc","tools":["x"]}"#);
    assert!(lines(&journal)[0].contains(crate::toys::ABC));
    // Where searches find skills, what came can be activated.
    let start = with_search(configured(&[skill("a", "abc")], json!({ "discovery": "both" })), &["f"], json!({}));
    let mut session = Session::new(start, Rankers::new(always(&[]), always(&["a"]))).unwrap();
    refreshed(&mut session, &[skill("d", "abc")]);
    let settled = session.settle(0, &["d", "a"].map(activate), &mut journal).unwrap();
    assert_eq!((code(&settled, 0), code(&settled, 1)), (None, Some("unknown_skill")));
}

/// ADR-189, ADR-186, ADR-187, ADR-209: an active skill that left is unavailable when it is asked for again, one that was edited has changed; both count as before.
#[test]
fn active_skills() {
    let mut session = live(configured(&[skill("pay", "abc"), skill("b", "abc")], json!({ "maxActive": 1 })));
    let mut journal = MemoryJournal::new();
    session.settle(0, &[activate("pay")], &mut journal).unwrap();
    refreshed(&mut session, &[skill("b", "abc")]);
    let settled = session.settle(1, &["pay", "b"].map(activate), &mut journal).unwrap();
    assert_eq!((output(&settled, 0).as_str(), accounted(&settled, 0)), (UNAVAILABLE, 102));
    assert_eq!(code(&settled, 1), Some("skill_limit_reached"), "it keeps its place");
    refreshed(&mut session, &[skill("pay", "new")]);
    let settled = session.settle(2, &[activate("pay")], &mut journal).unwrap();
    assert_eq!((output(&settled, 0).as_str(), accounted(&settled, 0), warned(&settled)), (CHANGED, 102, vec!["pay"]));
    refreshed(&mut session, &[skill("pay", "abc")]);
    let settled = session.settle(3, &[activate("pay")], &mut journal).unwrap();
    assert_eq!((code(&settled, 0), accounted(&settled, 0), warned(&settled).len()), (None, 102, 0));
    assert_eq!(active(session.run()), ["pay"]);
}

/// ADR-128, ADR-116: what an edit brings and the configuration would have refused is left out: the names of meta-tools, tainted descriptions, more than 256 tools.
#[test]
fn what_an_edit_may_not_bring() {
    let mut session = live(with_search(setup(&[skill("pay", "abc")]), &["f"], json!({})));
    let many: Vec<String> = (0..257).map(|number| format!("t{number}")).collect();
    let mut names_of: Vec<&str> = vec!["activate_skill", "search_tools", "dark"];
    names_of.extend(many.iter().map(String::as_str));
    let mut edited = bringing("pay", "abc", &names_of);
    edited.tools[2].description = Some(Text::tainted("came out of a run"));
    refreshed(&mut session, &[edited]);
    let head = specs(session.run());
    let settled = session.settle(0, &[activate("pay")], &mut MemoryJournal::new()).unwrap();
    let tools = settled.outcomes[&0].output.to_value()["tools"].as_array().unwrap().clone();
    assert_eq!((tools.len(), &tools[0], &tools[252]), (253, &json!("t0"), &json!("t252")));
    assert_eq!(names(session.run()).len(), 2 + 253);
    assert_eq!(specs(session.run())[..2], head);
}

/// ADR-128, ADR-116: nor does an edit bring the name of a search tool that is not on the menu yet.
#[test]
fn the_name_of_a_late_search_tool() {
    let mut session = live(with_search(setup(&[skill("pay", "abc")]), &[], json!({})));
    assert_eq!(names(session.run()), ["activate_skill"]);
    refreshed(&mut session, &[bringing("pay", "abc", &["search_tools", "x"])]);
    let settled = session.settle(0, &[activate("pay")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(output(&settled, 0), r#"{"skill":"pay","instructions":"abc","tools":["x"]}"#);
    session.refresh(crate::toys::catalog(2, &["f"]));
    assert_eq!(names(session.run()), ["activate_skill", "x", "search_tools"]);
    assert!(session.run().is_search(&crate::toys::search("q")));
}
