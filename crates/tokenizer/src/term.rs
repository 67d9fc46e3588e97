//! The entry: text in, terms out, by the ASCII path where the text allows it.

use std::ops::ControlFlow;

use crate::{ascii, unicode};

/// Longest part of a field that is read, in characters (ADR 0125, D6).
pub const MAX_FIELD_CHARS: usize = 2_000;

/// Longest term, in characters (ADR 0125, D6). What is cut off is gone: two words that agree in their first 32 are one term.
pub const MAX_TERM_CHARS: usize = 32;

/// Hands the terms of the first `max_chars` characters of a text to `visit`, in order and with repeats, until it breaks.
///
/// # Complexity
///
/// Linear in `max_chars`: the rest of the text is not looked at. ASCII text allocates nothing.
///
/// ```
/// use std::ops::ControlFlow;
/// use toolsift_tokenizer::for_each_term;
///
/// let mut first = String::new();
/// for_each_term("HTTPServer list_queries", 2_000, |term| {
///     first.push_str(term);
///     ControlFlow::Break(())
/// });
/// assert_eq!(first, "http");
/// ```
pub fn for_each_term(text: &str, max_chars: usize, mut visit: impl FnMut(&str) -> ControlFlow<()>) {
    // Both paths answer whether they were stopped, which nobody needs to know here.
    let _ = match ascii_prefix(text, max_chars) {
        Some(ascii) => ascii::for_each_term(ascii, &mut visit),
        None => unicode::for_each_term(text, max_chars, &mut visit),
    };
}

/// The terms of the first `max_chars` characters of a text, in order and with repeats.
///
/// # Complexity
///
/// As [`for_each_term`], plus one allocation a term.
#[must_use]
pub fn terms(text: &str, max_chars: usize) -> Vec<String> {
    let mut terms = Vec::new();
    for_each_term(text, max_chars, |term| {
        terms.push(term.to_owned());
        ControlFlow::Continue(())
    });
    terms
}

/// The first `max_chars` characters if all of them are ASCII.
pub(crate) fn ascii_prefix(text: &str, max_chars: usize) -> Option<&str> {
    // Where the cut would divide a character, there is one that is not ASCII.
    text.get(..max_chars.min(text.len())).filter(|prefix| prefix.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain;
    use proptest::prelude::*;
    use unicode_normalization::char::is_combining_mark;

    fn by_the_general_path(text: &str, max_chars: usize) -> Vec<String> {
        let mut terms = Vec::new();
        let _ = unicode::for_each_term(text, max_chars, &mut |term: &str| {
            terms.push(term.to_owned());
            ControlFlow::Continue(())
        });
        terms
    }

    fn check_invariants(text: &str, max_chars: usize) {
        for term in terms(text, max_chars) {
            let chars = term.chars().count();
            assert!((1..=MAX_TERM_CHARS).contains(&chars), "{term:?} of {text:?} has {chars} characters");
            assert!(term.chars().all(|c| c.is_alphanumeric() || is_combining_mark(c)), "{term:?} of {text:?}");
            assert!(!term.chars().any(crate::is_ignorable), "{term:?} of {text:?}");
        }
    }

    const IDENTIFIERS: &str = "([a-zA-Z0-9]{0,40}(ies|ie|us|use|uses|ss|s|se|ches)?[ -~\\t\\n\\x00]?){0,6}";
    const ODD_TEXT: &str = "\\PC{0,60}|.{0,60}|[a1A_\\- İẞΣﷺ\u{301}\u{e0041}ー文กั]{0,12}";

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// The two paths agree on ASCII, endings that fold and words over the cap included.
        #[test]
        fn both_paths_give_the_same_terms(text in IDENTIFIERS, max in 0_usize..200) {
            prop_assert_eq!(terms(&text, max), by_the_general_path(&text, max));
        }

        /// Whichever path a text takes, its terms are those of the rules read plainly.
        #[test]
        fn every_path_gives_the_terms_of_the_rules(ascii in IDENTIFIERS, mixed in plain::MIXED, max in 0_usize..200) {
            prop_assert_eq!(terms(&ascii, max), plain::terms(&ascii, max));
            prop_assert_eq!(terms(&mixed, max), plain::terms(&mixed, max));
        }

        /// A long text is read in pieces, and no word is cut by it, however long.
        #[test]
        fn pieces_give_the_terms_of_the_rules(text in "([a-zA-Z0-9]{0,20}[ _.]|[a-z]{250,270}|[a-zA-Z]{200,600}[ s]){0,6}") {
            prop_assert_eq!(terms(&text, MAX_FIELD_CHARS), plain::terms(&text, MAX_FIELD_CHARS));
        }

        /// C2-17: every term is made of letters, digits and marks, 1 to 32 of them, whatever the text.
        #[test]
        fn terms_of_any_text_keep_the_promises(text in ODD_TEXT, max in 0_usize..70) {
            check_invariants(&text, max);
        }

        /// ADR-068: what stands behind the cut has no influence.
        #[test]
        fn the_rest_is_not_read(text in ".{0,40}", tail in ".{0,20}") {
            let max = text.chars().count();
            prop_assert_eq!(terms(&format!("{text}{tail}"), max), terms(&text, max));
        }

        /// C2-26, C2-27: a character that nobody sees changes nothing, wherever it hides.
        #[test]
        fn invisible_characters_change_nothing(
            text in "[a-zA-Z0-9éß文 _-]{0,30}",
            at in 0_usize..31,
            hidden in "[\u{ad}\u{200b}\u{2066}\u{fe0f}\u{e0041}\u{e007f}\u{3164}\u{34f}]{1,4}",
        ) {
            let split = text.char_indices().nth(at).map_or(text.len(), |(start, _)| start);
            let (head, tail) = text.split_at(split);
            prop_assert_eq!(terms(&format!("{head}{hidden}{tail}"), 100), terms(&text, 100));
        }
    }

    /// Every string of up to five characters over those where things happen.
    #[test]
    fn every_short_string_over_boundary_characters_keeps_the_promises() {
        let alphabet = ['a', 'A', '1', '_', ' ', 'İ', 'ẞ', 'Σ', 'ﷺ', '\u{301}', '\u{E0041}', '文'];
        let mut texts = vec![String::new()];
        for _ in 0..5 {
            texts = texts.iter().flat_map(|text| alphabet.iter().map(move |c| format!("{text}{c}"))).collect();
            for text in &texts {
                check_invariants(text, 100);
                assert!(text.chars().count() > 4 || terms(text, 100) == plain::terms(text, 100), "{text:?}");
            }
        }
    }
}
