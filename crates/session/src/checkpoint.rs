//! What is needed to go on with a run elsewhere.

use serde::{Deserialize, Serialize};

use crate::menu::Origin;
use crate::run::Run;

/// A run between two turns. Whoever kept it is not believed: what it holds is re-admitted like a record.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Checkpoint {
    /// The tools that searches have added to the menu, in order.
    pub found: Vec<String>,
    /// How many searches were begun.
    pub searches: usize,
    /// The latest turn that was settled.
    #[serde(default)]
    pub latest_turn: Option<u64>,
}

impl Checkpoint {
    pub(crate) fn of(run: &Run, latest_turn: Option<u64>) -> Self {
        let found = run.menu().entries().iter().filter(|entry| entry.origin == Origin::Search);
        Self { found: found.map(|entry| entry.spec.name.clone()).collect(), searches: run.searches(), latest_turn }
    }
}
