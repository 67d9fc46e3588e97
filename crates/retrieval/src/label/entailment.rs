//! When an observer that satisfies one atom satisfies another.

use serde_json::Value;
use sha2::{Digest, Sha256};
use toolsift_core::{canonical_json, lower_hex};

use super::atom::Atom;

/// The type of atoms with an order: `{ "type": EXPIRES, "timestamp": t }` is satisfied until t.
pub const EXPIRES: &str = "https://commonfabric.org/cfc/atom/Expires";

/// The only member of a field that was replaced by its digest.
const DIGEST_OF: &str = "digestOf";

/// Whole numbers up to here are doubles exactly, in both directions.
const MAX_EXACT: f64 = 9_007_199_254_740_991.0;

/// Whether whoever satisfies `a` satisfies `b`: they are the same, or both expire and `a` not later, or they differ only in fields that one of the two holds as
/// `{ "digestOf": "…" }`, the lower-case hexadecimal SHA-256 of the field's canonical JSON.
///
/// Everything else is apart. An atom expires where its type is [`EXPIRES`] and its only other member is `timestamp`, a number within ±(2⁵³ − 1): further out two
/// numbers may be one double, so those are compared as they are written.
///
/// ```
/// use serde_json::json;
/// use toolsift_retrieval::{Atom, EXPIRES, entails};
///
/// let until = |timestamp: i64| Atom::read(&json!({ "type": EXPIRES, "timestamp": timestamp })).unwrap();
/// assert!(entails(&until(5), &until(9)));
/// assert!(!entails(&until(9), &until(5)));
/// ```
#[must_use]
pub fn entails(a: &Atom, b: &Atom) -> bool {
    if a == b {
        return true;
    }
    match (expiry(a.value()), expiry(b.value())) {
        (Some(a), Some(b)) => a <= b,
        _ => (a.is_committed() || b.is_committed()) && is_same_form(a.value(), b.value()),
    }
}

fn expiry(atom: &Value) -> Option<f64> {
    let members = atom.as_object().filter(|members| members.len() == 2)?;
    if members.get("type")?.as_str() != Some(EXPIRES) {
        return None;
    }
    members.get("timestamp")?.as_f64().filter(|timestamp| timestamp.abs() <= MAX_EXACT)
}

/// Whether two values are the same where a field that only one of them holds as a digest counts as what it is the digest of.
fn is_same_form(a: &Value, b: &Value) -> bool {
    match (digest(a), digest(b)) {
        (Some(digest), None) => digest_of(b) == digest,
        (None, Some(digest)) => digest_of(a) == digest,
        _ => match (a, b) {
            (Value::Object(a), Value::Object(b)) => {
                a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same_form(a, b)))
            }
            (Value::Array(a), Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same_form(a, b))
            }
            _ => canonical_json(a) == canonical_json(b),
        },
    }
}

/// Whether a value holds a digest in the place of a field, at whatever depth.
pub(super) fn holds_digest(value: &Value) -> bool {
    match value {
        Value::Object(members) => digest(value).is_some() || members.values().any(holds_digest),
        Value::Array(values) => values.iter().any(holds_digest),
        _ => false,
    }
}

fn digest(value: &Value) -> Option<&str> {
    value.as_object().filter(|members| members.len() == 1)?.get(DIGEST_OF)?.as_str()
}

fn digest_of(value: &Value) -> String {
    lower_hex(&Sha256::digest(canonical_json(value)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(a: Value, b: Value) -> bool {
        entails(&Atom::read(&a).unwrap(), &Atom::read(&b).unwrap())
    }

    fn until(timestamp: Value) -> Value {
        json!({ "type": EXPIRES, "timestamp": timestamp })
    }

    /// CF-016: an earlier expiry entails a later one, and only between atoms that have exactly the two members.
    #[test]
    fn expiry_has_an_order() {
        for (a, b, expected) in [
            (json!(5), json!(9), true),
            (json!(5), json!(5), true),
            (json!(5.0), json!(5), true),
            (json!(9), json!(5), false),
            (json!(-1), json!(0.5), true),
            (json!(0.5), json!(0.25), false),
            (json!("5"), json!(9), false),
            (json!(5), json!(null), false),
            // Beyond 2^53 there is no order: two of these may be one double.
            (json!(9_007_199_254_740_993_i64), json!(9_007_199_254_740_992_i64), false),
            (json!(1), json!(9_007_199_254_740_992_i64), false),
            (json!(1), json!(9_007_199_254_740_991_i64), true),
            (json!(9_007_199_254_740_993_i64), json!(9_007_199_254_740_993_i64), true),
        ] {
            assert_eq!(check(until(a.clone()), until(b.clone())), expected, "{a} {b}");
        }
        let scoped = json!({ "type": EXPIRES, "timestamp": 9, "scope": "x" });
        assert!(!check(until(json!(5)), scoped.clone()) && !check(scoped.clone(), until(json!(9))));
        assert!(check(scoped.clone(), scoped));
        assert!(!check(json!({ "type": "other", "timestamp": 5 }), json!({ "type": "other", "timestamp": 9 })));
        assert!(!check(json!(EXPIRES), until(json!(9))));
    }

    /// CF-016: a field that was replaced by its digest is the field.
    #[test]
    fn a_digest_stands_for_what_it_is_of() {
        // printf '"alice"' | sha256sum
        const ALICE: &str = "0a50500b2a3435fe7472877eb22d48d47a228e946b0b991ab7402a8d00f6b32d";
        let plain = json!({ "type": "user", "subject": "alice" });
        let other = json!({ "type": "user", "subject": "bob" });
        let committed = json!({ "type": "user", "subject": { "digestOf": ALICE } });
        assert!(check(plain.clone(), committed.clone()) && check(committed.clone(), plain.clone()));
        assert!(!check(other.clone(), committed.clone()) && !check(committed.clone(), other));
        assert!(check(committed.clone(), committed.clone()));
        let longer = json!({ "type": "user", "subject": "alice", "team": 1 });
        assert!(!check(longer.clone(), committed.clone()) && !check(committed, longer));
        let odd = json!({ "type": "user", "subject": { "digestOf": ALICE, "more": 1 } });
        assert!(!check(plain.clone(), odd));
        let upper = json!({ "type": "user", "subject": { "digestOf": ALICE.to_uppercase() } });
        assert!(!check(plain, upper));
        let deep = json!({ "type": "user", "a": [{ "b": { "digestOf": digest_of(&json!([1])) } }] });
        assert!(check(json!({ "type": "user", "a": [{ "b": [1] }] }), deep));
    }

    #[test]
    fn equality_is_of_values() {
        assert!(check(json!({ "type": "t", "n": 1.0, "a": 1 }), json!({ "a": 1, "n": 1, "type": "t" })));
        assert!(!check(json!("t"), json!({ "type": "t" })));
        assert!(!check(json!({ "type": "t", "n": 1 }), json!({ "type": "t", "n": "1" })));
    }
}
