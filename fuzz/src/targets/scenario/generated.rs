//! Scenarios out of bytes: each byte is a choice, so that a small change of an input is a small change of its run.

use serde_json::{Value, json};

const TOOLS: [&str; 8] = [
    "crm__charge_invoice",
    "crm__refund",
    "close_period",
    "read_ledger",
    "hr__send_mail",
    "file ticket",
    "公众号",
    "run_shell",
];
const SKILLS: [&str; 6] = ["month-end", "refunds", "tickets", "crm__refund", "公众号", "odd\nname"];
const WORDS: [&str; 8] =
    ["close the books", "refund", "invoice", "mail a ticket", "公众号", "zebra", "the", "send mail \"now\"\n"];

/// The bytes that are left; behind the last one every choice is the first.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn below(&mut self, end: usize) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first) % end
    }

    fn one_in(&mut self, end: usize) -> bool {
        self.below(end) == end - 1
    }

    fn of<'l>(&mut self, list: &[&'l str]) -> &'l str {
        list[self.below(list.len())]
    }

    fn list(&mut self, end: usize, mut make: impl FnMut(&mut Self) -> Value) -> Vec<Value> {
        (0..self.below(end)).map(|_| make(self)).collect()
    }
}

pub(super) fn scenario(data: &[u8]) -> Value {
    let choices = &mut Choices(data);
    let skills = distinct(choices.list(6, skill));
    let selected: Vec<&Value> = skills.iter().take(usize::from(choices.one_in(3))).map(|skill| &skill["id"]).collect();
    let mut scenario = json!({
        "version": 1, "loop": "main",
        "tools": distinct(choices.list(3, tool)),
        "catalog": distinct(choices.list(8, tool)),
        "selectedSkills": selected,
        "toolSearch": search(choices),
    });
    if !choices.one_in(4) {
        scenario["skillActivation"] = activation(choices);
    }
    if choices.one_in(2) {
        scenario["compaction"] = json!({ "afterBytes": 1 + choices.below(40) * 40 });
    }
    scenario["turns"] = (0..1 + choices.below(8)).map(|_| turn(choices)).collect();
    scenario["skills"] = skills.into();
    scenario
}

/// Definitions, each id once.
fn distinct(definitions: Vec<Value>) -> Vec<Value> {
    let mut distinct: Vec<Value> = Vec::new();
    for definition in definitions {
        if distinct.iter().all(|other| other["id"] != definition["id"]) {
            distinct.push(definition);
        }
    }
    distinct
}

fn tool(choices: &mut Choices<'_>) -> Value {
    let mut tool = json!({ "id": choices.of(&TOOLS), "description": choices.of(&WORDS) });
    match choices.below(8) {
        0 => tool["origin"] = json!("remote"),
        1 => tool["kind"] = json!("human"),
        2 => tool["aliases"] = json!([choices.of(&WORDS)]),
        3 => {
            tool["jsonInputSchema"] =
                json!({ "type": "object", "properties": { "a": { "title": choices.of(&WORDS) } } })
        }
        4 => tool["description"] = json!({ "text": choices.of(&WORDS), "tainted": true }),
        _ => {}
    }
    tool
}

/// Short and long, with quotes and line ends, tainted, too large.
fn instructions(choices: &mut Choices<'_>) -> Value {
    match choices.below(8) {
        0 => json!({ "text": choices.of(&WORDS), "tainted": true }),
        1 => json!("x".repeat(701)),
        times => json!(format!("# \"{}\"\n", choices.of(&WORDS)).repeat(times - 2)),
    }
}

fn skill(choices: &mut Choices<'_>) -> Value {
    json!({
        "id": choices.of(&SKILLS), "description": choices.of(&WORDS), "tags": [choices.of(&WORDS)],
        "tools": distinct(choices.list(3, tool)), "instructions": instructions(choices), "unavailable": choices.one_in(8),
    })
}

