//! `interop`: the gateway between servers and clients that others wrote.
//!
//! It installs them from the registries of their languages, so that it is no part of what every change runs.

use std::path::Path;
use std::process::Command;

use crate::cargo;
use crate::failure::Failure;

/// Installs servers and clients and lets them meet.
const SCRIPT: &str = "crates/mcp/interop/run.sh";
/// Where they are installed.
const PLACE: &str = "target/interop";

/// Builds the program and runs the script.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let build = ["build", "--quiet", "--locked", "--release", "-p", "toolsift-cli", "--bin", "toolsift"];
    cargo::run(cargo::cargo(root).args(build))?;
    let mut script = Command::new("bash");
    script.current_dir(root).arg(SCRIPT).arg(cargo::target(root).join("release/toolsift")).arg(PLACE);
    cargo::run(&mut script)
}
