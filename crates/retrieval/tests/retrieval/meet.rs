//! What ceilings grant together.

use proptest::prelude::*;
use serde_json::{Value, json};
use toolsift_retrieval::{Atom, Ceiling, Clause, Confidentiality, EXPIRES, READ_FAILED, RetrievalError, fits, limits};

/// A clause; unlike a reader this makes one without alternatives, too.
fn clause(value: &Value) -> Clause {
    match value.get("anyOf").and_then(Value::as_array) {
        Some(atoms) => Clause::any_of(atoms.iter().map(|atom| Atom::read(atom).unwrap())),
        None => Clause::read(value).unwrap(),
    }
}

fn ceiling(value: &Value) -> Ceiling {
    match value.as_array() {
        None => Ceiling::Unlimited,
        Some(clauses) => Ceiling::within(clauses.iter().map(clause)),
    }
}

/// The meet of two ceilings is a third, in either order; `null` is none.
fn check(one: Value, two: Value, met: Value) {
    let (one, two, met) = (ceiling(&one), ceiling(&two), ceiling(&met));
    assert_eq!(one.meet(&two).unwrap(), met);
    assert_eq!(two.meet(&one).unwrap(), met);
}

fn user(subject: &str) -> Value {
    json!({ "type": "https://commonfabric.org/cfc/atom/User", "subject": subject })
}

/// CF-019, CF-020, CF-028: no ceiling changes nothing, an empty one wins, a clause of nobody contributes nothing, every other pair is a union.
#[test]
fn cases() {
    let (a, b, c) = (user("A"), user("B"), user("C"));
    let any = |atoms: &[&Value]| json!({ "anyOf": atoms });
    check(json!(null), json!(null), json!(null));
    check(json!(null), json!([a]), json!([a]));
    check(json!(null), json!([]), json!([]));
    check(json!([]), json!([a]), json!([]));
    check(json!([]), json!([]), json!([]));
    check(json!([any(&[])]), json!([a]), json!([]));
    check(json!([any(&[]), a]), json!([a]), json!([a]));
    check(json!([a]), json!([a]), json!([a]));
    check(json!([a]), json!([b]), json!([any(&[&a, &b])]));
    check(json!([a, b]), json!([b, c]), json!([any(&[&a, &b]), any(&[&a, &c]), b, any(&[&b, &c])]));
    check(json!([any(&[&a, &b])]), json!([any(&[&b, &c])]), json!([any(&[&a, &b, &c])]));
    check(json!([any(&[&a, &b])]), json!([a]), json!([any(&[&a, &b])]));
    check(json!([a, any(&[&b, &a])]), json!([any(&[&a, &b])]), json!([any(&[&a, &b])]));
    check(json!([any(&[&a])]), json!([a]), json!([a]));
}

/// CF-019: the intersection would admit what one of the two refuses.
#[test]
fn an_intersection_would_widen() {
    let (one, two) = (ceiling(&json!([{ "anyOf": ["a", "b"] }])), ceiling(&json!([{ "anyOf": ["b", "c"] }])));
    let label = Confidentiality::read(&json!(["b"])).unwrap();
    assert!(!fits(&label, &one) && !fits(&label, &one.meet(&two).unwrap()));
    let wide = Confidentiality::read(&json!([{ "anyOf": ["a", "b", "c"] }])).unwrap();
    assert!(fits(&wide, &one) && fits(&wide, &two) && fits(&wide, &one.meet(&two).unwrap()));
}

/// Nothing, each alone, each two.
fn subsets(pool: &[Value]) -> Vec<Vec<Clause>> {
    let pool: Vec<Clause> = pool.iter().map(clause).collect();
    let mut subsets = vec![Vec::new()];
    for (place, one) in pool.iter().enumerate() {
        subsets.push(vec![one.clone()]);
        subsets.extend(pool[place + 1..].iter().map(|two| vec![one.clone(), two.clone()]));
    }
    subsets
}

/// CF-018, CF-019, CF-020: a label fits under the meet exactly where it fits under both, for each two ceilings and each label of a small universe.
#[test]
fn every_small_ceiling_and_label() {
    let (a, b, c) = (user("A"), user("B"), user("C"));
    let any = |atoms: &[&Value]| json!({ "anyOf": atoms });
    let failed = json!(READ_FAILED);
    let ceilings = [
        a.clone(),
        b.clone(),
        c.clone(),
        any(&[&a, &b]),
        any(&[&b, &a]),
        any(&[&b, &c]),
        any(&[&a, &b, &c]),
        any(&[]),
        failed.clone(),
    ];
    let labels = [
        a.clone(),
        b.clone(),
        c.clone(),
        any(&[&a, &b]),
        any(&[&a, &c]),
        any(&[&a, &b, &c]),
        any(&[]),
        failed.clone(),
        any(&[&failed, &a]),
    ];
    let none = std::iter::once(Ceiling::Unlimited);
    let ceilings: Vec<Ceiling> = none.chain(subsets(&ceilings).into_iter().map(Ceiling::within)).collect();
    let labels: Vec<Confidentiality> = subsets(&labels).into_iter().map(Confidentiality::new).collect();
    let mut checked = 0;
    for one in &ceilings {
        for two in &ceilings {
            let met = one.meet(two).unwrap();
            for label in &labels {
                let both = fits(label, one) && fits(label, two);
                assert_eq!(fits(label, &met), both, "{label:?} under {one:?} and {two:?}");
                checked += 1;
            }
        }
    }
    // None, nothing, nine and thirty-six: 47 ceilings, 46 labels.
    assert_eq!(checked, 47 * 47 * 46);
}

