//! Names that every provider takes, and the way back.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use toolsift_core::{chars_prefix, lower_hex};

/// Longest name on a wire, in characters, each of `A-Z a-z 0-9 _ -`: what `OpenAI` documents for a function.
///
/// Anthropic takes the same characters and 128 of them, so that these names are good on every wire.
pub const MAX_NAME_CHARS: usize = 64;

/// Hexadecimal digits of the hash behind a name that had to be changed.
const HASH_CHARS: usize = 12;

/// What a name begins with when nothing of the id can stay.
const EMPTY: &str = "tool";

/// A reversible mapping of ids to names of 1 to [`MAX_NAME_CHARS`] characters of `A-Z a-z 0-9 _ -`, no two alike.
///
/// An id that is such a name keeps it. Any other id keeps what it can (other characters become `_`, the rest is cut) and gets `_` and twelve
/// digits of its SHA-256, and so does an id whose name was planted by another. A name is given once: what is added later changes none,
/// and the same ids in the same order give the same names.
///
/// ```
/// use toolsift_session::wire::Names;
///
/// let mut names = Names::of(["github__create_issue", "files/read"]);
/// assert_eq!(names.name("github__create_issue"), Some("github__create_issue"));
/// assert_eq!(names.name("files/read"), Some("files_read_2b733164e15b"));
///
/// // A server that takes another tool's name for an id gets another name for itself.
/// assert_eq!(names.add("files_read_2b733164e15b"), "files_read_2b733164e15b_f835d5a70afc");
/// assert_eq!(names.id("files_read_2b733164e15b"), Some("files/read"));
/// assert_eq!(names.id("files_read"), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    by_id: BTreeMap<Arc<str>, Arc<str>>,
    by_name: BTreeMap<Arc<str>, Arc<str>>,
    longest: usize,
}

impl Default for Names {
    fn default() -> Self {
        Self::with_longest(MAX_NAME_CHARS)
    }
}

impl Names {
    /// The names of ids, in their order.
    #[must_use]
    pub fn of<'a>(ids: impl IntoIterator<Item = &'a str>) -> Self {
        let mut names = Self::default();
        names.extend(ids);
        names
    }

    /// Shorter names. At least one character must be left beside the hash.
    pub(super) fn with_longest(longest: usize) -> Self {
        Self { by_id: BTreeMap::new(), by_name: BTreeMap::new(), longest }
    }

    /// Gives an id a name, or returns the one it has.
    ///
    /// # Complexity
    ///
    /// Linear in the id and logarithmic in the ids. Over all ids together at most one more attempt an id is made, however they were chosen.
    pub fn add(&mut self, id: &str) -> &str {
        let known = self.by_id.get(id).map(Arc::clone);
        let name = known.unwrap_or_else(|| self.free(id));
        self.by_name.entry(Arc::clone(&name)).or_insert_with(|| id.into());
        self.by_id.entry(id.into()).or_insert(name)
    }

    /// The name of an id that was added.
    #[must_use]
    pub fn name(&self, id: &str) -> Option<&str> {
        self.by_id.get(id).map(AsRef::as_ref)
    }

    /// The id behind a name that was given; `None` for one that a model made up.
    #[must_use]
    pub fn id(&self, name: &str) -> Option<&str> {
        self.by_name.get(name).map(AsRef::as_ref)
    }

    /// How many ids have a name.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether none has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// The first candidate that no other id has. Candidates of one id differ, so that there is one among the first `len() + 1`.
    fn free(&self, id: &str) -> Arc<str> {
        if is_name(id, self.longest) && !self.by_name.contains_key(id) {
            return id.into();
        }
        let mut attempt = 0_u64;
        loop {
            let candidate = changed(id, self.longest, attempt);
            if !self.by_name.contains_key(candidate.as_str()) {
                return candidate.into();
            }
            attempt = attempt.wrapping_add(1);
        }
    }
}

impl<'a> Extend<&'a str> for Names {
    fn extend<I: IntoIterator<Item = &'a str>>(&mut self, ids: I) {
        for id in ids {
            self.add(id);
        }
    }
}

fn allowed(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

fn is_name(id: &str, longest: usize) -> bool {
    !id.is_empty() && id.len() <= longest && id.bytes().all(allowed)
}

/// What can stay of an id, `_`, and the beginning of a hash of it. The zeroth attempt hashes the id alone.
fn changed(id: &str, longest: usize, attempt: u64) -> String {
    let mut hash = Sha256::new();
    hash.update(id);
    if attempt > 0 {
        // No id contains this byte.
        hash.update([0xff]);
        hash.update(attempt.to_be_bytes());
    }
    let kept: String = id
        .chars()
        .take(longest.saturating_sub(HASH_CHARS + 1))
        .map(|char| if u8::try_from(char).is_ok_and(allowed) { char } else { '_' })
        .collect();
    let kept = kept.trim_matches('_');
    let kept = if kept.is_empty() { EMPTY } else { kept };
    let hash = lower_hex(&hash.finalize());
    format!("{kept}_{}", chars_prefix(&hash, HASH_CHARS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_namespace_leaves_room_for_a_number() {
        let mut names = Names::with_longest(48);
        assert_eq!(names.add(&"n".repeat(48)), "n".repeat(48));
        let longer = names.add(&"n".repeat(49)).to_owned();
        assert_eq!(longer.len(), 48);
        assert!(longer.starts_with(&format!("{}_", "n".repeat(35))));
    }

    /// Every candidate of a victim up to the third is taken before it comes.
    #[test]
    fn planted_candidates_are_passed_over() {
        let planted = [changed("a.b", 64, 0), changed("a.b", 64, 1), changed("a.b", 64, 2)];
        let mut names = Names::of(planted.iter().map(String::as_str));
        assert_eq!(names.add("a.b"), changed("a.b", 64, 3));
        assert!(planted.iter().all(|name| names.id(name) == Some(name)));
    }
}
