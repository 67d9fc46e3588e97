//! The commands of this workspace: `cargo xtask <command>`.
//!
//! It links nothing of toolsift. It drives cargo and reads files, so that it can judge the crates from outside.

mod attack;
mod bench;
mod cargo;
mod crash;
mod dependencies;
mod failure;
mod files;
mod fuzz;
mod logs;
mod metadata;
mod mutants;
mod nightly;
mod output;
mod rows;
mod test;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use failure::Failure;

const USAGE: &str = "\
Usage: cargo xtask <command>

Commands:
  test                    every check of a change, in order; stops at the first that fails
  tidy                    the import table, module docs, file sizes and texts that no linter knows
  rows                    which rows of docs/acceptance.tsv a test names
  bench [--test] [NAME…]  the benches, or those named; --test runs each once; arguments after -- are passed on
  bench peers [--quick]   the index beside other engines; without --quick it writes docs/performance.md
  bench peers --tokenizers
                          the tokenizer beside others
  bench peers --others [--quick]  the same beside engines in Python and JavaScript, which it installs into target
  bench icount [--bless]  instructions under valgrind, beside crates/checks/icount.json; --bless writes that anew
  replay-check [PATH…]    the golden logs: live and replayed runs give what was pinned, tampering widens nothing
  golden bless|add …      writes golden logs anew after a wanted change, or makes one; never on a build machine
  fuzz list|stats         the fuzz targets; what was executed of each
  fuzz run TARGET --seconds N
                          fuzzes a target on a nightly compiler and counts it in fuzz/stats.json
  fuzz smoke              builds all targets and runs each for ten seconds
  attack [--json] [CLASS…]
                          hostile tools, texts, records, rankers and skills, each class against a bar
  mutants [CRATE] [--shard K/N]
                          changes the code in one place at a time and sees whether a test notices; takes hours
  dependencies            licences, sources and advisories of what is linked (`cargo deny`)
  nightly                 what every change is spared: all tests in release, attacks, the crash check, a moment of fuzzing, dependencies
  crash [--kills N]       kills writers of a journal (200 of them) and checks that nothing accepted is lost
  help                    this text";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&root(), &args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::error(&failure);
            failure.exit_code()
        }
    }
}

fn dispatch(root: &Path, args: &[String]) -> Result<(), Failure> {
    let Some((command, rest)) = args.split_first() else {
        output::line(USAGE);
        return Ok(());
    };
    match (command.as_str(), rest) {
        ("help" | "--help" | "-h", _) => {
            output::line(USAGE);
            Ok(())
        }
        ("test", []) => test::run(root),
        ("tidy", []) => tidy::run(root),
        ("rows", []) => rows::run(root),
        ("bench", _) => bench::run(root, rest),
        ("replay-check", _) => logs::replay_check(root, rest),
        ("golden", _) => logs::golden(root, rest),
        ("fuzz", _) => fuzz::run(root, rest),
        ("nightly", []) => nightly::run(root),
        ("dependencies", []) => dependencies::run(root),
        ("crash", _) => crash::run(root, rest),
        ("attack", _) => attack::run(root, rest),
        ("mutants", _) => mutants::run(root, rest),
        ("test" | "tidy" | "rows" | "dependencies" | "nightly", [unexpected, ..]) => {
            Err(Failure::Usage(format!("`{command}` takes no arguments, got `{unexpected}`")))
        }
        _ => Err(Failure::Usage(format!("unknown command `{command}`\n\n{USAGE}"))),
    }
}

/// The folder of the workspace: cargo says where this package is, and it lies directly under the root.
fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let package = PathBuf::from(package);
    package.parent().map_or_else(|| package.clone(), Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exit_of(args: &[&str]) -> Result<(), Failure> {
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        dispatch(Path::new("."), &args)
    }

    #[test]
    fn what_nobody_knows_is_a_usage_error() {
        for args in [
            &["frobnicate"][..],
            &["tidy", "--fast"],
            &["bench", "--fast"],
            &["crash", "--fast"],
            &["fuzz", "--fast"],
            &["attack", "--fast"],
            &["mutants", "--fast"],
        ] {
            assert!(matches!(exit_of(args), Err(Failure::Usage(_))), "{args:?}");
        }
    }

    #[test]
    fn help_is_no_error() {
        for args in [&[][..], &["help"], &["--help"], &["help", "tidy"]] {
            assert!(exit_of(args).is_ok(), "{args:?}");
        }
    }
}
