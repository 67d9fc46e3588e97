//! Every text file: line endings, and words that it must not hold.

use crate::failure::Problem;
use crate::files::RepoFile;

/// Hosts of package registries: the project names a package, never the place that serves it.
/// Written in two halves, so that this file does not hold them either.
const FORBIDDEN: [&str; 3] = [concat!("crates", ".io"), concat!("pypi", ".org"), concat!("registry", ".npmjs")];

/// Checks every text file that is not marked as compared byte for byte.
pub(super) fn check(files: &[RepoFile]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in files {
        let Some(text) = &file.text else { continue };
        for (number, line) in (1..).zip(text.split('\n')) {
            if !file.byte_exact && line.contains('\r') {
                problems.push(Problem::at(&file.path, number, "a carriage return: lines end with LF alone"));
                break;
            }
        }
        for (number, line) in (1..).zip(text.split('\n')) {
            if is_lock_source(&file.path, line) {
                continue;
            }
            let lower = line.to_ascii_lowercase();
            for word in FORBIDDEN.iter().filter(|word| lower.contains(*word)) {
                problems.push(Problem::at(&file.path, number, format!("`{word}` must not be named")));
            }
        }
    }
    problems
}

/// Whether a line of a lock file says where a package came from: cargo writes it, and writes it so.
fn is_lock_source(path: &str, line: &str) -> bool {
    path.rsplit('/').next() == Some("Cargo.lock") && line.starts_with("source = \"registry+")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_one(file: RepoFile) -> Vec<String> {
        check(&[file]).iter().map(Problem::to_string).collect()
    }

    #[test]
    fn a_carriage_return_is_reported_once_unless_the_file_is_marked() {
        let text = "a\nb\r\nc\r\n";
        assert_eq!(check_one(RepoFile::of("a.md", text)), ["a.md:2: a carriage return: lines end with LF alone"]);
        assert!(check_one(RepoFile { byte_exact: true, ..RepoFile::of("a.jsonl", text) }).is_empty());
    }

    #[test]
    fn a_forbidden_word_is_found_in_any_case() {
        let word = FORBIDDEN[0];
        assert_eq!(
            check_one(RepoFile::of("a.md", &format!("one\nsee {}\n", word.to_uppercase()))),
            [format!("a.md:2: `{word}` must not be named")]
        );
    }

    #[test]
    fn the_lock_file_may_say_where_packages_come_from() {
        let source = format!("source = \"registry+https://example/{}-index\"\n", FORBIDDEN[0]);
        assert!(check_one(RepoFile::of("Cargo.lock", &source)).is_empty());
        assert!(check_one(RepoFile::of("fuzz/Cargo.lock", &source)).is_empty());
        assert_eq!(check_one(RepoFile::of("a.toml", &source)).len(), 1);
        assert_eq!(check_one(RepoFile::of("Cargo.lock", &format!("name = \"{}\"\n", FORBIDDEN[0]))).len(), 1);
    }

    #[test]
    fn a_binary_file_is_not_text() {
        assert!(check_one(RepoFile { text: None, ..RepoFile::of("a.png", "") }).is_empty());
    }
}
