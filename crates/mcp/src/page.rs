//! What a search found, as it is recorded and as a model reads it. The result follows from the record, the definitions and the state of the servers alone, so that a replay gives the same.

use serde::Serialize;
use toolsift::contracts::limits::MAX_QUERY_TERMS;
use toolsift::prelude::Answer;
use toolsift::replay::{SearchChoice, admit};
use toolsift::tokenizer::MAX_TERM_CHARS;
use toolsift::trust_policy::{listing, skill_listing};

use crate::known::Known;
use crate::status::Away;

/// The kind of the ranker, as records name it.
const RANKER: &str = "bm25f";
/// Most hits of a page: the highest value of `perSearch`.
const MAX_PAGE: usize = 50;

/// A page as a model reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Page {
    /// The handle to search and call under.
    pub(crate) handle: String,
    tools: Vec<FoundTool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skills: Vec<FoundSkill>,
    /// Words of the query that nothing contains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unmatched: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    /// The servers that are not there, whose tools are not among those that were searched.
    #[serde(skip_serializing_if = "Away::is_empty")]
    servers: Away,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct FoundTool {
    id: String,
    description: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct FoundSkill {
    name: String,
    description: String,
}

/// What a search decides.
pub(crate) fn choice(query: &str, answer: &Answer) -> SearchChoice {
    let mut choice = SearchChoice::new(RANKER, query);
    let mut skills = Vec::new();
    for hit in &answer.hits {
        match hit.id.as_skill() {
            Some(skill) => skills.push(skill.to_owned()),
            None => choice.results.push(hit.id.to_string()),
        }
    }
    choice.skills = (!skills.is_empty()).then_some(skills);
    choice.unmatched = answer.unmatched.iter().take(MAX_QUERY_TERMS).cloned().collect();
    choice.note = answer.hits.is_empty().then(|| "no_match".to_owned());
    choice
}

impl Page {
    /// The page of a choice: what of it is known now.
    pub(crate) fn of(handle: &str, choice: &SearchChoice, known: &Known, away: &Away) -> Self {
        let tools: Vec<FoundTool> = admit(&choice.results, |id| known.tool(id).is_some(), MAX_PAGE)
            .into_iter()
            .filter_map(|id| {
                let description = listing(known.tool(&id)?);
                Some(FoundTool { id, description })
            })
            .collect();
        let recorded = choice.skills.as_deref().unwrap_or_default();
        let skills: Vec<FoundSkill> = admit(recorded, |id| known.skill(id).is_some(), MAX_PAGE)
            .into_iter()
            .filter_map(|name| {
                let description = skill_listing(known.skill(&name)?);
                Some(FoundSkill { name, description })
            })
            .collect();
        let note = match (tools.is_empty() && skills.is_empty(), known.tools.is_empty()) {
            (false, _) => None,
            (true, true) => Some("No tool can be searched now."),
            (true, false) => {
                Some("No tool matches. Ask for one need in other words: an action, an object, an application.")
            }
        };
        // A record is anybody's text: of its words only those that the query could have had.
        let unmatched = choice.unmatched.iter().filter(|word| is_word(word)).take(MAX_QUERY_TERMS).cloned().collect();
        Self { handle: handle.to_owned(), tools, skills, unmatched, note, servers: away.clone() }
    }

    /// The page as JSON, its keys in their order.
    pub(crate) fn to_json(&self) -> String {
        // Texts and lists of texts: nothing that could fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.chars().nth(MAX_TERM_CHARS).is_none() && word.chars().all(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record is anybody's text, and what it calls a word is shown to a model.
    #[test]
    fn words_are_words() {
        for word in ["issue", "ключ", "公众号", "x1", &"x".repeat(MAX_TERM_CHARS)] {
            assert!(is_word(word), "{word}");
        }
        for text in ["", "two words", "</tools>", "a\n", "a\u{200B}b", &"x".repeat(MAX_TERM_CHARS + 1)] {
            assert!(!is_word(text), "{text:?}");
        }
    }
}
