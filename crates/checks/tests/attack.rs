//! The attacks that take no more than seconds in a debug build; `cargo xtask attack` runs all of them.

use std::path::PathBuf;

use toolsift_checks::attack::{CLASSES, Row, Settings};

/// Classes that are short enough, and need no program beside them.
const SHORT: [&str; 5] = ["leak", "unicode", "rug pull", "ranker", "skills"];

/// No bar of these classes is missed.
#[test]
fn short_classes_miss_no_bar() {
    let settings = Settings::new(PathBuf::new(), PathBuf::new(), || 0);
    let short: Vec<_> = CLASSES.iter().filter(|class| SHORT.contains(&class.name)).collect();
    assert_eq!(short.len(), SHORT.len());
    let missed: Vec<Row> = short.iter().flat_map(|class| class.run(&settings)).filter(Row::is_missed).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// A class that cannot look has missed its bar.
#[test]
fn a_class_without_its_program_is_missed() {
    let settings = Settings::new(PathBuf::from("nowhere/attack"), PathBuf::from("nowhere/toolsift"), || 0);
    let squatting = CLASSES.iter().find(|class| class.name == "squatting").unwrap();
    assert!(squatting.run(&settings).iter().any(Row::is_missed));
}
