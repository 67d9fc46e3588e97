//! Running cargo, with its output passed through.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::output;

/// The cargo that started this program, in the workspace.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// Where cargo builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir))
}

/// Whether a cargo subcommand that does not come with cargo is installed.
pub(crate) fn has_subcommand(root: &Path, name: &str) -> bool {
    let mut command = cargo(root);
    command.args([name, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Prints a command, runs it on our own stdout and stderr, and fails where it does.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    run_allowing(command, &[])
}

/// The same without printing the command.
pub(crate) fn run_silently(command: &mut Command) -> Result<(), Failure> {
    status_of(command, &[])
}

/// Prints a command and runs it, where a program uses these codes for what is no failure of it.
pub(crate) fn run_allowing(command: &mut Command, codes: &[i32]) -> Result<(), Failure> {
    output::line(format_args!("$ {}", shown(command)));
    status_of(command, codes)
}

fn status_of(command: &mut Command, codes: &[i32]) -> Result<(), Failure> {
    let shown = shown(command);
    match command.status() {
        Ok(status) if status.success() || status.code().is_some_and(|code| codes.contains(&code)) => Ok(()),
        Ok(status) => Err(Failure::Failed(format!("`{shown}` ended with {status}"))),
        Err(error) => Err(Failure::Failed(format!("failed to start `{shown}`: {error}"))),
    }
}

/// Runs a command and returns what it wrote to stdout.
pub(crate) fn stdout_of(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let shown = shown(command);
    let answer = command.stderr(Stdio::piped()).output();
    let answer = answer.map_err(|error| Failure::Failed(format!("failed to start `{shown}`: {error}")))?;
    if !answer.status.success() {
        let stderr = String::from_utf8_lossy(&answer.stderr);
        return Err(Failure::Failed(format!("`{shown}` ended with {}: {}", answer.status, stderr.trim())));
    }
    Ok(answer.stdout)
}

/// The command as one would type it: program without its folder, then the arguments.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_without_its_folder() {
        assert_eq!(shown(Command::new("/opt/bin/cargo").args(["doc", "--no-deps"])), "cargo doc --no-deps");
    }
}
