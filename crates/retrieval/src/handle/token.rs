//! The texts themselves.

use std::fmt;

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

/// What the token of a row begins with (document 002).
pub(super) const ROW: &str = "cfh:v:";
/// What the token of an address begins with.
pub(super) const ADDRESS: &str = "cfh:a:";

/// The thirty characters of a token: none that is easily taken for another one.
const ALPHABET: &[u8; 30] = b"23456789abcdefghjkmnpqrstvwxyz";
/// How many of them it has.
const WIDTH: usize = 5;
/// Attempts at a token that nothing else has. In a full table a next attempt is needed once in two thousand rows.
const ATTEMPTS: u32 = 64;

/// A handle as a model reads and writes it: `cfh:v:` for a row or `cfh:a:` for an address, and five characters of `23456789abcdefghjkmnpqrstvwxyz`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(String);

impl Token {
    /// A text that is exactly a token.
    ///
    /// ```
    /// use toolsift_retrieval::Token;
    ///
    /// assert!(Token::read("cfh:v:2h9kq").is_some());
    /// assert!(Token::read("cfh:v:2h9kq7").is_none());
    /// assert!(Token::is_shaped("cfh:v:2h9kq7"), "a longer run is an unknown token and no shorter one with a tail");
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let suffix = suffix(text)?;
        (suffix.len() == WIDTH).then(|| Self(text.to_owned()))
    }

    /// Whether a text looks like a token: a prefix and five characters or more of the alphabet, and nothing else.
    #[must_use]
    pub fn is_shaped(text: &str) -> bool {
        suffix(text).is_some_and(|suffix| suffix.len() >= WIDTH)
    }

    /// Whether it stands for a row.
    #[must_use]
    pub fn is_row(&self) -> bool {
        self.0.starts_with(ROW)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first token of a key that nothing else has, or nothing where each attempt is taken.
    pub(super) fn derive(prefix: &str, salt: &str, key: &str, is_taken: impl Fn(&Self) -> bool) -> Option<Self> {
        Self::derive_with(prefix, salt, key, is_taken, |bytes| Sha256::digest(bytes).into())
    }

    /// The same with a hash of the caller's, since no test can wait for SHA-256 to collide.
    fn derive_with(
        prefix: &str,
        salt: &str,
        key: &str,
        is_taken: impl Fn(&Self) -> bool,
        hash: impl Fn(&[u8]) -> [u8; 32],
    ) -> Option<Self> {
        (0..ATTEMPTS)
            .map(|attempt| {
                let mut bytes = format!("{salt}\0{key}");
                if attempt > 0 {
                    bytes.push_str(&format!("\0{attempt}"));
                }
                let letter = |byte: u8| ALPHABET.get(usize::from(byte) % ALPHABET.len()).map(|&byte| char::from(byte));
                let suffix: String = hash(bytes.as_bytes()).into_iter().take(WIDTH).filter_map(letter).collect();
                Self(format!("{prefix}{suffix}"))
            })
            .find(|token| !is_taken(token))
    }

    /// A token that is as long as any other one of a row, for sizing what is not held yet.
    pub(crate) fn stand_in() -> Self {
        Self(format!("{ROW}22222"))
    }
}

fn suffix(text: &str) -> Option<&str> {
    let suffix = text.strip_prefix(ROW).or_else(|| text.strip_prefix(ADDRESS))?;
    suffix.bytes().all(|byte| ALPHABET.contains(&byte)).then_some(suffix)
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Token {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CF-068: fixed width, thirty characters, and a longer run is no shorter token.
    #[test]
    fn the_grammar() {
        for text in ["cfh:v:22222", "cfh:v:abcde", "cfh:a:zyxwv"] {
            assert_eq!(Token::read(text).unwrap().as_str(), text);
            assert!(Token::is_shaped(text));
        }
        for text in ["cfh:v:222222", "cfh:v:zzzzzz222"] {
            assert!(Token::read(text).is_none() && Token::is_shaped(text), "{text}");
        }
        for text in [
            "",
            "cfh:v:",
            "cfh:v:2222",
            "cfh:x:22222",
            "cfh:v:2222i",
            "cfh:v:2222o",
            "cfh:v:2222U",
            "cfh:v:22221",
            " cfh:v:22222",
            "cfh:v:22222 ",
            "see cfh:v:22222",
        ] {
            assert!(Token::read(text).is_none() && !Token::is_shaped(text), "{text}");
        }
        assert_eq!(Token::stand_in().as_str().len(), 11);
    }

    /// CF-067: the characters are the first five bytes of SHA-256 over salt, NUL and key.
    #[test]
    fn derivation() {
        // SHA-256 of `run-1`, NUL, `key`, and of the same with NUL and `1` behind it, by another program.
        let first = Token::derive(ROW, "run-1", "key", |_| false).unwrap();
        assert_eq!(first.as_str(), "cfh:v:eph7p");
        let second = Token::derive(ROW, "run-1", "key", |token| *token == first).unwrap();
        assert_eq!(second.as_str(), "cfh:v:ma59g");
        assert_ne!(Token::derive(ROW, "run-2", "key", |_| false).unwrap(), first);
    }

    /// CF-067: a token that is taken leads to the next attempt, and to none where all are.
    #[test]
    fn collisions() {
        let hash = |bytes: &[u8]| [if bytes.ends_with(b"\x001") { 7 } else { 3 }; 32];
        let first = Token::derive_with(ROW, "run", "a", |_| false, hash).unwrap();
        assert_eq!(first.as_str(), "cfh:v:55555");
        let second = Token::derive_with(ROW, "run", "b", |token| *token == first, hash).unwrap();
        assert_eq!(second.as_str(), "cfh:v:99999");
        assert!(Token::derive_with(ROW, "run", "c", |_| true, hash).is_none());
    }
}
