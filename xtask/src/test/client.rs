//! One client that others wrote, on a gateway with a server of our own tests behind it. More of both are in `cargo xtask interop`.
//!
//! The client is installed into the target folder, once. Where that cannot be done, as without a network, it is skipped and said so.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::Note;
use crate::cargo::{cargo, has_subcommand, run as run_command, target};
use crate::failure::Failure;
use crate::output;

/// The official client in Python, at the version that `interop` takes, too.
const CLIENT: &str = "mcp==2.3.0";
/// Where it is installed, in the target folder.
const PLACE: &str = "client";
/// The test that starts it.
const TEST: &str = "client::search_describe_call";
/// The variable that tells the test where Python is.
const PYTHON: &str = "TOOLSIFT_PYTHON";

pub(super) fn run(root: &Path) -> Result<Note, Failure> {
    let python = match install(root) {
        Ok(python) => python,
        Err(failure) => {
            output::line(format_args!("the client cannot be installed: {failure}"));
            return Ok(Some("skipped: the client cannot be installed".to_owned()));
        }
    };
    let mut command = cargo(root);
    if has_subcommand(root, "nextest") {
        command.args(["nextest", "run", "--locked", "-p", "toolsift-mcp", "--run-ignored", "only", TEST]);
    } else {
        command.args([
            "test",
            "--locked",
            "-p",
            "toolsift-mcp",
            "--test",
            "gateway",
            "--",
            "--ignored",
            "--exact",
            TEST,
        ]);
    }
    run_command(command.env(PYTHON, python)).map(|()| None)
}

/// The Python that has the client.
fn install(root: &Path) -> Result<PathBuf, Failure> {
    let place = target(root).join(PLACE);
    let (python, done) = (place.join("bin/python"), place.join(CLIENT));
    if !done.exists() {
        run_command(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&place))?;
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", CLIENT];
        run_command(Command::new(&python).args(install))?;
        std::fs::write(&done, "").map_err(|error| Failure::Failed(format!("{}: {error}", done.display())))?;
    }
    Ok(python)
}
