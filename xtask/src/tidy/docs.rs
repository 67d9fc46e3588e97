//! The two pages that list the crates list all of them.

use crate::failure::Problem;
use crate::files::RepoFile;
use crate::metadata::Package;

/// The pages.
const PAGES: [&str; 2] = ["README.md", "docs/architecture.md"];

/// Every crate is named on every page, as its path, its package or its folder in backticks.
pub(super) fn check(packages: &[Package], files: &[RepoFile]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for page in PAGES {
        let Some(file) = files.iter().find(|file| file.path == page) else {
            problems.push(Problem::in_file(page, "is missing: it names every crate"));
            continue;
        };
        let text = file.text.as_deref().unwrap_or_default();
        for dir in packages.iter().filter_map(Package::crate_dir) {
            if !is_named(text, dir) {
                problems.push(Problem::in_file(page, format!("the crate `{dir}` is not named")));
            }
        }
    }
    problems
}

fn is_named(text: &str, dir: &str) -> bool {
    let has_word = |word: &str| {
        text.match_indices(word).any(|(at, _)| {
            let end = text.get(at + word.len()..).and_then(|rest| rest.chars().next());
            !end.is_some_and(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        })
    };
    has_word(&format!("crates/{dir}")) || has_word(&format!("toolsift-{dir}")) || text.contains(&format!("`{dir}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_named_by_path_package_or_folder() {
        for text in
            ["see [core](crates/core)", "cargo add toolsift-core\n", "| `core` | contracts |", "crates/core/src"]
        {
            assert!(is_named(text, "core"), "{text}");
        }
        for text in ["the core of it", "crates/core-types", "toolsift-core_types", "crates/cor"] {
            assert!(!is_named(text, "core"), "{text}");
        }
    }

    #[test]
    fn a_missing_page_is_a_problem() {
        let found = check(&[], &[RepoFile::of("README.md", "")]);
        assert_eq!(found, [Problem::in_file("docs/architecture.md", "is missing: it names every crate")]);
    }
}
