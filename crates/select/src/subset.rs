//! Some of the tools at hand.

use std::collections::BTreeSet;

use crate::schema::ToolSchema;

/// Some of a slice of tools, in the order of the slice.
///
/// It holds places of the slice and no tools, so that nothing can be in it that the slice has not.
///
/// ```
/// use serde_json::json;
/// use toolsift_core::ToolId;
/// use toolsift_select::{Subset, ToolSchema};
///
/// let tool = |id| Ok::<_, toolsift_core::CoreError>(ToolSchema::new(ToolId::new(id)?, "", json!({})));
/// let all = [tool("read")?, tool("write")?, tool("search")?];
/// let some = Subset::of_ids(&all, ["search", "read", "format_disk"]);
/// assert_eq!(some.ids().collect::<Vec<_>>(), ["read", "search"]);
/// assert_eq!(some.registered().len(), 3);
/// # Ok::<(), toolsift_core::CoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Subset<'s> {
    registered: &'s [ToolSchema],
    /// Ascending, distinct, each a place of the slice.
    places: Vec<usize>,
}

impl<'s> Subset<'s> {
    /// All of them.
    #[must_use]
    pub fn full(registered: &'s [ToolSchema]) -> Self {
        Self { registered, places: (0..registered.len()).collect() }
    }

    /// None of them.
    #[must_use]
    pub fn empty(registered: &'s [ToolSchema]) -> Self {
        Self { registered, places: Vec::new() }
    }

    /// Those that a test lets through.
    #[must_use]
    pub fn filter(registered: &'s [ToolSchema], mut keep: impl FnMut(&ToolSchema) -> bool) -> Self {
        let places = registered.iter().enumerate().filter(|(_, tool)| keep(tool)).map(|(place, _)| place);
        Self { registered, places: places.collect() }
    }

    /// Those with one of these ids; an id that none of them has counts for nothing.
    ///
    /// # Complexity
    ///
    /// `O((n + k) log k)` for `k` ids and `n` tools.
    #[must_use]
    pub fn of_ids<'i>(registered: &'s [ToolSchema], ids: impl IntoIterator<Item = &'i str>) -> Self {
        let ids: BTreeSet<&str> = ids.into_iter().collect();
        Self::filter(registered, |tool| ids.contains(tool.id().as_str()))
    }

    /// Those at these places, in whatever order and however often they are named; a place beyond the end counts for nothing.
    #[must_use]
    pub fn of_places(registered: &'s [ToolSchema], places: impl IntoIterator<Item = usize>) -> Self {
        let places: BTreeSet<usize> = places.into_iter().filter(|place| *place < registered.len()).collect();
        Self { registered, places: places.into_iter().collect() }
    }

    /// The slice that this is drawn from.
    #[must_use]
    pub fn registered(&self) -> &'s [ToolSchema] {
        self.registered
    }

    /// Whether it is drawn from this very slice, and not from another one with whatever in it.
    #[must_use]
    pub fn is_of(&self, tools: &[ToolSchema]) -> bool {
        std::ptr::eq(self.registered, tools) || (self.registered.is_empty() && tools.is_empty())
    }

    /// The places in the slice, in ascending order.
    #[must_use]
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// The tools, in the order of the slice.
    pub fn tools(&self) -> impl Iterator<Item = &'s ToolSchema> + Clone {
        self.places.iter().filter_map(|place| self.registered.get(*place))
    }

    /// The ids, in the order of the slice.
    pub fn ids(&self) -> impl Iterator<Item = &'s str> + Clone {
        self.tools().map(|tool| tool.id().as_str())
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether these are all.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.places.len() == self.registered.len()
    }

    /// Whether a tool of this id is among them: who advertises a subset lets no other tool be called.
    #[must_use]
    pub fn contains(&self, id: &str) -> bool {
        self.ids().any(|known| known == id)
    }

    /// The tools as one JSON array, or nothing where there are none: then the request has no field for tools at all.
    #[must_use]
    pub fn json(&self) -> Option<String> {
        if self.is_empty() {
            return None;
        }
        let tools: Vec<&str> = self.tools().map(ToolSchema::json).collect();
        Some(format!("[{}]", tools.join(",")))
    }
}
