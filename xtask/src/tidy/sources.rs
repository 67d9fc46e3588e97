//! Rust files: module docs, length, and tests that say why.

use crate::failure::Problem;
use crate::files::RepoFile;

/// Lines that no file may exceed.
const MAX_LINES: usize = 1_200;

/// Lines from which on a file is mentioned.
const LONG_LINES: usize = 600;

/// Checks every Rust file.
pub(super) fn check(files: &[RepoFile]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, text) in files.iter().filter_map(RepoFile::rust) {
        if is_module(path) && !starts_with_docs(text) {
            problems.push(Problem::at(path, 1, "a module starts with `//!`: say what it holds"));
        }
        let lines = text.lines().count();
        if lines > MAX_LINES {
            problems.push(Problem::in_file(path, format!("{lines} lines, {MAX_LINES} are allowed: split it")));
        }
        for (line, text) in (1..).zip(text.lines()) {
            problems.extend(test_attribute(text.trim()).map(|fault| Problem::at(path, line, fault)));
        }
    }
    problems
}

/// The files that are long and not yet too long.
pub(super) fn long_files(files: &[RepoFile]) -> Vec<String> {
    let counted = files.iter().filter_map(RepoFile::rust).map(|(path, text)| (path, text.lines().count()));
    let long = counted.filter(|(_, lines)| (LONG_LINES + 1..=MAX_LINES).contains(lines));
    long.map(|(path, lines)| format!("{path} has {lines} lines")).collect()
}

/// Whether a path is a source of a crate, as opposed to an integration test, a bench or an example.
fn is_module(path: &str) -> bool {
    let mut parts = path.split('/');
    let in_src = match parts.next() {
        Some("crates") => parts.next().is_some() && parts.next() == Some("src"),
        Some("benches") => parts.next().is_some() && parts.next() == Some("src"),
        Some("fuzz" | "xtask") => parts.next() == Some("src"),
        _ => false,
    };
    in_src && !parts.any(|part| part == "tests")
}

/// Whether the first line, after a shebang and inner attributes, is a `//!`.
fn starts_with_docs(text: &str) -> bool {
    let mut open = 0_usize;
    for (at, line) in text.lines().map(str::trim).enumerate() {
        if open > 0 || line.starts_with("#![") {
            let closed = line.matches(']').count();
            open = (open + line.matches('[').count()).saturating_sub(closed);
        } else if !(line.is_empty() || (at == 0 && line.starts_with("#!"))) {
            return line.starts_with("//!");
        }
    }
    false
}

/// What is wrong with an attribute line of a test, if it is one.
fn test_attribute(line: &str) -> Option<&'static str> {
    if line.starts_with("#[ignore]") || (line.starts_with("#[cfg_attr(") && line.ends_with("ignore)]")) {
        return Some("an ignored test says why: #[ignore = \"…\"]");
    }
    if line.starts_with("#[should_panic") && !line.contains("expected") {
        return Some("a test that should panic says with which text: #[should_panic(expected = \"…\")]");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_one(path: &str, text: &str) -> Vec<String> {
        check(&[RepoFile::of(path, text)]).iter().map(Problem::to_string).collect()
    }

    #[test]
    fn a_module_starts_with_its_docs() {
        for good in [
            "//! Docs.\nmod a;\n",
            "#![expect(x, reason = \"y\")]\n\n//! Docs.\n",
            "#![expect(\n    x\n)]\n//! Docs.\n",
        ] {
            assert!(starts_with_docs(good), "{good:?}");
        }
        assert!(starts_with_docs("#!/usr/bin/env run\n//! Docs.\n"));
        for bad in
            ["", "mod a;\n//! Docs.\n", "// A comment.\n//! Docs.\n", "/// Docs.\nmod a;\n", "#![expect(x)]\nmod a;\n"]
        {
            assert!(!starts_with_docs(bad), "{bad:?}");
        }
    }

    #[test]
    fn only_sources_of_crates_are_modules() {
        for path in [
            "crates/core/src/lib.rs",
            "crates/core/src/a/tests.rs",
            "benches/peers/src/lib.rs",
            "fuzz/src/a.rs",
            "xtask/src/main.rs",
        ] {
            assert!(is_module(path), "{path}");
        }
        for path in
            ["crates/core/tests/a.rs", "crates/core/src/tests/a.rs", "crates/core/benches/a.rs", "fuzz/tests/a.rs"]
        {
            assert!(!is_module(path), "{path}");
        }
    }

    #[test]
    fn length_is_noted_then_refused() {
        let file = |lines: usize| RepoFile::of("crates/core/tests/a.rs", &"//!\n".repeat(lines));
        assert!(long_files(&[file(600)]).is_empty());
        assert_eq!(long_files(&[file(601)]), ["crates/core/tests/a.rs has 601 lines"]);
        assert!(check(&[file(1_200)]).is_empty());
        assert_eq!(check(&[file(1_201)]).len(), 1);
        assert!(long_files(&[file(1_201)]).is_empty(), "that is a problem, no note");
    }

    #[test]
    fn a_test_that_is_special_says_why() {
        assert_eq!(
            check_one("crates/core/tests/a.rs", "#[test]\n    #[ignore]\nfn a() {}\n"),
            ["crates/core/tests/a.rs:2: an ignored test says why: #[ignore = \"…\"]"]
        );
        for bad in ["#[cfg_attr(miri, ignore)]", "#[should_panic]", "#[should_panic()]"] {
            assert!(test_attribute(bad).is_some(), "{bad}");
        }
        for good in [
            "#[ignore = \"slow\"]",
            "#[cfg_attr(miri, ignore = \"slow\")]",
            "#[should_panic(expected = \"a\")]",
            "// #[ignore]",
        ] {
            assert!(test_attribute(good).is_none(), "{good}");
        }
    }
}
