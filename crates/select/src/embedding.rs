//! Selection by meaning.

mod cosine;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use toolsift_core::chars_prefix;

use crate::context::SelectionContext;
use crate::ranker::DEFAULT_TOP_K;
use crate::schema::ToolSchema;
use crate::selection::{Opened, Selection};
use crate::selector::{AsyncToolSelector, BoxError, BoxFuture};
use crate::subset::Subset;
pub use cosine::MAX_DIMENSIONS;
use cosine::cosine;

/// Longest text that is embedded, in characters: of a tool's name and description, and of a prompt. Ours; it is more than common models read.
pub const MAX_EMBED_CHARS: usize = 8_192;

/// Turns texts into vectors. The host brings the model, or the client of a service.
pub trait Embedder: fmt::Debug + Send + Sync {
    /// One vector for each text, in their order.
    ///
    /// # Errors
    ///
    /// Whatever the host's model or client has.
    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Result<Vec<Vec<f32>>, BoxError>>;
}

/// Selects the tools whose names and descriptions are nearest to the prompt, by the cosine of their vectors.
///
/// The tools are embedded in one batch, and again where a name, a description or their order has changed; the prompt is embedded every time. Of equally near ones the first is taken. An embedder that
/// fails, or gives another number of vectors than it got texts, opens to every tool, and so does a prompt that has no angle with any: a vector of zeros, of another length, or with something
/// infinite in it.
///
/// ```
/// use std::sync::Arc;
/// use serde_json::json;
/// use toolsift_core::ToolId;
/// use toolsift_select::{AsyncToolSelector, BoxError, BoxFuture, Embedder, EmbeddingSelector, SelectionContext, ToolSchema};
///
/// /// How often a text has an `e` and an `o`.
/// #[derive(Debug)]
/// struct Letters;
///
/// impl Embedder for Letters {
///     fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Result<Vec<Vec<f32>>, BoxError>> {
///         let count = |text: &str, letter| text.matches(letter).count() as f32;
///         let vectors = texts.iter().map(|text| vec![count(text, 'e'), count(text, 'o')]).collect();
///         Box::pin(async { Ok(vectors) })
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
/// let all = ["needle", "crowbar"].map(|id| ToolSchema::new(ToolId::new(id).unwrap(), "", json!({})));
/// let selector = EmbeddingSelector::new(Arc::new(Letters)).with_top_k(1);
/// let context = SelectionContext::new(0).with_prompt("open the door");
/// let selection = block_on(selector.select(&context, &all));
/// assert_eq!(selection.subset().ids().collect::<Vec<_>>(), ["crowbar"]);
/// ```
#[derive(Debug)]
pub struct EmbeddingSelector {
    embedder: Arc<dyn Embedder>,
    top_k: usize,
    corpus: Mutex<Option<Arc<Corpus>>>,
}

/// The vectors of some texts.
#[derive(Debug)]
struct Corpus {
    texts: Vec<String>,
    vectors: Vec<Vec<f32>>,
}

impl EmbeddingSelector {
    /// Selects the nearest [`DEFAULT_TOP_K`].
    #[must_use]
    pub fn new(embedder: Arc<dyn Embedder>) -> Self {
        Self { embedder, top_k: DEFAULT_TOP_K, corpus: Mutex::default() }
    }

    /// The same with the nearest `top_k`, or as many as there are. Zero selects none, on purpose.
    #[must_use]
    pub fn with_top_k(self, top_k: usize) -> Self {
        Self { top_k, ..self }
    }

    /// The places of the nearest tools.
    async fn nearest(&self, prompt: &str, all: &[ToolSchema]) -> Result<Vec<usize>, Opened> {
        let corpus = self.corpus(all).await?;
        let query = [chars_prefix(prompt, MAX_EMBED_CHARS).to_owned()];
        let query = self.vectors(&query).await?.pop().unwrap_or_default();
        let scores = corpus.vectors.iter().map(|vector| cosine(&query, vector)).enumerate();
        let mut scores: Vec<(usize, f64)> = scores.filter_map(|(place, score)| Some((place, score?))).collect();
        if scores.is_empty() {
            return Err(Opened::NotRankable);
        }
        // Equals keep their order. Every score is finite.
        scores.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
        Ok(scores.into_iter().take(self.top_k).map(|(place, _)| place).collect())
    }

    /// The vectors of the tools, embedded where they are not those of the last time.
    async fn corpus(&self, all: &[ToolSchema]) -> Result<Arc<Corpus>, Opened> {
        let texts: Vec<String> = all.iter().map(text).collect();
        // The lock is not held while somebody waits: of two that embed at once the last one is kept.
        let kept = self.corpus.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(corpus) = kept.filter(|corpus| corpus.texts == texts) {
            return Ok(corpus);
        }
        let vectors = self.vectors(&texts).await?;
        let corpus = Arc::new(Corpus { texts, vectors });
        *self.corpus.lock().unwrap_or_else(PoisonError::into_inner) = Some(corpus.clone());
        Ok(corpus)
    }

    /// A vector for each text.
    async fn vectors(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, Opened> {
        match self.embedder.embed(texts).await {
            Ok(vectors) if vectors.len() == texts.len() => Ok(vectors),
            _ => Err(Opened::EmbeddingFailed),
        }
    }
}

impl AsyncToolSelector for EmbeddingSelector {
    /// # Complexity
    ///
    /// One call of the embedder, two where the tools have changed, and a product of two vectors for each tool.
    fn select<'a>(&'a self, context: &'a SelectionContext<'a>, all: &'a [ToolSchema]) -> BoxFuture<'a, Selection<'a>> {
        Box::pin(async move {
            if all.is_empty() {
                return Selection::everything(all);
            }
            let Some(prompt) = context.prompt else { return Selection::opened(all, Opened::NoPrompt) };
            if self.top_k == 0 {
                return Selection::narrowed(Subset::empty(all));
            }
            match self.nearest(prompt, all).await {
                Ok(places) => Selection::narrowed(Subset::of_places(all, places)),
                Err(why) => Selection::failed(all, why),
            }
        })
    }
}

/// What is embedded of a tool: its name and what its description says of it.
fn text(tool: &ToolSchema) -> String {
    let text = format!("{} {}", tool.id(), chars_prefix(tool.told(), MAX_EMBED_CHARS));
    chars_prefix(&text, MAX_EMBED_CHARS).to_owned()
}
