//! What the host's program is called with.

use serde_json::{Value, json};
use toolsift_retrieval::{HostCommand, InputFault};

use HostCommand::{CalendarList, Context, PageDiscover, PageInspect, PageRead, People, Profile, Search};

/// The arguments, with blanks between: none of the inputs has one.
fn built(command: HostCommand, input: &Value) -> String {
    command.build(input).unwrap_or_else(|fault| panic!("{command:?} {input}: {fault:?}")).args.join(" ")
}

/// CF-038, CF-039, CF-046, CF-047: every argument of each command, in its order.
#[test]
fn long_forms() {
    let search = json!({
        "rank": "score", "limit": 5, "person": "alice@example.com", "tz": "America/Los_Angeles", "until": "2026-09-18",
        "since": "2026-09-01", "sources": "google.gmail,fc", "query": "donuts",
    });
    for (command, input, expected) in [
        (
            Search,
            search,
            "search donuts --json --sources google.gmail,fc --since 2026-09-01 --until 2026-09-18 --tz America/Los_Angeles \
             --person alice@example.com --limit 5 --rank score",
        ),
        (
            PageDiscover,
            json!({ "limit": 10, "kind": "project" }),
            "page discover --json --concise --kind project --limit 10",
        ),
        (PageInspect, json!({ "target": "P-12" }), "page inspect P-12 --json --concise"),
        (PageRead, json!({ "target": "People/Alice/about.md" }), "page read People/Alice/about.md --json"),
        (
            People,
            json!({ "query": "alice@example.com", "shape": "summary" }),
            "people alice@example.com --json --shape summary",
        ),
        (
            CalendarList,
            json!({ "to": "2026-09-30", "from": "2026-09-01" }),
            "calendar list --json --from 2026-09-01 --to 2026-09-30",
        ),
        (
            Context,
            json!({ "read": "activity", "at": "now", "since": "now-30m", "until": "now" }),
            "context activity --json --at now --since now-30m --until now",
        ),
        (Profile, json!({ "fresh": true }), "profile --json --fresh"),
    ] {
        assert_eq!(built(command, &input), expected);
    }
}

/// CF-038, CF-039: the fewest arguments of each command.
#[test]
fn short_forms() {
    for (command, input, expected) in [
        (Search, json!({ "query": "donuts" }), "search donuts --json"),
        (Search, json!({ "person": "alice@example.com" }), "search --json --person alice@example.com"),
        (PageDiscover, json!({}), "page discover --json --concise"),
        (CalendarList, json!({}), "calendar list --json"),
        (CalendarList, json!({ "all": true }), "calendar list --json --all"),
        (CalendarList, json!({ "all": false, "from": "2026-09-01" }), "calendar list --json --from 2026-09-01"),
        (Context, json!({ "read": "where", "at": "now-30m" }), "context where --json --at now-30m"),
        (Profile, json!({}), "profile --json"),
        (Profile, json!({ "fresh": false }), "profile --json"),
    ] {
        assert_eq!(built(command, &input), expected);
    }
    for command in HostCommand::ALL {
        let takes_person = command.build(&crate::common::arguments(command)).unwrap().names_a_person;
        assert_eq!(takes_person, command == People, "{command:?}");
    }
    assert!(Search.build(&json!({ "person": "a" })).unwrap().names_a_person);
}

