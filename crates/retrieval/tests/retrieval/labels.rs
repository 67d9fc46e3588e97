//! Labels as they are read, and whether they fit.

use serde_json::{Value, json};
use toolsift_retrieval::{
    Atom, Ceiling, Clause, Confidentiality, EXPIRES, Label, READ_FAILED, RowLabel, assumed_label, fits, limits, outside,
};

fn atom(value: &Value) -> Atom {
    Atom::read(value).unwrap()
}

/// CF-014: an atom is a text or has a text `type`; a clause is an atom or has `anyOf` alone, a list of atoms that is not empty.
#[test]
fn shapes_of_clauses() {
    for (value, alternatives) in [
        (json!("a"), Some(1)),
        (json!(""), Some(1)),
        (json!({ "type": "t" }), Some(1)),
        (json!({ "type": "t", "subject": { "deep": [1] } }), Some(1)),
        // A type makes it an atom, whatever else it has.
        (json!({ "type": "t", "anyOf": ["a", "b"] }), Some(1)),
        (json!({ "anyOf": ["a"] }), Some(1)),
        (json!({ "anyOf": ["a", "a"] }), Some(1)),
        (json!({ "anyOf": ["b", { "type": "t" }, "a"] }), Some(3)),
        (json!({ "anyOf": [] }), None),
        (json!({ "anyOf": "a" }), None),
        (json!({ "anyOf": ["a"], "more": 1 }), None),
        (json!({ "anyOf": [{ "name": "no type" }] }), None),
        // Unwrapping it would make a clause of what stands in the place of an atom.
        (json!({ "anyOf": [{ "anyOf": ["a"] }] }), None),
        (json!({ "anyOf": [["a"]] }), None),
        (json!({ "name": "no type" }), None),
        (json!({ "type": 7 }), None),
        (json!({ "type": null }), None),
        (json!({}), None),
        (json!(["a"]), None),
        (json!(7), None),
        (json!(null), None),
        (json!(true), None),
    ] {
        assert_eq!(Clause::read(&value).map(|clause| clause.alternatives().len()), alternatives, "{value}");
    }
}

#[test]
fn a_clause_has_one_form() {
    let read = |value| Clause::read(&value).unwrap();
    assert_eq!(read(json!({ "anyOf": ["b", "a"] })).to_value(), json!({ "anyOf": ["a", "b"] }));
    assert_eq!(read(json!({ "anyOf": ["a"] })).to_value(), json!("a"));
    assert_eq!(read(json!({ "type": "t", "n": 1 })), read(json!({ "n": 1.0, "type": "t" })));
}

/// CF-012, CF-013, CF-015: what a row has in the place of its label is absent, unreadable or read, and nothing else.
#[test]
fn the_three_states() {
    let absent = RowLabel::of(&json!({ "title": "a", "nested": { "ifc": 1 } }));
    assert_eq!(absent, RowLabel::Absent);
    for (ifc, is_read) in [
        (json!({ "confidentiality": [] }), true),
        (json!({ "confidentiality": ["a"], "integrity": [] }), true),
        (json!({ "confidentiality": ["a"], "integrity": ["i", { "type": "t" }], "more": 1 }), true),
        (json!(null), false),
        (json!({}), false),
        (json!("a"), false),
        (json!(7), false),
        (json!(true), false),
        (json!(["a"]), false),
        (json!({ "integrity": [] }), false),
        (json!({ "confidentiality": null }), false),
        (json!({ "confidentiality": "a" }), false),
        (json!({ "confidentiality": { "0": "a" } }), false),
        (json!({ "confidentiality": ["a", 7] }), false),
        (json!({ "confidentiality": [], "integrity": null }), false),
        (json!({ "confidentiality": [], "integrity": "i" }), false),
        (json!({ "confidentiality": [], "integrity": [17] }), false),
        (json!({ "confidentiality": [], "integrity": [{ "anyOf": ["i"] }] }), false),
        (json!({ "confidentiality": [], "integrity": [{ "name": "no type" }] }), false),
    ] {
        let state = RowLabel::of(&json!({ "ifc": ifc }));
        assert_eq!(matches!(state, RowLabel::Read(_)), is_read, "{ifc}");
        assert_eq!(state == RowLabel::Unreadable, !is_read, "{ifc}");
    }
    for row in [json!("row"), json!(7), json!(null), json!([{ "ifc": {} }])] {
        assert_eq!(RowLabel::of(&row), RowLabel::Unreadable, "{row}");
    }
}

