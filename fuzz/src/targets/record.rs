//! Recorded decisions: what is admitted is never wider than what is allowed now.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::de::IgnoredAny;
use serde_json::{Map, Value};
use toolsift_replay::{
    Line, MAX_RECORDED_IDS, MAX_RECORDED_QUERY_CHARS, MAX_RECORDED_TERMS, MemoryJournal, SearchChoice, SkillChoice,
    admit,
};
use toolsift_scenario::Scenario;

/// A run with a search and an activation, over tools that may be found, one of a third party, one of another namespace, and a skill that must not be read.
const SCENARIO: &str = r#"{ "version": 1, "loop": "main",
    "tools": [{ "id": "run_shell" }],
    "catalog": [
        { "id": "crm__find", "description": "Finds a customer." }, { "id": "crm__bill", "description": "Bills a customer." },
        { "id": "crm__call", "description": "Calls a customer." },
        { "id": "crm__third", "description": "CANARY", "origin": "remote" }, { "id": "hr__fire", "description": "Fires a customer." }
    ],
    "skills": [
        { "id": "month-end", "description": "Closes a customer's books.", "instructions": "Close them.", "tools": [{ "id": "close_period" }] },
        { "id": "tainted", "description": "Of a customer.", "instructions": { "text": "CANARY", "tainted": true }, "tools": [{ "id": "hr__hire" }] }
    ],
    "toolSearch": { "namespaces": ["crm__"], "maxPerSearch": 2, "maxLoaded": 2 },
    "skillActivation": { "discovery": "search" },
    "turns": [
        { "calls": [{ "name": "search_tools", "arguments": { "query": "customer" } }] },
        { "calls": [{ "name": "activate_skill", "arguments": { "name": "month-end" } }] },
        { "calls": [{ "name": "hr__fire" }, { "name": "hr__hire" }] }
    ] }"#;

/// What is read of a skill's id, in characters: more than a skill can have, so that no long text is taken for a short id.
const LONGEST_SKILL: usize = 513;

/// What stands on the menu without any record, and what a record may add to it.
const FIXED: [&str; 3] = ["search_tools", "activate_skill", "run_shell"];
const FINDABLE: [&str; 4] = ["crm__find", "crm__bill", "crm__call", "crm__third"];
const BROUGHT: &str = "close_period";

/// The run and its record.
static RUN: LazyLock<(Scenario, Vec<Line>)> = LazyLock::new(|| {
    let scenario = Scenario::parse(SCENARIO).expect("a scenario");
    let mut journal = MemoryJournal::new();
    scenario.run(&mut journal).expect("a run");
    (scenario, journal.lines().to_vec())
});

/// A choice is read within its caps and says nothing that was not written; what is admitted of it is allowed; and a replay with it shows no more than it may.
///
/// The first line is the choice of a search, the rest that of an activation.
pub(crate) fn record(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (search, skill) = text.split_once('\n').unwrap_or((&text, &text));
    search_choice(search);
    skill_choice(skill);
    replayed(search, skill);
}

fn search_choice(json: &str) {
    let choice = SearchChoice::read(json);
    assert_eq!(SearchChoice::read(&choice.to_json()), choice, "written and read again");
    assert!(choice.query.chars().count() <= MAX_RECORDED_QUERY_CHARS && choice.unmatched.len() <= MAX_RECORDED_TERMS);
    let lists = [
        ("results", Some(&choice.results)),
        ("loaded", Some(&choice.loaded)),
        ("skills", choice.skills.as_ref()),
        ("onMenu", Some(&choice.on_menu)),
    ];
    assert!(lists.iter().all(|(_, list)| list.is_none_or(|list| list.len() <= MAX_RECORDED_IDS)));
    match members(json) {
        Ok(Some(value)) => {
            for (key, list) in lists {
                assert_eq!(list.into_iter().flatten().collect::<Vec<_>>(), texts(&value[key]), "{key}");
            }
            assert_eq!(choice.result_bytes, value["resultBytes"].as_u64().filter(|_| choice.result_bytes.is_some()));
        }
        Ok(None) => assert_eq!(choice, SearchChoice::default()),
        Err(_) if serde_json::from_str::<IgnoredAny>(json).is_err() => assert_eq!(choice, SearchChoice::default()),
        Err(_) => {}
    }
    admitted(&choice.results);
}

