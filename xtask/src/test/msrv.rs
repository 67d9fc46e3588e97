//! The promise of `rust-version`: the packages build with the oldest toolchain that they name.
//!
//! Only what a user builds is checked, so no dev-dependency counts.
//! A toolchain that is not installed is skipped and said so: installing one is not a test's business.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use super::Note;
use crate::cargo::{run as run_command, stdout_of};
use crate::failure::Failure;
use crate::{metadata, output};

pub(super) fn run(root: &Path) -> Result<Note, Failure> {
    let mut promises: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in metadata::packages(root)? {
        if let Some(version) = package.rust_version {
            promises.entry(version).or_default().push(package.name);
        }
    }
    let listing = stdout_of(Command::new("rustup").current_dir(root).args(["toolchain", "list"]));
    let installed = listing.map(|listing| String::from_utf8_lossy(&listing).into_owned()).unwrap_or_default();
    let mut notes = Vec::new();
    for (version, packages) in promises {
        let Some(toolchain) = toolchain_for(&version, &installed) else {
            output::line(format_args!("msrv {version}: toolchain not installed, skipped"));
            notes.push(format!("{version} skipped"));
            continue;
        };
        run_command(&mut check(root, toolchain, &packages))?;
        notes.push(format!("{version} checked"));
    }
    Ok(Some(notes.join(", ")))
}

/// `cargo +<toolchain> check`. The cargo that started us belongs to one toolchain and cannot switch, so rustup runs another.
fn check(root: &Path, toolchain: &str, packages: &[String]) -> Command {
    let mut command = Command::new("rustup");
    command.current_dir(root).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    command.args(["run", toolchain, "cargo", "check", "--all-features", "--locked"]);
    for package in packages {
        command.args(["-p", package]);
    }
    command
}

/// The installed toolchain of a `rust-version`: `1.85` takes `1.85-<host>` and `1.85.<patch>-<host>`.
fn toolchain_for<'a>(version: &str, installed: &'a str) -> Option<&'a str> {
    installed.lines().filter_map(|line| line.split_whitespace().next()).find(|name| {
        let Some(rest) = name.strip_prefix(version) else { return false };
        let patch = rest.strip_prefix('.').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
        let host = patch.unwrap_or(rest);
        host.is_empty() || host.starts_with('-')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const INSTALLED: &str = "stable-x86_64-unknown-linux-gnu (active, default)\n1.850.0-x86_64-unknown-linux-gnu\n\
                             1.85.1-x86_64-unknown-linux-gnu\n1.88-x86_64-unknown-linux-gnu (active)\n";

    #[test]
    fn a_version_takes_any_of_its_patches() {
        assert_eq!(toolchain_for("1.85", INSTALLED), Some("1.85.1-x86_64-unknown-linux-gnu"));
        assert_eq!(toolchain_for("1.88", INSTALLED), Some("1.88-x86_64-unknown-linux-gnu"));
        assert_eq!(toolchain_for("1.85.1", INSTALLED), Some("1.85.1-x86_64-unknown-linux-gnu"));
        assert_eq!(toolchain_for("1.8", INSTALLED), None);
        assert_eq!(toolchain_for("1.86", INSTALLED), None);
    }
}