/// Atoms that entail one another in every way that there is.
fn any_atom() -> impl Strategy<Value = Atom> {
    // printf '"A"' | sha256sum
    let digest = "798640599597df7a8daa32b1132f07850a68b5e71bd295650399a38074f52804";
    let digest = json!({ "type": "https://commonfabric.org/cfc/atom/User", "subject": { "digestOf": digest } });
    let atoms = vec![json!("a"), json!("b"), json!(READ_FAILED), user("A"), user("B"), digest];
    let atoms = atoms.into_iter().map(|atom| Atom::read(&atom).unwrap()).collect::<Vec<_>>();
    let expiring = (0..5_i32).prop_map(|time| Atom::read(&json!({ "type": EXPIRES, "timestamp": time })).unwrap());
    prop_oneof![prop::sample::select(atoms), expiring]
}

fn any_clauses() -> impl Strategy<Value = Vec<Clause>> {
    prop::collection::vec(prop::collection::vec(any_atom(), 0..4).prop_map(Clause::any_of), 0..4)
}

fn any_ceiling() -> impl Strategy<Value = Ceiling> {
    prop_oneof![1 => Just(Ceiling::Unlimited), 9 => any_clauses().prop_map(Ceiling::within)]
}

proptest! {
    /// CF-019: the same with atoms that expire or are committed to, and three ceilings.
    #[test]
    fn fits_under_the_meet_where_it_fits_under_each(
        ceilings in prop::collection::vec(any_ceiling(), 0..4),
        label in any_clauses().prop_map(Confidentiality::new),
    ) {
        let met = Ceiling::meet_all(&ceilings).unwrap();
        prop_assert_eq!(fits(&label, &met), ceilings.iter().all(|ceiling| fits(&label, ceiling)));
    }

    /// CF-025: in whatever order ceilings are met, the meet is the same.
    #[test]
    fn order_means_nothing(one in any_ceiling(), two in any_ceiling(), three in any_ceiling()) {
        let met = |ceilings: [&Ceiling; 3]| Ceiling::meet_all(ceilings).unwrap();
        let first = met([&one, &two, &three]);
        prop_assert_eq!(&met([&three, &one, &two]), &first);
        prop_assert_eq!(&met([&two, &three, &one]), &first);
        prop_assert_eq!(&met([&three, &two, &one]), &first);
        prop_assert_eq!(&one.meet(&two.meet(&three).unwrap()).unwrap(), &first);
    }

    /// It has more clauses then.
    #[test]
    fn a_ceiling_met_with_itself_grants_the_same(one in any_ceiling(), label in any_clauses().prop_map(Confidentiality::new)) {
        prop_assert_eq!(fits(&label, &one.meet(&one).unwrap()), fits(&label, &one));
    }
}

#[test]
fn what_cannot_be_met_is_refused() {
    let ceiling = |name: &str, count: usize| {
        Ceiling::within((0..count).map(|number| Clause::of(Atom::named(&format!("{name}{number}")))))
    };
    assert!(ceiling("a", 64).meet(&ceiling("b", 64)).is_ok());
    let error = ceiling("a", 64).meet(&ceiling("b", 65)).unwrap_err();
    assert_eq!(error, RetrievalError::CeilingTooLarge { limit: limits::MAX_MET_CLAUSES });
    assert_eq!(error.to_string(), "ceiling: the meet has more than 4096 clauses");
}

/// CF-029: a declared ceiling is read whole or not at all.
#[test]
fn declared_ceilings() {
    for (value, clauses) in [
        (json!([]), Some(0)),
        (json!(["a"]), Some(1)),
        (json!(["a", { "anyOf": ["a", "b"] }, "a"]), Some(2)),
        (json!(["a", 7]), None),
        (json!([{ "anyOf": [] }]), None),
        (json!(["a", { "name": "no type" }]), None),
        (json!("a"), None),
        (json!({}), None),
        (json!(null), None),
    ] {
        let read = Ceiling::read(&value).map(|ceiling| match ceiling {
            Ceiling::Within(clauses) => clauses.len(),
            other => panic!("{other:?}"),
        });
        assert_eq!(read, clauses, "{value}");
    }
    assert!(Ceiling::read(&vec!["a"; limits::MAX_CLAUSES].into()).is_some());
    assert!(Ceiling::read(&vec!["a"; limits::MAX_CLAUSES + 1].into()).is_none());
}

/// CF-025: nor does the order matter for whether they can be met. Two ceilings of the same sixty clauses have 1,830 pairs, which a third of two clauses doubles; met with that one first,
/// they would come to more than the cap.
#[test]
fn order_means_nothing_at_the_cap() {
    let of = |count: usize| Ceiling::within((0..count).map(|number| Clause::of(Atom::named(&format!("a{number}")))));
    let (one, two, three) = (of(60), of(60), of(2));
    assert!(one.meet(&three).unwrap().meet(&two).is_err());
    let first = Ceiling::meet_all([&one, &two, &three]).unwrap();
    for ceilings in [[&one, &three, &two], [&three, &one, &two], [&three, &two, &one]] {
        assert_eq!(Ceiling::meet_all(ceilings).unwrap(), first);
    }
    for (atom, fit) in [("a0", true), ("a1", true), ("a2", false), ("b", false)] {
        assert_eq!(fits(&Confidentiality::new([Clause::of(Atom::named(atom))]), &first), fit, "{atom}");
    }
}