/// The members of an object that gives each key once, nothing where a text is anything else, and an error where `serde_json` does not take it whole, as the lenient
/// reader need not.
fn members(json: &str) -> Result<Option<Value>, serde_json::Error> {
    let value: Value = serde_json::from_str(json)?;
    let pairs = serde_json::from_str(json).ok().map(|Pairs(pairs)| pairs);
    Ok(Some(value).filter(|value| value.as_object().map(Map::len) == pairs && pairs.is_some()))
}

/// How many pairs an object has, repeated keys included.
struct Pairs(usize);

impl<'de> serde::Deserialize<'de> for Pairs {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Count;
        impl<'de> serde::de::Visitor<'de> for Count {
            type Value = Pairs;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = 0;
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
                    pairs += 1;
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Count)
    }
}

/// The texts of a list, as many as are read.
fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).take(MAX_RECORDED_IDS).collect()
}

/// Allowed are the entries whose length is such a multiple: all, some, or the empty one alone.
fn admitted(entries: &[String]) {
    for (multiple, cap) in [(0, 5), (1, 0), (1, 2), (1, 256), (2, 3), (3, 256)] {
        let allowed = |id: &str| id.len().is_multiple_of(multiple);
        let mut expected: Vec<&String> = Vec::new();
        for id in entries {
            if allowed(id) && expected.len() < cap && !expected.contains(&id) {
                expected.push(id);
            }
        }
        assert_eq!(admit(entries, allowed, cap).iter().collect::<Vec<_>>(), expected);
    }
}

fn skill_choice(json: &str) {
    let choice = SkillChoice::read(json);
    assert_eq!(SkillChoice::read(&choice.to_json()), choice, "written and read again");
    let Ok(value) = members(json) else { return };
    let value = value.unwrap_or_default();
    let skill = value["skill"].as_str().unwrap_or_default();
    assert!(
        skill.starts_with(&choice.skill) && (choice.skill == skill || choice.skill.chars().count() == LONGEST_SKILL)
    );
    assert_eq!(choice.refused.is_some(), !value["refused"].is_null(), "a verdict of whatever type refuses");
}

/// The replay of the run with other choices.
fn replayed(search: &str, skill: &str) {
    let (scenario, lines) = &*RUN;
    let mut lines = lines.clone();
    for line in &mut lines {
        if let Line::Decision(decision) = line {
            let of_search = decision.source == "agent-tool-search";
            (if of_search { search } else { skill }).clone_into(&mut decision.choice);
        }
    }
    let (transcript, _) = scenario.replay(&lines, None).expect("a record is no reason to fail");
    let mut menu: Vec<&str> = FIXED.to_vec();
    for turn in &transcript.turns {
        let now: Vec<&str> = turn.menu.iter().map(String::as_str).collect();
        assert!(now.starts_with(&menu), "{now:?} does not continue {menu:?}");
        menu = now;
        for result in &turn.results {
            let shown = result.output.get();
            assert!(!["CANARY", "INJECTED", "hr__"].iter().any(|word| shown.contains(word)), "{shown}");
        }
    }
    let more: BTreeSet<&str> = menu[FIXED.len()..].iter().copied().collect();
    assert_eq!(more.len() + FIXED.len(), menu.len(), "each once: {menu:?}");
    let found = more.iter().filter(|id| FINDABLE.contains(id)).count();
    assert!(found <= 2 && more.iter().all(|id| FINDABLE.contains(id) || *id == BROUGHT), "{menu:?}");
}
