//! Text to terms.

use std::ops::ControlFlow;

use toolsift_tokenizer::{MAX_TERM_CHARS, for_each_term, is_ignorable, terms};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A cap that no input reaches.
const ALL: usize = 1 << 24;

/// Terms are short and of letters, digits and marks; both paths give the same; neither what stands behind the cap nor what nobody sees changes one; and they are
/// those of the text's normal form. The first byte is also a cap, in eights.
pub(crate) fn tokenize(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    capped(text, data.first().copied().map_or(0, usize::from) * 8);
    let found = terms(text, ALL);
    assert_eq!(terms(text, ALL), found, "a second time");
    found.iter().for_each(|term| well_formed(term));
    if text.is_ascii() {
        assert_eq!(terms(&by_the_general_path(text), ALL), found, "by the general path");
    }
    let hidden: String = text.chars().flat_map(|c| ['\u{200b}', c, '\u{ad}']).collect();
    assert_eq!(terms(&hidden, ALL), found, "with hidden characters");
    let normal: String = text.chars().filter(|c| !is_ignorable(*c)).nfkc().collect();
    assert_eq!(terms(&normal, ALL), found, "in normal form");
}

/// What stands behind the cap changes nothing.
fn capped(text: &str, max: usize) {
    let found = terms(text, max);
    let head: String = text.chars().take(max).collect();
    assert_eq!(terms(&head, max), found, "without what stands behind the cap");
    if head.len() < text.len() {
        assert_eq!(terms(&format!("{head}s\u{301}Tail"), max), found, "with something else behind the cap");
    }
    found.iter().for_each(|term| well_formed(term));
    one_by_one(text, max, &found);
}

fn well_formed(term: &str) {
    assert!((1..=MAX_TERM_CHARS).contains(&term.chars().count()), "{term:?}");
    assert!(term.chars().all(|c| c.is_alphanumeric() || is_combining_mark(c)), "{term:?}");
    assert!(!term.chars().any(is_ignorable), "{term:?}");
}

/// The visitor gets the same terms, and none after it has broken off.
fn one_by_one(text: &str, max: usize, terms: &[String]) {
    let mut place = 0;
    for_each_term(text, max, |term| {
        assert_eq!(Some(term), terms.get(place).map(String::as_str));
        place += 1;
        if place * 2 > terms.len() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(place, if terms.is_empty() { 0 } else { terms.len() / 2 + 1 });
}

/// ASCII text with separators that are not ASCII, so that no word of it takes the path of ASCII.
fn by_the_general_path(text: &str) -> String {
    let between = |c: char| if c.is_ascii_alphanumeric() { c } else { '—' };
    text.chars().map(between).chain(['—']).collect()
}
