//! Forged transcripts: each shows one thing too many, and is found for it.

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::widening;
use crate::scenario::Scenario;
use crate::transcript::{CallTranscript, Transcript, TurnTranscript};

const INDEX: &str = "Skills:\n- month-end: Closes the books.\n- refunds: Refunds.";

fn skill(id: &str, tool: &str, instructions: &Value) -> Value {
    json!({ "id": id, "tools": [{ "id": tool }], "instructions": instructions })
}

fn act(name: &str) -> Value {
    json!({ "name": "activate_skill", "arguments": { "name": name } })
}

fn find(limit: u64) -> Value {
    json!({ "name": "search_tools", "arguments": { "query": "q", "limit": limit } })
}

/// A registry of three skills, of which one is selected, over a catalogue of three tools; the calls of its turns, and how skills are activated.
fn scenario(settings: &Value, turns: &Value) -> Scenario {
    let tainted = json!({ "text": "Tainted.", "tainted": true });
    let scenario = json!({
        "version": 1,
        "loop": "main",
        "tools": [{ "id": "run_shell" }],
        "catalog": [{ "id": "one" }, { "id": "two" }, { "id": "close_books" }],
        "skills": [
            skill("month-end", "close_books", &json!("Close them.")),
            skill("refunds", "refund_payment", &json!("Refund it.")),
            skill("bad", "bad_tool", &tainted),
            skill("chosen", "chosen_tool", &json!("Chosen.")),
        ],
        "selectedSkills": ["chosen"],
        "toolSearch": { "maxPerSearch": 2, "maxLoaded": 1 },
        "skillActivation": settings,
        "turns": turns,
    });
    Scenario::parse(&scenario.to_string()).unwrap()
}

/// A turn with a menu behind what every turn has, and the outputs of its calls.
fn turn(more: &[&str], outputs: &[Value]) -> TurnTranscript {
    let menu = ["search_tools", "activate_skill", "run_shell", "chosen_tool"].iter().chain(more);
    let result = |(call, output): (usize, &Value)| CallTranscript {
        call,
        output: RawValue::from_string(output.to_string()).unwrap(),
        tainted: false,
        accounted_bytes: 0,
    };
    TurnTranscript {
        menu: menu.map(ToString::to_string).collect(),
        results: outputs.iter().enumerate().map(result).collect(),
        records: Vec::new(),
        warnings: Vec::new(),
        compacted: false,
    }
}

/// What is found of turns.
fn found(scenario: &Scenario, turns: Vec<TurnTranscript>) -> Option<(usize, String)> {
    let mut transcript = Transcript::new();
    transcript.system_prompt = INDEX.to_owned();
    transcript.turns = turns;
    widening(scenario, &transcript).unwrap()
}

/// What is found of one turn of one call.
fn found_of(settings: &Value, call: &Value, more: &[&str], output: &Value) -> Option<String> {
    let scenario = scenario(settings, &json!([{ "calls": [call] }]));
    found(&scenario, vec![turn(more, std::slice::from_ref(output))]).map(|(_, message)| message)
}

fn month_end() -> Value {
    json!({ "skill": "month-end", "instructions": "Close them.", "tools": ["close_books"] })
}

fn changed() -> Value {
    json!({ "error": { "code": "instructions_changed", "message": "m" }, "tools": ["close_books"] })
}

