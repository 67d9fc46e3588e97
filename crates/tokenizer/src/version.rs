//! What the terms depend on besides the text.

use crate::normalize::fold_case;

/// The version of the rules of this crate. It rises whenever some text gives other terms than before.
pub const TOKENIZER_VERSION: u32 = 1;

/// The Unicode versions of the three tables that terms depend on: part of every index fingerprint.
///
/// They come with the compiler and with two dependencies, and may differ: an update of any of them may change the terms of rare characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnicodeVersions {
    /// Which characters are letters, digits, capitals: the standard library's tables.
    pub letters: (u8, u8, u8),
    /// NFKC and combining marks.
    pub normalization: (u8, u8, u8),
    /// Case folding: the major version, as far as this crate can tell them apart, else 15.
    pub case_folding: u8,
}

/// The versions in this build.
///
/// ```
/// assert!(toolsift_tokenizer::unicode_versions().letters.0 >= 16);
/// ```
#[must_use]
pub fn unicode_versions() -> UnicodeVersions {
    UnicodeVersions {
        letters: char::UNICODE_VERSION,
        normalization: unicode_normalization::UNICODE_VERSION,
        case_folding: case_folding_version(),
    }
}

/// The folding tables carry no version that a program can read, so ask for letters that got their case in a known one.
fn case_folding_version() -> u8 {
    let folds = |capital: &str| fold_case(capital) != capital;
    if folds("\u{A7CE}") {
        17
    } else if folds("\u{A7CB}") {
        16
    } else {
        15
    }
}