/// A label is read whole or not at all: nobody can hide a clause behind a cap.
#[test]
fn labels_over_a_cap_are_unreadable() {
    let clauses = |count: usize| json!({ "confidentiality": vec!["a"; count] });
    assert!(Label::read(&clauses(limits::MAX_CLAUSES)).is_some());
    assert!(Label::read(&clauses(limits::MAX_CLAUSES + 1)).is_none());
    let integrity = |count: usize| json!({ "confidentiality": [], "integrity": vec!["a"; count] });
    assert!(Label::read(&integrity(limits::MAX_CLAUSES)).is_some());
    assert!(Label::read(&integrity(limits::MAX_CLAUSES + 1)).is_none());
    let alternatives = |count: usize| json!({ "anyOf": vec!["a"; count] });
    assert!(Clause::read(&alternatives(limits::MAX_ALTERNATIVES)).is_some());
    assert!(Clause::read(&alternatives(limits::MAX_ALTERNATIVES + 1)).is_none());
    // With its quotes an atom of 998 characters has 1,000.
    assert!(Atom::read(&json!("é".repeat(998))).is_some());
    assert!(Atom::read(&json!("é".repeat(999))).is_none());
    let nested = |depth: usize| json!({ "type": "t", "a": (1..depth).fold(json!(0), |value, _| json!([value])) });
    assert!(Atom::read(&nested(limits::MAX_DEPTH)).is_some());
    assert!(Atom::read(&nested(limits::MAX_DEPTH + 1)).is_none());
}

fn user(subject: &str) -> Value {
    json!({ "type": "https://commonfabric.org/cfc/atom/User", "subject": subject })
}

/// Whether a label fits, the ceiling `null` for none.
fn check(label: &Value, ceiling: &Value) -> bool {
    let clauses = label.as_array().unwrap().iter();
    let label = Confidentiality::new(clauses.map(|clause| Clause::read(clause).unwrap()));
    let ceiling = if ceiling.is_null() { Ceiling::Unlimited } else { Ceiling::read(ceiling).unwrap() };
    assert_eq!(fits(&label, &ceiling), outside(&label, &ceiling).next().is_none());
    fits(&label, &ceiling)
}

/// CF-016, CF-017: what fits and what does not.
#[test]
fn what_fits() {
    let (a, b, c) = (user("A"), user("B"), user("C"));
    let any = |atoms: &[&Value]| json!({ "anyOf": atoms });
    for (label, ceiling, expected) in [
        // No ceiling admits everything, an empty one what is public.
        (json!([a, b]), json!(null), true),
        (json!([]), json!(null), true),
        (json!([]), json!([]), true),
        (json!([]), json!([a]), true),
        (json!([a]), json!([]), false),
        // Of plain atoms a label is a subset.
        (json!([a]), json!([a, b]), true),
        (json!([a, b]), json!([a, b]), true),
        (json!([a, b]), json!([b, a]), true),
        (json!([a, c]), json!([a, b]), false),
        // A ceiling of two readers lets each of them in, so a label that demands one of them does not fit.
        (json!([a, b]), json!([any(&[&a, &b])]), false),
        (json!([a]), json!([any(&[&a, &b])]), false),
        (json!([any(&[&a, &b])]), json!([a]), true),
        (json!([any(&[&a, &b])]), json!([c]), false),
        (json!([any(&[&a, &b, &c])]), json!([any(&[&a, &b])]), true),
        (json!([any(&[&a, &b])]), json!([any(&[&b, &a])]), true),
        (json!([any(&[&a, &c])]), json!([any(&[&a, &b])]), false),
        (json!([any(&[&a, &b]), a]), json!([a]), true),
        (json!([any(&[&a, &b]), c]), json!([a]), false),
        // Atoms of another type or with another member are others.
        (json!(["A"]), json!([a]), false),
        (json!([{ "type": "https://commonfabric.org/cfc/atom/User" }]), json!([a]), false),
        // Time: the ceiling must end first.
        (json!([{ "type": EXPIRES, "timestamp": 9 }]), json!([{ "type": EXPIRES, "timestamp": 5 }]), true),
        (json!([{ "type": EXPIRES, "timestamp": 5 }]), json!([{ "type": EXPIRES, "timestamp": 9 }]), false),
        (
            json!([any(&[&json!({ "type": EXPIRES, "timestamp": 9 }), &a])]),
            json!([{ "type": EXPIRES, "timestamp": 5 }]),
            true,
        ),
    ] {
        assert_eq!(check(&label, &ceiling), expected, "{label} under {ceiling}");
    }
}

