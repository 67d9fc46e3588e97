//! `fuzz`: the fuzz targets, which live in a workspace of their own and need a nightly compiler.
//!
//! On the stable one their seeds and past findings are replayed, as a step of `test`.

mod libfuzzer;
mod stats;
mod target;

use std::path::Path;
use std::process::Command;

use crate::cargo::{self, cargo, has_subcommand};
use crate::failure::Failure;
use crate::output;
use libfuzzer::Ended;
use target::Target;

/// The workspace.
const MANIFEST: &str = "fuzz/Cargo.toml";

/// Where it is built, and where local corpora lie.
const TARGET: &str = "target/fuzz";

/// How long a smoke run of one target is, in seconds.
const SMOKE: u64 = 10;

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
enum Request {
    List,
    Run { target: String, seconds: u64 },
    Smoke,
    Stats,
}

/// Lists, runs, or says what was run.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), Failure> {
    match parse(args)? {
        Request::List => {
            output::line(target::table(&target::all(root)?));
            Ok(())
        }
        Request::Run { target, seconds } => run_one(root, &target, seconds),
        Request::Smoke => smoke(root),
        Request::Stats => {
            output::line(stats::table(&stats::read(root)?));
            Ok(())
        }
    }
}

fn parse(args: &[String]) -> Result<Request, Failure> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["list"] => Ok(Request::List),
        ["smoke"] => Ok(Request::Smoke),
        ["stats"] => Ok(Request::Stats),
        ["run", target, "--seconds", seconds] if !target.starts_with('-') => {
            let seconds = seconds.parse().ok().filter(|&seconds| seconds > 0);
            let seconds = seconds.ok_or_else(|| Failure::Usage("`--seconds` takes a number from 1".to_owned()))?;
            Ok(Request::Run { target: (*target).to_owned(), seconds })
        }
        _ => Err(Failure::Usage("`fuzz` takes `list`, `run TARGET --seconds N`, `smoke` or `stats`".to_owned())),
    }
}

/// Runs a target and adds what it executed to the statistics, also where it ended with a finding.
fn run_one(root: &Path, name: &str, seconds: u64) -> Result<(), Failure> {
    let all = target::all(root)?;
    let Some(target) = all.iter().find(|target| target.name == name) else {
        let known = all.iter().map(|target| target.name.as_str()).collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(format!("no fuzz target is called `{name}`; there are: {known}")));
    };
    require(root)?;
    let ended = fuzz(root, target, seconds)?;
    let per_second = ended.executions / ended.seconds.max(1);
    output::line(format_args!("{name}: {} executions in {} s, {per_second}/s", ended.executions, ended.seconds));
    stats::add(root, name, ended.executions, ended.seconds)?;
    verdict(target, &ended)
}

/// Builds every target and runs each for a moment, to see that all still work. What was executed is not counted.
pub(crate) fn smoke(root: &Path) -> Result<(), Failure> {
    require(root)?;
    for target in target::all(root)? {
        let ended = fuzz(root, &target, SMOKE)?;
        output::line(format_args!("{}: {} executions", target.name, ended.executions));
        verdict(&target, &ended)?;
    }
    Ok(())
}

fn verdict(target: &Target, ended: &Ended) -> Result<(), Failure> {
    let name = &target.name;
    match &ended.input {
        Some(input) => Err(Failure::Failed(format!(
            "`{name}` has a finding. Make a regression of it, under a name that says what it is, and a line of `FOUND` in fuzz/tests/regressions.rs:\n\
             mkdir -p fuzz/regressions/{name} && cp {input} fuzz/regressions/{name}/NAME\n\
             It is replayed without a fuzzer by:\n\
             cargo run --manifest-path {MANIFEST} --target-dir {TARGET} --bin {name} -- {input}"
        ))),
        None if ended.success => Ok(()),
        None => Err(Failure::Failed(format!("`{name}` ended without a finding and without success"))),
    }
}

/// Runs a target for so many seconds, from its committed seeds and a local corpus, which grows.
fn fuzz(root: &Path, target: &Target, seconds: u64) -> Result<Ended, Failure> {
    let corpus = format!("{TARGET}/corpus/{}", target.name);
    std::fs::create_dir_all(root.join(&corpus))
        .map_err(|error| Failure::Failed(format!("failed to make `{corpus}`: {error}")))?;
    let mut command = Command::new("rustup");
    // The cargo that started us belongs to one toolchain and cannot switch, so rustup runs another.
    command.current_dir(root).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    // No code of ours is unsafe, so that the address sanitizer would only cost half of the executions.
    command.args(["run", "nightly", "cargo", "fuzz", "run", "--sanitizer", "none", "--target-dir", TARGET]);
    command.args([&target.name, &corpus, &format!("fuzz/seeds/{}", target.name)]);
    command.arg("--").args(libfuzzer::options(seconds));
    command.args(target.dictionary.as_ref().map(|path| format!("-dict={path}")));
    libfuzzer::run(&mut command)
}

/// Says what is missing, where the fuzzer cannot run.
fn require(root: &Path) -> Result<(), Failure> {
    let listing = cargo::stdout_of(Command::new("rustup").current_dir(root).args(["toolchain", "list"]))?;
    if !String::from_utf8_lossy(&listing).lines().any(|line| line.starts_with("nightly")) {
        return Err(Failure::Failed("fuzzing needs a nightly compiler: rustup toolchain install nightly".to_owned()));
    }
    if !has_subcommand(root, "fuzz") {
        return Err(Failure::Failed("fuzzing needs cargo-fuzz: cargo install cargo-fuzz --locked".to_owned()));
    }
    Ok(())
}

/// Replays seeds and past findings with the compiler of the workspace, whose checks do not reach here otherwise.
pub(crate) fn regressions(root: &Path) -> Result<(), Failure> {
    let here = ["--locked", "--manifest-path", MANIFEST, "--target-dir", TARGET];
    cargo::run(cargo(root).args(["fmt", "--manifest-path", MANIFEST, "--", "--check"]))?;
    cargo::run(cargo(root).arg("clippy").args(here).args(["--all-targets", "--", "-D", "warnings"]))?;
    cargo::run(cargo(root).args(["test", "--quiet", "--test", "regressions"]).args(here))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(args: &[&str]) -> Vec<String> {
        args.iter().map(|&arg| arg.to_owned()).collect()
    }

    #[test]
    fn a_run_has_a_target_and_a_time() {
        let expected = Request::Run { target: "journal".to_owned(), seconds: 60 };
        assert_eq!(parse(&own(&["run", "journal", "--seconds", "60"])).unwrap(), expected);
        for args in [
            &[][..],
            &["run"],
            &["run", "journal"],
            &["run", "journal", "--seconds"],
            &["run", "journal", "--seconds", "0"],
            &["run", "--seconds", "60"],
            &["smoke", "journal"],
            &["all"],
        ] {
            assert!(matches!(parse(&own(args)), Err(Failure::Usage(_))), "{args:?}");
        }
    }

    #[test]
    fn a_finding_says_how_it_becomes_a_regression() {
        let target = Target { name: "journal".to_owned(), about: String::new(), dictionary: None };
        let input = Some("fuzz/artifacts/journal/crash-1".to_owned());
        let ended = Ended { executions: 5, seconds: 1, success: false, input };
        let text = verdict(&target, &ended).unwrap_err().to_string();
        assert!(text.contains("cp fuzz/artifacts/journal/crash-1 fuzz/regressions/journal/NAME"), "{text}");
        assert!(verdict(&target, &Ended { input: None, ..ended }).is_err(), "it did not even build");
    }
}
