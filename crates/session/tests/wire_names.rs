//! Ids that were made to collide: each gets a name that every provider takes, for itself alone.

#![cfg(test)]

use std::collections::BTreeSet;

use toolsift_session::wire::{MAX_NAME_CHARS, Names};

/// Ten thousand ids that are alike once what no name may hold is gone, empty then, too long, or another id's name.
fn adversarial() -> Vec<String> {
    let odd = [' ', '.', '/', ':', '\u{0}', '\u{a0}', 'é', 'ß', '名', '\u{200b}', '\u{1f600}', '\u{10ffff}', 'Ａ', '"'];
    let mut ids = BTreeSet::new();
    for first in odd {
        for second in odd {
            ids.insert(format!("read{first}{second}file"));
            ids.insert(format!("{first}{second}"));
            for third in odd {
                ids.insert(format!("{first}{second}{third}"));
                ids.insert(format!("a{first}b{second}c{third}d"));
            }
        }
    }
    let long = "x".repeat(200);
    // The same 200 characters and another end.
    for number in 0..1_000 {
        ids.insert(format!("{long}{number}"));
    }
    ids.extend((1..=200).map(|length| "_".repeat(length)));
    ids.extend((1..=200).map(|length| "y".repeat(length)));
    // The names of the first so many, as ids.
    let planted: Vec<String> = {
        let names = Names::of(ids.iter().map(String::as_str));
        ids.iter().filter_map(|id| names.name(id).map(str::to_owned)).collect()
    };
    let mut all: Vec<String> = ids.into_iter().collect();
    for name in planted {
        if all.len() < 10_000 && !all.contains(&name) {
            all.push(name);
        }
    }
    all.extend((all.len()..10_000).map(|number| format!("plain_{number}")));
    all
}

fn check(ids: &[String]) -> Names {
    let names = Names::of(ids.iter().map(String::as_str));
    assert_eq!(names.len(), ids.len());
    let mut seen = BTreeSet::new();
    for id in ids {
        let name = names.name(id).unwrap();
        assert!((1..=MAX_NAME_CHARS).contains(&name.len()), "{id:?} {name:?}");
        assert!(
            name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'),
            "{id:?} {name:?}"
        );
        assert!(seen.insert(name), "{id:?} {name:?}");
        assert_eq!(names.id(name), Some(id.as_str()), "{name:?}");
    }
    names
}

#[test]
fn ten_thousand_ids() {
    let mut ids = adversarial();
    assert_eq!(ids.len(), 10_000);
    let names = check(&ids);
    // What was given stays when more comes, and the same ids in the same order give the same names.
    let (early, late) = ids.split_at(5_000);
    let mut grown = Names::of(early.iter().map(String::as_str));
    let before = grown.clone();
    grown.extend(late.iter().map(String::as_str));
    assert!(early.iter().all(|id| grown.name(id) == before.name(id)));
    assert_eq!(grown, names);
    // The other way round the planted names come first.
    ids.reverse();
    check(&ids);
}

#[test]
fn names_by_hand() {
    let long = "n".repeat(65);
    let ids = ["github__create_issue", "-", "7", "__init", long.as_str(), "日本", "_._", "a\u{0}b"];
    let names = Names::of(ids);
    let expected = [
        "github__create_issue".to_owned(),
        "-".to_owned(),
        "7".to_owned(),
        "__init".to_owned(),
        format!("{}_1e3fb6d54587", "n".repeat(51)),
        "tool_cf2abf0c5be3".to_owned(),
        "tool_ef8b8f3f2117".to_owned(),
        "a_b_59b271ae1bbc".to_owned(),
    ];
    for (id, name) in ids.iter().zip(&expected) {
        assert_eq!(names.name(id), Some(name.as_str()));
    }
    assert_eq!((names.name("other"), names.id("other"), names.id("日本")), (None, None, None));
    assert!(Names::default().is_empty());
}

/// An id may be empty here: it is no tool's, and has a name all the same.
#[test]
fn adding_again_changes_nothing() {
    let mut names = Names::of(["a.b", ""]);
    let before = names.clone();
    names.extend(["a.b", "", "a.b"]);
    assert_eq!(names, before);
    assert_eq!(names.len(), 2);
}
