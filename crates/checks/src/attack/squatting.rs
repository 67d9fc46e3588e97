//! Names that are taken for another tool's: equal, alike, and nearly so.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use toolsift::prelude::*;

use super::Found;
use super::row::Tally;
use super::world::{World, page, remote, searcher};

/// How a name is made of another one.
const KINDS: [&str; 8] = ["equal", "case", "separator", "homoglyph", "full width", "one edit", "prefix", "suffix"];

/// The squatter's id. Its server is its own where the whole id need not be equal to be taken for the other.
fn squatter(id: &str, kind: &str) -> String {
    let (server, local) = id.split_once("__").unwrap_or(("", id));
    match kind {
        "equal" => id.to_owned(),
        "case" => id.to_uppercase(),
        "separator" => format!("{server}.{}", local.replace('_', "-")),
        "homoglyph" => id.replacen('e', "\u{435}", 1).replacen('a', "\u{430}", 1),
        "full width" => id.chars().map(wide).collect(),
        // Another server, by one letter of its name.
        "one edit" => format!("{server}s__{local}"),
        "prefix" => format!("official-{id}"),
        _ => format!("{id}_v2"),
    }
}

fn wide(c: char) -> char {
    let wide = char::from_u32(u32::from(c) + 0xFEE0).filter(|_| c.is_ascii_alphanumeric());
    wide.unwrap_or(c)
}

/// The ids that the program's audit names as look-alikes, asked about many tools at once.
fn audited(toolsift: &Path, ids: &[String]) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let file = toolsift.with_file_name(format!("attack-{}.json", std::process::id()));
    let tools: Vec<Value> = ids.iter().map(|id| json!({ "name": id })).collect();
    std::fs::write(&file, Value::from(tools).to_string())?;
    let mut command = Command::new(toolsift);
    command.args(["audit", "--json", "--examples", "1000", "--catalog"]).arg(&file).stderr(Stdio::null());
    let output = command.output();
    std::fs::remove_file(&file)?;
    let answer: Value = serde_json::from_slice(&output?.stdout)?;
    let findings = answer.get("findings").and_then(Value::as_array).ok_or("the audit has no findings")?;
    let named = findings
        .iter()
        .filter(|finding| finding.get("code").is_some_and(|code| *code == "look_alike" || *code == "duplicate_id"));
    let examples = named.filter_map(|finding| finding.get("examples")?.as_array());
    Ok(examples.flatten().filter_map(Value::as_str).map(str::to_owned).collect())
}

pub(super) fn run(toolsift: &Path, ranking: Ranking) -> Found {
    let world = World::realistic();
    let (mut refused, mut flagged, mut led) = (Tally::default(), Tally::default(), Tally::default());
    for kind in KINDS {
        let pairs: Vec<(&ToolDefinition, String)> =
            world.tools.iter().map(|tool| (tool, squatter(tool.id.as_str(), kind))).collect();
        if kind == "equal" {
            for (tool, id) in &pairs {
                let twice = vec![(*tool).clone(), remote(ToolId::new(id)?)];
                let docs = tool_search_docs(&twice, &Annotations::new());
                let is_refused =
                    CatalogSnapshot::new(1, twice).is_err() && build_ranker(&docs, Stopwords::default()).is_err();
                refused.check(is_refused, || format!("{kind}: {id}"));
            }
            continue;
        }
        // A word more is a name of its own, and what is alike is told to the operator.
        let is_alike = !matches!(kind, "prefix" | "suffix");
        let ids = pairs.iter().flat_map(|(tool, id)| [tool.id.to_string(), id.clone()]).collect::<Vec<_>>();
        let named = if is_alike { audited(toolsift, &ids)? } else { Vec::new() };
        for (tool, id) in &pairs {
            let squatter = remote(ToolId::new(id)?);
            let docs = tool_search_docs([*tool, &squatter], &Annotations::new());
            if matches!(kind, "homoglyph" | "full width") {
                // Nor is it searched at all.
                refused.check(docs.iter().all(|doc| doc.id == tool.id), || format!("{kind}: {id}"));
            }
            if is_alike {
                let is_named = |finding: &String| finding.contains(tool.id.as_str()) && finding.contains(id.as_str());
                flagged.check(named.iter().any(is_named), || format!("{kind}: {id}"));
            }
            // Of two that match a request alike the vouched one leads, whichever id comes first.
            let mut bare = (*tool).clone();
            bare.description = None;
            let searcher = searcher(ranking, [&bare, &squatter])?;
            let local = SearchDoc::new(tool.id.clone()).local_name().replace('_', " ");
            // In a sentence, so that the name of no tool is the whole of it.
            let query = format!("{local} for me");
            let first = page(&searcher, &query, 1).into_iter().next();
            led.check(first == Some(tool.id.clone()), || format!("{kind}: {id} for `{query}`"));
        }
    }
    Ok(vec![
        refused.row("equal ids, and un-vouched ones in letters of another alphabet, that are taken", 180),
        flagged.row("look-alikes that the audit does not name", 300),
        led.row("squatters before the tool that they copy, on equal terms", 420).needs_guarded(ranking),
    ])
}
