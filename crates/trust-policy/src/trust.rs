//! Who wrote a tool, and whether that is believed.

use toolsift_core::{Origin, Standing, ToolDefinition, ToolKind};

/// Why a tool is remote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remoteness {
    /// Its definition says that a server declared it.
    Origin,
    /// It carries a schema that a third party wrote.
    JsonSchema,
    /// Another agent is behind it.
    Agent,
}

/// Whether a tool is remote, and why: by its origin, by a third party's schema, or because it is an agent. Each alone
/// suffices, so that a plugin that forgets one marker fails closed (ADR 0125, review round 1).
///
/// ```
/// use toolsift_core::{ToolDefinition, ToolId, ToolKind};
/// use toolsift_trust_policy::{Remoteness, remoteness};
///
/// let mut tool = ToolDefinition::new(ToolId::new("ask_peer")?);
/// assert_eq!(remoteness(&tool), None);
/// tool.kind = ToolKind::A2a;
/// assert_eq!(remoteness(&tool), Some(Remoteness::Agent));
/// # Ok::<(), toolsift_core::CoreError>(())
/// ```
#[must_use]
pub fn remoteness(tool: &ToolDefinition) -> Option<Remoteness> {
    if tool.origin == Some(Origin::Remote) {
        Some(Remoteness::Origin)
    } else if tool.json_input_schema.is_some() {
        Some(Remoteness::JsonSchema)
    } else if tool.kind == ToolKind::A2a {
        Some(Remoteness::Agent)
    } else {
        None
    }
}

/// What is believed of a tool's own text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trust {
    /// The host wrote it.
    FirstParty,
    /// A third party wrote it and the operator vouches for it.
    Vouched,
    /// A third party wrote it, and nobody vouches for it or nobody can, since its description is tainted.
    Unvouched,
}

/// What is believed of a tool's own text. Search, listing and menu spec all ask this.
#[must_use]
pub fn trust(tool: &ToolDefinition) -> Trust {
    let tainted = tool.description.as_ref().is_some_and(|description| description.is_tainted());
    match remoteness(tool) {
        None => Trust::FirstParty,
        Some(_) if tool.trust_json_schema_text && !tainted => Trust::Vouched,
        Some(_) => Trust::Unvouched,
    }
}

/// What a ranker may know of that: not who wrote a text, but whether it is believed.
#[must_use]
pub fn standing(tool: &ToolDefinition) -> Standing {
    if trust(tool) == Trust::Unvouched { Standing::Untrusted } else { Standing::Trusted }
}

/// Whether a result that names a tool must be fenced as data: a third party chose the name, at least.
#[must_use]
pub fn taints_result(tool: &ToolDefinition) -> bool {
    remoteness(tool).is_some()
}

/// What a host is told once about a tool that it vouches for.
pub const TRUSTED_TEXT_WARNING: &str =
    "third-party text of this tool is shown to the model and searched as if the host had written it";

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use toolsift_core::{Text, ToolId};

    /// ADR-076, ADR-221, ADR-262: the eight combinations of the three marks.
    #[test]
    fn any_mark_makes_a_tool_remote() {
        for (origin, schema, agent, expected) in [
            (false, false, false, None),
            (false, false, true, Some(Remoteness::Agent)),
            (false, true, false, Some(Remoteness::JsonSchema)),
            (false, true, true, Some(Remoteness::JsonSchema)),
            (true, false, false, Some(Remoteness::Origin)),
            (true, false, true, Some(Remoteness::Origin)),
            (true, true, false, Some(Remoteness::Origin)),
            (true, true, true, Some(Remoteness::Origin)),
        ] {
            let mut tool = ToolDefinition::new(ToolId::new("t").unwrap());
            tool.origin = origin.then_some(Origin::Remote);
            tool.json_input_schema = schema.then(|| json!({}));
            tool.kind = if agent { ToolKind::A2a } else { ToolKind::Function };
            assert_eq!(remoteness(&tool), expected);
            assert_eq!(taints_result(&tool), expected.is_some());
        }
    }

    /// ADR-180, ADR-203, ADR-223: the definition's flag vouches, is off by default, and a tainted text is beyond it.
    #[test]
    fn who_is_believed() {
        let tainted = Some(Text::tainted("d"));
        for (remote, flag, description, expected) in [
            (false, false, None, Trust::FirstParty),
            (false, true, Some("d".into()), Trust::FirstParty),
            (false, false, tainted.clone(), Trust::FirstParty),
            (true, false, Some("d".into()), Trust::Unvouched),
            (true, true, Some("d".into()), Trust::Vouched),
            (true, true, None, Trust::Vouched),
            (true, true, tainted, Trust::Unvouched),
        ] {
            let mut tool = ToolDefinition::new(ToolId::new("t").unwrap());
            assert!(!tool.trust_json_schema_text);
            tool.origin = remote.then_some(Origin::Remote);
            tool.trust_json_schema_text = flag;
            tool.description = description;
            assert_eq!(trust(&tool), expected, "{tool:?}");
            let is_trusted = standing(&tool) == Standing::Trusted;
            assert_eq!(is_trusted, expected != Trust::Unvouched, "{tool:?}");
        }
    }

    /// ADR-200: the warning also holds for a tool without any schema.
    #[test]
    fn the_warning_names_no_schema() {
        assert!(!TRUSTED_TEXT_WARNING.to_lowercase().contains("schema"));
    }
}
