//! What is said beside a page of tools and skills.

use serde_json::{Value, json};
use toolsift_replay::MemoryJournal;
use toolsift_session::Rankers;

use crate::rankers::{Script, hits};
use crate::toys::{activate, configured, lines, live, output, search, skills, tools};

/// One ranker's hits, or two rankers' ones, and what they know nothing of.
struct Case {
    config: Value,
    /// Skills to activate first.
    active: &'static [&'static str],
    tools: &'static [&'static str],
    skills: &'static [&'static str],
    unmatched: &'static [&'static str],
    query: &'static str,
    result: &'static str,
    code: Option<&'static str>,
}

/// A case without anything.
fn case(query: &'static str, result: &'static str, code: Option<&'static str>) -> Case {
    Case { config: json!({}), active: &[], tools: &[], skills: &[], unmatched: &[], query, result, code }
}

impl Case {
    /// The case with one ranker, and with two.
    fn rankers(&self) -> [Rankers; 2] {
        let keys: Vec<String> = self.skills.iter().map(|name| format!("\0skill:{name}")).collect();
        let all: Vec<&str> = self.tools.iter().copied().chain(keys.iter().map(String::as_str)).collect();
        let one = Script::new("one", [hits(&all)]).knowing_nothing_of(self.unmatched).built_in();
        let tools = Script::new("tools", [hits(self.tools)]).knowing_nothing_of(self.unmatched).custom();
        let skills = Script::new("skills", [hits(self.skills)]).knowing_nothing_of(self.unmatched).custom();
        [one.into(), Rankers::new(tools, skills)]
    }

    fn check(&self) {
        for rankers in self.rankers() {
            let setup = configured(&tools(2), &skills(2), self.config.clone(), json!({ "discovery": "search" }));
            let mut session = live(setup, rankers);
            let activations: Vec<_> = self.active.iter().map(|name| activate(name)).collect();
            session.settle(0, &activations, &mut MemoryJournal::new()).unwrap();
            let mut journal = MemoryJournal::new();
            let settled = session.settle(1, &[search(self.query)], &mut journal).unwrap();
            assert_eq!(output(&settled, 0), self.result, "{}", self.query);
            let record: Value = serde_json::from_str(&lines(&journal)[0]).unwrap();
            assert_eq!(record["choice"]["note"].as_str(), self.code, "{}", self.query);
        }
    }
}

