//! `bench peers`: the index beside other engines, which live in a workspace of their own.

use std::path::Path;
use std::process::{Command, Stdio};

use super::others;
use crate::cargo;
use crate::failure::Failure;
use crate::output;

/// The workspace.
pub(crate) const MANIFEST: &str = "benches/peers/Cargo.toml";

/// Where it is built, so that nothing is left beside its sources.
const TARGET: &str = "target/peers";

/// The page that holds the figures.
const PAGE: &str = "docs/performance.md";

/// What stands around the figures on the page; the rest of the page is written by hand.
const BEGIN: &str = "<!-- begin: cargo xtask bench peers -->";
const END: &str = "<!-- end: cargo xtask bench peers -->";
const MARKS: [&str; 2] = [BEGIN, END];

/// The same around the figures of the tokenizers.
const TOKENIZERS: [&str; 2] =
    ["<!-- begin: cargo xtask bench peers --tokenizers -->", "<!-- end: cargo xtask bench peers --tokenizers -->"];

/// How thorough a run is.
#[derive(Debug, PartialEq, Eq)]
enum Mode {
    /// Every size; the figures go onto the page.
    Full,
    /// Whether it works.
    Quick,
    /// The tests of the bench itself.
    Test,
}

/// Builds the bench, runs it, prints its tables and writes those of a full run onto the page.
pub(super) fn run(root: &Path, args: &[String]) -> Result<(), Failure> {
    if args.iter().any(|arg| arg == "--others") {
        return others::run(root, &args.iter().filter(|&arg| arg != "--others").collect::<Vec<_>>());
    }
    let of_tokenizers = args.iter().any(|arg| arg == "--tokenizers");
    let mode = parse(&args.iter().filter(|&arg| arg != "--tokenizers").collect::<Vec<_>>())?;
    if mode == Mode::Test {
        return cargo::run(cargo_of_peers(root, "test").args(["--quiet", "--lib", "--tests"]));
    }
    let (program, marks) = if of_tokenizers { ("peers-tokenizers", TOKENIZERS) } else { ("peers", MARKS) };
    cargo::run(cargo_of_peers(root, "build").args(["--release", "--bins"]))?;
    let mut command = cargo_of_peers(root, "run");
    command.args(["--release", "--quiet", "--bin", program, "--"]);
    command.args((mode == Mode::Quick).then_some("--quick"));
    let tables = stdout_of(&mut command)?;
    output::line(tables.trim_end());
    if mode == Mode::Full {
        write(root, marks, &tables)?;
    }
    Ok(())
}

fn parse(args: &[&String]) -> Result<Mode, Failure> {
    match args {
        [] => Ok(Mode::Full),
        [arg] if *arg == "--quick" => Ok(Mode::Quick),
        [arg] if *arg == "--test" => Ok(Mode::Test),
        _ => Err(Failure::Usage(
            "`bench peers` takes --tokenizers or --others, and --quick or --test, and nothing else".to_owned(),
        )),
    }
}

pub(super) fn cargo_of_peers(root: &Path, command: &str) -> Command {
    let mut cargo = cargo::cargo(root);
    cargo.args([command, "--locked", "--manifest-path", MANIFEST, "--target-dir", TARGET]);
    cargo
}

/// What a program prints to stdout; its progress goes to our stderr.
pub(super) fn stdout_of(command: &mut Command) -> Result<String, Failure> {
    let answer = command.stderr(Stdio::inherit()).output();
    let answer = answer.map_err(|error| Failure::Failed(format!("failed to start the bench: {error}")))?;
    if !answer.status.success() {
        return Err(Failure::Failed(format!("the bench ended with {}", answer.status)));
    }
    String::from_utf8(answer.stdout).map_err(|_| Failure::Failed("the bench printed no UTF-8".to_owned()))
}

pub(super) fn write(root: &Path, marks: [&str; 2], tables: &str) -> Result<(), Failure> {
    let path = root.join(PAGE);
    let failed = |what: &str, error: std::io::Error| Failure::Failed(format!("failed to {what} `{PAGE}`: {error}"));
    let page = std::fs::read_to_string(&path).map_err(|error| failed("read", error))?;
    let [begin, end] = marks;
    let page = replaced(&page, marks, tables)
        .ok_or_else(|| Failure::Failed(format!("`{PAGE}` has no lines `{begin}` and `{end}`, one after the other")))?;
    std::fs::write(&path, page).map_err(|error| failed("write", error))?;
    output::line(format_args!("\nwritten to {PAGE}"));
    Ok(())
}

/// The page with other tables between the two marks.
fn replaced(page: &str, [begin, end]: [&str; 2], tables: &str) -> Option<String> {
    let (before, rest) = page.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n\n{}\n\n{end}{after}", tables.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_full_quick_or_a_test() {
        let own = |args: &[&str]| args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>();
        for (args, mode) in [(&[][..], Mode::Full), (&["--quick"], Mode::Quick), (&["--test"], Mode::Test)] {
            assert_eq!(parse(&own(args).iter().collect::<Vec<_>>()).unwrap(), mode, "{args:?}");
        }
        for args in [&["--fast"][..], &["--quick", "--test"], &["quick"]] {
            assert!(matches!(parse(&own(args).iter().collect::<Vec<_>>()), Err(Failure::Usage(_))), "{args:?}");
        }
    }

    #[test]
    fn what_is_written_by_hand_is_kept() {
        let page = format!("# Title\n\nwords\n\n{BEGIN}\nold\n{END}\n\nmore\n");
        let once = replaced(&page, MARKS, "new\n").unwrap();
        assert_eq!(once, format!("# Title\n\nwords\n\n{BEGIN}\n\nnew\n\n{END}\n\nmore\n"));
        assert_eq!(replaced(&once, MARKS, "new").unwrap(), once);
    }

    #[test]
    fn a_page_without_both_marks_is_left_alone() {
        for page in ["", BEGIN, END, &format!("{END}\n{BEGIN}\n")] {
            assert_eq!(replaced(page, MARKS, "new"), None, "{page}");
        }
    }

    /// The page that is there can take the figures.
    #[test]
    fn the_page_has_the_marks() {
        let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(PAGE)).unwrap();
        for marks in [MARKS, TOKENIZERS] {
            assert!(replaced(&page, marks, "new").is_some());
            assert_eq!(page.matches(marks[0]).count(), 1);
        }
    }
}
