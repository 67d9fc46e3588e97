//! What a ranker may read about a tool.

use serde::{Deserialize, Serialize};

use crate::id::ToolId;

/// What a ranker may read about one tool, skill or capability: text that somebody already decided to believe.
///
/// The trust policy builds these; a ranker sees the [`Standing`] but not the reason for it.
/// A capability is ranked the same way: its intent is the description.
///
/// ```
/// use toolsift_core::{SearchDoc, ToolId};
///
/// let mut doc = SearchDoc::new(ToolId::new("charge_invoice")?);
/// doc.description = Some("Charges an open invoice.".to_owned());
/// doc.aliases = vec!["bill the customer".to_owned()];
/// # Ok::<(), toolsift_core::CoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct SearchDoc {
    /// The id, which is also the name field.
    pub id: ToolId,
    /// Believed prose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Believed topics.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Believed other names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Believed parameter text: the property names first, then their descriptions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<String>,
    /// The namespace that the definition declares; without it the id's own prefix counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Whether this document is trusted.
    #[serde(default)]
    pub standing: Standing,
}

impl SearchDoc {
    /// A trusted document that holds an id and nothing else.
    #[must_use]
    pub fn new(id: ToolId) -> Self {
        Self {
            id,
            description: None,
            tags: Vec::new(),
            aliases: Vec::new(),
            parameters: Vec::new(),
            namespace: None,
            standing: Standing::Trusted,
        }
    }

    /// The namespace: the declared one, else the part of the id before the first `__`, `.`, `/` or `:`, never a single `_`.
    #[must_use]
    pub fn namespace(&self) -> Option<&str> {
        self.namespace.as_deref().or_else(|| split_id(self.id.name()).map(|(namespace, _)| namespace))
    }

    /// The id without its namespace and the separator behind it.
    ///
    /// ```
    /// use toolsift_core::{SearchDoc, ToolId};
    ///
    /// let mut doc = SearchDoc::new(ToolId::new("github_get_me")?);
    /// assert_eq!(doc.local_name(), "github_get_me");
    /// doc.namespace = Some("github".to_owned());
    /// assert_eq!(doc.local_name(), "get_me");
    /// # Ok::<(), toolsift_core::CoreError>(())
    /// ```
    #[must_use]
    pub fn local_name(&self) -> &str {
        let id = self.id.name();
        match &self.namespace {
            Some(namespace) => id
                .strip_prefix(namespace.as_str())
                .and_then(|rest| {
                    ["__", "_", ".", "/", ":", "-"].iter().find_map(|separator| rest.strip_prefix(separator))
                })
                .filter(|local| !local.is_empty())
                .unwrap_or(id),
            None => split_id(id).map_or(id, |(_, local)| local),
        }
    }
}

/// Splits an id at its first `__`, `.`, `/` or `:` where both sides hold something.
fn split_id(id: &str) -> Option<(&str, &str)> {
    let bytes = id.as_bytes();
    let is_separator = |pair: &[u8]| matches!(pair, [b'_', b'_'] | [b'.' | b'/' | b':', _]);
    // A separator of one byte at the very end has nothing behind it.
    let end = bytes.windows(2).position(is_separator)?;
    let len = if bytes.get(end) == Some(&b'_') { 2 } else { 1 };
    let (namespace, local) = (id.get(..end)?, id.get(end + len..)?);
    (!namespace.is_empty() && !local.is_empty()).then_some((namespace, local))
}

/// Whether a document is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Standing {
    /// Its text was written or vouched for by the host.
    #[default]
    Trusted,
    /// A third party wrote it and nobody vouched: the id is all that may be known of it.
    Untrusted,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_namespace_ends_at_the_first_separator_and_never_at_a_single_underscore() {
        for (id, namespace, local) in [
            ("github__create_issue", Some("github"), "create_issue"),
            ("mcp__plugin_x__ask_codex", Some("mcp"), "plugin_x__ask_codex"),
            ("math.hypot", Some("math"), "hypot"),
            ("a/b:c", Some("a"), "b:c"),
            ("a:b__c", Some("a"), "b__c"),
            ("create_issue", None, "create_issue"),
            ("__init", None, "__init"),
            ("trailing__", None, "trailing__"),
        ] {
            let doc = SearchDoc::new(ToolId::new(id).unwrap());
            assert_eq!((doc.namespace(), doc.local_name()), (namespace, local), "{id}");
        }
    }

    #[test]
    fn a_declared_namespace_that_the_id_does_not_carry_leaves_the_id_whole() {
        let mut doc = SearchDoc::new(ToolId::new("other__tool").unwrap());
        doc.namespace = Some("github".to_owned());
        assert_eq!((doc.namespace(), doc.local_name()), (Some("github"), "other__tool"));
    }
}
