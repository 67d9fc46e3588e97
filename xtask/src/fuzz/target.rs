//! Which fuzz targets there are: a file of `fuzz/fuzz_targets` each.

use std::path::Path;

use crate::failure::Failure;

/// Where they lie.
const FOLDER: &str = "fuzz/fuzz_targets";

/// A fuzz target.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The name of its file, and so of its program.
    pub(super) name: String,
    /// The first line of its docs.
    pub(super) about: String,
    /// The dictionary of its name, relative to the root, if there is one.
    pub(super) dictionary: Option<String>,
}

/// All of them, by name.
pub(super) fn all(root: &Path) -> Result<Vec<Target>, Failure> {
    let failed = |error| Failure::Failed(format!("failed to read `{FOLDER}`: {error}"));
    let mut targets = Vec::new();
    for entry in std::fs::read_dir(root.join(FOLDER)).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let Some(name) = path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned) else { continue };
        let source = std::fs::read_to_string(&path).map_err(failed)?;
        let about = source.lines().find_map(|line| line.strip_prefix("//! ")).unwrap_or_default().to_owned();
        let dictionary = format!("fuzz/dictionaries/{name}.dict");
        let dictionary = Some(dictionary).filter(|path| root.join(path).is_file());
        targets.push(Target { name, about, dictionary });
    }
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(targets)
}

/// A row a target.
pub(super) fn table(targets: &[Target]) -> String {
    let width = targets.iter().map(|target| target.name.len()).max().unwrap_or_default();
    let row = |target: &Target| format!("{:<width$}  {}", target.name, target.about);
    targets.iter().map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The targets that are there, each with seeds and a line that says what it is about.
    #[test]
    fn every_target_has_seeds() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let targets = all(&root).unwrap();
        assert_eq!(targets.len(), 11);
        for target in targets {
            assert!(root.join("fuzz/seeds").join(&target.name).is_dir(), "{target:?}");
            assert!(target.about.ends_with('.'), "{target:?}");
        }
    }

    #[test]
    fn rows_are_aligned() {
        let target = |name: &str| Target { name: name.to_owned(), about: "About.".to_owned(), dictionary: None };
        assert_eq!(table(&[target("a"), target("long")]), "a     About.\nlong  About.");
    }
}
