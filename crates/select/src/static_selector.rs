//! The selector that selects everything.

use crate::context::SelectionContext;
use crate::schema::ToolSchema;
use crate::selection::Selection;
use crate::selector::ToolSelector;

/// Selects every tool: what happens without a selector, said aloud.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::exhaustive_structs, reason = "a unit that is written as a value")]
pub struct StaticSelector;

impl ToolSelector for StaticSelector {
    fn select<'s>(&self, _context: &SelectionContext<'_>, all: &'s [ToolSchema]) -> Selection<'s> {
        Selection::everything(all)
    }
}
