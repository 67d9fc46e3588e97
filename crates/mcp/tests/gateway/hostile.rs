//! What holds for any configuration and for any record, whoever wrote them.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use toolsift_mcp::{Config, replay};

use crate::common::{ask, ready};
use crate::protocol::{call, piped};

/// What no error and no `Debug` may say.
const SECRET: &str = "sesame-open-9";

/// A configuration with a secret wherever one may stand.
fn config() -> Value {
    json!({
        "mcpServers": {
            "a": { "command": SECRET, "args": [SECRET], "env": { "TOKEN": SECRET }, "cwd": SECRET },
            "b": { "type": "http", "url": format!("https://{SECRET}.example"), "headers": { "Authorization": SECRET } },
        },
        "toolsift": {
            "mode": "growing", "alwaysLoaded": ["a__b"], "ranking": "guarded", "http": { "token": SECRET, "origins": ["https://x"] },
            "servers": { "a": { "vouch": { "t": true }, "callSeconds": 5, "tools": { "t": { "tags": ["x"] } } } },
            "limits": { "perSearch": 5, "maxLoaded": 3 },
        },
    })
}

/// Every place of a value, by JSON pointer.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| places(value, &format!("{at}/{key}"), all)),
        Value::Array(items) => items.iter().enumerate().for_each(|(n, value)| places(value, &format!("{at}/{n}"), all)),
        _ => {}
    }
}

fn anything() -> impl Strategy<Value = Value> {
    select(vec![
        json!(null),
        json!(true),
        json!(-1),
        json!(1e300),
        json!(5),
        json!(""),
        json!("${"),
        json!("${X:-y}"),
        json!([]),
        json!({}),
        json!([SECRET]),
        json!({ "command": SECRET, "url": SECRET }),
        json!({ SECRET: SECRET }),
        json!(SECRET),
        json!("\u{0}"),
        json!("a__b"),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// A configuration with anything in any of its places is read or refused, and neither says a secret that is the value of a field.
    #[test]
    fn a_configuration_tells_no_secret(changes in prop::collection::vec((any::<prop::sample::Index>(), anything()), 0..3), cut in any::<prop::sample::Index>()) {
        let mut file = config();
        for (place, value) in changes {
            let mut all = Vec::<String>::new();
            places(&file, "", &mut all);
            let place = place.get::<String>(&all);
            // What stands elsewhere, or as a name, is no secret: errors name it.
            let is_secret = place.starts_with("/mcpServers/") || place == "/toolsift/http/token";
            let text = value.to_string();
            if !text.contains(SECRET) || is_secret && !text.contains(&format!("{{\"{SECRET}\"")) {
                *file.pointer_mut(place).unwrap() = value;
            }
        }
        let whole = file.to_string();
        for bytes in [whole.as_bytes(), &whole.as_bytes()[..cut.index(whole.len())]] {
            let said = match Config::parse(bytes, "c.json", Path::new("."), &|_| None) {
                Ok(config) => format!("{config:?}"),
                Err(error) => format!("{error} {error:?}"),
            };
            prop_assert!(!said.contains(SECRET), "{said} for {whole}");
        }
    }
}

/// The folder of a session with searches, a call and an activation.
async fn session(root: &Path, mode: &str) -> PathBuf {
    let skills = root.join("skills/month-end");
    fs::create_dir_all(&skills).unwrap();
    fs::write(skills.join("SKILL.md"), "---\nname: month-end\ndescription: Closes the books.\n---\nClose it.").unwrap();
    let own = json!({ "mode": mode, "records": root.join("records"), "skills": [root.join("skills")] });
    let gateway = ready(&[("hub", "plain")], own).await;
    if mode == "fixed" {
        let page = ask(&gateway, "search_tools", json!({ "query": "create an issue" })).await;
        for (tool, mut arguments) in [
            ("search_tools", json!({ "query": "close the books" })),
            ("call_tool", json!({ "id": "hub__echo" })),
            ("activate_skill", json!({ "name": "month-end" })),
        ] {
            arguments["handle"] = page["handle"].clone();
            ask(&gateway, tool, arguments).await;
        }
    } else {
        let (client, _) = piped(&gateway, rmcp::service::ClientLifecycleMode::Initialize).await;
        for (tool, arguments) in [
            ("search_tools", json!({ "query": "create an issue" })),
            ("search_tools", json!({ "query": "close the books" })),
            ("hub__create_issue", json!({ "title": "x" })),
            ("activate_skill", json!({ "name": "month-end" })),
        ] {
            call(client.peer(), tool, arguments).await;
        }
    }
    let mut folders = fs::read_dir(root.join("records")).unwrap().map(|entry| entry.unwrap().path());
    folders.find(|folder| folder.join("config.json").is_file()).unwrap()
}

/// One file of a record, changed.
fn forge(text: &str, what: u8, at: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let line = at % lines.len().max(1);
    let swap = |from: &str, to: &str| text.replace(from, to);
    match what {
        0 => text.chars().take(at % (text.len() + 1)).collect(),
        1 => lines.iter().enumerate().filter(|(n, _)| *n != line).map(|(_, line)| format!("{line}\n")).collect(),
        2 => format!("{text}{}\n", lines.get(line).unwrap_or(&"")),
        3 => swap("hub__create_issue", "evil__tool"),
        4 => swap("month-end", "evil-skill"),
        5 => swap("search_tools", "evil__tool"),
        6 => swap("\"turn\":1", "\"turn\":18446744073709551615"),
        7 => swap("\"mode\":\"fixed\"", "\"mode\":\"growing\""),
        8 => swap("\"mode\":\"growing\"", "\"mode\":\"fixed\""),
        9 => swap("\"maxPerSearch\":5", "\"maxPerSearch\":18446744073709551615"),
        10 => swap("\"arguments\":{", "\"arguments\":{\"evil\":\"evil\","),
        11 => swap("\"tools\":[", "\"tools\":[\"evil__tool\","),
        12 => swap("\"catalog\":\"", "\"catalog\":\"../../"),
        13 => swap("{\"", "{\"evil\":1,\""),
        _ => lines.iter().rev().map(|line| format!("{line}\n")).collect(),
    }
}

/// A record that anybody has changed is replayed or refused, without a panic, and shows no tool and no skill that is in no list of definitions.
#[tokio::test]
async fn a_record_shows_only_what_is_defined() {
    for mode in ["fixed", "growing"] {
        let temp = tempfile::tempdir().unwrap();
        let folder = session(temp.path(), mode).await;
        let files = ["config.json", "turns.jsonl", "journal.jsonl"];
        let whole = files.map(|file| fs::read_to_string(folder.join(file)).unwrap());
        let sound = replay(&folder).unwrap();
        assert_eq!(sound.divergences, [""; 0]);
        let change = (0..files.len(), 0..15_u8, any::<usize>());
        let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) };
        let outcome =
            proptest::test_runner::TestRunner::new(config).run(&prop::collection::vec(change, 1..4), |changes| {
                let mut forged = whole.clone();
                for (file, what, at) in changes {
                    forged[file] = forge(&forged[file], what, at);
                }
                for (file, text) in files.iter().zip(&forged) {
                    fs::write(folder.join(file), text).unwrap();
                }
                if let Ok(replayed) = replay(&folder) {
                    let shown = replayed
                        .turns
                        .iter()
                        .filter_map(|turn| turn.result.as_deref())
                        .chain(replayed.menu.iter().map(String::as_str));
                    for text in shown {
                        prop_assert!(!text.contains("evil"), "{mode}: {text}");
                    }
                }
                Ok(())
            });
        outcome.unwrap();
    }
}
