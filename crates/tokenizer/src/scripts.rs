//! Scripts that are written without spaces between words.

/// Whether a character belongs to Han, Hiragana, Katakana, Hangul, Thai, Lao, Khmer or Myanmar.
///
/// Blocks, not the script property, so that the shared marks of a script (`ー`, Thai vowel signs, the combining voiced
/// sound mark) stay with their neighbours. Held against the script property in the tests.
pub(crate) fn is_unspaced(c: char) -> bool {
    // Everything below the first range, which is most text, answers at once.
    c >= '\u{E00}'
        && matches!(
            c,
            '\u{E01}'..='\u{E3A}' | '\u{E40}'..='\u{E5B}' // Thai, less the currency sign
            | '\u{E80}'..='\u{EFF}' // Lao
            | '\u{1000}'..='\u{109F}' // Myanmar
            | '\u{1100}'..='\u{11FF}' // Hangul letters
            | '\u{1780}'..='\u{17FF}' | '\u{19E0}'..='\u{19FF}' // Khmer
            | '\u{2E80}'..='\u{2FDF}' // Han radicals
            | '\u{3005}' | '\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3038}'..='\u{303B}' // Han signs
            | '\u{302E}'..='\u{302F}' // Hangul tone marks
            | '\u{3041}'..='\u{3096}' | '\u{3099}'..='\u{309A}' | '\u{309D}'..='\u{309F}' // Hiragana
            | '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' // Katakana
            | '\u{3131}'..='\u{318E}' // Hangul letters
            | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' // Han
            | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}' // Hangul
            | '\u{A9E0}'..='\u{A9FE}' | '\u{AA60}'..='\u{AA7F}' // Myanmar
            | '\u{F900}'..='\u{FAFF}' // Han
            | '\u{116D0}'..='\u{116FF}' // Myanmar
            | '\u{16FE2}'..='\u{16FE3}' | '\u{16FF0}'..='\u{16FF6}' // Han signs
            | '\u{1AFF0}'..='\u{1B16F}' // kana supplements
            | '\u{20000}'..='\u{2FFFF}' | '\u{30000}'..='\u{3FFFF}' // Han
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_script::{Script, UnicodeScript};

    /// Every letter, digit or mark of the eight scripts is in the table, and nothing of another script is.
    #[test]
    fn the_table_agrees_with_the_script_property() {
        let unspaced = [
            Script::Han,
            Script::Hiragana,
            Script::Katakana,
            Script::Hangul,
            Script::Thai,
            Script::Lao,
            Script::Khmer,
            Script::Myanmar,
        ];
        for c in '\0'..=char::MAX {
            let in_word = c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c);
            let script = c.script();
            // What NFKC replaces never reaches the table.
            let survives = std::iter::once(c).eq(unicode_normalization::UnicodeNormalization::nfkc(std::iter::once(c)));
            if !in_word || !survives || crate::is_ignorable(c) {
                continue;
            }
            if unspaced.contains(&script) {
                assert!(is_unspaced(c), "U+{:04X} of {script:?} is missing", u32::from(c));
            } else if is_unspaced(c) {
                assert!(
                    matches!(script, Script::Common | Script::Inherited | Script::Unknown),
                    "U+{:04X} of {script:?} does not belong",
                    u32::from(c)
                );
            }
        }
    }
}
