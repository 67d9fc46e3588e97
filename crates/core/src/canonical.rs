//! One way to write a JSON value, whatever features the rest of the program gives `serde_json`.

use serde_json::{Number, Value};

/// How deep a value is written. Parsed JSON nests at most 128 deep; what a program nests deeper is written as `null`.
pub const MAX_JSON_DEPTH: usize = 192;

/// Writes a value compactly with the keys of every object in the order of their bytes.
///
/// The bytes are a function of the value alone: another crate in the program may enable `preserve_order` or `arbitrary_precision` without changing one.
/// A number with an integer's value is written as an integer (`1.0` and `1e0` as `1`, `-0` as `0`), any other as the shortest decimal of its double, and
/// one beyond the range of doubles as `null`.
///
/// # Complexity
///
/// Linear in the value, plus sorting the keys.
///
/// ```
/// use toolsift_core::canonical_json;
///
/// let value = serde_json::json!({ "b": [1.0, "é\n"], "a": null });
/// assert_eq!(canonical_json(&value), r#"{"a":null,"b":[1,"é\n"]}"#);
/// ```
#[must_use]
pub fn canonical_json(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out
}

fn write(value: &Value, depth: usize, out: &mut String) {
    match value {
        _ if depth > MAX_JSON_DEPTH => out.push_str("null"),
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(value) => out.push_str(&number(value)),
        Value::String(value) => string(value, out),
        Value::Array(values) => {
            out.push('[');
            for (place, value) in values.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                write(value, depth + 1, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(key, _)| *key);
            out.push('{');
            for (place, (key, value)) in members.into_iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                string(key, out);
                out.push(':');
                write(value, depth + 1, out);
            }
            out.push('}');
        }
    }
}

/// Writing a string as JSON cannot fail.
fn string(text: &str, out: &mut String) {
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

fn number(number: &Number) -> String {
    if let Some(integer) = number.as_u64() {
        return integer.to_string();
    }
    if let Some(integer) = number.as_i64() {
        return integer.to_string();
    }
    match number.as_f64() {
        // Doubles below 2^53 that are whole are integers exactly.
        #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
        Some(double) if double.abs() < 9_007_199_254_740_992.0 && double.fract() == 0.0 => (double as i64).to_string(),
        Some(double) => Number::from_f64(double).map_or_else(|| "null".to_owned(), |number| number.to_string()),
        None => "null".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_by_hand() {
        for (json, canonical) in [
            (r#"{"b":1,"a":{"d":[],"c":{}}}"#, r#"{"a":{"c":{},"d":[]},"b":1}"#),
            (r#"{"é":1,"z":2,"Z":3,"😀":4,"":5}"#, r#"{"":5,"Z":3,"z":2,"é":1,"😀":4}"#),
            ("[1.0, 1e0, 100e-2, -0, -0.0, 0.1, 1e21, -5]", "[1,1,1,0,0,0.1,1e+21,-5]"),
            ("[18446744073709551615, -9223372036854775808]", "[18446744073709551615,-9223372036854775808]"),
            (r#"["\u0000\u001f\"\\\/\u00e9"]"#, r#"["\u0000\u001f\"\\/é"]"#),
            ("[true,false,null]", "[true,false,null]"),
        ] {
            let value: Value = serde_json::from_str(json).unwrap();
            assert_eq!(canonical_json(&value), canonical, "{json}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let mut value = Value::from(1);
        for _ in 0..=MAX_JSON_DEPTH {
            value = Value::Array(vec![value]);
        }
        let text = canonical_json(&value);
        assert!(text.contains("[null]") && !text.contains('1'));
    }
}
