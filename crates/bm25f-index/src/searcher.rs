//! A search over all documents of a catalogue, under either ranking.

use toolsift_core::{Ranking, SearchDoc, Standing};
use toolsift_tokenizer::Stopwords;

use crate::answer::Answer;
use crate::error::IndexError;
use crate::explain::Explanation;
use crate::index::{Index, Params};

/// What searches a catalogue: one index over all of its documents, or under a [guarded](Ranking::Guarded) ranking one over the trusted and one over the others,
/// whose hits share a page.
///
/// A session composes its pages itself, from two rankers; this is for whoever shows hits without a session. It is no [`ToolRanker`](toolsift_core::ToolRanker): on
/// a guarded page a worse trusted hit stands before a better other one, and a longer page does not begin like a shorter one.
///
/// ```
/// use toolsift_bm25f_index::{Params, Searcher, Stopwords};
/// use toolsift_core::{Ranking, SearchDoc, Standing, ToolId};
///
/// let mut honest = SearchDoc::new(ToolId::new("payments")?);
/// honest.description = Some("Refunds a payment.".to_owned());
/// let mut stuffed = SearchDoc::new(ToolId::new("refund_refund")?);
/// stuffed.standing = Standing::Untrusted;
///
/// let docs = [honest, stuffed];
/// let first = |ranking| -> Result<_, Box<dyn std::error::Error>> {
///     let searcher = Searcher::build(&docs, &Params::default().with_ranking(ranking), Stopwords::default())?;
///     Ok(searcher.search("refund", 5).hits.first().map(|hit| hit.id.to_string()))
/// };
/// assert_eq!(first(Ranking::Plain)?.as_deref(), Some("refund_refund"));
/// assert_eq!(first(Ranking::Guarded)?.as_deref(), Some("payments"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Searcher {
    /// That of the trusted documents, or of all.
    index: Index,
    /// That of the others, where they are ranked apart.
    untrusted: Option<Index>,
    stopwords: Stopwords,
}

impl Searcher {
    /// Builds one index or two, as the parameters ask for.
    ///
    /// # Errors
    ///
    /// As [`Index::build`].
    ///
    /// # Complexity
    ///
    /// As [`Index::build`]; under a guarded ranking the documents are copied.
    pub fn build(documents: &[SearchDoc], params: &Params, stopwords: Stopwords) -> Result<Self, IndexError> {
        if params.ranking == Ranking::Plain {
            return Ok(Self { index: Index::build(documents, params)?, untrusted: None, stopwords });
        }
        let is_trusted = |doc: &SearchDoc| doc.standing == Standing::Trusted;
        let (trusted, others): (Vec<_>, Vec<_>) = documents.iter().cloned().partition(is_trusted);
        let index = Index::build(&trusted, params)?;
        match others.iter().find(|doc| index.number(&doc.id).is_some()) {
            Some(twice) => Err(IndexError::DuplicateId { id: twice.id.clone() }),
            None => Ok(Self { index, untrusted: Some(Index::build(&others, params)?), stopwords }),
        }
    }

    /// A page of at most `limit` hits.
    ///
    /// Of two indexes the trusted hits come first and the others fill [their share](Ranking::shares). Terms are unmatched that neither knows; the ceiling is that of
    /// the trusted ones, while a hit's strength is what it has of its own index's.
    ///
    /// # Complexity
    ///
    /// As [`Index::search`], once an index.
    #[must_use]
    pub fn search(&self, query: &str, limit: usize) -> Answer {
        let mut answer = self.index.search(query, &self.stopwords, limit);
        let Some(untrusted) = &self.untrusted else { return answer };
        let others = untrusted.search(query, &self.stopwords, limit);
        let (trusted, untrusted) = Ranking::shares(answer.hits.len(), others.hits.len(), limit);
        answer.hits.truncate(trusted);
        answer.hits.extend(others.hits.into_iter().take(untrusted));
        let joined: Vec<String> = others.terms.into_iter().filter(|term| !answer.terms.contains(term)).collect();
        answer.terms.extend(joined);
        answer.unmatched.retain(|term| others.unmatched.contains(term));
        answer.postings += others.postings;
        answer
    }

    /// Why `doc` has its score for a query, in the index that it is in.
    ///
    /// # Errors
    ///
    /// As [`Index::explain`].
    pub fn explain(&self, query: &str, doc: &SearchDoc) -> Result<Explanation, IndexError> {
        let others = self.untrusted.as_ref().filter(|_| doc.standing != Standing::Trusted);
        others.unwrap_or(&self.index).explain(query, &self.stopwords, doc)
    }

    /// The stopwords.
    #[must_use]
    pub fn stopwords(&self) -> &Stopwords {
        &self.stopwords
    }
}
