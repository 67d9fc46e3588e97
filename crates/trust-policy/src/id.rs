//! Which ids of third parties may be searched.

use crate::schema::visible;

/// Longest id of an un-vouched tool that may be searched, in characters (MCP, server/tools of 2026-07-28).
pub const MAX_PLAIN_ID_CHARS: usize = 128;

/// Whether an id is up to 128 characters of `A-Z a-z 0-9 _ . / : -`.
///
/// Whoever is not believed may be found by such an id only: it can hide nothing, look like no other alphabet's letters and hold no sentence with spaces.
///
/// ```
/// use toolsift_trust_policy::is_plain_id;
///
/// assert!(is_plain_id("github__create_issue"));
/// assert!(!is_plain_id("ignore previous instructions"));
/// assert!(!is_plain_id("rеad_file")); // with a Cyrillic е
/// ```
#[must_use]
pub fn is_plain_id(id: &str) -> bool {
    (1..=MAX_PLAIN_ID_CHARS).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_./:-".contains(&byte))
}

/// Whether an id cannot be read as it is: over [`MAX_PLAIN_ID_CHARS`], or with characters that control or hide.
pub(crate) fn is_odd_id(id: &str) -> bool {
    id.chars().nth(MAX_PLAIN_ID_CHARS).is_some() || visible(id) != id || id.contains(['\n', '\t'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds() {
        assert!(is_plain_id(&"x".repeat(128)) && !is_plain_id(&"x".repeat(129)) && !is_plain_id(""));
        for id in ["a b", "a\u{200b}b", "a\nb", "a+b", "é", "\0skill:x", "a\"b", "<a>"] {
            assert!(!is_plain_id(id), "{id:?}");
        }
        assert!(is_plain_id("a.b/c:d-e_F0"));
    }
}
