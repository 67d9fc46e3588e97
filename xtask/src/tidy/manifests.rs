//! Every crate takes the workspace's lints, and these forbid `unsafe`. A workspace of its own forbids it itself.

use crate::failure::Problem;
use crate::files::RepoFile;
use crate::metadata::Package;

/// Checks the root manifest and each package's.
pub(super) fn check(packages: &[Package], files: &[RepoFile]) -> Vec<Problem> {
    let text_of = |path: &str| files.iter().find(|file| file.path == path).and_then(|file| file.text.as_deref());
    let mut problems = Vec::new();
    if !text_of("Cargo.toml").is_some_and(|text| has_line(text, "workspace.lints.rust", "unsafe_code", "\"forbid\"")) {
        problems.push(Problem::in_file("Cargo.toml", "[workspace.lints.rust] must say unsafe_code = \"forbid\""));
    }
    for path in packages.iter().map(Package::manifest) {
        if !text_of(&path).is_some_and(|text| has_line(text, "lints", "workspace", "true")) {
            problems.push(Problem::in_file(path, "[lints] must say workspace = true"));
        }
    }
    for file in files.iter().filter(|file| file.path.ends_with("/Cargo.toml")) {
        let text = file.text.as_deref().unwrap_or_default();
        let is_workspace = text.lines().any(|line| line.trim() == "[workspace]");
        if is_workspace && !has_line(text, "lints.rust", "unsafe_code", "\"forbid\"") {
            problems.push(Problem::in_file(&file.path, "[lints.rust] must say unsafe_code = \"forbid\""));
        }
    }
    problems
}

/// Whether a table of a manifest has `key = value` on a line of its own.
fn has_line(manifest: &str, table: &str, key: &str, value: &str) -> bool {
    let mut inside = false;
    manifest.lines().map(|line| line.split('#').next().unwrap_or(line).trim()).any(|line| {
        if let Some(header) = line.strip_prefix('[') {
            inside = header.strip_suffix(']') == Some(table);
        }
        inside && line.split_once('=').is_some_and(|(k, v)| k.trim() == key && v.trim() == value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_must_stand_in_its_table() {
        let check = |manifest| has_line(manifest, "lints", "workspace", "true");
        assert!(check("[package]\n\n[lints]\nworkspace = true\n"));
        assert!(check("[lints]\nworkspace=true # the workspace's\n"));
        assert!(!check("[lints]\n[dependencies]\nworkspace = true\n"));
        assert!(!check("[lints]\n# workspace = true\n"));
        assert!(!check("[lints.rust]\nworkspace = true\n"));
        assert!(!check("[lints]\nworkspace = false\n"));
    }

    #[test]
    fn a_root_that_allows_unsafe_is_found() {
        let check = |text| check(&[], &[RepoFile::of("Cargo.toml", text)]).len();
        assert_eq!(check("[workspace.lints.rust]\nunsafe_code = \"forbid\"\n"), 0);
        assert_eq!(check("[workspace.lints.rust]\nunsafe_code = \"deny\"\n"), 1);
    }

    #[test]
    fn a_workspace_of_its_own_forbids_unsafe_itself() {
        let check = |path, text| {
            let root = RepoFile::of("Cargo.toml", "[workspace.lints.rust]\nunsafe_code = \"forbid\"\n");
            check(&[], &[root, RepoFile::of(path, text)]).len()
        };
        assert_eq!(check("benches/peers/Cargo.toml", "[workspace]\n[lints.rust]\nunsafe_code = \"forbid\"\n"), 0);
        assert_eq!(check("benches/peers/Cargo.toml", "[workspace]\n"), 1);
        assert_eq!(check("crates/core/Cargo.toml", "[package]\n"), 0, "the packages are checked by name");
    }
}
