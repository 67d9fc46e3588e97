//! Skills of folders as users of the program meet them: searched, activated in a run, replayed.

#![cfg(test)]

mod common;

use std::fs;

use common::{Run, Temp, json_of, toolsift};
use serde_json::{Value, json};
use toolsift::catalog::{FolderInstructions, load_skills};
use toolsift::prelude::*;

const SCENARIO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sample/skills.json");
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sample/skills");

/// What the sample's run shows, but for what it records.
const SHOWN: &str = r#"Skills: load one with `activate_skill` when its description fits the task.
- accruals: Books costs in the month that caused them. [finance]
- month-end: Closes the books of a month. [finance, closing]
- refunds: Gives money back, and says who has to agree. [billing]
turn 0 3 on the menu, new: search_tools, activate_skill, get_trial_balance
  call 0 {"tools":[{"name":"get_trial_balance","description":"Lists the balance of every account.","loaded":true}],"skills":[{"kind":"skill","id":"month-end","description":"Closes the books of a month."},{"kind":"skill","id":"accruals","description":"Books costs in the month that caused them."}]}
turn 1 3 on the menu
  call 0 {"skill":"month-end","instructions":"1. Fetch the trial balance. 2. Post accruals. 3. Lock the period.\n"}
  call 1 {"ok":true}
turn 2 4 on the menu, new: post_accrual
  call 0 {"skill":"accruals","instructions":"Take the amount from the purchase order.","tools":["post_accrual"]}
  call 1 {"ok":true}
turn 3 4 on the menu, compacted
  call 0 {"skill":"month-end","instructions":"1. Fetch the trial balance. 2. Post accruals. 3. Lock the period.\n","note":"This skill is active already; its tools are on the menu."}
turn 4 5 on the menu, new: refund_payment
  call 0 {"tools":[{"name":"refund_payment","description":"Returns a payment.","loaded":true}],"skills":[{"kind":"skill","id":"refunds","description":"Gives money back, and says who has to agree."}]}
skills: 3 offered, 3 shown by searches, 2 activated
"#;

/// A skill of a test, and the folder that it lies in.
fn skill(temp: &Temp, folder: &str, front: &str, instructions: &str) -> String {
    let path = temp.0.path().join(folder);
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("SKILL.md"), format!("---\n{front}\n---\n{instructions}")).unwrap();
    path.display().to_string()
}

/// The sample's scenario with other settings of activation.
fn scenario(temp: &Temp, activation: Value) -> String {
    let mut scenario: Value = serde_json::from_str(&fs::read_to_string(SCENARIO).unwrap()).unwrap();
    scenario["skillActivation"] = activation;
    temp.file("scenario.json", scenario.to_string())
}

