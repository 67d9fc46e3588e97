//! `nightly`: what every change is spared, as it takes minutes to hours.

use std::path::Path;

use crate::failure::Failure;
use crate::{attack, cargo, crash, dependencies, fuzz, output};

/// One of them: its name, and how it is run.
type Step = (&'static str, fn(&Path) -> Result<(), Failure>);

const STEPS: [Step; 5] = [
    ("tests", tests),
    ("attack", |root| attack::run(root, &[])),
    ("crash", |root| crash::run(root, &[])),
    ("fuzz", fuzz::smoke),
    ("dependencies", dependencies::run),
];

/// Runs the steps in order and stops at the first that fails.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    for (name, step) in STEPS {
        output::line(format_args!("\n== {name}"));
        step(root).map_err(|failure| Failure::Failed(format!("step `{name}` failed: {failure}")))?;
    }
    Ok(())
}

/// All tests in release, those included that are asked for by name.
fn tests(root: &Path) -> Result<(), Failure> {
    let args = ["nextest", "run", "--workspace", "--all-features", "--locked", "--release", "--run-ignored", "all"];
    cargo::run(cargo::cargo(root).args(args))
}
