//! Bounded normalisation: cut, drop what is invisible, NFKC, cut again, fold case.

use icu_casemap::CaseMapper;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

use crate::ignorable::is_ignorable;

/// The first `max_chars` characters, visible ones only, in NFKC, and again no more than `max_chars` of them:
/// normalising one character may give up to 18.
pub(crate) fn nfkc_prefix(text: &str, max_chars: usize) -> String {
    text.chars().take(max_chars).filter(|&c| !is_ignorable(c)).nfkc().take(max_chars).collect()
}

/// Full Unicode case folding, the same in every locale: `ß` is `ss`, a final sigma is a sigma.
pub(crate) fn fold_case(text: &str) -> Cow<'_, str> {
    CaseMapper::new().fold_string(text)
}
