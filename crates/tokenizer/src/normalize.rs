//! Bounded normalisation: cut, drop what is invisible, NFKC, cut again, fold case.

use icu_casemap::CaseMapper;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::compose;

use crate::ignorable::is_ignorable;
use crate::traits::{Form, ascii_of_wide, form};

/// The first `max_chars` characters, visible ones only, in NFKC, and again no more than `max_chars` of them:
/// normalising one character may give up to 18.
///
/// What is in normal form is copied, or not even that where all of it is. The rest is normalised stretch by stretch.
pub(crate) fn nfkc_prefix(text: &str, max_chars: usize) -> Cow<'_, str> {
    let text = first_chars(text, max_chars);
    let (done, mut rest) = text.split_at(stable_len(text));
    if rest.is_empty() {
        return Cow::Borrowed(done);
    }
    let mut normal = String::with_capacity(text.len());
    normal.push_str(done);
    let mut chars = rest.chars();
    while let Some(c) = chars.next() {
        match form(c) {
            Form::Ignorable => {}
            Form::Wide => normal.extend(ascii_of_wide(c)),
            Form::Stable => {
                let (stable, after) = rest.split_at(stable_len(rest));
                normal.push_str(stable);
                chars = after.chars();
            }
            Form::Joining | Form::Unstable => {
                let (stretch, after) = rest.split_at(unstable_len(rest));
                normalize_onto(&mut normal, stretch, max_chars);
                chars = after.chars();
            }
        }
        rest = chars.as_str();
    }
    normal.truncate(first_chars(&normal, max_chars).len());
    Cow::Owned(normal)
}

/// Adds at most `max_chars` characters of a stretch that is not in normal form, or might not be behind what stands before it. Only the last
/// character there can take part: a stable one, since a stretch ends where one follows.
fn normalize_onto(normal: &mut String, stretch: &str, max_chars: usize) {
    let last = normal.pop();
    if let Some((letter, mark)) = last.filter(char::is_ascii).zip(only_mark(stretch)) {
        return match compose(letter, mark) {
            Some(composed) => normal.push(composed),
            None => normal.extend([letter, mark]),
        };
    }
    let visible = stretch.chars().filter(|&c| !is_ignorable(c));
    normal.extend(last.into_iter().chain(visible).nfkc().take(max_chars));
}

/// The character of a stretch that is one joining mark, as most are.
fn only_mark(stretch: &str) -> Option<char> {
    let mut chars = stretch.chars();
    chars.next().filter(|&c| chars.as_str().is_empty() && form(c) == Form::Joining)
}

/// The text up to its character `max_chars`.
pub(crate) fn first_chars(text: &str, max_chars: usize) -> &str {
    if text.len() <= max_chars {
        return text;
    }
    let end = text.char_indices().nth(max_chars).map_or(text.len(), |(end, _)| end);
    text.get(..end).unwrap_or(text)
}

/// How many bytes at the start of a text are stable.
fn stable_len(text: &str) -> usize {
    let mut rest = text;
    loop {
        rest = rest.get(ascii_len(rest)..).unwrap_or_default();
        let mut chars = rest.chars();
        match chars.next() {
            Some(c) if form(c) == Form::Stable => rest = chars.as_str(),
            _ => return text.len() - rest.len(),
        }
    }
}

/// How many bytes at the start of a text come before a character that takes no part in what stands before it.
fn unstable_len(text: &str) -> usize {
    text.find(|c| matches!(form(c), Form::Stable | Form::Wide)).unwrap_or(text.len())
}

/// How many bytes at the start of a text are ASCII.
#[inline]
pub(crate) fn ascii_len(text: &str) -> usize {
    const AT_ONCE: usize = 16;
    let bytes = text.as_bytes();
    let chunks = bytes.chunks_exact(AT_ONCE).take_while(|chunk| chunk.is_ascii()).count() * AT_ONCE;
    let rest = bytes.get(chunks..).unwrap_or_default();
    chunks + rest.iter().take_while(|byte| byte.is_ascii()).count()
}

/// Full Unicode case folding, the same in every locale: `ß` is `ss`, a final sigma is a sigma.
pub(crate) fn fold_case(text: &str) -> Cow<'_, str> {
    CaseMapper::new().fold_string(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        /// Stretch by stretch gives what the whole gives.
        #[test]
        fn stretches_are_normalised_like_the_whole(text in plain::MIXED, max in 0_usize..70) {
            prop_assert_eq!(nfkc_prefix(&text, max), plain::nfkc_prefix(&text, max));
        }
    }

    /// Every character behind and before others with which it may combine.
    #[test]
    fn every_character_among_others() {
        // Of the planes beyond the first three, which are slow to look up, those parts that have characters.
        let all = ('\0'..='\u{31FFF}').chain('\u{E0000}'..='\u{E01FF}');
        for c in all.filter(|&c| c < '\u{3400}' || form(c) != Form::Stable) {
            let text = format!("e{c} {c}e{c}\u{323}\u{301}{c}가{c}\u{11A8}\u{AD}{c}ｅ\u{3099}か{c}");
            assert_eq!(nfkc_prefix(&text, 100), plain::nfkc_prefix(&text, 100), "U+{:04X}", u32::from(c));
        }
    }
}
