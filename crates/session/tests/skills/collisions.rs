//! Names that two would have.

use serde_json::json;
use toolsift_session::{Run, Setup};

use crate::toys::{bringing, configured, names, selecting, setup, skill, tool, with_search};

fn refused(setup: Setup) -> String {
    Run::new(setup).map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
}

/// ADR-127, ADR-128, ADR-277: the names of the meta-tools are nobody else's, and the message names the field.
#[test]
fn a_name_is_given_once() {
    let base = || with_search(setup(&[skill("pay", "abc")]), &["a"], json!({}));
    let defines = |name: &str| {
        let mut setup = base();
        setup.tools = vec![tool(name)];
        setup
    };
    let selects = |name: &str| {
        let skills = [skill("pay", "abc"), bringing("up-front", "abc", &["x", name])];
        selecting(with_search(setup(&skills), &["a"], json!({})), &["up-front"])
    };
    let loads = |name: &str| {
        let config = json!({ "alwaysLoaded": [name] });
        with_search(setup(&[skill("pay", "abc")]), &["a", name], config)
    };
    let catalogs = |name: &str| with_search(setup(&[skill("pay", "abc")]), &["a", name], json!({}));
    let offers = |name: &str| with_search(setup(&[bringing("pay", "abc", &["x", name])]), &["a"], json!({}));
    let activation = r#"skillActivation.toolName: the name "activate_skill" is taken"#;
    let search = r#"toolSearch.toolName: the name "search_tools" is taken"#;
    for (by, place) in [
        (&defines as &dyn Fn(&str) -> Setup, "definition"),
        (&selects, "selected skill"),
        (&loads, "always loaded"),
        (&catalogs, "catalogue"),
        (&offers, "offered skill"),
    ] {
        assert_eq!(refused(by("activate_skill")), activation, "{place}");
        assert_eq!(refused(by("search_tools")), search, "{place}");
        assert_eq!(refused(by("load_skill")), "accepted", "{place}");
    }
    let config = json!({ "toolName": "search_tools" });
    let same = with_search(configured(&[skill("pay", "abc")], config), &["a"], json!({}));
    assert_eq!(refused(same), r#"skillActivation.toolName: the name "search_tools" is taken"#);
    let same = with_search(setup(&[skill("pay", "abc")]), &["a"], json!({ "toolName": "activate_skill" }));
    assert_eq!(refused(same), activation);
}

/// ADR-127, ADR-128, ADR-277: without searches, and by another name, the same holds.
#[test]
fn other_names() {
    let config = json!({ "toolName": "load" });
    let offers = configured(&[bringing("pay", "abc", &["load"])], config.clone());
    assert_eq!(refused(offers), r#"skillActivation.toolName: the name "load" is taken"#);
    assert_eq!(refused(configured(&[bringing("pay", "abc", &["activate_skill"])], config)), "accepted");
    let mut searched = with_search(setup(&[bringing("pay", "abc", &["find"])]), &["a"], json!({ "toolName": "find" }));
    assert_eq!(refused(searched.clone()), r#"toolSearch.toolName: the name "find" is taken"#);
    searched.activation = None;
    assert_eq!(refused(searched), "accepted", "a skill that is not offered brings nothing");
}

/// ADR-128, ADR-109: only what is offered takes a name: neither a skill that no line lists, nor one of a run in which nothing is left to activate.
#[test]
fn names_that_stay_free() {
    let skills = [skill("a", "abc"), bringing("b", "abc", &["activate_skill"])];
    assert_eq!(refused(configured(&skills, json!({ "maxIndex": 1 }))), "accepted");
    assert_ne!(refused(configured(&skills, json!({ "maxIndex": 2 }))), "accepted");
    // Where searches find what no line lists, it is offered.
    let both = configured(&skills, json!({ "maxIndex": 1, "discovery": "both" }));
    assert_ne!(refused(with_search(both, &["t"], json!({}))), "accepted");
    let none = selecting(setup(&skills), &["a", "b"]);
    assert_eq!(names(&Run::new(none).unwrap()), ["activate_skill"], "the tool of a skill");
}
