//! Patterns of ids that the operator vouches for.

use std::cell::Cell;

/// Some patterns, and whether each has matched yet.
#[derive(Debug)]
pub(crate) struct Vouching<'a>(Vec<(&'a str, Cell<bool>)>);

impl<'a> Vouching<'a> {
    pub(crate) fn new(patterns: &'a [String]) -> Self {
        Self(patterns.iter().map(|pattern| (pattern.as_str(), Cell::new(false))).collect())
    }

    /// Whether any pattern matches an id.
    pub(crate) fn covers(&self, id: &str) -> bool {
        let mut covered = false;
        for (pattern, used) in &self.0 {
            if matches(pattern, id) {
                used.set(true);
                covered = true;
            }
        }
        covered
    }

    /// Patterns that have matched nothing: most likely misspelt.
    pub(crate) fn unused(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.0.iter().filter(|(_, used)| !used.get()).map(|(pattern, _)| *pattern)
    }
}

/// Whether a pattern matches a whole text, where `*` stands for any characters and everything else for itself.
///
/// Each piece between stars is taken at its first place, so that no pattern makes it go back.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for piece in middle.split('*') {
        match text.split_once(piece) {
            Some((_, after)) => text = after,
            None if piece.is_empty() => {}
            None => return false,
        }
    }
    text.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, text, expected) in [
            ("*", "", true),
            ("*", "github__x", true),
            ("a", "a", true),
            ("a", "ab", false),
            ("github__*", "github__x", true),
            ("github__*", "xgithub__x", false),
            ("*__read", "files__read", true),
            ("*__read", "files__reader", false),
            ("a*b*c", "axxbxxc", true),
            ("a*b*c", "abc", true),
            ("a*b*c", "acb", false),
            ("a*b*b", "ab", false),
            ("a**c", "ac", true),
            ("ab*ba", "aba", false),
            ("*é*", "café__x", true),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} on {text}");
        }
    }

    #[test]
    fn a_pattern_that_never_matched_is_known() {
        let patterns = ["a*".to_owned(), "z*".to_owned()];
        let vouching = Vouching::new(&patterns);
        assert!(vouching.covers("ab") && !vouching.covers("b"));
        assert_eq!(vouching.unused().collect::<Vec<_>>(), ["z*"]);
    }
}