/// ADR-141, ADR-144: skills are ranked beside the tools in one index, and a skill and a tool of one id are two hits with their own sources.
#[test]
fn a_search_ranks_skills_beside_tools() {
    let temp = Temp::new();
    let own = temp.file("own.json", r#"[{"id":"refunds","description":"Lists them.\nMore."}]"#);
    let folder = skill(&temp, "skills/refunds", "name: refunds\ndescription: Gives it back.", "Secret steps.");
    let skills = temp.0.path().join("skills").display().to_string();
    let args = ["search", "refunds zorp", "--own", &own, "--skills", &skills];
    // Both names have average length: ln 1.2 · 3 · 2.2 / 4.2, 37 units of 1/128. Ties go to the smaller key, which is the skill's.
    let hit = |text: &str, kind: &str, origin: &str| {
        format!(
            r#"{{"id":"refunds","score":0.2890625,"strength":"weak","standing":"trusted","description":"{text}","kind":"{kind}","origin":"{origin}"}}"#
        )
    };
    let (first, second) = (hit("Gives it back.", "skill", &folder), hit("Lists them.", "tool", &own));
    let Run(code, out, err) = toolsift(&[&args[..], &["--json"]].concat());
    let query = r#"{"query":"refunds zorp","terms":["refund","zorp"],"unmatched":["zorp"],"hits":"#;
    assert_eq!((code, out.as_str(), err.as_str()), (0, format!("{query}[{first},{second}]}}\n").as_str(), ""));

    let Run(code, out, err) = toolsift(&args);
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    let row = |kind, origin| vec![kind, "refunds", "0.289", "weak", "trusted", origin];
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(rows[0], ["kind", "id", "score", "strength", "standing", "origin", "description"]);
    assert_eq!(rows[1], [row("skill", &folder), vec!["Gives", "it", "back."]].concat());
    assert_eq!(rows[2], [row("tool", &own), vec!["Lists", "them."]].concat());
    assert_eq!(out.lines().nth(3), Some("in no tool or skill: zorp"));

    let Run(code, out, _) = toolsift(&["search", "steps", "--own", &own, "--skills", &skills]);
    assert_eq!((code, out.as_str()), (1, "no match among 1 tool and 1 skill\nin no tool or skill: step\n"));
    assert_eq!(json_of(&["search", "refunds", "--json", "--own", &own])["hits"][0].get("kind"), None);
}

/// ADR-271, S45: a skill whose id no line can show is neither found nor offered, and standard error says so.
#[test]
fn an_odd_id_is_left_out_and_said() {
    let temp = Temp::new();
    skill(&temp, "skills/odd", "name: \"close\\nit\"\ndescription: Close.", "");
    let long = "x".repeat(65);
    skill(&temp, "skills/long", &format!("name: {long}\ndescription: Close."), "");
    skill(&temp, "skills/whole", &format!("name: {}\ndescription: Close.", "y".repeat(64)), "");
    let skills = temp.0.path().join("skills").display().to_string();
    let warnings = format!(
        "warning: the skill {:?} is left out: no line can show its id\nwarning: the skill {:?} is left out: no line can show its id\n",
        long, "close\nit"
    );
    let own = temp.file("own.json", "[]");
    let Run(code, out, err) = toolsift(&["search", "close", "--json", "--own", &own, "--skills", &skills]);
    let found: Value = serde_json::from_str(&out).unwrap();
    let ids: Vec<&Value> = found["hits"].as_array().unwrap().iter().map(|hit| &hit["id"]).collect();
    assert_eq!((code, ids, &err), (0, vec![&json!("y".repeat(64))], &warnings));
    let Run(code, out, err) = toolsift(&["run", SCENARIO, "--skills", &skills]);
    assert_eq!((code, &err), (0, &warnings));
    assert!(out.contains("\nskills: 2 offered, "), "{out}");
}

/// S47, S48, ADR-131, ADR-267: a run shows the prompt, what it compacted and how many skills it used; an active skill is delivered again with the same bytes; and
/// its replay shows the same.
#[test]
fn a_run_with_skills_and_its_replay() {
    let temp = Temp::new();
    let journal = temp.0.path().join("run.jsonl").display().to_string();
    let Run(code, live, err) = toolsift(&["run", SCENARIO, "--skills", FOLDER, "--journal", &journal]);
    assert_eq!((code, err.as_str()), (0, ""));
    let (recorded, shown): (Vec<&str>, Vec<&str>) = live.lines().partition(|line| line.starts_with("  recorded "));
    assert_eq!(format!("{}\n", shown.join("\n")), SHOWN);
    assert_eq!(
        recorded.join("\n"),
        concat!(
            "  recorded main#turn:0:tool:0:search\n",
            "  recorded main#turn:1:tool:0:skill\n",
            "  recorded main#turn:2:tool:0:skill\n",
            "  recorded main#turn:3:compact\n",
            "  recorded main#turn:4:tool:0:search"
        )
    );
    let replay = ["replay", SCENARIO, &journal, "--skills", FOLDER];
    let Run(code, out, err) = toolsift(&replay);
    assert_eq!((code, out, err.as_str()), (0, format!("{SHOWN}record and run agree\n"), ""));

    let transcript = json_of(&["run", SCENARIO, "--skills", FOLDER, "--json"]);
    let members: Vec<&String> = transcript.as_object().unwrap().keys().collect();
    assert_eq!(members, ["systemPrompt", "turns", "version"]);
    assert_eq!(transcript["turns"][3]["compacted"], true);
    let styled = toolsift(&["run", SCENARIO, "--skills", FOLDER, "--color", "always"]).1;
    let dimmed = "\u{1b}[2m- month-end: Closes the books of a month. [finance, closing]\u{1b}[0m\n";
    assert!(styled.contains(dimmed), "{styled}");
}

/// ADR-185, ADR-186, ADR-187, ADR-193: a replay notices an edited `SKILL.md` and warns once, and with a store it delivers what was recorded.
#[test]
fn an_edited_skill_is_noticed_and_a_store_restores_it() {
    let temp = Temp::new();
    for name in ["month-end", "refunds"] {
        let text = fs::read_to_string(format!("{FOLDER}/{name}/SKILL.md")).unwrap();
        let (front, instructions) = text.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
        skill(&temp, &format!("skills/{name}"), front, instructions);
    }
    let path = |name: &str| temp.0.path().join(name).display().to_string();
    let (skills, journal, store) = (path("skills"), path("run.jsonl"), path("kept"));
    let args = ["run", SCENARIO, "--skills", &skills, "--journal", &journal, "--store", &store];
    assert_eq!(toolsift(&args).0, 0);
    skill(
        &temp,
        "skills/month-end",
        "name: month-end\ndescription: Closes the books of a month.\ntags: [finance, closing]\naliases: [close the month]",
        "SECRET\n",
    );

    let replay = ["replay", SCENARIO, &journal, "--skills", &skills];
    let Run(code, out, err) = toolsift(&replay);
    let error = r#"  call 0 {"error":{"code":"instructions_changed","message":"The instructions of this skill have changed since it was loaded, so they are not given."}}"#;
    let delivered = r#"  call 0 {"skill":"month-end","instructions":"1. Fetch the trial balance. 2. Post accruals. 3. Lock the period.\n"#;
    let changed = SHOWN
        .replace(
            &format!("{delivered}\"}}\n  call 1 {{\"ok\":true}}"),
            &format!("{error}\n  call 1 {{\"ok\":true}}\n  skill_changed: month-end"),
        )
        .replace(
            &format!("{delivered}\",\"note\":\"This skill is active already; its tools are on the menu.\"}}"),
            error,
        );
    assert_eq!((code, out, err.as_str()), (0, format!("{changed}record and run agree\n"), ""));

    let Run(code, out, err) = toolsift(&[&replay[..], &["--store", &store]].concat());
    assert_eq!((code, out, err.as_str()), (0, format!("{SHOWN}record and run agree\n"), ""));
}

/// ADR-189, ADR-290: a loader of folders reads at the moment of each call, so that a file that changes, goes and comes back in the middle of a run is told apart.
#[test]
fn a_file_that_changes_in_the_middle_of_a_run() {
    let temp = Temp::new();
    let (front, text) = ("name: month-end\ndescription: Closes.", "Close the books.");
    let folder = skill(&temp, "month-end", front, "Before anybody asked.");
    let skills = load_skills(folder.as_ref()).unwrap().skills;
    let mut setup = Setup::new(LoopName::new("main").unwrap());
    setup.skills = Some(SkillSnapshot::new(skills.iter().map(|skill| skill.definition.clone()).collect()).unwrap());
    setup.activation = Some(SkillActivationConfig::default());
    setup.instructions.loader = std::sync::Arc::new(FolderInstructions::new(&skills).unwrap());
    let mut session = Session::new(setup, built_in_ranker(Stopwords::default())).unwrap();
    let mut journal = MemoryJournal::new();
    let mut ask = |turn| {
        let calls = [Call::new("activate_skill", json!({ "name": "month-end" }))];
        let output = session.settle(turn, &calls, &mut journal).unwrap().outcomes[&0].output.to_value();
        output["instructions"].as_str().or(output["error"]["code"].as_str()).unwrap().to_owned()
    };
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(ask(0), "instructions_unavailable");
    skill(&temp, "month-end", front, text);
    assert_eq!(ask(1), text);
    skill(&temp, "month-end", front, "Close the books?");
    assert_eq!(ask(2), "instructions_changed");
    skill(&temp, "month-end", "name: other\ndescription: Closes.", text);
    assert_eq!(ask(3), "instructions_unavailable");
    skill(&temp, "month-end", front, text);
    assert_eq!(ask(4), text);
}

/// ADR-117: `allowed-tools` of a `SKILL.md` puts nothing on the menu and lets nothing pass.
#[test]
fn allowed_tools_widen_nothing() {
    let temp = Temp::new();
    let front = "name: billing\ndescription: Bills.\nallowed-tools: charge_invoice Bash(*)";
    let skills = skill(&temp, "billing", front, "Charge it.");
    let run = temp.file(
        "run.json",
        r#"{ "version": 1, "loop": "main", "catalog": [{ "id": "charge_invoice" }], "toolSearch": {}, "skillActivation": {},
            "turns": [{ "calls": [{ "name": "activate_skill", "arguments": { "name": "billing" } }, { "name": "charge_invoice" }] }] }"#,
    );
    let shown = json_of(&["run", &run, "--skills", &skills, "--json"]);
    let turn = &shown["turns"][0];
    assert_eq!(turn["menu"], json!(["search_tools", "activate_skill"]));
    assert_eq!(turn["results"][0]["output"], json!({ "skill": "billing", "instructions": "Charge it." }));
    assert_eq!(turn["results"][1]["output"]["error"]["code"], "tool_not_on_menu");
}

