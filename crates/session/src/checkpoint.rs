//! What is needed to go on with a run elsewhere.

use serde::{Deserialize, Serialize};

use crate::menu::{MenuEntry, Origin};
use crate::run::Run;

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
}

impl Checkpoint {
    pub(crate) fn of(run: &Run, latest_turn: Option<u64>) -> Self {
        let entries = run.menu().entries();
        // A search tool that leads the menu does so by itself.
        let is_late = |place: usize, entry: &MenuEntry| entry.origin == Origin::Meta && place > 0;
        let found = entries
            .iter()
            .enumerate()
            .filter(|(place, entry)| entry.origin == Origin::Search || is_late(*place, entry));
        Self {
            found: found.map(|(_, entry)| entry.spec.name.clone()).collect(),
            leads: entries.first().is_some_and(|entry| entry.origin == Origin::Meta),
            searches: run.searches(),
            latest_turn,
        }
    }
}
