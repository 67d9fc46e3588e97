//! `rows`: which rows of the acceptance list a test or a golden log names.
//!
//! A row without a test is shown, not refused: what is refused is a name that means nothing, or a test that names too much
//! to be about anything.

mod acceptance;
mod golden;
mod ids;
mod scan;

use std::collections::BTreeSet;
use std::path::Path;

use crate::failure::{self, Failure, Problem};
use crate::files::{self, RepoFile};
use crate::output;
use acceptance::Acceptance;

/// Issues that are done: their rows without a test are listed.
const DONE: [u32; 8] = [2, 3, 4, 5, 7, 8, 9, 10];

/// Rows that one test may name.
const MAX_IDS: usize = 6;

/// Reads the list, scans the tests and the golden logs, prints the coverage.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let files = files::all(root)?;
    let list = files.iter().find(|file| file.path == acceptance::PATH).and_then(|file| file.text.as_deref());
    let list = list.ok_or_else(|| Failure::Failed(format!("{} is missing", acceptance::PATH)))?;
    let (acceptance, mut problems) = acceptance::parse(list);
    let covered = covered(&files, &acceptance, &mut problems);
    for issue in acceptance.issues() {
        let rows = || acceptance.rows().filter(move |row| row.issue == issue);
        let open: Vec<_> = rows().filter(|row| !covered.contains(&row.id)).collect();
        let total = rows().count();
        output::line(format_args!("issue {issue}: {} of {total} rows are named by a test", total - open.len()));
        if DONE.contains(&issue) {
            for row in open {
                output::line(format_args!("  {:<8} {}", row.id, row.wording));
            }
        }
    }
    failure::report("rows", problems)
}

/// The ids that a test or a golden log names, and the problems with how they do.
fn covered(files: &[RepoFile], acceptance: &Acceptance, problems: &mut Vec<Problem>) -> BTreeSet<String> {
    let mut covered = BTreeSet::new();
    let mut name = |path: &str, line: usize, ids: BTreeSet<String>, problems: &mut Vec<Problem>| {
        for id in ids {
            if acceptance.knows(&id) {
                covered.insert(id);
            } else {
                problems.push(Problem::at(path, line, format!("{id} is not in {}", acceptance::PATH)));
            }
        }
    };
    for file in files {
        let Some(text) = &file.text else { continue };
        if golden::is_log(&file.path) {
            match golden::pins(text) {
                Ok(ids) => name(&file.path, 1, ids, problems),
                Err(fault) => problems.push(Problem::in_file(&file.path, fault)),
            }
        }
        if file.rust().is_some() && (file.path.starts_with("crates/") || file.path.starts_with("xtask/")) {
            for test in scan::tests(text) {
                let count = test.ids.len();
                if count > MAX_IDS {
                    let fault = format!("a test names {count} rows, {MAX_IDS} are allowed: split it");
                    problems.push(Problem::at(&file.path, test.line, fault));
                }
                name(&file.path, test.line, test.ids, problems);
            }
        }
    }
    covered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str) -> (Vec<String>, Vec<String>) {
        let list = "id\tissue\twording\nADR-043\t2\tOne.\nADR-044\t2\tTwo.\nC2-26\t2\tThree.\n";
        let (acceptance, mut problems) = acceptance::parse(list);
        let covered = covered(&[RepoFile::of(path, text)], &acceptance, &mut problems);
        (covered.into_iter().collect(), problems.iter().map(Problem::to_string).collect())
    }

    #[test]
    fn a_test_covers_the_rows_it_names() {
        let text = "//! ADR-044\n\n/// ADR-043, C2-26: weights.\n#[test]\nfn a() {}\n";
        let (covered, problems) = check("crates/core/src/a.rs", text);
        assert_eq!(covered, ["ADR-043", "C2-26"]);
        assert_eq!(problems, [""; 0]);
        assert_eq!(check("fuzz/src/a.rs", text).0, [""; 0], "another workspace");
    }

    #[test]
    fn a_row_that_nobody_listed_is_a_problem() {
        let (_, problems) = check("crates/core/src/a.rs", "/// ADR-999\n#[test]\nfn a() {}\n");
        assert_eq!(problems, ["crates/core/src/a.rs:2: ADR-999 is not in docs/acceptance.tsv"]);
        let (_, problems) = check("crates/scenario/golden/v1/a/log.json", r#"{"pins":["ADR-999"]}"#);
        assert_eq!(problems.len(), 1);
    }

    #[test]
    fn a_test_that_names_seven_rows_is_a_problem() {
        let text = "/// S1 S2 S3 S4 S5 S6 S7\n#[test]\nfn a() {}\n";
        let (_, problems) = check("crates/core/src/a.rs", text);
        assert!(problems.contains(&"crates/core/src/a.rs:2: a test names 7 rows, 6 are allowed: split it".to_owned()));
    }

    #[test]
    fn a_golden_log_covers_what_it_pins() {
        let (covered, problems) = check("crates/scenario/golden/v1/a/log.json", r#"{"format":1,"pins":["ADR-044"]}"#);
        assert_eq!(covered, ["ADR-044"]);
        assert_eq!(problems, [""; 0]);
    }
}
