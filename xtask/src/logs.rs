//! `replay-check` and `golden`: the golden logs.
//!
//! What links the product is a program of its own; this builds and starts it.

use std::path::Path;

use crate::cargo;
use crate::failure::Failure;

/// Where golden logs live.
const LOGS: &str = "crates/scenario/golden";

/// Checks the golden logs of the workspace, or those at the given paths; options are the program's own.
pub(crate) fn replay_check(root: &Path, args: &[String]) -> Result<(), Failure> {
    let mut command = cargo::cargo(root);
    command.args(["run", "--quiet", "--locked", "-p", "toolsift-cli", "--bin", "toolsift", "--", "replay-check"]);
    if !args.iter().any(|arg| !arg.starts_with('-')) {
        command.arg(LOGS);
    }
    cargo::run(command.args(args))
}

/// Makes golden logs, or writes them anew after a wanted change.
pub(crate) fn golden(root: &Path, args: &[String]) -> Result<(), Failure> {
    if !matches!(args.first().map(String::as_str), Some("bless" | "add")) {
        return Err(Failure::Usage("`golden` takes `bless` or `add`".to_owned()));
    }
    let fixed = ["run", "--quiet", "--locked", "-p", "toolsift-checks", "--bin", "golden", "--"];
    cargo::run(cargo::cargo(root).args(fixed).args(args))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_logs_are_blessed_or_added_and_nothing_else() {
        for args in [&[][..], &["remove".to_owned()]] {
            assert!(matches!(golden(Path::new("."), args), Err(Failure::Usage(_))), "{args:?}");
        }
    }
}
