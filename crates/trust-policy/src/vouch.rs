//! The operator's word, by pattern, and if wanted bound to what was read.

use toolsift_core::ToolDefinition;

use crate::digest::{MAX_DIGESTED_BYTES, definition_digest, is_within};
use crate::error::PolicyError;
use crate::trust::remoteness;

/// A statement of the operator: the texts of the tools whose id matches may be believed.
///
/// ```
/// use toolsift_trust_policy::Vouch;
///
/// let vouch = Vouch::new("github__*")?;
/// assert!(vouch.covers("github__create_issue"));
/// # Ok::<(), toolsift_trust_policy::PolicyError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vouch {
    pattern: String,
    digest: Option<String>,
}

impl Vouch {
    /// For every id that a pattern matches, in which `*` stands for any characters and everything else for itself.
    ///
    /// # Errors
    ///
    /// [`PolicyError::EmptyPattern`].
    pub fn new(pattern: impl Into<String>) -> Result<Self, PolicyError> {
        let pattern = pattern.into();
        if pattern.is_empty() { Err(PolicyError::EmptyPattern) } else { Ok(Self { pattern, digest: None }) }
    }

    /// Only as long as the definition has a certain [digest](definition_digest): a change or a new name ends it. It holds for no definition over
    /// [`MAX_DIGESTED_BYTES`], whatever its digest.
    ///
    /// # Errors
    ///
    /// [`PolicyError::NotADigest`] for anything but 64 lower-case hexadecimal digits.
    pub fn bound_to(mut self, digest: impl Into<String>) -> Result<Self, PolicyError> {
        let digest = digest.into();
        let is_digest = digest.len() == 64 && digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_digest {
            return Err(PolicyError::NotADigest { pattern: self.pattern });
        }
        self.digest = Some(digest);
        Ok(self)
    }

    /// The pattern.
    #[must_use]
    pub fn pattern(&self) -> &str {
        &self.pattern
    }

    /// Whether the pattern matches an id.
    #[must_use]
    pub fn covers(&self, id: &str) -> bool {
        matches(&self.pattern, id)
    }

    /// Whether this holds for a tool, its digest included.
    #[must_use]
    pub fn holds_for(&self, tool: &ToolDefinition) -> bool {
        // Nothing is hashed that is over the cap.
        let has = |digest: &String| is_within(tool, MAX_DIGESTED_BYTES) && *digest == definition_digest(tool);
        self.covers(tool.id.as_str()) && self.digest.as_ref().is_none_or(has)
    }
}

/// Sets the vouching flag of every remote tool that one of the statements holds for, and answers the statements that
/// held for none: a misspelt pattern, or a definition that is no longer what was vouched for. Flags already set stay.
///
/// # Complexity
///
/// Tools × statements; a digest is taken only where a pattern with one matches, and of no definition over [`MAX_DIGESTED_BYTES`].
pub fn vouch<'t, 'v>(tools: impl IntoIterator<Item = &'t mut ToolDefinition>, vouches: &'v [Vouch]) -> Vec<&'v Vouch> {
    let mut idle: Vec<&Vouch> = vouches.iter().collect();
    for tool in tools.into_iter().filter(|tool| remoteness(tool).is_some()) {
        let holding: Vec<&Vouch> = vouches.iter().filter(|vouch| vouch.holds_for(tool)).collect();
        tool.trust_json_schema_text |= !holding.is_empty();
        idle.retain(|vouch| !holding.iter().any(|holding| std::ptr::eq(*holding, *vouch)));
    }
    idle
}

/// Whether a pattern matches a whole text.
///
/// Each piece between stars is taken at its first place, so that no pattern makes it go back.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for piece in middle.split('*') {
        // Nothing between two stars is found at once.
        let Some((_, after)) = text.split_once(piece) else { return false };
        text = after;
    }
    text.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use toolsift_core::{Origin, ToolId};

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
            ("**", "", true),
            ("***a", "xa", true),
            ("a***b", "ab", true),
            ("ab*ba", "aba", false),
            ("*é*", "café__x", true),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} on {text}");
        }
    }

    fn remote(id: &str) -> ToolDefinition {
        let mut tool = ToolDefinition::new(ToolId::new(id).unwrap());
        tool.origin = Some(Origin::Remote);
        tool.description = Some("Reads a file.".into());
        tool.tags = vec!["files".to_owned()];
        tool.json_input_schema = Some(json!({ "type": "object", "properties": { "path": { "type": "string" } } }));
        tool
    }

    /// ADR-203: a peer's trust is a pattern over its tools and sets the flag of each; without one it is off.
    #[test]
    fn a_pattern_sets_the_flag_of_remote_tools() {
        let own = ToolDefinition::new(ToolId::new("peer__own").unwrap());
        let mut tools = [remote("peer__a"), remote("peer__b"), remote("other__a"), own];
        let vouches = [Vouch::new("peer__*").unwrap(), Vouch::new("pear__*").unwrap()];
        let idle = vouch(&mut tools, &vouches);
        assert_eq!(tools.each_ref().map(|tool| tool.trust_json_schema_text), [true, true, false, false]);
        assert_eq!(idle, [&vouches[1]]);
    }

    #[test]
    fn a_digest_is_64_lower_case_digits() {
        let vouch = || Vouch::new("a").unwrap();
        assert!(vouch().bound_to("0123456789abcdef".repeat(4)).is_ok());
        for bad in ["", "abc", &"A".repeat(64), &"g".repeat(64), &"0".repeat(65)] {
            let error = vouch().bound_to(bad).unwrap_err();
            assert_eq!(error.to_string(), "vouch: the digest of \"a\" is not 64 lower-case hexadecimal digits");
        }
        assert_eq!(Vouch::new("").unwrap_err().to_string(), "vouch: the pattern must not be empty");
    }
}
