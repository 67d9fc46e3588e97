//! What is on the menu, in which order, and what it costs.

use serde_json::json;
use toolsift_replay::MemoryJournal;
use toolsift_session::{Code, Origin, Run};

use crate::rankers::always;
use crate::toys::{
    catalog, configured, lines, live, names, note, numbered, output, own, page, remote, search, setup, specs,
    with_skill_tools, with_tools,
};

/// ADR-011, ADR-014, ADR-016, ADR-017, S29: the search tool, the definition's tools, the skills', the always-loaded ones, then what was found, in the order found.
#[test]
fn order() {
    let tools: Vec<_> = ["a", "b", "c", "d", "e"].map(|name| own(name, "")).into();
    let mut setup = configured(&tools, json!({ "alwaysLoaded": ["d", "b"] }));
    setup.tools = vec![own("z", ""), own("y", "")];
    setup = with_skill_tools(setup, vec![own("x", ""), own("w", "")]);
    let mut session = live(setup, always(&["e", "a"]));
    assert_eq!(names(session.run()), ["search_tools", "z", "y", "x", "w", "d", "b"]);
    session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(names(session.run()), ["search_tools", "z", "y", "x", "w", "d", "b", "e", "a"]);
    let origins: Vec<Origin> = session.run().menu().entries().iter().map(|entry| entry.origin).collect();
    use Origin::{AlwaysLoaded, Definition, Meta, Search, Skill};
    let expected = [Meta, Definition, Definition, Skill, Skill, AlwaysLoaded, AlwaysLoaded, Search, Search];
    assert_eq!(origins, expected);
    let names = names(session.run());
    assert!(names.iter().all(|name| session.run().is_callable(name).is_ok() && session.run().menu().contains(name)));
}