/// CF-044, CF-045, CF-046, CF-047, CF-052: what the host's program would read as a flag or as another verb, and everything else that is refused.
#[test]
fn refusals() {
    for (command, input) in [
        (Search, json!({})),
        (Search, json!({ "query": "--list-sources" })),
        (Search, json!({ "query": "donuts", "limit": 0 })),
        (Search, json!({ "query": "donuts", "rank": "random" })),
        (Search, json!({ "query": "donuts", "since": "-1d" })),
        (PageInspect, json!({ "target": "--concise" })),
        (PageInspect, json!({})),
        (PageRead, json!({ "target": "" })),
        (PageDiscover, json!({ "kind": "all\n" })),
        (People, json!({ "query": "revoke" })),
        (People, json!({ "query": "list" })),
        (People, json!({ "query": "group-add" })),
        (People, json!({ "query": "Alice" })),
        (People, json!({ "query": "alice@example.com", "shape": "full" })),
        (CalendarList, json!({ "from": "yesterday" })),
        (CalendarList, json!({ "from": "2026-09-01", "all": true })),
        (Context, json!({ "read": "hosted" })),
        (Context, json!({})),
        (Profile, json!("fresh")),
        (Profile, json!(null)),
        (Context, json!({ "read": "where", "since": "now-30m" })),
        (Profile, json!({ "fresh": "yes" })),
        // And more of the same.
        (Context, json!({ "read": "where", "until": "now" })),
        (CalendarList, json!({ "to": "2026-09-01", "all": true })),
        (CalendarList, json!({ "all": 1 })),
        (CalendarList, json!({ "all": null })),
        (CalendarList, json!({ "from": "2026-9-01" })),
        (CalendarList, json!({ "from": "２０２６-09-01" })),
        (CalendarList, json!({ "from": "2026-09-01 " })),
        (CalendarList, json!({ "from": "--all-days" })),
        (PageRead, json!({ "target": null })),
        (PageRead, json!({ "target": ["P-12"] })),
        (PageDiscover, json!({ "kind": "PROJECT" })),
        (PageDiscover, json!({ "kind": null })),
        (People, json!({})),
        (People, json!({ "query": "+" })),
        (People, json!({ "query": "1234" })),
        (People, json!({ "query": "555 0100 x" })),
        (Search, json!([])),
        (Search, json!({ "query": 7 })),
        (Search, json!({ "query": null, "person": "a" })),
        (Search, json!({ "query": "a\u{0}b" })),
        (Search, json!({ "query": "a", "person": "-p" })),
    ] {
        assert!(command.build(&input).is_err(), "{command:?} {input}");
    }
}

/// CF-043: an argument that is not listed is refused by its name, the first in the order of their bytes.
#[test]
fn unknown_arguments() {
    for (command, input, name) in [
        (Profile, json!({ "rpc_queue": "/tmp/q" }), "rpc_queue"),
        (Search, json!({ "query": "x", "engine": "index" }), "engine"),
        (Search, json!({ "query": "x", "zeta": 1, "peek": true, "list-sources": true }), "list-sources"),
        (People, json!({ "query": "a@b", "person-ref": 1 }), "person-ref"),
        (Context, json!({ "read": "where", "chat": 1, "instance": "/i" }), "chat"),
        (PageRead, json!({ "target": "P", "concise": true }), "concise"),
    ] {
        let fault = command.build(&input).unwrap_err();
        assert_eq!(fault, InputFault::Unknown { field: name.to_owned() });
        assert_eq!(fault.message(), format!("`{name}` is not an argument of this tool."));
    }
    let fault = Profile.build(&json!({ "é".repeat(100_000): 1 })).unwrap_err();
    assert_eq!(fault, InputFault::Unknown { field: "é".repeat(64) });
}

/// CF-041, CF-042: each kind of page, and of another one a refusal that names them.
#[test]
fn kinds_of_pages() {
    for kind in ["all", "project", "projects", "entity", "entities"] {
        assert_eq!(
            built(PageDiscover, &json!({ "kind": kind })),
            format!("page discover --json --concise --kind {kind}")
        );
    }
    let fault = PageDiscover.build(&json!({ "kind": "loom" })).unwrap_err();
    assert_eq!(fault.message(), "`kind` must be one of all, project, projects, entity, entities.");
}

