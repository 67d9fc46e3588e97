//! Finds tests in Rust source, and the ids that their doc comments name.
//!
//! It reads lines, not syntax: doc comments and attributes that follow each other belong to one item.
//! Block comments and `#[doc]` attributes are not read.

use std::collections::BTreeSet;

use super::ids;

/// A test and the rows it says it pins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Test {
    /// The line of its `#[test]`, counted from 1.
    pub(super) line: usize,
    /// The ids in its doc comment.
    pub(super) ids: BTreeSet<String>,
}

/// What stands above an item: filled line by line, emptied by the item.
#[derive(Default)]
struct Head {
    ids: BTreeSet<String>,
    test: Option<usize>,
    /// Brackets of an attribute that are still open.
    open: usize,
}

/// All tests of a file, also those inside `proptest!`.
pub(super) fn tests(source: &str) -> Vec<Test> {
    let mut tests = Vec::new();
    let mut head = Head::default();
    for (number, line) in (1..).zip(source.lines()) {
        let line = line.trim();
        if head.open > 0 || line.starts_with("#[") {
            if head.open == 0 && is_test_attribute(line) {
                head.test = Some(number);
            }
            let closed = line.matches(']').count();
            head.open = (head.open + line.matches('[').count()).saturating_sub(closed);
        } else if let Some(doc) = line.strip_prefix("///").filter(|rest| !rest.starts_with('/')) {
            head.ids.append(&mut ids::in_text(doc));
        } else {
            finish(&mut head, &mut tests);
        }
    }
    finish(&mut head, &mut tests);
    tests
}

fn finish(head: &mut Head, tests: &mut Vec<Test>) {
    let Head { ids, test, .. } = std::mem::take(head);
    tests.extend(test.map(|line| Test { line, ids }));
}

fn is_test_attribute(line: &str) -> bool {
    line.starts_with("#[test]") || line.starts_with("#[tokio::test")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], expected: &[(usize, &[&str])]) {
        let found = tests(&lines.join("\n"));
        let found: Vec<(usize, Vec<&str>)> =
            found.iter().map(|test| (test.line, test.ids.iter().map(String::as_str).collect())).collect();
        let expected: Vec<(usize, Vec<&str>)> = expected.iter().map(|&(line, ids)| (line, ids.to_vec())).collect();
        assert_eq!(found, expected, "{lines:#?}");
    }

    #[test]
    fn the_doc_comment_above_a_test_counts() {
        check(&["/// ADR-043: weights.", "/// Also S1.", "#[test]", "fn a() {}"], &[(3, &["ADR-043", "S1"])]);
        check(&["    #[test]", "    fn a() {}", "", "    #[test]", "    fn b() {}"], &[(1, &[]), (4, &[])]);
    }

    #[test]
    fn comments_between_attributes_count() {
        check(&["/// S1", "#[test]", "/// S3", "#[ignore = \"slow\"]", "fn a() {}"], &[(2, &["S1", "S3"])]);
        check(&["/// S1", "#[cfg_attr(", "    miri,", "    ignore", ")]", "#[test]", "fn a() {}"], &[(6, &["S1"])]);
        check(&["/// S1", "#[tokio::test(flavor = \"current_thread\")]", "async fn a() {}"], &[(2, &["S1"])]);
    }

    #[test]
    fn nothing_else_counts() {
        check(&["/// S1", "", "#[test]", "fn a() {}"], &[(3, &[])]);
        check(&["/// S1", "// plain", "#[test]", "fn a() {}"], &[(3, &[])]);
        check(&["// S1", "#[test]", "fn a() {", "    // S3", "}"], &[(2, &[])]);
        check(&["//! S1", "#[test]", "fn a() {}"], &[(2, &[])]);
        check(&["//// S1", "#[test]", "fn a() {}"], &[(2, &[])]);
        check(&["/// S1", "fn helper() {}", "#[test]", "fn a() {}"], &[(3, &[])]);
        check(&["/// S1", "fn helper() {}"], &[]);
    }

    #[test]
    fn a_property_is_a_test() {
        check(&["proptest! {", "    /// C2-26", "    #[test]", "    fn a(x in 0..9) {}", "}"], &[(3, &["C2-26"])]);
    }
}
