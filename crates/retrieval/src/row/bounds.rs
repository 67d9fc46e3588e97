//! Texts and names of members, each within its cap.

use serde_json::{Map, Value};
use toolsift_core::chars_prefix;

use crate::limits::{MAX_KEY_CHARS, MAX_STRING_CHARS};

/// A value whose texts have at most [`MAX_STRING_CHARS`] and whose names at most [`MAX_KEY_CHARS`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bounded {
    pub(crate) value: Value,
    /// Whether anything was cut.
    pub(crate) is_cut: bool,
}

impl Bounded {
    /// Cuts what is too long. Where two names become one, the first in the order of their bytes keeps it.
    pub(crate) fn new(value: Value) -> Self {
        let mut is_cut = false;
        let value = bound(value, &mut is_cut);
        Self { value, is_cut }
    }
}

/// The recursion ends: what is read of a host is at most [`MAX_DEPTH`](crate::limits::MAX_DEPTH) deep.
fn bound(value: Value, is_cut: &mut bool) -> Value {
    match value {
        Value::String(text) => Value::String(cut(text, MAX_STRING_CHARS, is_cut)),
        Value::Array(values) => values.into_iter().map(|value| bound(value, is_cut)).collect(),
        Value::Object(members) => {
            let mut members: Vec<(String, Value)> = members.into_iter().collect();
            members.sort_by(|(a, _), (b, _)| a.cmp(b));
            let mut bounded = Map::new();
            for (key, value) in members {
                let key = cut(key, MAX_KEY_CHARS, is_cut);
                if !bounded.contains_key(&key) {
                    bounded.insert(key, bound(value, is_cut));
                }
            }
            Value::Object(bounded)
        }
        other => other,
    }
}

fn cut(mut text: String, max: usize, is_cut: &mut bool) -> String {
    let kept = chars_prefix(&text, max).len();
    *is_cut |= kept < text.len();
    text.truncate(kept);
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// CF-059, CF-075: 4,000 scalars pass, 4,001 are cut, and no scalar is split.
    #[test]
    fn texts_are_cut() {
        for scalar in ["x", "é", "日", "😀"] {
            for (chars, expected, is_cut) in [(3_999, 3_999, false), (4_000, 4_000, false), (4_001, 4_000, true)] {
                let bounded = Bounded::new(json!({ "a": [scalar.repeat(chars)] }));
                assert_eq!(bounded.value, json!({ "a": [scalar.repeat(expected)] }));
                assert_eq!(bounded.is_cut, is_cut, "{scalar} {chars}");
            }
        }
    }

    /// CF-065: so are names, and of two that become one the first stays.
    #[test]
    fn names_are_cut() {
        let name = "n".repeat(MAX_KEY_CHARS);
        assert!(!Bounded::new(json!({ &name: 1 })).is_cut);
        let bounded = Bounded::new(
            json!({ format!("{name}b"): 2, format!("{name}a"): 1, &name: 0, "z": { format!("{name}é"): 3 } }),
        );
        assert_eq!(bounded.value, json!({ &name: 0, "z": { &name: 3 } }));
        assert!(bounded.is_cut);
        let bounded = Bounded::new(json!({ "k".repeat(100_000): true }));
        assert_eq!(bounded.value, json!({ "k".repeat(200): true }));
    }

    #[test]
    fn what_is_no_text_stays() {
        let value = json!([null, true, 18_446_744_073_709_551_615_u64, 0.5, {}, []]);
        assert_eq!(Bounded::new(value.clone()), Bounded { value, is_cut: false });
    }
}
