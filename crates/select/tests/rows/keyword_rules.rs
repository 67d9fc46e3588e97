//! A host's pair that could never fire is refused when the selector is made.

use toolsift_select::{DeadWord, KEYWORD_STOPWORDS, KeywordSelector, SelectError};

fn dead(one: &str, other: &str) -> Option<(String, DeadWord)> {
    match KeywordSelector::default().with_synonyms([("living", "word"), (one, other)]) {
        Ok(_) => None,
        Err(SelectError::DeadSynonym { word, dead }) => Some((word, dead)),
        Err(_) => panic!("there is one error"),
    }
}

/// LOOP-023: either side is held to be one word of three or more ASCII letters and digits that is no stopword; the error names it.
#[test]
fn dead_pairs() {
    for (word, reason) in [
        ("ab", DeadWord::Short),
        ("A1", DeadWord::Short),
        ("", DeadWord::NotOneWord),
        ("look up", DeadWord::NotOneWord),
        ("read_file", DeadWord::NotOneWord),
        (" lint", DeadWord::NotOneWord),
        ("naïve", DeadWord::NotOneWord),
        ("файл", DeadWord::NotOneWord),
        ("é", DeadWord::NotOneWord),
        ("the", DeadWord::Stopword),
        ("USE", DeadWord::Stopword),
    ] {
        let expected = Some((word.to_owned(), reason));
        assert_eq!(dead(word, "lint"), expected);
        assert_eq!(dead("lint", word), expected);
    }
    for word in KEYWORD_STOPWORDS {
        assert_eq!(dead(word, "lint"), Some((word.to_owned(), DeadWord::Stopword)));
    }
    for word in ["abc", "SQL", "s3x", "123"] {
        assert_eq!(dead(word, "lint"), None, "{word}");
    }
}

#[test]
fn the_error_names_the_word_and_the_rule() {
    for (word, message) in [
        ("look up", r#"a synonym must be one word of ASCII letters and digits, and "look up" is not"#),
        ("ab", r#"a synonym must be three characters or longer, and "ab" is not"#),
        ("The", r#"a synonym must be no stopword, and "The" is not"#),
    ] {
        let error = KeywordSelector::default().with_synonyms([(word, "lint")]).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
