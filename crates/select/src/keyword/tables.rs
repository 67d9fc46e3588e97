//! What a prompt says and what tools are called: the drift that everybody has.

/// Pairs of words that stand for each other, in both directions (document 001).
///
/// A word of the prompt brings its partners along, and these bring nobody.
pub const DEFAULT_SYNONYMS: [(&str, &str); 15] = [
    ("check", "verify"),
    ("check", "inspect"),
    ("check", "search"),
    ("find", "search"),
    ("find", "locate"),
    ("open", "read"),
    ("show", "read"),
    ("view", "read"),
    ("fix", "edit"),
    ("change", "edit"),
    ("modify", "edit"),
    ("create", "write"),
    ("make", "write"),
    ("start", "run"),
    ("launch", "run"),
];

/// Phrases and the word that each stands for (document 001). There is no pair for `look` alone, which would mean all of them.
pub const DEFAULT_PHRASES: [(&str, &str); 4] =
    [("look up", "search"), ("look at", "read"), ("look for", "search"), ("figure out", "plan")];

/// Whether a text in lower case has a phrase that is part of no longer word at either end.
pub(super) fn has_phrase(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(start, _)| {
        let before = text.get(..start).and_then(|before| before.chars().next_back());
        let behind = text.get(start + phrase.len()..).and_then(|behind| behind.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::super::words::words;
    use super::*;

    /// LOOP-024: the tables are those of the document.
    #[test]
    fn the_tables() {
        let pairs = DEFAULT_SYNONYMS.map(|(one, other)| format!("{one}-{other}"));
        assert_eq!(
            pairs.join(", "),
            "check-verify, check-inspect, check-search, find-search, find-locate, open-read, show-read, view-read, \
             fix-edit, change-edit, modify-edit, create-write, make-write, start-run, launch-run"
        );
        let phrases = DEFAULT_PHRASES.map(|(phrase, word)| format!("{phrase} > {word}"));
        assert_eq!(phrases.join(", "), "look up > search, look at > read, look for > search, figure out > plan");
    }

    /// LOOP-023, LOOP-024: every side of a pair and every target of a phrase is a word that can be met, and a phrase is more than one, in lower case.
    #[test]
    fn nothing_in_the_tables_is_dead() {
        let sides = DEFAULT_SYNONYMS.iter().flat_map(|(one, other)| [*one, *other]);
        for word in sides.chain(DEFAULT_PHRASES.iter().map(|(_, word)| *word)) {
            assert_eq!(words(word).collect::<Vec<_>>(), [word]);
        }
        for (phrase, _) in DEFAULT_PHRASES {
            assert!(phrase.contains(' ') && phrase == phrase.to_ascii_lowercase(), "{phrase}");
        }
    }

    /// LOOP-026, LOOP-027: a phrase ends where its words end, whatever letters come next, with exactly one space in it; a later place may do where one does not.
    #[test]
    fn phrases_end_where_words_end() {
        for (text, found) in [
            ("look up rust news", true),
            ("please look up", true),
            ("(look up)", true),
            ("look_up", false),
            ("look upon the sea", false),
            ("outlook up there", false),
            ("look upé", false),
            ("élook up", false),
            ("look up2", false),
            ("look up_", true),
            ("look  up", false),
            ("look\nup", false),
            ("look upon it then look up", true),
            ("outlook up, look up!", true),
            ("look", false),
            ("", false),
        ] {
            assert_eq!(has_phrase(text, "look up"), found, "{text:?}");
        }
    }
}
