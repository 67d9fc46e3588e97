//! The one line that is shown of a tool.

use toolsift_core::limits::MAX_LISTING_CHARS;
use toolsift_core::{ToolDefinition, chars_prefix};
use toolsift_tokenizer::is_ignorable;

use crate::trust::{Trust, trust};

/// What is shown in place of a description that is not believed (ADR 0125, D7).
pub const WITHHELD: &str = "Third-party tool; description withheld";

/// The line that may be shown of a tool: the first line of its description, or [`WITHHELD`]; empty where the host wrote none.
///
/// # Complexity
///
/// Linear in the first line's cap of 160 characters, not in the description.
#[must_use]
pub fn listing(tool: &ToolDefinition) -> String {
    if trust(tool) == Trust::Unvouched {
        return WITHHELD.to_owned();
    }
    match &tool.description {
        Some(description) if description.is_tainted() => WITHHELD.to_owned(),
        Some(description) => first_line(description.as_str()),
        None => String::new(),
    }
}

/// The first line of a text that has something on it, up to 160 characters, without characters that control or hide.
///
/// A line ends at any of LF, CR, VT, FF, NEL, U+2028 and U+2029 (ADR 0125, review round 1).
///
/// ```
/// assert_eq!(toolsift_trust_policy::first_line("\n  Opens\u{202e} an issue. \nThen more."), "Opens an issue.");
/// ```
#[must_use]
pub fn first_line(text: &str) -> String {
    chars_prefix(&uncut_line(text), MAX_LISTING_CHARS).trim_end().to_owned()
}

/// Whether the [first line](first_line) of a text is shown whole.
pub(crate) fn is_whole_line(text: &str) -> bool {
    uncut_line(text).chars().nth(MAX_LISTING_CHARS).is_none()
}

fn uncut_line(text: &str) -> String {
    /// How far blank lines are skipped.
    const READ: usize = 2_000;
    const LINE_ENDS: [char; 7] = ['\n', '\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'];
    let text = chars_prefix(text, READ);
    text.split(LINE_ENDS).map(visible).find(|line| !line.is_empty()).unwrap_or_default()
}

fn visible(line: &str) -> String {
    let visible: String = line.chars().filter(|&c| !is_ignorable(c) && (c == '\t' || !c.is_control())).collect();
    visible.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ADR-008, ADR-273, C2-21: one line, bounded, cut at a character, whatever ends it.
    #[test]
    fn the_first_line() {
        for end in ["\n", "\r\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"] {
            assert_eq!(first_line(&format!("one{end}two")), "one", "{end:?}");
        }
        for (text, line) in [
            ("", ""),
            (" \n\t\n", ""),
            ("  one  ", "one"),
            ("\n\n one", "one"),
            ("a\u{1b}[31mb\u{0}c", "a[31mbc"),
            ("re\u{200b}ad\u{e0041}", "read"),
            ("a\tb", "a\tb"),
        ] {
            assert_eq!(first_line(text), line, "{text:?}");
        }
        assert_eq!(first_line(&"日".repeat(161)), "日".repeat(160));
        assert_eq!(first_line(&format!("{} tail", "x".repeat(159))), "x".repeat(159));
        assert_eq!(first_line(&format!("{}late", "\n".repeat(2_000))), "", "blank lines are skipped up to a bound");
    }
}
