//! `test`: every check of a change, cheapest first, with the time each took.

mod client;
mod msrv;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::bench::{icount, peers};
use crate::cargo::{cargo, has_subcommand, run as run_command};
use crate::failure::Failure;
use crate::{fuzz, logs, output, rows, tidy};

/// What a step has to add to "passed".
type Note = Option<String>;

/// One check: its name in the closing table, and how it is run.
type Step = (&'static str, fn(&Path) -> Result<Note, Failure>);

const STEPS: [Step; 13] = [
    ("fmt", fmt),
    ("clippy", clippy),
    ("nextest", nextest),
    ("client", client::run),
    ("features", features),
    ("doctests", doctests),
    ("fuzz", |root| fuzz::regressions(root).map(|()| None)),
    ("logs", |root| logs::replay_check(root, &[]).map(|()| None)),
    ("docs", docs),
    ("tidy", |root| tidy::run(root).map(|()| None)),
    ("rows", |root| rows::run(root).map(|()| None)),
    ("msrv", msrv::run),
    ("icount", icount::check),
];

/// Runs the steps in order and stops at the first that fails.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let mut table = Vec::new();
    let mut failed = None;
    for (name, step) in STEPS {
        output::line(format_args!("\n== {name}"));
        let start = now();
        let result = step(root);
        let time = now().duration_since(start);
        match result {
            Ok(note) => table.push(row(name, time, "passed", note.as_deref())),
            Err(failure) => {
                table.push(row(name, time, "FAILED", None));
                failed = Some(Failure::Failed(format!("step `{name}` failed: {failure}")));
                break;
            }
        }
    }
    output::line("");
    for row in table {
        output::line(row);
    }
    failed.map_or(Ok(()), Err)
}

fn row(name: &str, time: Duration, verdict: &str, note: Option<&str>) -> String {
    let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
    format!("{name:<10}{:>8.1} s  {verdict}{note}", time.as_secs_f64())
}

#[expect(clippy::disallowed_methods, reason = "the times are shown to a person and decide nothing")]
fn now() -> Instant {
    Instant::now()
}

fn fmt(root: &Path) -> Result<Note, Failure> {
    run_command(cargo(root).args(["fmt", "--all", "--", "--check"]))?;
    // A workspace of its own, as is that of the fuzz targets, whose step looks after it.
    run_command(cargo(root).args(["fmt", "--manifest-path", peers::MANIFEST, "--", "--check"])).map(|()| None)
}

fn clippy(root: &Path) -> Result<Note, Failure> {
    let args = ["clippy", "--workspace", "--all-targets", "--all-features", "--locked", "--", "-D", "warnings"];
    run_command(cargo(root).args(args)).map(|()| None)
}

fn nextest(root: &Path) -> Result<Note, Failure> {
    if has_subcommand(root, "nextest") {
        let args = ["nextest", "run", "--workspace", "--all-features", "--locked"];
        return run_command(cargo(root).args(args)).map(|()| None);
    }
    output::line("cargo-nextest is not installed (cargo install cargo-nextest --locked); running cargo test instead");
    let args = ["test", "--workspace", "--all-targets", "--all-features", "--locked"];
    run_command(cargo(root).args(args)).map(|()| Some("cargo test: nextest is not installed".to_owned()))
}

/// Whatever another crate of a program makes of `serde_json`, the same bytes come out: the crates that print JSON, once more
/// with the features that change its maps and numbers.
fn features(root: &Path) -> Result<Note, Failure> {
    let (subcommand, note) = if has_subcommand(root, "nextest") {
        (&["nextest", "run"][..], None)
    } else {
        (&["test"][..], Some("cargo test".to_owned()))
    };
    let packages = [
        "toolsift-core",
        "toolsift-trust-policy",
        "toolsift-catalog",
        "toolsift-registry",
        "toolsift-retrieval",
        "toolsift-scenario",
    ];
    let packages = packages.iter().flat_map(|package| ["-p", package]);
    let features = ["--locked", "--features", "serde_json/preserve_order,serde_json/arbitrary_precision"];
    run_command(cargo(root).args(subcommand).args(packages).args(features)).map(|()| note)
}

fn doctests(root: &Path) -> Result<Note, Failure> {
    run_command(cargo(root).args(["test", "--workspace", "--doc", "--all-features", "--locked"])).map(|()| None)
}

fn docs(root: &Path) -> Result<Note, Failure> {
    let mut command = cargo(root);
    command.args(["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings");
    run_command(&mut command).map(|()| None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_the_table_has_the_time_and_the_note() {
        let time = Duration::from_millis(12_340);
        assert_eq!(row("clippy", time, "FAILED", None), "clippy        12.3 s  FAILED");
        assert_eq!(row("msrv", time, "passed", Some("skipped")), "msrv          12.3 s  passed (skipped)");
    }
}
