//! `attack`: hostile catalogues, names, texts, rankers, records and skills, each class held against its bar.
//!
//! The suite links the product, so it is a program of `toolsift-checks`; this builds it in release, with the program whose audit it asks, and starts it.

use std::path::Path;

use crate::cargo;
use crate::failure::Failure;

/// Builds the suite with the program, which it expects beside itself, and runs it.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), Failure> {
    let is_json = parse(args)?;
    let build = ["build", "--quiet", "--locked", "--release"];
    let built = ["-p", "toolsift-checks", "--bin", "attack", "-p", "toolsift-cli", "--bin", "toolsift"];
    let run = ["run", "--quiet", "--locked", "--release", "-p", "toolsift-checks", "--bin", "attack"];
    let mut command = cargo::cargo(root);
    if is_json {
        // Standard output is the suite's alone.
        cargo::stdout_of(cargo::cargo(root).args(build).args(built))?;
        return cargo::run_silently(command.args(run).arg("--").args(args));
    }
    cargo::run(cargo::cargo(root).args(build).args(built))?;
    cargo::run(command.args(run).arg("--").args(args))
}

/// Whether machines are to read it. The names of classes are the suite's own.
fn parse(args: &[String]) -> Result<bool, Failure> {
    let is_json = args.first().is_some_and(|arg| arg == "--json");
    match args.iter().skip(usize::from(is_json)).find(|arg| arg.starts_with('-')) {
        None => Ok(is_json),
        Some(option) => Err(Failure::Usage(format!("`attack` takes `--json` and then classes, got `{option}`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_json_and_then_classes() {
        let parse = |args: &[&str]| parse(&args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>());
        assert!(!parse(&[]).unwrap() && !parse(&["leak", "rug pull"]).unwrap());
        assert!(parse(&["--json"]).unwrap() && parse(&["--json", "leak"]).unwrap());
        for args in [&["leak", "--json"][..], &["--json", "--json"], &["--fast"]] {
            assert!(matches!(parse(args), Err(Failure::Usage(_))), "{args:?}");
        }
    }
}
