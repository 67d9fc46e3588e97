//! Texts that nobody may print.

use std::fmt;

/// A text that may be a secret: `Debug` does not show it, there is no `Display`, and comparing it takes the same time wherever it differs.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps a text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself. Whoever asks must not print it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether bytes are this text. Only the length shows in the time that it takes.
    #[must_use]
    pub fn is(&self, bytes: &[u8]) -> bool {
        let own = self.0.as_bytes();
        own.len() == bytes.len() && own.iter().zip(bytes).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        self.is(other.0.as_bytes())
    }
}

impl Eq for Secret {}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_compared_and_never_shown() {
        let secret = Secret::new("hush");
        assert!(secret.is(b"hush"));
        for other in ["", "hus", "hush!", "HUSH", "husj"] {
            assert!(!secret.is(other.as_bytes()), "{other}");
        }
        assert!(!format!("{secret:?}").contains("hush"));
    }
}
