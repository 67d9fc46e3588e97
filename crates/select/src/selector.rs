//! The two kinds of selectors.

use std::error::Error;
use std::fmt;
use std::pin::Pin;

use crate::context::SelectionContext;
use crate::schema::ToolSchema;
use crate::selection::Selection;

/// A boxed future that may move between threads. It belongs to no runtime.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Whatever a host's backend fails with. No text of it is logged or shown.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Anything that narrows the tools of a request.
///
/// It is asked once for each request that is built, with all tools of that moment. The same context and tools must give the same selection, so that
/// sizes can be told from it. Whoever cannot tell which tools are needed opens to all of them: a model without the right tool is stranded, one with too
/// many is only slower.
///
/// ```
/// use toolsift_select::{Selection, SelectionContext, Subset, ToolSchema, ToolSelector};
///
/// /// On the first turn nothing may be changed.
/// #[derive(Debug)]
/// struct ReadFirst;
///
/// impl ToolSelector for ReadFirst {
///     fn select<'s>(&self, context: &SelectionContext<'_>, all: &'s [ToolSchema]) -> Selection<'s> {
///         match context.turn {
///             0 => Selection::narrowed(Subset::filter(all, |tool| tool.id().as_str().starts_with("read"))),
///             _ => Selection::everything(all),
///         }
///     }
/// }
/// ```
pub trait ToolSelector: fmt::Debug + Send + Sync {
    /// The tools of a request.
    fn select<'s>(&self, context: &SelectionContext<'_>, all: &'s [ToolSchema]) -> Selection<'s>;
}

/// A [`ToolSelector`] that must wait for its answer: for a model, a database, a service.
///
/// Two calls with the same input may differ, for what is waited for may. That is why it is asked once a request and the one answer serves everything.
pub trait AsyncToolSelector: fmt::Debug + Send + Sync {
    /// The tools of a request.
    fn select<'a>(&'a self, context: &'a SelectionContext<'a>, all: &'a [ToolSchema]) -> BoxFuture<'a, Selection<'a>>;
}
