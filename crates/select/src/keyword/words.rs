//! The words that keywords are matched by: plainer than the terms of the index, and ASCII only.
//!
//! Document 001 pins them exactly, so they are their own and not those of `toolsift-tokenizer`: no camel case, no plural, no other script.

use std::borrow::Cow;
use std::collections::BTreeSet;

/// The shortest word that counts, in bytes (document 001).
pub const MIN_WORD_BYTES: usize = 3;

/// Words that never count (document 001): a prompt's `the` must not select every tool that says `the`.
pub const KEYWORD_STOPWORDS: [&str; 39] = [
    "the", "and", "for", "with", "from", "that", "this", "these", "those", "you", "your", "are", "was", "were", "has",
    "have", "had", "its", "can", "could", "will", "would", "should", "use", "using", "get", "gets", "all", "how",
    "what", "when", "where", "who", "why", "into", "out", "not", "but", "please",
];

/// The words of a text in their order, in lower case, as often as they stand there.
///
/// A word is a run of ASCII letters and digits; whatever else there is divides.
pub(super) fn words(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|run| run.len() >= MIN_WORD_BYTES)
        .map(lower)
        .filter(|word| !is_stopword(word))
}

/// The distinct words of a text, in the order of their first appearance.
pub(super) fn distinct(text: &str) -> Vec<Cow<'_, str>> {
    let mut seen = BTreeSet::new();
    words(text).filter(|word| seen.insert(word.clone())).collect()
}

pub(super) fn is_stopword(word: &str) -> bool {
    KEYWORD_STOPWORDS.contains(&word)
}

/// A text with its ASCII letters in lower case.
pub(super) fn lower(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(words(text).collect::<Vec<_>>(), expected, "{text:?}");
    }

    /// LOOP-014: runs of ASCII letters and digits of three or more, in lower case; everything else divides.
    #[test]
    fn words_by_hand() {
        check("read_file", &["read", "file"]);
        check("webSearch", &["websearch"]);
        check("HTTPServer2 s3 oauth2", &["httpserver2", "oauth2"]);
        check("list-files/of.a:repo", &["list", "files", "repo"]);
        check("naïve", &[]);
        check("Прочитай файл", &[]);
        check("файл.txt abc", &["txt", "abc"]);
        check("ab abc abcd", &["abc", "abcd"]);
        check("ﬁle ＡＢＣ", &[]);
        check("", &[]);
        check("last", &["last"]);
    }

    /// LOOP-016: the document's own example, each word once.
    #[test]
    fn a_word_counts_once() {
        check("Read a FILE, read it now!", &["read", "file", "read", "now"]);
        assert_eq!(distinct("Read a FILE, read it now!"), ["read", "file", "now"]);
    }

    /// LOOP-015: glue is no word, in whatever case it is written.
    #[test]
    fn stopwords_are_dropped() {
        check("search The web FOR rust news with the api", &["search", "web", "rust", "news", "api"]);
        for word in KEYWORD_STOPWORDS {
            check(&word.to_ascii_uppercase(), &[]);
        }
    }

    /// LOOP-015: the list is that of the document, word for word.
    #[test]
    fn the_list_of_stopwords() {
        let list = "the and for with from that this these those you your are was were has have had its can could will \
                    would should use using get gets all how what when where who why into out not but please";
        let list: BTreeSet<&str> = list.split(' ').collect();
        assert_eq!(BTreeSet::from(KEYWORD_STOPWORDS), list);
        assert_eq!(list.len(), 39);
    }
}