/// ADR-121, ADR-126, ADR-139: an activation shows the named skill, if it could be activated, with its own text and tools.
#[test]
fn activations_by_hand() {
    let refused = json!({ "error": { "code": "unknown_skill", "message": "m" } });
    let with = |key: &str, value: Value| {
        let mut output = month_end();
        output[key] = value;
        output
    };
    let text = |skill: &str, text: &str| json!({ "skill": skill, "instructions": text });
    for (settings, name, more, output, expected) in [
        // What is allowed.
        (json!({}), "month-end", &["close_books"][..], month_end(), None),
        (json!({}), "month-end", &["close_books"], changed(), None),
        (json!({}), "nobody", &[], refused.clone(), None),
        (json!({ "maxInstructionBytes": 11 }), "month-end", &["close_books"], month_end(), None),
        (json!({ "discovery": "search" }), "refunds", &[], text("refunds", "Refund it."), None),
        // Tools without an activation, of a refused one, of another skill, of a third.
        (json!({}), "month-end", &["refund_payment"], refused.clone(), Some(r#""refund_payment" is on the menu"#)),
        (
            json!({}),
            "month-end",
            &["close_books", "refund_payment"],
            month_end(),
            Some(r#""refund_payment" is on the menu"#),
        ),
        (json!({}), "refunds", &["refund_payment"], refused, Some(r#""refund_payment" is on the menu"#)),
        (
            json!({}),
            "month-end",
            &["close_books", "refund_payment"],
            with("tools", json!(["close_books", "refund_payment"])),
            Some(r#"a tool that is not of "month-end" is in the result"#),
        ),
        // Another skill, another text, other members.
        (
            json!({}),
            "month-end",
            &[],
            text("refunds", "Refund it."),
            Some(r#"another skill than "month-end" is in the result"#),
        ),
        (
            json!({}),
            "month-end",
            &[],
            text("month-end", "Refund it."),
            Some(r#"the instructions are not those of "month-end""#),
        ),
        (
            json!({}),
            "month-end",
            &[],
            text("month-end", "Close them. Now."),
            Some(r#"the instructions are not those of "month-end""#),
        ),
        (
            json!({}),
            "month-end",
            &[],
            with("instructions", json!(["Close them."])),
            Some(r#"the instructions are not those of "month-end""#),
        ),
        (json!({}), "month-end", &[], with("summary", json!("x")), Some(r#""summary" is in the result"#)),
        (json!({}), "month-end", &[], with("note", json!("INJECTED")), Some("a record's text reached the result")),
        // Too long, tainted, selected, not listed, unknown, not in the list, not asked for by name.
        (
            json!({ "maxInstructionBytes": 10 }),
            "month-end",
            &[],
            month_end(),
            Some(r#"the instructions are not those of "month-end""#),
        ),
        (
            json!({ "discovery": "search" }),
            "bad",
            &[],
            text("bad", "Tainted."),
            Some(r#"the instructions are not those of "bad""#),
        ),
        (json!({ "discovery": "both" }), "chosen", &[], text("chosen", "Chosen."), Some(r#""chosen" is active"#)),
        (json!({}), "bad", &[], json!({ "error": {}, "tools": ["bad_tool"] }), Some(r#""bad" is active"#)),
        (json!({ "discovery": "search" }), "zz", &[], text("zz", ""), Some(r#""zz" is active"#)),
        (json!({ "catalog": [] }), "month-end", &[], month_end(), Some(r#""month-end" is active"#)),
    ] {
        let message = found_of(&settings, &act(name), more, &output);
        let expected = expected.map(|expected| {
            if expected.contains("on the menu") { expected.to_owned() } else { format!("call 0: {expected}") }
        });
        assert_eq!(message, expected, "{settings} {name} {output}");
    }
    let unnamed = json!({ "name": "activate_skill", "arguments": {} });
    let message = found_of(&json!({}), &unnamed, &["close_books"], &month_end());
    assert_eq!(message.as_deref(), Some("call 0: no skill was asked for"));
    for call in [find(2), json!({ "name": "run_shell" })] {
        let message = found_of(&json!({}), &call, &[], &json!({ "instructions": "Close them." }));
        assert_eq!(message.as_deref(), Some(r#"call 0: "instructions" is in the result"#), "{call}");
    }
}

/// ADR-138, ADR-152, ADR-153, ADR-154: a page shows skills that may be found now, each once, and with the tools no more than it may have.
#[test]
fn pages_by_hand() {
    let page = |tools: &[&str], skills: &[&str]| {
        let tool = |name: &&str| json!({ "name": name, "description": "", "loaded": false });
        let skill = |id: &&str| json!({ "kind": "skill", "id": id, "description": "" });
        json!({ "tools": tools.iter().map(tool).collect::<Value>(), "skills": skills.iter().map(skill).collect::<Value>() })
    };
    let search = json!({ "discovery": "search" });
    for (settings, limit, output, expected) in [
        (&search, 2, page(&["one"], &["refunds"]), None),
        (&search, 9, page(&[], &["refunds", "month-end"]), None),
        (&json!({ "discovery": "both" }), 2, page(&[], &["bad"]), None),
        (&search, 2, page(&["one"], &["refunds", "month-end"]), Some("the page is too long")),
        (&search, 1, page(&["one"], &["refunds"]), Some("the page is too long")),
        (&search, 2, page(&[], &["zz_foreign"]), Some(r#"the skill "zz_foreign" is in the result"#)),
        (&search, 2, page(&[], &["chosen"]), Some(r#"the skill "chosen" is in the result"#)),
        (&search, 2, page(&[], &["one"]), Some(r#"the skill "one" is in the result"#)),
        (&search, 2, page(&["refunds"], &[]), Some(r#""refunds" is in the result"#)),
        (&search, 2, page(&[], &["refunds", "refunds"]), Some("something is in the result twice")),
        (&json!({}), 2, page(&["one"], &["refunds"]), Some("skills are in the result")),
        (
            &json!({ "discovery": "search", "catalog": [] }),
            2,
            page(&[], &["refunds"]),
            Some(r#"the skill "refunds" is in the result"#),
        ),
    ] {
        let message = found_of(settings, &find(limit), &[], &output);
        assert_eq!(message, expected.map(|expected| format!("call 0: {expected}")), "{settings} {limit} {output}");
    }
    // An active one, and a tool that an active one brought.
    let scenario = scenario(&search, &json!([{ "calls": [act("month-end"), find(2)] }]));
    for (output, expected) in [
        (page(&["one"], &["refunds"]), None),
        (page(&[], &["month-end"]), Some(r#"call 1: the skill "month-end" is in the result"#)),
        (page(&["close_books"], &[]), Some(r#"call 1: "close_books" is in the result"#)),
    ] {
        let found = found(&scenario, vec![turn(&["close_books"], &[month_end(), output])]);
        assert_eq!(found.map(|(_, message)| message).as_deref(), expected);
    }
}

/// ADR-102, ADR-132, ADR-185: what holds from turn to turn: how many are active, what was brought, what instructions have been.
#[test]
fn turns_by_hand() {
    let refunds = json!({ "skill": "refunds", "instructions": "Refund it.", "tools": ["refund_payment"] });
    let later = json!({ "skill": "month-end", "instructions": "Later.", "note": "n" });
    let edit = json!({ "editSkill": { "id": "month-end", "instructions": "Later." } });
    let turns = json!([{ "calls": [act("month-end")] }, { "calls": [act("refunds"), act("month-end")] }]);
    let edited = json!([{ "calls": [act("month-end")] }, { "before": edit, "calls": [act("month-end")] }]);
    let removed =
        json!([{ "calls": [] }, { "before": { "removeSkill": { "id": "month-end" } }, "calls": [act("month-end")] }]);
    let first = || turn(&["close_books"], &[month_end()]);
    let both = &["close_books", "refund_payment"][..];
    let again = json!({ "skill": "month-end", "instructions": "Close them.", "note": "n" });
    for (settings, turns, shown, expected) in [
        (json!({}), &turns, vec![first(), turn(both, &[refunds.clone(), again.clone()])], None),
        // A tool that a skill brought takes no place of one that was found, and one that was found takes its own.
        (json!({}), &turns, vec![first(), turn(&["close_books", "one"], &[])], None),
        (
            json!({}),
            &turns,
            vec![first(), turn(&["close_books", "one", "two"], &[])],
            Some((1, "more tools are on the menu than may be found")),
        ),
        (
            json!({ "maxActive": 1 }),
            &turns,
            vec![first(), turn(both, std::slice::from_ref(&refunds))],
            Some((1, "call 0: more skills are active than may be")),
        ),
        // The text of now and those before it, not one that comes later.
        (json!({}), &edited, vec![first(), turn(&["close_books"], std::slice::from_ref(&later))], None),
        (json!({}), &edited, vec![first(), turn(&["close_books"], &[again])], None),
        (
            json!({}),
            &edited,
            vec![turn(&[], &[later])],
            Some((0, r#"call 0: the instructions are not those of "month-end""#)),
        ),
        (json!({}), &removed, vec![turn(&[], &[]), first()], Some((1, r#"call 0: "month-end" is active"#))),
        (json!({}), &removed, vec![turn(&["refund_payment"], &[])], Some((0, r#""refund_payment" is on the menu"#))),
        (json!({}), &turns, vec![first(), turn(&[], &[])], Some((1, "the menu did not only grow"))),
        (json!({}), &turns, vec![first(), turn(&["close_books"; 2], &[])], Some((1, "a tool is on the menu twice"))),
        (
            json!({}),
            &turns,
            vec![first(), turn(&["close_books"], &[]), first()],
            Some((2, "the scenario has no such turn")),
        ),
    ] {
        let found = found(&scenario(&settings, turns), shown);
        let found = found.as_ref().map(|(turn, message)| (*turn, message.as_str()));
        assert_eq!(found, expected, "{settings} {turns}");
    }
    // A call that the gate let through.
    let call = json!({ "name": "refund_payment" });
    let message = found_of(&json!({}), &call, &[], &json!({ "ok": true }));
    assert_eq!(message.as_deref(), Some(r#"call 0: "refund_payment" was let through"#));
    assert_eq!(found_of(&json!({}), &json!({ "name": "run_shell" }), &[], &json!({ "ok": true })), None);
}
