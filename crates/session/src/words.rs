//! The words of a query that a note may name.

use toolsift_core::chars_prefix;
use toolsift_replay::MAX_RECORDED_TERMS;

use crate::run::MAX_SEARCH_QUERY_CHARS;

/// Most terms of a ranker that are looked at: no query has more.
pub(crate) const MAX_TERMS_READ: usize = 512;

/// The words of a query that no tool contains, as a model may read them: single short words, each of them the query's own.
///
/// Rankers and records are hostile and terms are folded, so a term only points at a word: at the first one of the query that it begins, but for its last three letters,
/// or whose plural folds to it (`cities`, `city`). A term in the middle of a word, as of a divided one or of a script without spaces, stands for itself.
pub(crate) fn unmatched(query: &str, terms: &[String]) -> Vec<String> {
    /// Longest word, in characters: the tokenizer's cap.
    const WORD: usize = 32;
    /// How much a plural fold takes away at most, in characters.
    const FOLDED: usize = 3;
    let query = chars_prefix(query, MAX_SEARCH_QUERY_CHARS).to_lowercase();
    let words = || query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let chars = |text: &str| text.chars().count();
    let word_of = |term: &String| {
        if term.is_empty() || term.chars().nth(WORD).is_some() || !term.chars().all(char::is_alphanumeric) {
            return None;
        }
        let stem = term.strip_suffix('y').filter(|stem| !stem.is_empty()).map(|stem| format!("{stem}ie"));
        let begins = |word: &&str| {
            word.starts_with(term.as_str()) && chars(word) <= chars(term) + FOLDED
                || stem.as_ref().is_some_and(|stem| word.starts_with(stem.as_str()) && chars(word) <= chars(stem) + 1)
        };
        let whole =
            words().find(|word| *word == term).or_else(|| words().find(begins)).filter(|word| chars(word) <= WORD);
        whole.map(str::to_owned).or_else(|| query.contains(term.as_str()).then(|| term.clone()))
    };
    let mut found: Vec<String> = Vec::new();
    for word in terms.iter().take(MAX_TERMS_READ).filter_map(word_of) {
        if found.len() < MAX_RECORDED_TERMS && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_up_to_32_characters() {
        for (query, term, named) in
            [(32, 32, Some(32)), (32, 29, Some(32)), (33, 33, None), (33, 32, Some(32)), (32, 28, Some(28))]
        {
            let [query, term] = [query, term].map(|chars| "é".repeat(chars));
            let expected: Vec<String> = named.map(|chars| "é".repeat(chars)).into_iter().collect();
            assert_eq!(unmatched(&query, std::slice::from_ref(&term)), expected, "{query} {term}");
        }
    }

    /// Of a query's words the first sixteen are named, each once; of a ranker's terms the first 512 are looked at.
    #[test]
    fn so_many_and_no_more() {
        let words: Vec<String> = (10..27).map(|number| format!("w{number}")).collect();
        let twice = [words.as_slice(), &words].concat();
        assert_eq!(unmatched(&words.join(" "), &twice), words[..16]);
        for (strangers, named) in [(511, &words[..1]), (512, &[])] {
            let mut terms = vec!["stranger".to_owned(); strangers];
            terms.push(words[0].clone());
            assert_eq!(unmatched(&words.join(" "), &terms), named);
        }
    }
}
