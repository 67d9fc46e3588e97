//! What must hold for any bytes: a function a fuzz target, which panics where it does not hold.
//!
//! They are plain functions on a stable compiler. `fuzz_targets` hands them to the fuzzer, `tests/regressions.rs` the files of `seeds` and `regressions`.

mod targets;

use std::path::{Path, PathBuf};

/// What a target does with the bytes of an input.
pub type Target = fn(&[u8]);

/// Every target by its name.
pub const TARGETS: [(&str, Target); 11] = [
    ("catalogue_json", targets::catalogue_json),
    ("docs", targets::docs),
    ("index_differential", targets::index_differential),
    ("journal", targets::journal),
    ("label", targets::label),
    ("query_terms", targets::query_terms),
    ("record", targets::record),
    ("row_payload", targets::row_payload),
    ("scenario", targets::scenario),
    ("skill_front_matter", targets::skill_front_matter),
    ("tokenize", targets::tokenize),
];

/// The target of a name.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn target(name: &str) -> Target {
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no target is called `{name}`")).1
}

/// Hands files to a target, and all files of folders, each named before it is tried. How many there were.
///
/// # Panics
///
/// Where the target does, or a file cannot be read.
pub fn replay(name: &str, paths: impl IntoIterator<Item = PathBuf>) -> usize {
    let files: Vec<PathBuf> = paths.into_iter().flat_map(|path| files(&path)).collect();
    for file in &files {
        println!("{}", file.display());
        let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        target(name)(&bytes);
    }
    files.len()
}

/// The files of a folder by name; a path that is no folder is itself.
fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_owned()] };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// The `main` of a target: the fuzzer's where cargo-fuzz builds it, else one that replays the files that it is given.
#[macro_export]
macro_rules! fuzz_target {
    ($name:ident) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::target(stringify!($name))(data));

        #[cfg(not(fuzzing))]
        fn main() {
            let paths = std::env::args_os().skip(1).map(Into::into);
            println!("{} files hold", $crate::replay(stringify!($name), paths));
        }
    };
}
