//! The document's own ranking: weighted substrings.

use std::sync::Arc;

use toolsift_core::limits::MAX_QUERY_TERMS;
use toolsift_core::{CoreError, Hit, RankError, SearchDoc, ToolId, ToolRanker, ToolRankerFactory, chars_prefix};

use crate::input::MAX_QUERY_CHARS;

/// What a token in a name, in the aliases and in the description counts (document 003, as its code has it).
pub const SUBSTRING_WEIGHTS: [u32; 3] = [10, 4, 2];

/// Longest part of a field that is read, in characters.
pub const MAX_FIELD_CHARS: usize = 2_000;

/// A ranker of kind `"substring"`: it adds up what each token of the query counts in each field.
///
/// A token counts the field's whole weight where the field contains it, and half of it, but at least 1, where it begins with one of the field's words (or one of
/// them with it, which is contained as well). Tokens are runs of ASCII letters and digits, so that other scripts find nothing: it knows no words, plurals or rarity. Take it where that
/// must be as in the document; the index of `toolsift-bm25f-index` finds better. Ties go to the smaller id.
///
/// ```
/// use toolsift_core::{SearchDoc, ToolId, ToolRanker};
/// use toolsift_registry::SubstringRanker;
///
/// let mut doc = SearchDoc::new(ToolId::new("bash_tool")?);
/// doc.aliases = vec!["shell terminal".to_owned()];
/// let ranker = SubstringRanker::new(&[doc])?;
/// assert_eq!(ranker.rank("bash", 5)?[0].score, 10.0);
/// assert_eq!(ranker.rank("bashing shell", 5)?[0].score, 9.0, "half for the name, and the alias");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SubstringRanker {
    /// In the order of their ids.
    docs: Vec<Doc>,
}

#[derive(Debug, Clone)]
struct Doc {
    id: ToolId,
    /// Name, aliases, description, in lower case.
    fields: [String; 3],
}

impl SubstringRanker {
    /// A ranker over some documents.
    ///
    /// # Errors
    ///
    /// [`CoreError::DuplicateId`] where two documents have one id.
    ///
    /// # Complexity
    ///
    /// Linear in the part of the texts that is read.
    pub fn new(docs: &[SearchDoc]) -> Result<Self, CoreError> {
        let mut docs: Vec<Doc> = docs.iter().map(Doc::of).collect();
        docs.sort_by(|one, other| one.id.cmp(&other.id));
        match docs
            .windows(2)
            .find_map(|pair| pair.first().filter(|doc| pair.last().is_some_and(|next| next.id == doc.id)))
        {
            Some(twice) => Err(CoreError::DuplicateId { id: twice.id.clone() }),
            None => Ok(Self { docs }),
        }
    }
}

impl Doc {
    fn of(doc: &SearchDoc) -> Self {
        let fields = [doc.id.name(), &doc.aliases.join(" "), doc.description.as_deref().unwrap_or_default()];
        // Tokens are ASCII, so that the case of nothing else matters.
        Self {
            id: doc.id.clone(),
            fields: fields.map(|field| chars_prefix(field, MAX_FIELD_CHARS).to_ascii_lowercase()),
        }
    }

    fn score(&self, tokens: &[String]) -> u32 {
        let weighted = || self.fields.iter().zip(SUBSTRING_WEIGHTS);
        tokens.iter().flat_map(|token| weighted().map(move |(field, weight)| counts(field, token, weight))).sum()
    }
}

/// What a token counts in a field.
fn counts(field: &str, token: &str, weight: u32) -> u32 {
    if field.contains(token) {
        weight
    } else if words(field).any(|word| token.starts_with(word)) {
        (weight / 2).max(1)
    } else {
        0
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

/// The first [`MAX_QUERY_TERMS`] distinct tokens of the part of a query that is read.
fn tokens(query: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for word in words(chars_prefix(query, MAX_QUERY_CHARS)).map(str::to_ascii_lowercase) {
        if tokens.len() < MAX_QUERY_TERMS && !tokens.contains(&word) {
            tokens.push(word);
        }
    }
    tokens
}

impl ToolRanker for SubstringRanker {
    fn kind(&self) -> &str {
        "substring"
    }

    /// # Complexity
    ///
    /// Every text is searched for every token.
    fn rank(&self, query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
        let tokens = tokens(query);
        let mut scored: Vec<(u32, &Doc)> = self.docs.iter().map(|doc| (doc.score(&tokens), doc)).collect();
        scored.retain(|(score, _)| *score > 0);
        // Stable, so that ties stay in the order of their ids.
        scored.sort_by(|(one, _), (other, _)| other.cmp(one));
        Ok(scored.into_iter().take(limit).map(|(score, doc)| Hit::new(doc.id.clone(), f64::from(score))).collect())
    }

    fn ceiling(&self, query: &str) -> Option<f64> {
        let every_field: u32 = SUBSTRING_WEIGHTS.iter().sum();
        Some(tokens(query).iter().map(|_| f64::from(every_field)).sum())
    }

    fn unmatched(&self, query: &str) -> Vec<String> {
        let mut tokens = tokens(query);
        tokens.retain(|token| self.docs.iter().all(|doc| doc.score(std::slice::from_ref(token)) == 0));
        tokens
    }
}

/// Builds a [`SubstringRanker`] over whatever documents a scope has.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct SubstringFactory;

impl SubstringFactory {
    /// The factory.
    #[must_use]
    pub fn new() -> Self {
        Self
    }
}

impl ToolRankerFactory for SubstringFactory {
    fn build(&self, docs: &[SearchDoc]) -> Result<Arc<dyn ToolRanker>, RankError> {
        let ranker = SubstringRanker::new(docs).map_err(|error| RankError::Unavailable(error.into()))?;
        Ok(Arc::new(ranker))
    }
}
