//! `bench peers --others`: engines in Python and JavaScript, over the documents and queries of the bench.
//!
//! Every program prints a line for each engine, number of documents, length of query and number of hits. The ratios are to toolsift,
//! which is measured first, in the same run.

mod table;

use std::path::Path;
use std::process::Command;

use super::peers::{cargo_of_peers, stdout_of, write};
use crate::cargo;
use crate::failure::Failure;
use crate::output;

/// What stands around the figures on the page.
pub(super) const MARKS: [&str; 2] =
    ["<!-- begin: cargo xtask bench peers --others -->", "<!-- end: cargo xtask bench peers --others -->"];

/// Installs the engines and runs them.
const SCRIPT: &str = "benches/peers/others/run.sh";

/// Where they are installed, and where the documents lie.
const PLACE: &str = "target/peers-others";
const EXPORTED: &str = "target/peers-others/exported";

/// Runs the engines, prints the tables and writes those of a full run onto the page.
pub(super) fn run(root: &Path, args: &[&String]) -> Result<(), Failure> {
    let is_quick = match args {
        [] => false,
        [arg] if *arg == "--quick" => true,
        _ => return Err(Failure::Usage("`bench peers --others` takes --quick, and nothing else".to_owned())),
    };
    cargo::run(cargo_of_peers(root, "build").args(["--release", "--bin", "peers-export"]))?;
    let mut export = cargo_of_peers(root, "run");
    export.args(["--release", "--quiet", "--bin", "peers-export", "--", EXPORTED]);
    export.args(is_quick.then_some("--quick"));
    let mut lines = stdout_of(&mut export)?;
    let mut script = Command::new("bash");
    script.current_dir(root).args([SCRIPT, EXPORTED, PLACE]);
    lines += &stdout_of(&mut script)?;
    let tables = table::tables(&lines).map_err(Failure::Failed)?;
    output::line(tables.trim_end());
    if is_quick { Ok(()) } else { write(root, MARKS, &tables) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_full_or_quick() {
        let (quick, other) = ("--quick".to_owned(), "--test".to_owned());
        for args in [&[&other][..], &[&quick, &quick], &[&quick, &other]] {
            assert!(matches!(run(Path::new("nowhere"), args), Err(Failure::Usage(_))), "{args:?}");
        }
    }

    /// The page that is there can take the figures, and the other marks on it are not taken for these.
    #[test]
    fn the_page_has_the_marks() {
        let page = include_str!("../../../docs/performance.md");
        for mark in MARKS {
            assert_eq!(page.matches(mark).count(), 1, "{mark}");
        }
    }
}
