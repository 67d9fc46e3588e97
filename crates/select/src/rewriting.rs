//! Selection by a small model.

mod answer;
mod budget;
mod completion;
mod prompt;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::context::SelectionContext;
use crate::race::{First, race};
use crate::schema::ToolSchema;
use crate::selection::{Opened, Selection};
use crate::selector::{AsyncToolSelector, BoxFuture};
use crate::subset::Subset;
use crate::timer::Timer;
pub use answer::MAX_ANSWER_BYTES;
use budget::Gate;
pub use budget::{Budget, Usage};
pub use completion::{Completed, Completion};
pub use prompt::{MAX_EXCERPT_BYTES, MAX_EXCERPTS, MAX_REWRITE_TOOLS, MAX_RUN_PROMPT_BYTES};

/// How long a completion may take by default (document 001).
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// Asks a small model which tools it takes, once for each request, and selects those that it names.
///
/// The model reads the name and one line of each tool, excerpts of the last [`MAX_EXCERPTS`] messages and the run's prompt, all of them cut, and no schema: these would cost what selection saves. It
/// answers with names. Whatever else happens opens to every tool: no answer in time, a failure, a spent budget, no known name, more than [`MAX_REWRITE_TOOLS`] tools.
///
/// What third parties wrote about their tools is read by the model, as far as the [`ToolSchema`]s have it. So a tool can talk it into being selected, but none that the host has not can be.
///
/// ```
/// use std::sync::Arc;
/// use std::time::Duration;
/// use serde_json::json;
/// use toolsift_core::ToolId;
/// use toolsift_select::{
///     AsyncToolSelector, BoxError, BoxFuture, Completed, Completion, RewritingSelector, SelectionContext, Timer, ToolSchema,
/// };
///
/// #[derive(Debug)]
/// struct Model;
///
/// impl Completion for Model {
///     fn complete<'a>(&'a self, prompt: &'a str) -> BoxFuture<'a, Result<Completed, BoxError>> {
///         assert!(prompt.contains("web_search: Searches the web"));
///         Box::pin(async { Ok(Completed::new("Web_Search, telephone")) })
///     }
/// }
///
/// /// Stands still; a host takes its runtime's.
/// #[derive(Debug)]
/// struct Frozen;
///
/// impl Timer for Frozen {
///     fn now(&self) -> Duration {
///         Duration::ZERO
///     }
///     fn sleep(&self, _: Duration) -> BoxFuture<'_, ()> {
///         Box::pin(std::future::pending())
///     }
/// }
///
/// # fn block_on<F: Future>(future: F) -> F::Output {
/// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// #     let mut future = std::pin::pin!(future);
/// #     loop {
/// #         if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) { return output; }
/// #     }
/// # }
/// let tool = |id: &str, description: &str| -> Result<_, toolsift_core::CoreError> {
///     Ok(ToolSchema::new(ToolId::new(id)?, description, json!({ "type": "object" })))
/// };
/// let all = [tool("read_file", "Reads a file.")?, tool("web_search", "Searches the web. Use it last.")?];
/// let selector = RewritingSelector::new(Arc::new(Model), Arc::new(Frozen)).with_timeout(Duration::from_secs(5));
/// let context = SelectionContext::new(0).with_prompt("any news?");
/// let selection = block_on(selector.select(&context, &all));
/// assert_eq!(selection.subset().ids().collect::<Vec<_>>(), ["web_search"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RewritingSelector {
    completion: Arc<dyn Completion>,
    timer: Arc<dyn Timer>,
    timeout: Duration,
    gate: Gate,
}

impl RewritingSelector {
    /// Asks by this completion, for at most [`DEFAULT_TIMEOUT`] and without a budget.
    #[must_use]
    pub fn new(completion: Arc<dyn Completion>, timer: Arc<dyn Timer>) -> Self {
        Self { completion, timer, timeout: DEFAULT_TIMEOUT, gate: Gate::default() }
    }

    /// The same with another time for a whole call.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// The same with a budget, of which nothing is spent.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> Self {
        Self { gate: Gate::new(budget), ..self }
    }

    /// The places of the tools that the model names.
    async fn ask(&self, prompt: &str, all: &[ToolSchema]) -> Result<BTreeSet<usize>, Opened> {
        if !self.gate.is_open(self.timer.now()) {
            return Err(Opened::OverBudget);
        }
        // An answer that comes together with the end of its time counts.
        let completed = match race(self.completion.complete(prompt), self.timer.sleep(self.timeout)).await {
            First::One(answer) => answer.map_err(|_| Opened::CompletionFailed)?,
            First::Other(()) => return Err(Opened::TimedOut),
        };
        if let Some(usage) = completed.usage {
            self.gate.spend(usage);
        }
        let places = answer::places(&completed.text, all);
        if places.is_empty() { Err(Opened::NoKnownName) } else { Ok(places) }
    }
}

impl AsyncToolSelector for RewritingSelector {
    /// # Complexity
    ///
    /// One call of the completion, with a prompt whose length is bounded by the caps.
    fn select<'a>(&'a self, context: &'a SelectionContext<'a>, all: &'a [ToolSchema]) -> BoxFuture<'a, Selection<'a>> {
        Box::pin(async move {
            if all.is_empty() {
                return Selection::everything(all);
            }
            let Some(run_prompt) = context.prompt else { return Selection::opened(all, Opened::NoPrompt) };
            if all.len() > MAX_REWRITE_TOOLS {
                return Selection::failed(all, Opened::TooManyTools);
            }
            let prompt = prompt::write(run_prompt, context.conversation, all);
            match self.ask(&prompt, all).await {
                Ok(places) => Selection::narrowed(Subset::of_places(all, places)),
                Err(why) => Selection::failed(all, why),
            }
        })
    }
}
