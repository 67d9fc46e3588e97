//! The seeds and past findings of every target, replayed on any compiler.

#![cfg(test)]

use std::path::{Path, PathBuf};

use toolsift_fuzz::{TARGETS, replay};

/// What was found, by target and file, and what it was. Each was mended before it came here.
const FOUND: [(&str, &str, &str); 3] = [
    (
        "index_differential",
        "one-word-divided-in-two-ways",
        "`GitHub GitHUb`: a known whole excuses the parts of both, and the model knew those of the first alone",
    ),
    (
        "label",
        "ceilings-that-can-be-met-in-one-order-only",
        "whether several ceilings could be met, within the cap of clauses, depended on the order in which they were named",
    ),
    (
        "row_payload",
        "a-name-that-serde-json-keeps-for-itself",
        "an object with such a name was shown, and whoever read the result again got something else, or an error",
    ),
];

fn folder(kind: &str, target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(kind).join(target)
}

/// Replays what there is for a target.
fn check(target: &str) {
    assert!(replay(target, [folder("seeds", target)]) > 2, "a target has a handful of seeds");
    let found = Some(folder("regressions", target)).filter(|folder| folder.exists());
    replay(target, found);
}

macro_rules! targets {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*

        /// No target is forgotten here.
        #[test]
        fn every_target_is_replayed() {
            assert_eq!(TARGETS.map(|(name, _)| name), [$(stringify!($name)),*]);
        }
    };
}

targets! {
    catalogue_json docs index_differential journal label query_terms record row_payload scenario skill_front_matter
    tokenize
}

/// A file of `regressions` has a line in [`FOUND`], and a line its file.
#[test]
fn every_finding_has_a_name() {
    let mut files = Vec::new();
    for (target, _) in TARGETS {
        let entries = std::fs::read_dir(folder("regressions", target)).into_iter().flatten().flatten();
        files.extend(entries.map(|entry| (target.to_owned(), entry.file_name().into_string().unwrap())));
    }
    let mut named: Vec<(String, String)> =
        FOUND.iter().map(|(target, file, _)| ((*target).to_owned(), (*file).to_owned())).collect();
    files.sort();
    named.sort();
    assert_eq!(files, named);
}
