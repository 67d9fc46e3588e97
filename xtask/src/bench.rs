//! `bench`: the criterion benches; `bench peers`: the index beside other engines; `bench icount`: instructions beside a baseline.

pub(crate) mod icount;
mod others;
pub(crate) mod peers;

use std::path::Path;

use crate::cargo;
use crate::failure::Failure;
use crate::metadata;

/// The packages with benches.
const PACKAGES: [&str; 3] = ["toolsift-tokenizer", "toolsift-bm25f-index", "toolsift"];

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Request {
    /// Bench targets; none means all.
    names: Vec<String>,
    /// What the benches themselves are told.
    passed_on: Vec<String>,
}

/// Runs the benches, each target by name: the libraries' own test harness does not understand criterion's arguments.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), Failure> {
    match args.split_first() {
        Some((first, rest)) if first == "peers" => return peers::run(root, rest),
        Some((first, rest)) if first == "icount" => return icount::run(root, rest),
        _ => {}
    }
    let request = parse(args)?;
    let packages = metadata::packages(root)?;
    let packages = packages.iter().filter(|package| PACKAGES.contains(&package.name.as_str()));
    let known: Vec<&String> = packages.flat_map(|package| &package.benches).collect();
    if known.is_empty() {
        return Err(Failure::Failed(format!("no bench targets in {}", PACKAGES.join(", "))));
    }
    if let Some(unknown) = request.names.iter().find(|name| !known.contains(name)) {
        let known = known.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(format!("no bench is called `{unknown}`; there are: {known}")));
    }
    let mut command = cargo::cargo(root);
    command.args(["bench", "--locked"]);
    for package in PACKAGES {
        command.args(["-p", package]);
    }
    for name in known.into_iter().filter(|name| request.names.is_empty() || request.names.contains(name)) {
        command.args(["--bench", name]);
    }
    if !request.passed_on.is_empty() {
        command.arg("--").args(&request.passed_on);
    }
    cargo::run(&mut command)
}

fn parse(args: &[String]) -> Result<Request, Failure> {
    let mut request = Request::default();
    let mut args = args.iter();
    for arg in args.by_ref() {
        match arg.as_str() {
            "--" => break,
            "--test" => request.passed_on.push(arg.clone()),
            option if option.starts_with('-') => {
                return Err(Failure::Usage(format!(
                    "`bench` does not know `{option}`; put criterion's options after --"
                )));
            }
            _ => request.names.push(arg.clone()),
        }
    }
    request.passed_on.extend(args.cloned());
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(args: &[&str], names: &[&str], passed_on: &[&str]) {
        let own = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let expected = Request { names: own(names), passed_on: own(passed_on) };
        assert_eq!(parse(&own(args)).unwrap(), expected, "{args:?}");
    }

    #[test]
    fn names_are_targets_and_the_rest_is_passed_on() {
        check(&[], &[], &[]);
        check(&["--test"], &[], &["--test"]);
        check(&["rank", "--test"], &["rank"], &["--test"]);
        check(&["rank", "build", "--", "--save-baseline", "a"], &["rank", "build"], &["--save-baseline", "a"]);
        check(&["--", "--test", "--"], &[], &["--test", "--"]);
    }
}
