//! Selection by a ranker.

use std::collections::BTreeSet;
use std::sync::Arc;

use toolsift_core::limits::{MAX_RANK_ASK, MAX_RANK_ROUNDS};
use toolsift_core::{RankError, ToolRanker, chars_prefix};
use toolsift_tokenizer::MAX_QUERY_CHARS;

use crate::context::SelectionContext;
use crate::schema::ToolSchema;
use crate::selection::{Opened, Selection};
use crate::selector::ToolSelector;
use crate::subset::Subset;

/// How many tools are selected by default (document 001, of its nearest by meaning).
pub const DEFAULT_TOP_K: usize = 8;

/// Selects the best tools for the prompt, as a ranker sees it.
///
/// The ranker is built over the host's tools, most simply by `toolsift`, whose `ranker_selector` uses the built-in index. What it answers is a suggestion: an id that is not at hand
/// counts for nothing, and the ranker is asked for more. It reads the first [`MAX_QUERY_CHARS`] characters of the prompt. Where it fails, or finds nothing, every tool is selected.
///
/// ```
/// use std::sync::Arc;
/// use serde_json::json;
/// use toolsift_core::{Hit, RankError, ToolId, ToolRanker};
/// use toolsift_select::{RankerSelector, SelectionContext, ToolSchema, ToolSelector};
///
/// #[derive(Debug)]
/// struct Alphabetical(Vec<ToolId>);
///
/// impl ToolRanker for Alphabetical {
///     fn kind(&self) -> &str {
///         "alphabetical"
///     }
///     fn rank(&self, _query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
///         Ok(self.0.iter().take(limit).map(|id| Hit::new(id.clone(), 1.0)).collect())
///     }
/// }
///
/// let ids = ["append", "break", "close"].map(|id| ToolId::new(id).unwrap());
/// let all = ids.clone().map(|id| ToolSchema::new(id, "", json!({})));
/// let selector = RankerSelector::new(Arc::new(Alphabetical(ids.to_vec()))).with_top_k(1).with_core_tools(["close"]);
/// let selection = selector.select(&SelectionContext::new(0).with_prompt("anything"), &all);
/// assert_eq!(selection.subset().ids().collect::<Vec<_>>(), ["append", "close"]);
/// ```
#[derive(Debug, Clone)]
pub struct RankerSelector {
    ranker: Arc<dyn ToolRanker>,
    top_k: usize,
    core_tools: BTreeSet<String>,
}

impl RankerSelector {
    /// Selects the best [`DEFAULT_TOP_K`].
    #[must_use]
    pub fn new(ranker: Arc<dyn ToolRanker>) -> Self {
        Self { ranker, top_k: DEFAULT_TOP_K, core_tools: BTreeSet::new() }
    }

    /// The same with the best `top_k`, at most 1,000. Zero selects none, on purpose.
    #[must_use]
    pub fn with_top_k(self, top_k: usize) -> Self {
        Self { top_k: top_k.min(MAX_RANK_ASK), ..self }
    }

    /// The same with more tools that join every selection that is not empty, beyond the best ones. An id that no tool has counts for nothing. What was there before stays.
    #[must_use]
    pub fn with_core_tools(mut self, ids: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.core_tools.extend(ids.into_iter().map(Into::into));
        self
    }

    /// The best ids that are at hand.
    fn best(&self, prompt: &str, all: &[ToolSchema]) -> Result<BTreeSet<String>, RankError> {
        let at_hand: BTreeSet<&str> = all.iter().map(|tool| tool.id().as_str()).collect();
        let mut ask = self.top_k;
        let mut round = 1;
        loop {
            let hits = self.ranker.rank(prompt, ask)?;
            let mut best = BTreeSet::new();
            for hit in hits.iter().take(ask).filter(|hit| at_hand.contains(hit.id.as_str())) {
                if best.len() < self.top_k {
                    best.insert(hit.id.as_str().to_owned());
                }
            }
            if best.len() == self.top_k || hits.len() < ask || ask == MAX_RANK_ASK || round == MAX_RANK_ROUNDS {
                return Ok(best);
            }
            ask = ask.saturating_mul(4).min(MAX_RANK_ASK);
            round += 1;
        }
    }
}

impl ToolSelector for RankerSelector {
    /// # Complexity
    ///
    /// At most four calls of the ranker, for at most 1,000 hits each, and `O(n log n)` for `n` tools.
    fn select<'s>(&self, context: &SelectionContext<'_>, all: &'s [ToolSchema]) -> Selection<'s> {
        let Some(prompt) = context.prompt else { return Selection::opened(all, Opened::NoPrompt) };
        if self.top_k == 0 {
            return Selection::narrowed(Subset::empty(all));
        }
        match self.best(chars_prefix(prompt, MAX_QUERY_CHARS), all) {
            Ok(best) if best.is_empty() => Selection::opened(all, Opened::NoMatch),
            Ok(best) => {
                let ids = best.iter().chain(&self.core_tools).map(String::as_str);
                Selection::narrowed(Subset::of_ids(all, ids))
            }
            Err(RankError::Terminal(_)) => Selection::failed(all, Opened::RunEnded),
            Err(_) => Selection::failed(all, Opened::RankerFailed),
        }
    }
}
