//! What a search decided, as it is recorded.

use serde::Serialize;
use toolsift_core::chars_prefix;

use crate::lenient;

/// Longest part of a query that is recorded, in characters (ADR 0125, D4).
pub const MAX_RECORDED_QUERY_CHARS: usize = 200;
/// Most ids of one list that are read. A page has at most 50.
pub const MAX_RECORDED_IDS: usize = 256;
/// Most unmatched terms that are recorded and read.
pub const MAX_RECORDED_TERMS: usize = 16;

/// The choice of a search decision. Keys are written in the order of the fields; `skills` only where searches find skills, the others but `ranker`, `query`, `results` and `loaded`
/// only if they hold something.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SearchChoice {
    /// The kind of the ranker.
    pub ranker: String,
    /// The kind of the skill ranker, where two rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill_ranker: Option<String>,
    /// The query, as much as is recorded of it.
    pub query: String,
    /// The tools of the page, in its order.
    pub results: Vec<String>,
    /// Those of them that joined the menu.
    pub loaded: Vec<String>,
    /// The skills of the page, in its order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<String>>,
    /// Hits that were on the menu already.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub on_menu: Vec<String>,
    /// The code of the note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Terms of the query that no tool contains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmatched: Vec<String>,
    /// The length of the serialised result, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_bytes: Option<u64>,
}

impl SearchChoice {
    /// A choice without results.
    #[must_use]
    pub fn new(ranker: impl Into<String>, query: &str) -> Self {
        Self {
            ranker: ranker.into(),
            query: chars_prefix(query, MAX_RECORDED_QUERY_CHARS).to_owned(),
            ..Self::default()
        }
    }

    /// Reads a choice as leniently as is safe: what is missing or has another type counts as absent, entries of a list that
    /// are no texts are left out, lists and texts are cut at their caps. A value that is no object, or that gives a key twice, is a choice of nothing.
    ///
    /// # Complexity
    ///
    /// Linear in the text, whose length the journal's reader has bounded; nothing recurses.
    ///
    /// ```
    /// use toolsift_replay::SearchChoice;
    ///
    /// let choice = SearchChoice::read(r#"{ "ranker": 5, "query": "q", "results": ["a", 1, null, ["b"], "c"] }"#);
    /// assert_eq!(choice.results, ["a", "c"]);
    /// assert_eq!(SearchChoice::read(r#"["bm25f", "q", ["a"], ["a"]]"#).results, [""; 0]);
    /// assert_eq!(SearchChoice::read(r#"{ "results": ["a"], "results": ["b"] }"#).results, [""; 0]);
    /// ```
    #[must_use]
    pub fn read(json: &str) -> Self {
        let Some(fields) = lenient::object(json) else { return Self::default() };
        let text = |key, cap| fields.text(key).map(|text| chars_prefix(&text, cap).to_owned());
        /// Longest name of a ranker or note that is read.
        const NAME: usize = 128;
        Self {
            ranker: text("ranker", NAME).unwrap_or_default(),
            skill_ranker: text("skillRanker", NAME),
            query: text("query", MAX_RECORDED_QUERY_CHARS).unwrap_or_default(),
            results: fields.texts("results", MAX_RECORDED_IDS).unwrap_or_default(),
            loaded: fields.texts("loaded", MAX_RECORDED_IDS).unwrap_or_default(),
            skills: fields.texts("skills", MAX_RECORDED_IDS),
            on_menu: fields.texts("onMenu", MAX_RECORDED_IDS).unwrap_or_default(),
            note: text("note", NAME),
            unmatched: fields.texts("unmatched", MAX_RECORDED_TERMS).unwrap_or_default(),
            result_bytes: fields.integer("resultBytes"),
        }
    }

    /// The choice as JSON, its keys in their order.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Texts, lists of texts and an integer: nothing that could fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}
