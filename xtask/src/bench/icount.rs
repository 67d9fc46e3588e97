//! `bench icount`: instructions counted instead of time taken, beside a baseline that is committed.
//!
//! Times move on a shared machine; counts of one compiler move by a tenth of a percent, with the seeds of hash tables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::cargo;
use crate::failure::{Failure, Problem, report};
use crate::output;

/// The counts that the gate compares with.
const BASELINE: &str = "crates/checks/icount.json";

/// What may be counted more, or less, without a word, in percent.
const TOLERANCE: u64 = 3;

/// The function between whose beginning and end instructions are counted.
const COUNTED: &str = "*counted_work*";

/// Instructions by case.
type Counts = BTreeMap<String, u64>;

/// What was counted, and what compiled it.
#[derive(Debug, PartialEq, Eq)]
struct Baseline {
    rustc: String,
    cases: Counts,
}

/// Counts, prints and compares; with `--bless` it writes the baseline instead.
pub(super) fn run(root: &Path, args: &[String]) -> Result<(), Failure> {
    if !parse(args)? {
        return check(root).map(drop);
    }
    if std::env::var_os("CI").is_some() {
        return Err(Failure::Usage("a baseline is not written on a build machine".to_owned()));
    }
    if let Some(reason) = no_valgrind() {
        return Err(Failure::Failed(format!("nothing is counted: {reason}")));
    }
    let cases = count(root)?;
    let old = read(root).map(|baseline| baseline.cases).unwrap_or_default();
    output::line(table(&cases, &old));
    let text = text_of(&Baseline { rustc: rustc(root)?, cases })?;
    std::fs::write(root.join(BASELINE), text)
        .map_err(|error| Failure::Failed(format!("failed to write `{BASELINE}`: {error}")))?;
    output::line(format_args!("written to {BASELINE}"));
    Ok(())
}

/// The gate of a change. Where nothing can be counted, or nothing compared, it says so and passes.
pub(crate) fn check(root: &Path) -> Result<Option<String>, Failure> {
    let baseline = read(root)?;
    let rustc = rustc(root)?;
    let other = (rustc != baseline.rustc).then(|| format!("the baseline is of {}, not of {rustc}", baseline.rustc));
    if let Some(reason) = no_valgrind().or(other) {
        output::line(format_args!("icount: {reason}, skipped"));
        return Ok(Some(format!("skipped: {reason}")));
    }
    let counts = count(root)?;
    output::line(table(&counts, &baseline.cases));
    let (problems, fewer) = compare(&counts, &baseline.cases);
    report("icount", problems)?;
    let note = format!("{} fewer instructions: cargo xtask bench icount --bless", fewer.join(", "));
    if !fewer.is_empty() {
        output::line(format_args!("icount: {note}"));
    }
    Ok((!fewer.is_empty()).then_some(note))
}

/// Whether the baseline is to be written.
fn parse(args: &[String]) -> Result<bool, Failure> {
    match args {
        [] => Ok(false),
        [arg] if arg == "--bless" => Ok(true),
        _ => Err(Failure::Usage("`bench icount` takes --bless and nothing else".to_owned())),
    }
}

fn no_valgrind() -> Option<String> {
    let mut command = Command::new("valgrind");
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    let is_there = command.status().is_ok_and(|status| status.success());
    (!is_there).then(|| "valgrind is not installed".to_owned())
}

/// The compiler's version and its target, on both of which counts depend.
fn rustc(root: &Path) -> Result<String, Failure> {
    let program = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let answer = cargo::stdout_of(Command::new(program).current_dir(root).arg("-vV"))?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let value = |key: &str| answer.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    let found = value("release:").zip(value("host:")).map(|(release, host)| format!("{release} {host}"));
    found.ok_or_else(|| Failure::Failed("`rustc -vV` names no release and host".to_owned()))
}

/// Builds the program of the cases and counts each in a process of its own.
fn count(root: &Path) -> Result<Counts, Failure> {
    let program = build(root)?;
    let names = cargo::stdout_of(&mut Command::new(&program))?;
    let mut counts = Counts::new();
    for name in String::from_utf8_lossy(&names).lines() {
        counts.insert(name.to_owned(), count_one(&program, name)?);
    }
    Ok(counts)
}

fn build(root: &Path) -> Result<PathBuf, Failure> {
    let mut command = cargo::cargo(root);
    command.args(["build", "--release", "--locked", "--quiet", "-p", "toolsift-checks", "--bin", "icount"]);
    let messages = cargo::stdout_of(command.args(["--message-format", "json"]))?;
    executable(&String::from_utf8_lossy(&messages))
        .ok_or_else(|| Failure::Failed("cargo names no program `icount`".to_owned()))
}

/// Where cargo's messages say that the program lies.
fn executable(messages: &str) -> Option<PathBuf> {
    messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).find_map(|message| {
        let is_ours = message.get("target")?.get("name")? == "icount";
        message.get("executable")?.as_str().filter(|_| is_ours).map(PathBuf::from)
    })
}

fn count_one(program: &Path, name: &str) -> Result<u64, Failure> {
    let failed = |text: String| Failure::Failed(format!("case `{name}`: {text}"));
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", &format!("--toggle-collect={COUNTED}")]);
    let answer = command.arg(program).arg(name).stdin(Stdio::null()).output();
    let answer = answer.map_err(|error| failed(format!("failed to start valgrind: {error}")))?;
    let said = String::from_utf8_lossy(&answer.stderr);
    if !answer.status.success() {
        return Err(failed(format!("valgrind ended with {}: {}", answer.status, said.trim())));
    }
    collected(&said).filter(|count| *count > 0).ok_or_else(|| failed("valgrind counted nothing".to_owned()))
}