/// CF-016: which clauses are outside, by name.
#[test]
fn what_is_outside() {
    let (a, b, c) = (user("A"), user("B"), user("C"));
    let names = |label: Value, ceiling: Value| -> Vec<Value> {
        let (label, ceiling) = (Confidentiality::read(&label).unwrap(), Ceiling::read(&ceiling).unwrap());
        outside(&label, &ceiling).map(Clause::to_value).collect()
    };
    assert_eq!(names(json!([a, c]), json!([a, b])), std::slice::from_ref(&c));
    assert_eq!(names(json!([a, b]), json!([{ "anyOf": [a, b] }])), [a.clone(), b]);
    assert_eq!(names(json!([READ_FAILED]), json!([READ_FAILED])), [json!(READ_FAILED)]);
}

/// CF-018: nothing grants a label that could not be read, not even a ceiling that names it; without a ceiling there is nothing to grant.
#[test]
fn the_marker_is_never_granted() {
    let wrapped = json!({ "anyOf": [READ_FAILED, "a"] });
    for (label, ceiling, expected) in [
        (json!([READ_FAILED]), json!([READ_FAILED]), false),
        (json!([READ_FAILED]), json!([wrapped]), false),
        (json!([wrapped]), json!([READ_FAILED]), false),
        (json!([wrapped]), json!(["a"]), false),
        (json!([wrapped]), json!([]), false),
        (json!([READ_FAILED]), json!(null), true),
        (json!([wrapped]), json!(null), true),
        // A typed atom of that name is another atom.
        (json!([{ "type": READ_FAILED }]), json!([{ "type": READ_FAILED }]), true),
    ] {
        assert_eq!(check(&label, &ceiling), expected, "{label} under {ceiling}");
    }
}

/// CF-016: a clause that nobody satisfies fits no ceiling; as a part of one it admits nothing.
#[test]
fn a_clause_without_alternatives() {
    let nobody = Clause::any_of([]);
    let label = Confidentiality::new([nobody.clone()]);
    let a = Clause::of(Atom::named("a"));
    assert!(!fits(&label, &Ceiling::within([a.clone()])));
    assert!(!fits(&label, &Ceiling::within([nobody.clone()])));
    assert!(fits(&label, &Ceiling::Unlimited));
    assert_eq!(Ceiling::within([nobody]), Ceiling::public_only());
    assert!(fits(&Confidentiality::new([a.clone()]), &Ceiling::within([a])));
}

/// CF-022, CF-023: the assumed label is the confidentiality of the context, and nothing of its integrity; of a context without labels it is public.
#[test]
fn the_assumed_label() {
    let context =
        Label::read(&json!({ "confidentiality": ["work", { "anyOf": ["a", "b"] }], "integrity": ["prompt"] })).unwrap();
    let assumed = assumed_label(&context).to_value();
    assert_eq!(assumed, json!({ "confidentiality": ["work", { "anyOf": ["a", "b"] }], "integrity": [] }));
    assert_eq!(assumed_label(&Label::default()), Label::default());
    assert!(fits(&assumed_label(&Label::default()).confidentiality, &Ceiling::public_only()));
}

/// CF-021, CF-024: one function makes a label up, it is called in one place, and it says of itself that it is not sound, as the pages of the crate and of the project do.
#[test]
fn one_place_assumes() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src")];
    let (mut calls, mut definitions) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
                continue;
            }
            let text = std::fs::read_to_string(&entry).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in code.filter(|line| line.contains("assumed_label(")) {
                if line.contains("fn ") { definitions += 1 } else { calls += 1 }
            }
        }
    }
    assert_eq!((definitions, calls), (1, 1));
    for page in ["src/label/assumed.rs", "src/lib.rs", "../../docs/threat-model.md"] {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        assert!(text.contains("not sound") && text.contains("known deviation"), "{page}");
    }
}

/// CF-009: of a label the types of its atoms are disclosed, and nothing else.
#[test]
fn what_is_disclosed() {
    let label = Label::read(&json!({
        "confidentiality": ["owner", { "anyOf": [user("SECRET"), "work"] }],
        "integrity": [{ "type": "signed", "by": "SECRET" }, "seen"],
    }))
    .unwrap();
    let disclosed = serde_json::to_value(label.disclosed()).unwrap();
    assert_eq!(
        disclosed,
        json!({
            "confidentiality": [["owner"], ["work", "https://commonfabric.org/cfc/atom/User"]],
            "integrity": ["signed", "seen"],
        })
    );
    let nobody = Label::new(Confidentiality::new([Clause::any_of([]), Clause::of(atom(&json!("a")))]), Vec::new());
    assert_eq!(
        serde_json::to_value(nobody.disclosed()).unwrap(),
        json!({ "confidentiality": [["a"]], "integrity": [] })
    );
}