/// S45, S44, ADR-278: what the index leaves out or cuts is named by id, and what nothing can activate is said.
#[test]
fn what_a_model_is_not_told_is_said() {
    let temp = Temp::new();
    let wide = temp.0.path().join("wide").display().to_string();
    skill(&temp, "wide/bulk", &format!("name: bulk\ndescription: {}", "word ".repeat(40)), "");
    let definition = json!({ "id": "only", "instructions": "x" });
    let empty = temp.0.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let empty = empty.display().to_string();
    let left_out = |so: &str| format!("warning: not in the index of skills, so that they {so}: month-end, refunds\n");
    for (activation, folder, expected) in [
        (json!({ "maxIndex": 1 }), FOLDER, left_out("cannot be activated")),
        (json!({ "maxIndex": 1, "discovery": "both" }), FOLDER, left_out("only searches find")),
        (json!({ "discovery": "search" }), FOLDER, String::new()),
        (json!({}), &wide, "warning: cut descriptions in the index of skills: bulk\n".to_owned()),
        (
            json!({ "catalog": [definition] }),
            FOLDER,
            "warning: `skillActivation.catalog` of the scenario is a list: nothing activates the skills of --skills\n"
                .to_owned(),
        ),
        (
            Value::Null,
            FOLDER,
            "warning: the scenario has no `skillActivation`: nothing activates the skills of --skills\n".to_owned(),
        ),
        (json!({}), &empty, "warning: no skill in the folders of --skills\n".to_owned()),
    ] {
        let Run(code, _, err) = toolsift(&["run", &scenario(&temp, activation.clone()), "--skills", folder]);
        assert_eq!((code, err), (0, expected), "{activation}");
    }
    // Where nothing can be activated there is nothing to count.
    let Run(_, out, _) = toolsift(&["run", &scenario(&temp, Value::Null), "--skills", FOLDER]);
    assert!(!out.contains("skills: "), "{out}");
}