/// What valgrind says it counted: `==123== Collected : 2457427`.
fn collected(said: &str) -> Option<u64> {
    said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

/// What is wrong, and the cases that got cheaper.
fn compare<'c>(counts: &'c Counts, baseline: &Counts) -> (Vec<Problem>, Vec<&'c str>) {
    let (mut problems, mut fewer) = (Vec::new(), Vec::new());
    let mut problem = |text: String| problems.push(Problem::in_file(BASELINE, text));
    for (name, count) in counts {
        let Some(before) = baseline.get(name) else {
            problem(format!("`{name}` is missing: cargo xtask bench icount --bless"));
            continue;
        };
        if count * 100 > before * (100 + TOLERANCE) {
            problem(format!("`{name}` takes {count} instructions, {}", change(*count, *before)));
        } else if count * 100 < before * (100 - TOLERANCE) {
            fewer.push(name.as_str());
        }
    }
    for name in baseline.keys().filter(|name| !counts.contains_key(*name)) {
        problem(format!("`{name}` is no case any more: cargo xtask bench icount --bless"));
    }
    (problems, fewer)
}

/// `+4.2 %`
fn change(count: u64, before: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
    let percent = (count as f64 / before.max(1) as f64 - 1.0) * 100.0;
    format!("{percent:+.1} %")
}

fn table(counts: &Counts, baseline: &Counts) -> String {
    let width = counts.keys().map(String::len).max().unwrap_or_default();
    let row = |(name, count): (&String, &u64)| {
        let change = baseline.get(name).map_or_else(|| "new".to_owned(), |before| change(*count, *before));
        format!("{name:<width$}  {count:>12}  {change:>8}")
    };
    counts.iter().map(row).collect::<Vec<_>>().join("\n")
}

fn read(root: &Path) -> Result<Baseline, Failure> {
    let text = std::fs::read_to_string(root.join(BASELINE))
        .map_err(|error| Failure::Failed(format!("failed to read `{BASELINE}`: {error}")))?;
    baseline_of(&text).ok_or_else(|| Failure::Failed(format!("`{BASELINE}` is not of the expected form")))
}

fn baseline_of(text: &str) -> Option<Baseline> {
    let json: Value = serde_json::from_str(text).ok()?;
    let case = |(name, count): (&String, &Value)| Some((name.clone(), count.as_u64()?));
    let cases = json.get("cases")?.as_object()?.iter().map(case).collect::<Option<_>>()?;
    Some(Baseline { rustc: json.get("rustc")?.as_str()?.to_owned(), cases })
}

fn text_of(baseline: &Baseline) -> Result<String, Failure> {
    let json = json!({ "cases": baseline.cases, "rustc": baseline.rustc });
    let text = serde_json::to_string_pretty(&json).map_err(|error| Failure::Failed(error.to_string()))?;
    Ok(format!("{text}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(counts: &[(&str, u64)]) -> Counts {
        counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    #[test]
    fn more_than_three_percent_more_fails_and_less_is_a_word() {
        let baseline = counts(&[("build", 1_000)]);
        for (count, fails, is_fewer) in [
            (1_030, false, false),
            (1_031, true, false),
            (970, false, false),
            (969, false, true),
            (1_000, false, false),
        ] {
            let counts = counts(&[("build", count)]);
            let (problems, fewer) = compare(&counts, &baseline);
            assert_eq!((!problems.is_empty(), !fewer.is_empty()), (fails, is_fewer), "{count}");
        }
    }

    #[test]
    fn a_case_on_one_side_only_is_a_problem() {
        let (counts, baseline) = (counts(&[("new", 1)]), counts(&[("gone", 1)]));
        let texts: Vec<String> = compare(&counts, &baseline).0.iter().map(Problem::to_string).collect();
        assert_eq!(
            texts,
            [
                "crates/checks/icount.json: `new` is missing: cargo xtask bench icount --bless",
                "crates/checks/icount.json: `gone` is no case any more: cargo xtask bench icount --bless",
            ]
        );
    }

    #[test]
    fn valgrind_says_what_it_counted() {
        let said = "==7== Events    : Ir\n==7== Collected : 2457427\n==7== \n";
        assert_eq!(collected(said), Some(2_457_427));
        assert_eq!(collected("==7== Collected :\n"), None);
    }

    #[test]
    fn cargo_says_where_the_program_lies() {
        let messages = r#"{"target":{"name":"toolsift_checks"},"executable":null}
{"target":{"name":"icount"},"executable":"/w/target/release/icount"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages), Some(PathBuf::from("/w/target/release/icount")));
        assert_eq!(executable(""), None);
    }

    #[test]
    fn a_baseline_is_read_as_it_was_written() {
        let baseline = Baseline { rustc: "1.0.0 here".to_owned(), cases: counts(&[("a", 1), ("b", 2)]) };
        assert_eq!(baseline_of(&text_of(&baseline).unwrap()), Some(baseline));
        assert_eq!(baseline_of(r#"{ "rustc": "1.0.0 here", "cases": { "a": "1" } }"#), None);
    }

    #[test]
    fn a_run_compares_or_blesses() {
        let own = |args: &[&str]| args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>();
        assert!(!parse(&[]).unwrap());
        assert!(parse(&own(&["--bless"])).unwrap());
        for args in [&["--quick"][..], &["--bless", "build"], &["bless"]] {
            assert!(matches!(parse(&own(args)), Err(Failure::Usage(_))), "{args:?}");
        }
    }

    #[test]
    fn a_row_shows_the_change() {
        let table = table(&counts(&[("a", 103), ("long", 5)]), &counts(&[("a", 100)]));
        assert_eq!(table, "a              103    +3.0 %\nlong             5       new");
    }
}