/// CF-044, CF-075: a text has 1 to 500 characters, whatever their bytes; a control character below the blank is refused, others pass.
#[test]
fn texts() {
    for scalar in ["x", "é", "😀"] {
        for (length, is_taken) in [(0, false), (1, true), (500, true), (501, false)] {
            let input = json!({ "query": scalar.repeat(length) });
            assert_eq!(Search.build(&input).is_ok(), is_taken, "{scalar} {length}");
        }
    }
    for code in 0..=0xff_u32 {
        let c = char::from_u32(code).unwrap();
        let input = json!({ "target": format!("a{c}b") });
        assert_eq!(PageRead.build(&input).is_ok(), code >= 0x20, "U+{code:04X}");
    }
    for text in ["a-b", "a --json", " -a", "—a", "$(rm)", "a;b", "*"] {
        assert_eq!(
            Search.build(&json!({ "query": text })).unwrap().args[1],
            text,
            "one argument, whatever a shell would make of it"
        );
    }
}

/// CF-042: limits are whole numbers from one, up to what the schema says.
#[test]
fn limits_of_rows() {
    for (command, most) in [(Search, 200), (PageDiscover, 500)] {
        let build = |limit: Value| {
            command.build(
                &json!({ "limit": limit, "query": "q" })
                    .as_object()
                    .map(|input| {
                        let mut input = input.clone();
                        if command == PageDiscover {
                            input.remove("query");
                        }
                        Value::Object(input)
                    })
                    .unwrap(),
            )
        };
        for limit in [json!(1), json!(most), json!(5.0), json!(most - 1)] {
            assert!(build(limit.clone()).is_ok(), "{limit}");
        }
        let refused = [
            json!(0),
            json!(-1),
            json!(most + 1),
            json!(1.5),
            json!("5"),
            json!(null),
            json!(true),
            json!([5]),
            json!(9_007_199_254_740_993_u64),
            json!(u64::MAX),
            json!(1e300),
            json!(-0.0),
        ];
        for limit in refused {
            let fault = build(limit.clone()).unwrap_err();
            assert_eq!(fault.message(), format!("`limit` must be a whole number from 1 to {most}."), "{limit}");
        }
    }
    assert_eq!(built(Search, &json!({ "query": "q", "limit": 5.0 })), "search q --json --limit 5");
}

/// CF-045: what is looked up, and every verb that the host has in the same place.
#[test]
fn identifiers_of_people() {
    for query in [
        "alice@example.com",
        "handle:alice",
        "person:42",
        "group:team",
        "People/Alice/about.md",
        "+1 (555) 010-0100",
        "12345",
        "5550100",
        "+49.30.1234",
        "@",
        ":",
        "/",
    ] {
        assert!(People.build(&json!({ "query": query })).is_ok(), "{query}");
    }
    for query in [
        "revoke",
        "list",
        "group-add",
        "group-remove",
        "merge",
        "split",
        "import",
        "Alice",
        "1234",
        "+1234",
        "(555) 0100",
        "1-",
        "+-12345",
        "１２３４５",
    ] {
        assert_eq!(People.build(&json!({ "query": query })).unwrap_err(), InputFault::NotAnIdentifier, "{query}");
    }
}

/// CF-052: which fault is told first.
#[test]
fn order_of_faults() {
    let message = |command: HostCommand, input: Value| command.build(&input).unwrap_err().message();
    assert_eq!(message(Search, json!("q")), "The arguments must be an object.");
    assert_eq!(message(Search, json!({ "x": 1, "limit": 0 })), "`x` is not an argument of this tool.");
    assert_eq!(message(Search, json!({ "limit": 0 })), "`query` or `person` is required.");
    assert_eq!(message(People, json!({ "shape": "full" })), "`query` is required.");
    assert_eq!(message(Context, json!({ "since": "now" })), "`read` is required.");
    assert_eq!(message(Context, json!({ "read": "hosted" })), "`read` must be one of where, activity.");
    assert_eq!(
        message(Context, json!({ "read": "where", "since": "n" })),
        "`since` and `until` go with `read` `activity` only."
    );
    assert_eq!(
        message(CalendarList, json!({ "all": true, "to": "2026-01-01" })),
        "`all` goes without `from` and `to`."
    );
    assert_eq!(message(CalendarList, json!({ "to": "soon" })), "`to` must be a date of the form YYYY-MM-DD.");
    assert_eq!(message(Profile, json!({ "fresh": "yes" })), "`fresh` must be true or false.");
}
