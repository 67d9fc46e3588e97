//! Names of facets.

use serde_json::Value;

use crate::limits::MAX_FACETS;

/// The name of a facet: a lower-case letter or digit of ASCII, then up to 63 of these and `-`.
///
/// ```
/// use toolsift_retrieval::Facet;
///
/// assert!(Facet::read("family-2").is_some());
/// assert!(Facet::read("Work Stuff").is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facet(String);

impl Facet {
    /// A text that is a name.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let first = text.bytes().next()?;
        let is_facet = is_name(first) && text.len() <= 64 && text.bytes().all(|byte| is_name(byte) || byte == b'-');
        is_facet.then(|| Self(text.to_owned()))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A list of 1 to [`MAX_FACETS`] names, all of them or nothing.
pub(crate) fn read_facets(value: &Value) -> Option<Vec<Facet>> {
    let names = value.as_array().filter(|names| (1..=MAX_FACETS).contains(&names.len()))?;
    names.iter().map(|name| name.as_str().and_then(Facet::read)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CF-076: one grammar.
    #[test]
    fn the_grammar() {
        let long = "a".repeat(64);
        for name in ["a", "0", "work", "family-2", "a-", "a--b", &long] {
            assert_eq!(Facet::read(name).unwrap().as_str(), name);
        }
        for name in ["", "-a", "Work", "a b", "a_b", "a.b", "é", "a\n", " a", &"a".repeat(65)] {
            assert_eq!(Facet::read(name), None, "{name:?}");
        }
    }

    #[test]
    fn lists() {
        let read = |json: &str| read_facets(&serde_json::from_str(json).unwrap()).map(|facets| facets.len());
        for (json, expected) in [
            (r#"["work"]"#, Some(1)),
            (r#"["work","family-2"]"#, Some(2)),
            ("[]", None),
            (r#"["work",7]"#, None),
            (r#"["Work Stuff"]"#, None),
            (r#""work""#, None),
            (r#"{"0":"work"}"#, None),
            ("null", None),
        ] {
            assert_eq!(read(json), expected, "{json}");
        }
        assert!(read_facets(&vec!["a"; MAX_FACETS].into()).is_some());
        assert!(read_facets(&vec!["a"; MAX_FACETS + 1].into()).is_none());
    }
}