/// ADR-149, ADR-150: what is said where the page holds skills alone, and where it holds nothing.
#[test]
fn pages_without_tools() {
    let only = case(
        "skills alone",
        r#"{"tools":[],"skills":[{"kind":"skill","id":"s1","description":""}],"note":"No matching tools, but skills match."}"#,
        Some("only_skills"),
    );
    Case { skills: &["s1"], ..only }.check();
    let known = case(
        "zebra",
        r#"{"tools":[],"skills":[{"kind":"skill","id":"s1","description":""}],"note":"No matching tools, but skills match."}"#,
        Some("only_skills"),
    );
    Case { skills: &["s1"], unmatched: &["zebra"], ..known }.check();
    case("nothing", r#"{"tools":[],"skills":[],"note":"No matching tools or skills."}"#, Some("no_match")).check();
    let active = case(
        "an active skill alone",
        r#"{"tools":[],"skills":[],"note":"No matching tools or skills."}"#,
        Some("no_match"),
    );
    Case { active: &["s1"], skills: &["s1"], ..active }.check();
    let unmatched = case(
        "zebra crossing",
        r#"{"tools":[],"skills":[],"note":"No matching tools or skills. In no searchable tool or skill: zebra, crossing."}"#,
        Some("no_match"),
    );
    Case { unmatched: &["zebra", "crossing"], ..unmatched }.check();
    let left = case(
        "no tools are left",
        r#"{"tools":[],"skills":[],"note":"No matching tools or skills."}"#,
        Some("no_match"),
    );
    Case { config: json!({ "alwaysLoaded": ["t0", "t1"] }), ..left }.check();
    let exhausted = case(
        "nothing is left",
        r#"{"tools":[],"skills":[],"note":"Every tool is on the menu already, and every skill is active."}"#,
        Some("nothing_deferred"),
    );
    Case { config: json!({ "alwaysLoaded": ["t0", "t1"] }), active: &["s0", "s1"], ..exhausted }.check();
}

/// ADR-149: hits that are on the menu are named, beside skills as beside nothing.
#[test]
fn hits_on_the_menu() {
    let config = || json!({ "alwaysLoaded": ["t0"] });
    let beside = case(
        "a tool on the menu beside a skill",
        concat!(
            r#"{"tools":[],"skills":[{"kind":"skill","id":"s0","description":""}],"#,
            r#""note":"No matching tools, but skills match. Available already, call by name: t0."}"#
        ),
        Some("only_skills"),
    );
    Case { config: config(), tools: &["t0"], skills: &["s0"], ..beside }.check();
    let alone = case(
        "a tool on the menu alone",
        r#"{"tools":[],"skills":[],"note":"All matching tools are on the menu already. Available already, call by name: t0."}"#,
        Some("all_loaded"),
    );
    Case { config: config(), tools: &["t0"], ..alone }.check();
    let named = case(
        "call t0",
        concat!(
            r#"{"tools":[{"name":"t1","description":"","loaded":true}],"#,
            r#""skills":[{"kind":"skill","id":"s0","description":""}],"note":"Available already, call by name: t0."}"#
        ),
        None,
    );
    Case { config: config(), tools: &["t1"], skills: &["s0"], ..named }.check();
}

/// ADR-149, ADR-147: a page with tools says nothing of skills, and what it says of its tools it says with skills as without.
#[test]
fn pages_with_tools() {
    let tools = case("a tool", r#"{"tools":[{"name":"t1","description":"","loaded":true}],"skills":[]}"#, None);
    Case { tools: &["t1"], ..tools }.check();
    let full = case(
        "a full menu",
        concat!(
            r#"{"tools":[{"name":"t1","description":"","loaded":true},{"name":"t0","description":"","loaded":false}],"#,
            r#""skills":[{"kind":"skill","id":"s1","description":""}],"#,
            r#""note":"The menu is full: tools with `loaded` false cannot be called."}"#
        ),
        Some("menu_full"),
    );
    Case { config: json!({ "maxLoaded": 1 }), tools: &["t1", "t0"], skills: &["s1"], ..full }.check();
}

/// ADR-150: a word is in no tool and in no skill only where neither of two rankers knows it.
#[test]
fn what_neither_ranker_knows() {
    for (of_tools, of_skills, named) in [
        (&["zebra", "crossing"][..], &["crossing", "zebra"][..], " In no searchable tool or skill: zebra, crossing."),
        (&["zebra", "crossing"], &["crossing"], " In no searchable tool or skill: crossing."),
        (&["zebra"], &["crossing"], ""),
        (&["zebra"], &[], ""),
        (&[], &["zebra"], ""),
    ] {
        let tools_ranker = Script::new("tools", []).knowing_nothing_of(of_tools).custom();
        let rankers = Rankers::new(tools_ranker, Script::new("skills", []).knowing_nothing_of(of_skills).custom());
        let mut session = live(crate::toys::setup(&tools(1), &skills(1)), rankers);
        let settled = session.settle(0, &[search("zebra crossing")], &mut MemoryJournal::new()).unwrap();
        let expected = format!(r#"{{"tools":[],"skills":[],"note":"No matching tools or skills.{named}"}}"#);
        assert_eq!(output(&settled, 0), expected, "{of_tools:?} {of_skills:?}");
    }
}

/// ADR-149, ADR-150: without discovery no note speaks of skills.
#[test]
fn without_discovery() {
    let setup = configured(&tools(1), &skills(1), json!({}), json!({}));
    let mut session = live(setup, Script::new("bm25f", [hits(&["\0skill:s0"]), hits(&["t0"])]).built_in());
    let told: Vec<String> = (0..3).map(|turn| crate::toys::told(&mut session, turn, search("q"))).collect();
    assert_eq!(
        told,
        [
            r#"{"tools":[],"note":"No matching tools."}"#,
            r#"{"tools":[{"name":"t0","description":"","loaded":true}]}"#,
            r#"{"tools":[],"note":"Every tool is on the menu already."}"#,
        ]
    );
}
