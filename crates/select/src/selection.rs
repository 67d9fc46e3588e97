//! What a selector answers.

use std::fmt;

use crate::estimate::Estimate;
use crate::schema::ToolSchema;
use crate::subset::Subset;

/// What a selector answers: the tools of one request, and where these are all for want of something better, why.
///
/// ```
/// use toolsift_select::{Opened, Selection, Subset};
///
/// let none = Selection::narrowed(Subset::empty(&[]));
/// assert_eq!(none.why_opened(), None, "no tools at all, and that is meant");
/// let open = Selection::opened(&[], Opened::NoMatch);
/// assert_eq!(open.why_opened().map(Opened::as_str), Some("no_match"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Selection<'s> {
    subset: Subset<'s>,
    opened: Option<Opened>,
}

impl<'s> Selection<'s> {
    /// These tools, meant so: none of them is an answer, too.
    #[must_use]
    pub fn narrowed(subset: Subset<'s>) -> Self {
        Self { subset, opened: None }
    }

    /// All tools, meant so.
    #[must_use]
    pub fn everything(registered: &'s [ToolSchema]) -> Self {
        Self::narrowed(Subset::full(registered))
    }

    /// All tools, because the selector could not tell which.
    #[must_use]
    pub fn opened(registered: &'s [ToolSchema], why: Opened) -> Self {
        Self { subset: Subset::full(registered), opened: Some(why) }
    }

    /// The same, told to the host's log. No text of a tool, a model or a backend goes there.
    pub(crate) fn failed(registered: &'s [ToolSchema], why: Opened) -> Self {
        tracing::warn!(code = why.as_str(), "a selection opens to every tool");
        Self::opened(registered, why)
    }

    /// The tools to advertise.
    #[must_use]
    pub fn subset(&self) -> &Subset<'s> {
        &self.subset
    }

    /// Why these are all tools, where the selector could not tell which.
    #[must_use]
    pub fn why_opened(&self) -> Option<Opened> {
        self.opened
    }

    /// What the tools come to. See [`Estimate::of`].
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        Estimate::of(&self.subset)
    }
}

/// Why a selection is open to every tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Opened {
    /// The run has no prompt.
    NoPrompt,
    /// The prompt has no word that counts.
    NoWords,
    /// Nothing matches the prompt.
    NoMatch,
    /// The ranker could not answer.
    RankerFailed,
    /// The ranker asks for the end of the run, which is for the host to grant.
    RunEnded,
    /// The embedder failed, or gave another number of vectors than it got texts.
    EmbeddingFailed,
    /// The vector of the prompt has no angle with any tool's.
    NotRankable,
    /// The completion failed.
    CompletionFailed,
    /// The completion took too long.
    TimedOut,
    /// The budget of completions is spent.
    OverBudget,
    /// The completion names no tool.
    NoKnownName,
    /// There are more tools than a completion may be asked about.
    TooManyTools,
    /// The run was cancelled.
    Cancelled,
    /// The selector drew from other tools than those that it was given.
    ForeignSubset,
}

impl Opened {
    /// A stable code.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoPrompt => "no_prompt",
            Self::NoWords => "no_words",
            Self::NoMatch => "no_match",
            Self::RankerFailed => "ranker_failed",
            Self::RunEnded => "run_ended",
            Self::EmbeddingFailed => "embedding_failed",
            Self::NotRankable => "not_rankable",
            Self::CompletionFailed => "completion_failed",
            Self::TimedOut => "timed_out",
            Self::OverBudget => "over_budget",
            Self::NoKnownName => "no_known_name",
            Self::TooManyTools => "too_many_tools",
            Self::Cancelled => "cancelled",
            Self::ForeignSubset => "foreign_subset",
        }
    }
}

impl fmt::Display for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
