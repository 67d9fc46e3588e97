//! What a search gives: the result, its bytes, and what may be called afterwards.

use serde_json::json;
use toolsift_replay::MemoryJournal;
use toolsift_session::{Call, Code, Rest};

use crate::rankers::{always, hits, scripted};
use crate::toys::{configured, human, live, names, numbered, output, own, page, remote, search, setup};

/// ADR-007, ADR-008, DSH-037: a result is tools with name, one bounded line and whether they are loaded, and perhaps a note; keys in this order.
#[test]
fn the_bytes_of_a_result() {
    let long = format!("{}tail", "x".repeat(160));
    let tools = [own("a", "One.\nTwo."), own("b", "  \n\"Quoted\"\u{2028}more"), own("c", &long), own("d", "")];
    let mut session =
        live(configured(&tools, json!({ "maxLoaded": 3 })), scripted([hits(&["b", "a", "d", "c"]), hits(&[])]));
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[search("q"), search("zebra")], &mut journal).unwrap();
    let expected = format!(
        concat!(
            r#"{{"tools":[{{"name":"b","description":"\"Quoted\"","loaded":true}},"#,
            r#"{{"name":"a","description":"One.","loaded":true}},"#,
            r#"{{"name":"d","description":"","loaded":true}},"#,
            r#"{{"name":"c","description":"{}","loaded":false}}],"#,
            r#""note":"The menu is full: tools with `loaded` false cannot be called."}}"#,
        ),
        "x".repeat(160)
    );
    assert_eq!(output(&settled, 0), expected);
    assert_eq!(settled.outcomes[&0].output.to_value(), serde_json::from_str::<serde_json::Value>(&expected).unwrap());
    assert_eq!(output(&settled, 1), r#"{"tools":[],"note":"No matching tools."}"#);
    assert_eq!(settled.outcomes[&0].accounted_bytes, expected.len() as u64);
    let mut session = live(setup(&tools), always(&["a"]));
    let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
    assert_eq!(output(&settled, 0), r#"{"tools":[{"name":"a","description":"One.","loaded":true}]}"#);
}

/// ADR-009, ADR-022, ADR-074, ADR-075, S37, S41: what a search says is loaded can be called, and nothing else: neither what did not fit, nor what is hidden, nor what does not exist.
#[test]
fn the_gate() {
    let config = json!({ "maxLoaded": 1, "namespaces": ["t"] });
    let mut tools = numbered(3);
    tools.push(own("admin", ""));
    let mut session = live(configured(&tools, config), always(&["admin", "t2", "t0", "t1"]));
    assert_eq!(session.run().is_callable("t2"), Err(Code::ToolNotOnMenu));
    let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(page(&settled, 0), [("t2".to_owned(), true), ("t0".to_owned(), false), ("t1".to_owned(), false)]);
    assert_eq!(session.run().is_callable("t2").unwrap().spec.name, "t2");
    for name in ["t0", "t1", "admin", "nobody", "", "T2", "t2 ", "t2\0"] {
        assert_eq!(session.run().is_callable(name), Err(Code::ToolNotOnMenu), "{name:?}");
    }
    assert_eq!(Code::ToolNotOnMenu.message(), "This tool is not on the menu. Search for tools first.");
    assert_eq!(names(session.run()), ["search_tools", "t2"]);
}

/// ADR-018, DSH-012, DSH-015, S38, S49: a second search for a loaded tool finds nothing new, loads nothing twice and says by which name to call it.
#[test]
fn searching_twice() {
    let mut session = live(setup(&numbered(3)), always(&["t0", "t1"]));
    let mut journal = MemoryJournal::new();
    let calls = [search("q"), search("q")];
    let settled = session.settle(0, &calls, &mut journal).unwrap();
    assert_eq!(page(&settled, 0), [("t0".to_owned(), true), ("t1".to_owned(), true)]);
    assert_eq!(
        output(&settled, 1),
        r#"{"tools":[],"note":"All matching tools are on the menu already. Available already, call by name: t0, t1."}"#
    );
    assert_eq!((names(session.run()), session.run().menu().found()), (vec!["search_tools", "t0", "t1"], 2));
}

/// DSH-005: an always-loaded tool is on the menu from the start, whatever the namespaces are, and no search finds it.
#[test]
fn always_loaded_tools() {
    let config = json!({ "alwaysLoaded": ["t1", "t0"], "namespaces": ["t2"], "maxLoaded": 1 });
    let mut session = live(configured(&numbered(3), config), always(&["t0", "t1", "t2"]));
    assert_eq!(names(session.run()), ["search_tools", "t1", "t0"]);
    let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(
        output(&settled, 0),
        r#"{"tools":[{"name":"t2","description":"","loaded":true}],"note":"Available already, call by name: t0, t1."}"#
    );
}

/// ADR-024, DSH-016, DSH-018, S56: namespaces are plain prefixes of ids, known before any tool is; what lies outside is neither found nor callable.
#[test]
fn namespaces() {
    let tools: Vec<_> =
        ["crm__get", "crm__put", "crm", "CRM__get", "erp__get", "xcrm__get"].map(|name| own(name, "")).into();
    let all = ["xcrm__get", "erp__get", "CRM__get", "crm", "crm__put", "crm__get"];
    for (prefixes, expected) in [
        (json!(["crm__"]), vec!["crm__put", "crm__get"]),
        (json!(["crm"]), vec!["crm", "crm__put", "crm__get"]),
        (json!(["erp__", "xcrm__get"]), vec!["xcrm__get", "erp__get"]),
        (json!(["crm__get"]), vec!["crm__get"]),
        (json!(["later__", "CRM"]), vec!["CRM__get"]),
    ] {
        let config = json!({ "namespaces": prefixes, "maxPerSearch": 10 });
        let mut session = live(configured(&tools, config), always(&all));
        let settled = session.settle(0, &[search("get")], &mut MemoryJournal::new()).unwrap();
        let found: Vec<String> = page(&settled, 0).into_iter().map(|(name, _)| name).collect();
        assert_eq!(found, expected, "{prefixes}");
        let docs = session.run().search_docs();
        assert_eq!(docs.len(), expected.len());
        for name in all {
            assert_eq!(session.run().is_callable(name).is_ok(), expected.contains(&name), "{name}");
        }
    }
}

/// ADR-258, ADR-284: a found tool can be called in the very turn of its search, and a person's tool makes the rest of that turn sequential.
#[test]
fn the_rest_of_a_turn() {
    let other = |name: &str| Call::new(name, json!({}));
    let tools = [human("ask"), own("pay", "")];
    let settle = |calls: &[Call], config| {
        let mut setup = configured(&tools, config);
        setup.tools = vec![human("boss"), own("own", "")];
        let mut session = live(setup, always(&["ask", "pay"]));
        let settled = session.settle(0, calls, &mut MemoryJournal::new()).unwrap();
        (settled.rest, session.run().is_callable("pay").is_ok())
    };
    for (calls, config, expected) in [
        (vec![other("own"), other("own")], json!({}), Rest::Parallel),
        (vec![other("own"), other("boss")], json!({}), Rest::Sequential),
        (vec![other("ask")], json!({}), Rest::Parallel),
        (vec![search("q"), other("pay")], json!({}), Rest::Parallel),
        (vec![search("q"), other("pay"), other("ask")], json!({}), Rest::Sequential),
        (vec![other("ask"), other("pay"), search("q")], json!({}), Rest::Sequential),
        (vec![search("q"), other("ask")], json!({ "namespaces": ["pay"] }), Rest::Parallel),
        (vec![search("q")], json!({}), Rest::Parallel),
        (vec![], json!({}), Rest::Parallel),
    ] {
        let searched = calls.iter().any(|call| call.name == "search_tools");
        assert_eq!(settle(&calls, config), (expected, searched), "{calls:?}");
    }
}

/// S51, S55: hidden tools change nothing that a model reads: not the page, not the note, not the size.
#[test]
fn hidden_tools_leave_no_trace() {
    let mut with = numbered(2);
    with.extend((0..30).map(|number| own(&format!("admin_{number}"), "t0")));
    with.push(remote("admin_peer", ""));
    for answer in [vec![], vec!["admin_1"], vec!["admin_1", "admin_peer", "t1"], vec!["t0", "t1", "admin_2"]] {
        let result = |tools: &[_]| {
            let mut session = live(configured(tools, json!({ "namespaces": ["t"] })), always(&answer));
            let settled = session.settle(0, &[search("admin_1"), search("q")], &mut MemoryJournal::new()).unwrap();
            let chars = session.run().worst_case_chars();
            (output(&settled, 0), output(&settled, 1), settled.outcomes[&0].clone(), chars)
        };
        assert_eq!(result(&with), result(&numbered(2)), "{answer:?}");
    }
}