/// One name in two places, and folders that are not there, are errors before anything runs.
#[test]
fn bad_folders() {
    let temp = Temp::new();
    let accruals = skill(&temp, "one/accruals", "name: accruals\ndescription: d", "");
    let again = skill(&temp, "two/month-end", "name: month-end\ndescription: d", "");
    let path = |name: &str| temp.0.path().join(name).display().to_string();
    let (journal, missing, file) = (path("run.jsonl"), path("missing"), temp.file("file", ""));
    let listed = scenario(&temp, json!({ "catalog": [{ "id": "month-end", "instructions": "x" }] }));
    let none = "No such file or directory (os error 2)";
    let twice = format!(
        "error: the skill \"month-end\" stands in {FOLDER}/month-end/SKILL.md line 1 and in {again}/SKILL.md line 1"
    );
    for (args, expected) in [
        (
            vec!["run", SCENARIO, "--journal", &journal, "--skills", &accruals],
            format!("error: the skill \"accruals\" stands in {SCENARIO} and in {accruals}/SKILL.md line 1"),
        ),
        (
            vec!["run", &listed, "--skills", &again],
            format!("error: the skill \"month-end\" stands in {listed} and in {again}/SKILL.md line 1"),
        ),
        (vec!["run", SCENARIO, "--skills", FOLDER, "--skills", &again], twice.clone()),
        (vec!["search", "month", "--skills", FOLDER, "--skills", &again], twice),
        (vec!["run", SCENARIO, "--skills", &missing], format!("error: {missing}: {none}")),
        (vec!["search", "month", "--skills", &missing], format!("error: {missing}: {none}")),
        (vec!["run", SCENARIO, "--store", &file], format!("error: {file}: File exists (os error 17)")),
        (vec!["replay", SCENARIO, &file, "--store", &missing], format!("error: {missing}: {none}")),
    ] {
        let Run(code, out, err) = toolsift(&args);
        assert_eq!((code, out.as_str(), err.trim_end()), (2, "", expected.as_str()), "{args:?}");
    }
    assert!(!temp.0.path().join("run.jsonl").exists() && !temp.0.path().join("missing").exists());
}