/// ADR-015, ADR-018, ADR-019, ADR-020: what is on the menu is not found again, and the menu's definition wins over a catalogue's entry of the same id.
#[test]
fn the_definition_wins() {
    let mut setup =
        configured(&[own("pay", "The catalogue's."), own("refund", "")], json!({ "alwaysLoaded": ["pay"] }));
    setup.tools = vec![own("pay", "The definition's."), own("alone", "")];
    setup = with_skill_tools(setup, vec![own("pay", "The skill's.")]);
    let mut session = live(setup, always(&["pay", "alone", "refund", "search_tools"]));
    assert_eq!(names(session.run()), ["search_tools", "pay", "alone"]);
    let settled = session.settle(0, &[search("money")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(
        output(&settled, 0),
        r#"{"tools":[{"name":"refund","description":"","loaded":true}],"note":"Available already, call by name: pay, alone."}"#
    );
    let entry = session.run().is_callable("pay").unwrap();
    assert_eq!((entry.spec.description.as_str(), entry.origin), ("The definition's.", Origin::Definition));
}

/// DSH-027, DSH-028, DSH-029: no search tool where nothing can be found; over a growing catalogue it comes at the end, and then it stays.
#[test]
fn a_late_search_tool() {
    assert_eq!(names(&Run::new(setup(&[])).unwrap()), [""; 0]);
    let all_loaded = configured(&numbered(2), json!({ "alwaysLoaded": ["t0", "t1"] }));
    assert_eq!(names(&Run::new(all_loaded).unwrap()), ["t0", "t1"]);
    let hidden = configured(&numbered(2), json!({ "namespaces": ["x"] }));
    assert_eq!(names(&Run::new(hidden).unwrap()), [""; 0]);
    let on_the_definition = with_tools(setup(&numbered(2)), numbered(2));
    assert_eq!(names(&Run::new(on_the_definition).unwrap()), ["t0", "t1"]);

    let mut session = live(with_tools(setup(&[]), vec![own("own", "")]), always(&["t0"]));
    assert_eq!(session.run().is_callable("search_tools"), Err(Code::ToolNotOnMenu));
    let settled = session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert!(settled.outcomes.is_empty(), "a call of a tool that is not on the menu is the host's to refuse");
    session.refresh(catalog(2, &numbered(1)));
    assert_eq!(names(session.run()), ["own", "search_tools"]);
    session.settle(1, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(names(session.run()), ["own", "search_tools", "t0"]);
    session.refresh(catalog(3, &[]));
    assert_eq!(names(session.run()), ["own", "search_tools", "t0"], "drained, and still there");
    let settled = session.settle(2, &[search("q")], &mut MemoryJournal::new()).unwrap();
    assert_eq!(note(&settled, 0).as_deref(), Some("Every tool is on the menu already."));
}

/// DSH-001, DSH-026, S33: a tool that was not found leaves no trace on the menu, and the search tool says the same whatever was found.
#[test]
fn what_is_not_loaded_is_not_told() {
    let tools = [own("secret_one", "Hidden lore."), own("secret_two", "More lore.")];
    let mut session = live(setup(&tools), always(&["secret_one"]));
    let before = specs(session.run());
    assert!(!before.concat().contains("secret") && !before.concat().contains("lore"));
    session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    let after = specs(session.run());
    assert_eq!(after[0], before[0]);
    assert_eq!(after[1], r#"{"description":"Hidden lore.","inputSchema":{"type":"object"},"name":"secret_one"}"#);
    assert!(!after.concat().contains("secret_two"));
}

/// ADR-012, LOOP-050, LOOP-051, LOOP-052, ADR-096: the menu tells its size, the worst that it can become, and the identity of its prefix.
#[test]
fn sizes_and_digests() {
    let spec = r#"{"description":"","inputSchema":{"type":"object"},"name":"t0"}"#;
    let long = own("long", &"é".repeat(100));
    let mut tools = numbered(4);
    tools.push(long);
    let mut session =
        live(configured(&tools, json!({ "alwaysLoaded": ["t3"], "maxLoaded": 2 })), always(&["t0", "t1"]));
    let menu = session.run().menu();
    let meta = specs(session.run())[0].chars().count();
    assert_eq!(menu.spec_chars(), meta + spec.len());
    // The two largest of what may be found: 100 characters more, and the same name length.
    assert_eq!(session.run().worst_case_chars(), meta + spec.len() + (spec.len() + 2 + 100) + spec.len());
    let digests: Vec<String> = (0..=2).map(|entries| menu.prefix_digest(entries)).collect();
    assert_eq!(digests[0], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "of nothing");
    assert_eq!(menu.prefix_digest(99), digests[2]);
    session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    let menu = session.run().menu();
    assert_eq!((menu.found(), menu.found_chars()), (2, 2 * spec.len()));
    assert_eq!(menu.spec_chars(), meta + 3 * spec.len());
    assert_eq!(session.run().worst_case_chars(), menu.spec_chars(), "two of two are found");
    assert_eq!((0..=2).map(|entries| menu.prefix_digest(entries)).collect::<Vec<_>>(), digests);
    assert_ne!(menu.prefix_digest(3), digests[2]);
    let shorter = live(configured(&numbered(1), json!({ "maxMenuChars": 10 })), always(&[]));
    assert_eq!(shorter.run().worst_case_chars(), meta + 10);
}

/// ADR-095, LOOP-053: a spec is bounded before it is on the menu, and a host counts what it sends: specs it leaves out of a request count nothing.
#[test]
fn a_spec_is_bounded() {
    let mut peer = remote("peer", &"y".repeat(5_000));
    peer.trust_json_schema_text = true;
    let mut session = live(setup(&[own("big", &"x".repeat(5_000)), peer]), always(&["big", "peer"]));
    session.settle(0, &[search("q")], &mut MemoryJournal::new()).unwrap();
    for name in ["big", "peer"] {
        assert_eq!(session.run().menu().get(name).unwrap().spec.description.chars().count(), 1_000);
    }
    let sizes: usize = specs(session.run()).iter().map(|spec| spec.chars().count()).sum();
    assert_eq!(session.run().menu().spec_chars(), sizes, "the sum over what is sent");
    let sent = session.run().menu().specs().take(0);
    assert_eq!(sent.map(|spec| spec.canonical_json().chars().count()).sum::<usize>(), 0);
}

/// S30, S31, C1-8: a catalogue in any order gives the same menu, the same documents and the same record.
#[test]
fn the_order_of_the_catalogue_does_not_matter() {
    let tools = [own("b", "1"), own("a", "2"), remote("d", "3"), own("c", "4")];
    let run = |tools: &[_]| {
        let config = json!({ "alwaysLoaded": ["c"] });
        let mut session = live(configured(tools, config), always(&["d", "a", "b"]));
        let mut journal = MemoryJournal::new();
        let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
        (specs(session.run()), session.run().search_docs(), output(&settled, 0), lines(&journal))
    };
    let expected = run(&tools);
    for rotation in 1..tools.len() {
        let mut tools = tools.clone();
        tools.rotate_left(rotation);
        assert_eq!(run(&tools), expected);
        tools.reverse();
        assert_eq!(run(&tools), expected);
    }
}

/// ADR-010, S27, S28, S32: ten searches later the first specs are the same bytes, and no tool has left.
#[test]
fn the_prefix_stays() {
    let mut session = live(
        setup(&numbered(10)),
        crate::rankers::scripted((0..10).map(|number| {
            crate::rankers::hits(&[["t9", "t3", "t5", "t1", "t0", "t2", "t4", "t8", "t7", "t6"][number]])
        })),
    );
    let mut before = specs(session.run());
    for turn in 0..10 {
        let settled = session.settle(turn, &[search("q")], &mut MemoryJournal::new()).unwrap();
        assert_eq!(page(&settled, 0).len(), 1);
        let after = specs(session.run());
        assert_eq!(after[..before.len()], before);
        assert_eq!(after.len(), before.len() + 1);
        before = after;
    }
}