fn search(choices: &mut Choices<'_>) -> Value {
    let mut search = json!({
        "maxPerSearch": 1 + choices.below(5), "maxLoaded": 1 + choices.below(6), "maxSearches": 1 + choices.below(8), "ranker": ranker(choices),
    });
    match choices.below(6) {
        0 => search["namespaces"] = json!(["crm__", choices.of(&TOOLS)]),
        1 => search["alwaysLoaded"] = json!([choices.of(&TOOLS)]),
        2 => search["maxMenuChars"] = json!(80 + choices.below(250)),
        3 => search["annotations"] = json!({ choices.of(&TOOLS): { "tags": [choices.of(&WORDS)] } }),
        4 => search["stopwords"] = json!([choices.of(&WORDS)]),
        _ => {}
    }
    search
}

/// The built-in one, or a script that knows tools, skills, keys and strangers, and breaks down.
fn ranker(choices: &mut Choices<'_>) -> Value {
    if !choices.one_in(3) {
        return json!("bm25f");
    }
    let id = |choices: &mut Choices<'_>| match choices.below(6) {
        0 => json!("stranger"),
        1 => json!(format!("\0skill:{}", choices.of(&SKILLS))),
        2 => json!(choices.of(&SKILLS)),
        _ => json!(choices.of(&TOOLS)),
    };
    let answers: Vec<Value> = (0..1 + choices.below(6))
        .map(|_| match choices.below(12) {
            0 => json!({ "error": "down" }),
            1 => json!({ "terminal": "gone" }),
            _ => choices.list(9, id).into(),
        })
        .collect();
    json!({ "kind": "scripted", "answers": answers })
}

fn activation(choices: &mut Choices<'_>) -> Value {
    let discovery = choices.of(&["index", "search", "both"]);
    let mut activation = json!({
        "discovery": discovery, "maxActive": 1 + choices.below(4), "maxIndex": 1 + choices.below(4),
        "maxInstructionBytes": 700, "maxIndexBytes": 40 + choices.below(250),
    });
    if discovery != "index" && choices.one_in(3) {
        activation["skillRanker"] = ranker(choices);
    }
    activation
}

fn turn(choices: &mut Choices<'_>) -> Value {
    let before = if choices.one_in(3) { edit(choices) } else { Value::Null };
    json!({ "before": before, "calls": choices.list(4, call) })
}

fn call(choices: &mut Choices<'_>) -> Value {
    match choices.below(8) {
        0..3 => {
            json!({ "name": "search_tools", "arguments": { "query": choices.of(&WORDS), "limit": 1 + choices.below(7) } })
        }
        3..6 => json!({ "name": "activate_skill", "arguments": { "name": choices.of(&SKILLS) } }),
        6 => json!({ "name": choices.of(&TOOLS), "arguments": {} }),
        _ => {
            json!({ "name": choices.of(&["activate_skill", "search_tools"]), "arguments": { "name": 5, "query": [] } })
        }
    }
}

/// An edit of one skill or tool: of a member, away, or new.
fn edit(choices: &mut Choices<'_>) -> Value {
    match choices.below(8) {
        0 => json!({ "addTool": tool(choices) }),
        1 => json!({ "removeTool": { "id": choices.of(&TOOLS) } }),
        2 => json!({ "editTool": { "id": choices.of(&TOOLS), "description": choices.of(&WORDS) } }),
        3 => json!({ "addSkill": skill(choices) }),
        4 => json!({ "removeSkill": { "id": choices.of(&SKILLS) } }),
        5 => json!({ "editSkill": { "id": choices.of(&SKILLS), "unavailable": choices.one_in(2) } }),
        6 => json!({ "editSkill": { "id": choices.of(&SKILLS), "tools": distinct(choices.list(3, tool)) } }),
        _ => json!({ "editSkill": { "id": choices.of(&SKILLS), "instructions": instructions(choices) } }),
    }
}
