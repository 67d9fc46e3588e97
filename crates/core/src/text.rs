//! Text that knows whether it is tainted.

use serde::{Deserialize, Serialize};

/// A text of a definition, tainted or not.
///
/// *Tainted* text came out of a run (a model, a tool result) instead of an author's hand. It is never vouched for.
/// In JSON an untainted text is a string and a tainted one is `{ "text": "…", "tainted": true }`.
///
/// ```
/// use toolsift_core::Text;
///
/// let text: Text = serde_json::from_str(r#"{ "text": "copied from a page", "tainted": true }"#)?;
/// assert!(text.is_tainted());
/// assert_eq!(serde_json::to_string(&Text::from("typed by the host"))?, r#""typed by the host""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Wire", into = "Wire")]
pub struct Text {
    text: String,
    tainted: bool,
}

impl Text {
    /// A text that came out of a run.
    #[must_use]
    pub fn tainted(text: impl Into<String>) -> Self {
        Self { text: text.into(), tainted: true }
    }

    /// The characters, whoever wrote them.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the text came out of a run.
    #[must_use]
    pub fn is_tainted(&self) -> bool {
        self.tainted
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), tainted: false }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self { text, tainted: false }
    }
}

/// The two JSON forms of a text.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a text, or `{ \"text\": …, \"tainted\": … }`")]
enum Wire {
    Plain(String),
    Marked(Marked),
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marked {
    text: String,
    tainted: bool,
}

impl From<Wire> for Text {
    fn from(wire: Wire) -> Self {
        match wire {
            Wire::Plain(text) => text.into(),
            Wire::Marked(Marked { text, tainted }) => Self { text, tainted },
        }
    }
}

impl From<Text> for Wire {
    fn from(Text { text, tainted }: Text) -> Self {
        if tainted { Self::Marked(Marked { text, tainted }) } else { Self::Plain(text) }
    }
}

/// The first `max` characters of a text, or all of it where it is shorter.
///
/// # Complexity
///
/// Linear in `max`: the rest of the text is not looked at.
///
/// ```
/// assert_eq!(toolsift_core::chars_prefix("naïve", 3), "naï");
/// ```
#[must_use]
pub fn chars_prefix(text: &str, max: usize) -> &str {
    // A text of so many bytes has no more characters.
    if text.len() <= max {
        return text;
    }
    match text.char_indices().nth(max) {
        Some((end, _)) => text.get(..end).unwrap_or(text),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C2-20, CF-075: a cut at every length is valid UTF-8 and never splits a scalar.
    #[test]
    fn a_prefix_counts_scalars() {
        for text in ["ı…", "éA", "日本X", "", "🏴\u{e0067}\u{e007f}"] {
            for max in 0..=40 {
                let expected: String = text.chars().take(max).collect();
                assert_eq!(chars_prefix(text, max), expected, "{text:?} cut at {max}");
            }
        }
    }

    #[test]
    fn a_marked_text_may_say_that_it_is_not_tainted_but_nothing_else() {
        let text: Text = serde_json::from_str(r#"{"text":"a","tainted":false}"#).unwrap();
        assert_eq!(text, Text::from("a"));
        assert!(serde_json::from_str::<Text>(r#"{"text":"a","tainted":false,"by":"me"}"#).is_err());
        assert!(serde_json::from_str::<Text>(r#"{"text":"a"}"#).is_err());
    }
}
