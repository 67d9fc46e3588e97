//! `crash`: kills writers of a journal and checks what is left.
//!
//! The check itself links the product, so it is a program of `toolsift-checks`; this builds and starts it.

use std::path::Path;

use crate::cargo;
use crate::failure::Failure;

/// Kills without `--kills`.
const KILLS: u32 = 200;

/// Builds the check with its writer, which it expects beside itself, and runs it.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), Failure> {
    let kills = parse(args)?.to_string();
    cargo::run(cargo::cargo(root).args(["build", "--quiet", "--locked", "-p", "toolsift-checks", "--bins"]))?;
    let args = ["run", "--quiet", "--locked", "-p", "toolsift-checks", "--bin", "crash", "--", &kills];
    cargo::run(cargo::cargo(root).args(args))
}

fn parse(args: &[String]) -> Result<u32, Failure> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = match args.as_slice() {
        [] => return Ok(KILLS),
        ["--kills", number] => number.parse().ok().filter(|&kills| kills > 0),
        _ => return Err(Failure::Usage("`crash` takes only `--kills N`".to_owned())),
    };
    number.ok_or_else(|| Failure::Usage("`--kills` takes a number from 1".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kills_are_counted_from_one() {
        let parse = |args: &[&str]| parse(&args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>());
        assert_eq!(parse(&[]).unwrap(), 200);
        assert_eq!(parse(&["--kills", "5"]).unwrap(), 5);
        for args in [&["--kills"][..], &["--kills", "0"], &["--kills", "-1"], &["--kills", "x"], &["5"], &["--kills=5"]]
        {
            assert!(matches!(parse(args), Err(Failure::Usage(_))), "{args:?}");
        }
    }
}
