//! What was executed of each target, by release: a file that is committed.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::metadata;

/// The file.
const FILE: &str = "fuzz/stats.json";

/// Executions and seconds by release and target.
pub(super) type Stats = BTreeMap<String, BTreeMap<String, Executed>>;

/// What was executed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Executed {
    executions: u64,
    seconds: u64,
}

/// Adds a run to the release that is being worked on.
pub(super) fn add(root: &Path, target: &str, executions: u64, seconds: u64) -> Result<(), Failure> {
    let release = metadata::packages(root)?.into_iter().find(|package| package.name == "toolsift");
    let release = release.ok_or_else(|| Failure::Failed("no package is called `toolsift`".to_owned()))?.version;
    let mut stats = read(root)?;
    let executed = stats.entry(release).or_default().entry(target.to_owned()).or_default();
    executed.executions += executions;
    executed.seconds += seconds;
    std::fs::write(root.join(FILE), text_of(&stats)?)
        .map_err(|error| Failure::Failed(format!("failed to write `{FILE}`: {error}")))
}

/// What the file says; nothing where there is none.
pub(super) fn read(root: &Path) -> Result<Stats, Failure> {
    let path = root.join(FILE);
    if !path.exists() {
        return Ok(Stats::new());
    }
    let text =
        std::fs::read_to_string(path).map_err(|error| Failure::Failed(format!("failed to read `{FILE}`: {error}")))?;
    stats_of(&text).ok_or_else(|| Failure::Failed(format!("`{FILE}` is not of the expected form")))
}

fn stats_of(text: &str) -> Option<Stats> {
    let json: Value = serde_json::from_str(text).ok()?;
    let executed = |json: &Value| {
        let number = |key| json.get(key).and_then(Value::as_u64);
        Some(Executed { executions: number("executions")?, seconds: number("seconds")? })
    };
    let targets = |json: &Value| -> Option<BTreeMap<String, Executed>> {
        json.as_object()?.iter().map(|(name, json)| Some((name.clone(), executed(json)?))).collect()
    };
    json.as_object()?.iter().map(|(release, json)| Some((release.clone(), targets(json)?))).collect()
}

fn text_of(stats: &Stats) -> Result<String, Failure> {
    let executed = |executed: &Executed| json!({ "executions": executed.executions, "seconds": executed.seconds });
    let targets = |targets: &BTreeMap<String, Executed>| {
        json!(targets.iter().map(|(name, of)| (name.clone(), executed(of))).collect::<BTreeMap<_, _>>())
    };
    let json = json!(stats.iter().map(|(release, of)| (release.clone(), targets(of))).collect::<BTreeMap<_, _>>());
    let text = serde_json::to_string_pretty(&json).map_err(|error| Failure::Failed(error.to_string()))?;
    Ok(format!("{text}\n"))
}

/// A row a target, and one for the whole of a release.
pub(super) fn table(stats: &Stats) -> String {
    let mut rows = vec![row("release", "target", "executions", "seconds")];
    for (release, targets) in stats {
        let mut all = Executed::default();
        for (target, Executed { executions, seconds }) in targets {
            rows.push(row(release, target, &grouped(*executions), &grouped(*seconds)));
            all.executions += executions;
            all.seconds += seconds;
        }
        rows.push(row(release, "together", &grouped(all.executions), &grouped(all.seconds)));
    }
    rows.join("\n")
}

fn row(release: &str, target: &str, executions: &str, seconds: &str) -> String {
    format!("{release:<8}  {target:<18}  {executions:>15}  {seconds:>9}")
}

/// `1,234,567`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats() -> Stats {
        let executed = |executions, seconds| Executed { executions, seconds };
        let of = [("journal".to_owned(), executed(1_234_567, 60)), ("docs".to_owned(), executed(999, 5))];
        Stats::from([("0.1.0".to_owned(), of.into())])
    }

    #[test]
    fn stats_are_read_as_they_were_written() {
        let text = text_of(&stats()).unwrap();
        assert_eq!(stats_of(&text), Some(stats()));
        assert!(text.find("docs") < text.find("journal") && text.find("executions") < text.find("seconds"), "{text}");
        assert_eq!(stats_of(r#"{ "0.1.0": { "docs": 5 } }"#), None);
    }

    #[test]
    fn a_release_has_a_sum() {
        let table = table(&stats());
        assert!(table.contains("1,234,567") && table.contains("1,235,566"), "{table}");
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(100_000), "100,000");
    }
}
