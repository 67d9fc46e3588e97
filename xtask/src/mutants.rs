//! `mutants`: one small change to a crate at a time, each of which a test should notice.
//!
//! cargo-mutants makes the changes, in a copy of the tree, and runs the tests of the changed crate. It takes hours, so nothing else asks for it.

mod outcomes;

use std::path::Path;

use crate::cargo::{self, cargo, has_subcommand};
use crate::failure::Failure;
use crate::output;
use outcomes::Counts;

/// Where results and builds lie: apart from other builds, which would wait for these.
const TARGET: &str = "target/mutants";

/// What cargo-mutants ends with where mutants were missed or ran out of time; the bar judges those.
const JUDGED: [i32; 2] = [2, 3];

/// The crates by folder, with the share of viable mutants that must be caught, in percent: more where a decision is made or kept than where an error is a worse rank, and less
/// where most of the code waits for servers.
const BARS: [(&str, u64); 6] =
    [("trust-policy", 95), ("replay", 95), ("tokenizer", 90), ("bm25f-index", 90), ("session", 90), ("mcp", 70)];

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    /// Crates with their bars.
    crates: Vec<(&'static str, u64)>,
    /// One of so many parts of each, as `K/N`.
    shard: Option<String>,
}

/// Tests the mutants of each crate, then prints what came of them.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), Failure> {
    let request = parse(args)?;
    require(root)?;
    let mut rows = Vec::new();
    for (name, bar) in request.crates {
        mutate(root, name, request.shard.as_deref())?;
        rows.push((name, bar, outcomes::read(&root.join(results(name)))?));
    }
    output::line(outcomes::table(&rows));
    verdict(&rows)
}

fn parse(args: &[String]) -> Result<Request, Failure> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (name, shard) = match args.as_slice() {
        [] => (None, None),
        ["--shard", shard] => (None, Some(*shard)),
        [name] => (Some(*name), None),
        [name, "--shard", shard] | ["--shard", shard, name] => (Some(*name), Some(*shard)),
        _ => return Err(Failure::Usage("`mutants` takes a crate and `--shard K/N`".to_owned())),
    };
    if let Some(shard) = shard.filter(|shard| !is_shard(shard)) {
        return Err(Failure::Usage(format!("`--shard` takes K/N with K from 0 and below N, got `{shard}`")));
    }
    let crates: Vec<_> = BARS.into_iter().filter(|(of, _)| name.is_none_or(|name| name == *of)).collect();
    if let ([], Some(name)) = (crates.as_slice(), name) {
        let known = BARS.map(|(name, _)| name).join(", ");
        return Err(Failure::Usage(format!("`mutants` knows no bar for `{name}`; it does for: {known}")));
    }
    Ok(Request { crates, shard: shard.map(str::to_owned) })
}

fn is_shard(text: &str) -> bool {
    let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse::<u32>().ok()?, n.parse::<u32>().ok()?)));
    parts.is_some_and(|(k, n)| k < n)
}

/// The folder, relative to the root, in which cargo-mutants makes one of its own.
fn results(name: &str) -> String {
    format!("{TARGET}/{name}")
}

/// Runs cargo-mutants, which reads `.cargo/mutants.toml` for everything that is the same in each run.
fn mutate(root: &Path, name: &str, shard: Option<&str>) -> Result<(), Failure> {
    let folder = results(name);
    std::fs::create_dir_all(root.join(&folder))
        .map_err(|error| Failure::Failed(format!("failed to make `{folder}`: {error}")))?;
    let mut command = cargo(root);
    command.args(["mutants", "--package", &format!("toolsift-{name}"), "--output", &folder]);
    if let Some(shard) = shard {
        // Every Nth mutant, so that a part is spread over all files.
        command.args(["--sharding", "round-robin", "--shard", shard]);
    }
    command.env("CARGO_TARGET_DIR", root.join(TARGET).join("build"));
    // Inputs that one mutant failed with are not kept for the next, which must be caught by what the tests themselves try. Nobody reads smaller ones either.
    command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1").env("PROPTEST_MAX_SHRINK_ITERS", "0");
    cargo::run_allowing(&mut command, &JUDGED)
}

/// Says what is missing, where no mutant can be made or tested.
fn require(root: &Path) -> Result<(), Failure> {
    for name in ["mutants", "nextest"] {
        if !has_subcommand(root, name) {
            let install = format!("cargo install cargo-{name} --locked");
            return Err(Failure::Failed(format!("mutation tests need cargo-{name}: {install}")));
        }
    }
    Ok(())
}

/// Fails where a crate is below its bar.
fn verdict(rows: &[(&str, u64, Counts)]) -> Result<(), Failure> {
    let below = rows.iter().filter(|(_, bar, counts)| !counts.reaches(*bar));
    let below: Vec<_> = below.map(|(name, ..)| format!("{name} ({}/mutants.out/missed.txt)", results(name))).collect();
    if below.is_empty() {
        return Ok(());
    }
    Err(Failure::Failed(format!("fewer mutants are caught than should be: {}", below.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<Request, Failure> {
        parse(&args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn it_takes_a_crate_and_a_shard() {
        assert_eq!(parsed(&[]).unwrap(), Request { crates: BARS.to_vec(), shard: None });
        let shard = Some("3/4".to_owned());
        for args in [&["replay", "--shard", "3/4"], &["--shard", "3/4", "replay"]] {
            assert_eq!(parsed(args).unwrap(), Request { crates: vec![("replay", 95)], shard: shard.clone() });
        }
        assert_eq!(parsed(&["--shard", "3/4"]).unwrap(), Request { crates: BARS.to_vec(), shard });
        for args in [
            &["toolsift-replay"][..],
            &["cli"],
            &["--shard"],
            &["replay", "--shard"],
            &["--shard", "4/4"],
            &["--shard", "-1/4"],
            &["--shard", "1"],
            &["replay", "session"],
        ] {
            assert!(matches!(parsed(args), Err(Failure::Usage(_))), "{args:?}");
        }
    }

    #[test]
    fn one_crate_below_its_bar_is_enough() {
        let counts = |caught, missed| Counts { caught, missed, ..Counts::default() };
        assert!(verdict(&[("replay", 95, counts(95, 5)), ("session", 90, counts(9, 1))]).is_ok());
        let text = verdict(&[("replay", 95, counts(94, 6)), ("session", 90, counts(9, 1))]).unwrap_err().to_string();
        assert!(text.contains("replay") && !text.contains("session"), "{text}");
    }
}
