//! What is needed to go on with a run elsewhere.

use serde::{Deserialize, Serialize};

use crate::menu::{MenuEntry, Origin};
use crate::run::Run;
use crate::skills::ActiveSkill;

/// A run between two turns. Whoever kept it is not believed: what it holds is re-admitted like a record.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Checkpoint {
    /// The tools that searches have added to the menu, in order; the search tool stands among them where it came late.
    pub found: Vec<String>,
    /// Whether the search tool leads the menu: then it does so again, though nothing may be left to find.
    #[serde(default)]
    pub leads: bool,
    /// How many searches were begun.
    pub searches: usize,
    /// The latest turn that was settled.
    #[serde(default)]
    pub latest_turn: Option<u64>,
    /// The active skills, in the order of their activation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub active: Vec<ActiveSkill>,
    /// The bytes of results since the last compaction.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub counted_bytes: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(bytes: &u64) -> bool {
    *bytes == 0
}

impl Checkpoint {
    pub(crate) fn of(run: &Run, latest_turn: Option<u64>, counted_bytes: u64) -> Self {
        let search_tool = run.config.as_ref().map(|config| config.tool_name.as_str());
        let is_search_tool = |entry: &MenuEntry| search_tool == Some(entry.spec.name.as_str());
        // A search tool that leads the menu does so by itself.
        let is_found =
            |entry: &&MenuEntry| entry.origin == Origin::Search || run.search_tool_is_late && is_search_tool(entry);
        Self {
            found: run.menu().entries().iter().filter(is_found).map(|entry| entry.spec.name.clone()).collect(),
            leads: !run.search_tool_is_late && run.menu().entries().iter().any(is_search_tool),
            searches: run.searches(),
            latest_turn,
            active: run.active_skills().to_vec(),
            counted_bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// What holds nothing is not written, and everything else is, so that a checkpoint that was read is written as it was.
    #[test]
    fn bytes_by_hand() {
        for written in [
            json!({ "found": [], "leads": false, "searches": 0, "latestTurn": null }),
            json!({ "found": ["a", "b"], "leads": true, "searches": 3, "latestTurn": 7, "countedBytes": 5 }),
        ] {
            let checkpoint: Checkpoint = serde_json::from_value(written.clone()).unwrap();
            assert_eq!(serde_json::to_value(checkpoint).unwrap(), written);
        }
    }
}
