//! A query of words, as FTS5 takes it.

use toolsift::tokenizer::Stopwords;

/// Most words of a query that are searched for; that there are more is said in a warning.
pub(super) const MAX_WORDS: usize = 16;

/// The words of a query: runs of letters and digits, without those that say nothing unless all are such.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Words {
    words: Vec<String>,
    /// Whether there were more.
    pub(super) is_cut: bool,
}

impl Words {
    /// The words of a text.
    pub(super) fn of(query: &str) -> Self {
        let all: Vec<&str> = query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let stopwords = Stopwords::default();
        let is_said = |word: &&str| !stopwords.contains(&word.to_lowercase());
        let mut said: Vec<&str> = all.iter().copied().filter(is_said).collect();
        if said.is_empty() {
            said = all;
        }
        let is_cut = said.len() > MAX_WORDS;
        said.truncate(MAX_WORDS);
        Self { words: said.into_iter().map(str::to_owned).collect(), is_cut }
    }

    /// What `MATCH` takes: any of the words. Each is a quoted string of letters and digits, so that nothing of a query is syntax. Nothing where there is no word.
    pub(super) fn expression(&self) -> Option<String> {
        let quoted: Vec<String> = self.words.iter().map(|word| format!("\"{word}\"")).collect();
        (!quoted.is_empty()).then(|| quoted.join(" OR "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What FTS5 would take for syntax is a separator or a word like any other.
    #[test]
    fn nothing_of_a_query_is_syntax() {
        for (query, expected) in [
            ("berth plan", Some(r#""berth" OR "plan""#)),
            ("\"", None),
            ("?! * ^ -", None),
            ("a\" OR \"b", Some(r#""b""#)),
            ("NEAR(berth plan, 5)", Some(r#""NEAR" OR "berth" OR "plan" OR "5""#)),
            ("title:berth", Some(r#""title" OR "berth""#)),
            ("{title text}: ber*", Some(r#""title" OR "text" OR "ber""#)),
            ("berth AND NOT plan", Some(r#""berth" OR "NOT" OR "plan""#)),
            ("^berth + \"plan\"", Some(r#""berth" OR "plan""#)),
            ("the", Some(r#""the""#)),
            ("when is the berth free", Some(r#""when" OR "berth" OR "free""#)),
            ("Köln 港", Some(r#""Köln" OR "港""#)),
        ] {
            assert_eq!(Words::of(query).expression().as_deref(), expected, "{query}");
        }
    }

    #[test]
    fn a_query_is_cut_behind_its_words() {
        let words = |count: usize| Words::of(&"berth ".repeat(count));
        assert!(!words(MAX_WORDS).is_cut);
        let cut = words(MAX_WORDS + 1);
        assert!(cut.is_cut);
        assert_eq!(cut.words.len(), MAX_WORDS);
    }
}
