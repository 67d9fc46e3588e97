//! Selection by words that prompt and tool share.

mod tables;
mod words;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use toolsift_core::chars_prefix;

use crate::context::SelectionContext;
use crate::error::{DeadWord, SelectError};
use crate::schema::ToolSchema;
use crate::selection::{Opened, Selection};
use crate::selector::ToolSelector;
use crate::subset::Subset;
pub use tables::{DEFAULT_PHRASES, DEFAULT_SYNONYMS};
pub use words::{KEYWORD_STOPWORDS, MIN_WORD_BYTES};

/// Longest part of a prompt that is read for words, in characters. Ours, document 001 has no limit: a longer prompt is a pasted file, which has a word for every tool.
pub const MAX_KEYWORD_PROMPT_CHARS: usize = 32_768;

/// Longest part of a description that is read for words, in characters. Ours: a spec of the menu has a thousand.
pub const MAX_KEYWORD_DESCRIPTION_CHARS: usize = 16_384;

/// Selects every tool that shares a word with the prompt.
///
/// A word is a run of three or more ASCII letters and digits, in lower case, and not one of [`KEYWORD_STOPWORDS`]; a tool's are those of its name and description. The prompt's
/// words are joined by their [synonyms](DEFAULT_SYNONYMS), one step far, and by what its [phrases](DEFAULT_PHRASES) stand for. There is no score: one shared word selects. Where
/// nothing matches, every tool is selected.
///
/// It needs no index, no state and no other script than ASCII. For more than a few dozen tools, or for anything that is not English, take [`RankerSelector`](crate::RankerSelector).
///
/// ```
/// use serde_json::json;
/// use toolsift_core::ToolId;
/// use toolsift_select::{KeywordSelector, SelectionContext, ToolSchema, ToolSelector};
///
/// let tool = |id: &str, description: &str| -> Result<_, toolsift_core::CoreError> {
///     Ok(ToolSchema::new(ToolId::new(id)?, description, json!({ "type": "object" })))
/// };
/// let all = [tool("read_file", "Read a file")?, tool("web_search", "Search the web")?, tool("finish", "End the task")?];
/// let selector = KeywordSelector::default()
///     .with_synonyms([("google", "web")])?
///     .with_core_tools(["finish"]);
/// let context = SelectionContext::new(0).with_prompt("google the news");
/// let selection = selector.select(&context, &all);
/// assert_eq!(selection.subset().ids().collect::<Vec<_>>(), ["web_search", "finish"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct KeywordSelector {
    /// The host's own synonyms, each under either of its sides.
    synonyms: BTreeMap<String, BTreeSet<String>>,
    core_tools: BTreeSet<String>,
}

impl KeywordSelector {
    /// The same with more synonyms: each pair in both directions, in any case, for the prompt only. What was there before stays.
    ///
    /// # Errors
    ///
    /// [`SelectError::DeadSynonym`] at the first side that no prompt could ever contain as a word.
    pub fn with_synonyms<A, B>(mut self, pairs: impl IntoIterator<Item = (A, B)>) -> Result<Self, SelectError>
    where
        A: Into<String>,
        B: Into<String>,
    {
        for (one, other) in pairs {
            let (one, other) = (living(one.into())?, living(other.into())?);
            self.synonyms.entry(one.clone()).or_default().insert(other.clone());
            self.synonyms.entry(other).or_default().insert(one);
        }
        Ok(self)
    }

    /// The same with more tools that join every selection that is not empty, whatever the prompt says. An id that no tool has counts for nothing. What was there before stays.
    #[must_use]
    pub fn with_core_tools(mut self, ids: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.core_tools.extend(ids.into_iter().map(Into::into));
        self
    }

    /// The words to look for, where the prompt has any.
    fn wanted<'p>(&'p self, prompt: &'p str) -> BTreeSet<Cow<'p, str>> {
        let own = words::distinct(prompt);
        let mut wanted = BTreeSet::new();
        if own.is_empty() {
            return wanted;
        }
        for word in &own {
            for (one, other) in DEFAULT_SYNONYMS {
                if word == one {
                    wanted.insert(Cow::Borrowed(other));
                } else if word == other {
                    wanted.insert(Cow::Borrowed(one));
                }
            }
            let partners = self.synonyms.get(word.as_ref()).into_iter().flatten();
            wanted.extend(partners.map(|partner| Cow::Borrowed(partner.as_str())));
        }
        let lower = words::lower(prompt);
        let phrases = DEFAULT_PHRASES.iter().filter(|(phrase, _)| tables::has_phrase(&lower, phrase));
        wanted.extend(phrases.map(|(_, word)| Cow::Borrowed(*word)));
        wanted.extend(own);
        wanted
    }
}

impl ToolSelector for KeywordSelector {
    /// # Complexity
    ///
    /// Linear in the texts of all tools, up to the caps.
    fn select<'s>(&self, context: &SelectionContext<'_>, all: &'s [ToolSchema]) -> Selection<'s> {
        let Some(prompt) = context.prompt else { return Selection::opened(all, Opened::NoPrompt) };
        let wanted = self.wanted(chars_prefix(prompt, MAX_KEYWORD_PROMPT_CHARS));
        if wanted.is_empty() {
            return Selection::opened(all, Opened::NoWords);
        }
        let matched: BTreeSet<&str> =
            all.iter().filter(|tool| shares_a_word(tool, &wanted)).map(|tool| tool.id().as_str()).collect();
        if matched.is_empty() {
            return Selection::opened(all, Opened::NoMatch);
        }
        let core = self.core_tools.iter().map(String::as_str);
        Selection::narrowed(Subset::of_ids(all, matched.into_iter().chain(core)))
    }
}

fn shares_a_word(tool: &ToolSchema, wanted: &BTreeSet<Cow<'_, str>>) -> bool {
    let description = chars_prefix(tool.told(), MAX_KEYWORD_DESCRIPTION_CHARS);
    words::words(tool.id().as_str()).chain(words::words(description)).any(|word| wanted.contains(&word))
}

/// A side of a pair in lower case, if a prompt can contain it.
fn living(word: String) -> Result<String, SelectError> {
    let lower = word.to_ascii_lowercase();
    let dead = if lower.is_empty() || !lower.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        DeadWord::NotOneWord
    } else if lower.len() < MIN_WORD_BYTES {
        DeadWord::Short
    } else if words::is_stopword(&lower) {
        DeadWord::Stopword
    } else {
        return Ok(lower);
    };
    Err(SelectError::DeadSynonym { word, dead })
}
