//! What an activation of a skill decided, as it is recorded.

use serde::Serialize;
use toolsift_core::{SkillId, chars_prefix, limits::MAX_ID_CHARS};

use crate::lenient;

/// The choice of an activation. Keys are written in the order of the fields, those after `skill` only if they hold something: a refusal records its
/// verdict alone.
///
/// `bytes` and `result_bytes` are read as they are written; whoever counts them bounds them first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SkillChoice {
    /// The skill that was asked for.
    pub skill: String,
    /// The verdict, where its instructions were refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The lower-case hexadecimal SHA-256 of the instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The length of the instructions as a JSON string, quotes and escapes included, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// The length of the whole serialised result, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_bytes: Option<u64>,
}

impl SkillChoice {
    /// An activation that stands, nothing said of its instructions yet.
    #[must_use]
    pub fn new(skill: &SkillId) -> Self {
        Self { skill: skill.to_string(), ..Self::default() }
    }

    /// A refusal with its verdict.
    #[must_use]
    pub fn refused(skill: &SkillId, verdict: &str) -> Self {
        Self { refused: Some(verdict.to_owned()), ..Self::new(skill) }
    }

    /// Reads a choice as leniently as is safe: what is missing or has another type counts as absent, and a value that is no object, or that gives a key
    /// twice, is a choice of nothing. A verdict of whatever type refuses.
    ///
    /// ```
    /// use toolsift_replay::SkillChoice;
    ///
    /// let choice = SkillChoice::read(r#"{ "skill": "month-end", "digest": 5, "bytes": 12 }"#);
    /// assert_eq!((choice.skill.as_str(), choice.digest, choice.bytes), ("month-end", None, Some(12)));
    /// assert_eq!(SkillChoice::read(r#"{ "skill": "month-end", "refused": true }"#).refused.as_deref(), Some(""));
    /// ```
    #[must_use]
    pub fn read(json: &str) -> Self {
        let Some(fields) = lenient::object(json) else { return Self::default() };
        let text = |key, cap| fields.text(key).map(|text| chars_prefix(&text, cap).to_owned());
        /// Longest digest or verdict that is read.
        const NAME: usize = 128;
        let is_refused = fields.raw("refused").is_some_and(|raw| raw != "null");
        Self {
            // One more than an id may have, so that a longer one stays another one.
            skill: text("skill", MAX_ID_CHARS + 1).unwrap_or_default(),
            refused: is_refused.then(|| text("refused", NAME).unwrap_or_default()),
            digest: text("digest", NAME),
            bytes: fields.integer("bytes"),
            result_bytes: fields.integer("resultBytes"),
        }
    }

    /// The choice as JSON, its keys in their order.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Texts and integers: nothing that could fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C3-37: what is missing or of another type is absent, and a verdict of whatever type refuses.
    #[test]
    fn choices_by_hand() {
        let pay = || SkillChoice { skill: "pay".to_owned(), ..SkillChoice::default() };
        let refused = |verdict: &str| SkillChoice { refused: Some(verdict.to_owned()), ..pay() };
        let full = SkillChoice { digest: Some("ab".to_owned()), bytes: Some(5), result_bytes: Some(7), ..pay() };
        for (json, expected) in [
            (r#"{"skill":"pay"}"#, pay()),
            (r#"{"skill":"pay","digest":"ab","bytes":5,"resultBytes":7}"#, full),
            (r#"{"skill":"pay","digest":5,"bytes":"5","resultBytes":-7}"#, pay()),
            (r#"{"skill":"pay","refused":null}"#, pay()),
            (r#"{"skill":"pay","refused":"too_large"}"#, refused("too_large")),
            (r#"{"skill":"pay","refused":false}"#, refused("")),
            (r#"{"skill":"pay","refused":["a"]}"#, refused("")),
            (r#"{"skill":["pay"]}"#, SkillChoice::default()),
            (r#"{"skill":"pay","skill":"pay"}"#, SkillChoice::default()),
            (r#"["pay"]"#, SkillChoice::default()),
            ("{", SkillChoice::default()),
        ] {
            assert_eq!(SkillChoice::read(json), expected, "{json}");
        }
        let id = SkillId::new("pay").unwrap();
        assert_eq!((SkillChoice::new(&id), SkillChoice::refused(&id, "x")), (pay(), refused("x")));
        assert_eq!(SkillChoice::refused(&id, "x").to_json(), r#"{"skill":"pay","refused":"x"}"#);
    }

    /// A digest and a verdict have up to 128 characters. An id has up to 512, and one that is longer does not become another one.
    #[test]
    fn caps() {
        let lengths = |chars: usize| {
            let text = "é".repeat(chars);
            let read = SkillChoice::read(&format!(r#"{{"skill":"{text}","refused":"{text}","digest":"{text}"}}"#));
            [Some(read.skill), read.refused, read.digest].map(|text| text.unwrap_or_default().chars().count())
        };
        assert_eq!(lengths(128), [128, 128, 128]);
        assert_eq!(lengths(129), [129, 128, 128]);
        assert_eq!(lengths(512), [512, 128, 128]);
        assert_eq!(lengths(513), [513, 128, 128]);
        assert_eq!(lengths(9_000), [513, 128, 128]);
    }
}
