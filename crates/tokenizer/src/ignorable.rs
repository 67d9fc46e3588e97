//! Characters that nobody sees.

/// Whether a character is invisible and must neither split a word nor hide inside one.
///
/// Soft hyphen, joiners, zero-width spaces, bidirectional controls, variation selectors, Hangul fillers, tag characters
/// (an invisible ASCII alphabet, emoji flags are no exception) and their like: U+00AD, 034F, 061C, 115F–1160, 17B4–17B5,
/// 180B–180F, 200B–200F, 202A–202E, 2060–206F, 3164, FE00–FE0F, FEFF, FFA0, FFF0–FFF8, 1BCA0–1BCA3, 1D173–1D17A, E0000–E0FFF.
///
/// ```
/// assert!(toolsift_tokenizer::is_ignorable('\u{200B}'));
/// assert!(!toolsift_tokenizer::is_ignorable(' '));
/// ```
#[must_use]
pub fn is_ignorable(c: char) -> bool {
    matches!(
        c,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}
