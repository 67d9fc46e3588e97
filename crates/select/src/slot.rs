//! Where a loop keeps its selector.

use std::sync::Arc;

use crate::context::SelectionContext;
use crate::race::{First, race};
use crate::schema::ToolSchema;
use crate::selection::{Opened, Selection};
use crate::selector::{AsyncToolSelector, ToolSelector};

/// Where a loop keeps its selector: one, of either kind, or none.
///
/// Setting one takes the other away. Without any, every tool is advertised, as if there were no such thing as selection.
///
/// ```
/// use std::sync::Arc;
/// use toolsift_select::{SelectorSlot, StaticSelector};
///
/// let mut slot = SelectorSlot::default();
/// assert!(slot.is_empty());
/// slot.set(Arc::new(StaticSelector));
/// assert!(!slot.is_empty());
/// ```
#[derive(Debug, Clone, Default)]
pub struct SelectorSlot(Kept);

#[derive(Debug, Clone, Default)]
enum Kept {
    #[default]
    None,
    Sync(Arc<dyn ToolSelector>),
    Async(Arc<dyn AsyncToolSelector>),
}

impl SelectorSlot {
    /// With a selector.
    #[must_use]
    pub fn of(selector: Arc<dyn ToolSelector>) -> Self {
        Self(Kept::Sync(selector))
    }

    /// With a selector that must wait.
    #[must_use]
    pub fn of_async(selector: Arc<dyn AsyncToolSelector>) -> Self {
        Self(Kept::Async(selector))
    }

    /// Keeps this selector instead of what was kept.
    pub fn set(&mut self, selector: Arc<dyn ToolSelector>) {
        *self = Self::of(selector);
    }

    /// Keeps this selector, which must wait, instead of what was kept.
    pub fn set_async(&mut self, selector: Arc<dyn AsyncToolSelector>) {
        *self = Self::of_async(selector);
    }

    /// Keeps none.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether it keeps none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self.0, Kept::None)
    }

    /// The tools of one request, to be asked for once and used for everything: the request, the estimate, the gate of the calls.
    ///
    /// `cancel` is a future that ends when the run is cancelled. It comes first: where it has ended, a selector that must wait is waited for no longer, and the
    /// selection opens with [`Opened::Cancelled`]. Without tools nobody is asked. What was drawn from another slice than `all` counts as a failure.
    pub async fn select<'a>(
        &'a self,
        context: &'a SelectionContext<'a>,
        all: &'a [ToolSchema],
        cancel: impl Future<Output = ()>,
    ) -> Selection<'a> {
        if all.is_empty() {
            return Selection::everything(all);
        }
        let selection = match &self.0 {
            Kept::None => return Selection::everything(all),
            Kept::Sync(selector) => selector.select(context, all),
            Kept::Async(selector) => match race(cancel, selector.select(context, all)).await {
                First::One(()) => return Selection::opened(all, Opened::Cancelled),
                First::Other(selection) => selection,
            },
        };
        if selection.subset().is_of(all) { selection } else { Selection::failed(all, Opened::ForeignSubset) }
    }
}
