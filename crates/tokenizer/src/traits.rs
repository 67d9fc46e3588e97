//! What a character is to the general path, looked up once and kept.

use std::sync::OnceLock;

use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_normalization::{IsNormalized, is_nfkc_quick};

use crate::camel::Class;
use crate::ignorable::is_ignorable;
use crate::normalize::fold_case;
use crate::scripts::is_unspaced;

/// What normalisation does to a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Nothing, and it joins nothing before it. A mark that follows may still join it.
    Stable,
    /// It is dropped.
    Ignorable,
    /// It becomes an ASCII character: [`ascii_of_wide`] tells which.
    Wide,
    /// A mark that nothing happens to, except that it may join a letter before it.
    Joining,
    /// Anything else.
    Unstable,
}

/// What a character is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Traits {
    pub(crate) class: Class,
    pub(crate) form: Form,
    /// Its folded form if that is one character.
    pub(crate) folded: Option<char>,
}

/// Characters of a page.
const PAGE: usize = 256;

/// Pages that are kept: those that nearly all text has. Each is filled when it is first needed.
const PAGES: usize = 0x100;

static KEPT: [OnceLock<Box<[Traits; PAGE]>>; PAGES] = [const { OnceLock::new() }; PAGES];

static ASCII: [Traits; 0x80] = {
    let mut all = [Traits { class: Class::Separator, form: Form::Stable, folded: None }; 0x80];
    let mut rest: &mut [Traits] = &mut all;
    let mut byte = 0_u8;
    while let [first, after @ ..] = rest {
        first.class = Class::of_ascii(byte);
        first.folded = Some(byte.to_ascii_lowercase() as char);
        byte += 1;
        rest = after;
    }
    all
};

/// What a character is.
#[inline]
pub(crate) fn traits(c: char) -> Traits {
    let code = c as usize;
    if let Some(traits) = ASCII.get(code) {
        return *traits;
    }
    // Whole ranges of nothing but ideographs and Hangul syllables.
    if matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}') {
        return Traits { class: Class::Unspaced, form: Form::Stable, folded: Some(c) };
    }
    let Some(page) = KEPT.get(code / PAGE) else { return look_up(c) };
    let page = page.get_or_init(|| fill(code / PAGE));
    page.get(code % PAGE).copied().unwrap_or_else(|| look_up(c))
}

/// What normalisation does to a character.
#[inline]
pub(crate) fn form(c: char) -> Form {
    traits(c).form
}

/// What a character is to the splitter.
#[inline]
pub(crate) fn class_of(c: char) -> Class {
    traits(c).class
}

#[cold]
fn fill(page: usize) -> Box<[Traits; PAGE]> {
    let mut code = u32::try_from(page * PAGE).unwrap_or_default()..;
    // A surrogate is no character, and none is asked for.
    let mut next = || code.next().and_then(char::from_u32).unwrap_or_default();
    Box::new(std::array::from_fn(|_| look_up(next())))
}

fn look_up(c: char) -> Traits {
    let mut bytes = [0; 4];
    let folded = fold_case(c.encode_utf8(&mut bytes));
    let mut chars = folded.chars();
    let folded = chars.next().filter(|_| chars.next().is_none());
    Traits { class: look_up_class(c), form: look_up_form(c), folded }
}

fn look_up_form(c: char) -> Form {
    if is_ignorable(c) {
        return Form::Ignorable;
    }
    if ascii_of_wide(c).is_some() {
        return Form::Wide;
    }
    match is_nfkc_quick(std::iter::once(c)) {
        IsNormalized::Yes if canonical_combining_class(c) == 0 => Form::Stable,
        // The block of marks that has those of all common letters.
        IsNormalized::Maybe if matches!(c, '\u{300}'..='\u{36F}') => Form::Joining,
        _ => Form::Unstable,
    }
}

/// The ASCII character of a full-width one. They lie in its order, but for the blank.
pub(crate) fn ascii_of_wide(c: char) -> Option<char> {
    match c {
        '\u{3000}' => Some(' '),
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFF01 + 0x21),
        _ => None,
    }
}

pub(crate) fn look_up_class(c: char) -> Class {
    if is_unspaced(c) && (c.is_alphanumeric() || is_combining_mark(c)) {
        Class::Unspaced
    } else if is_combining_mark(c) {
        Class::Mark
    } else if c.is_uppercase() {
        Class::Upper
    } else if c.is_lowercase() {
        Class::Lower
    } else if c.is_numeric() {
        Class::Digit
    } else if c.is_alphabetic() {
        Class::Letter
    } else {
        Class::Separator
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is answered without the tables is what they say.
    #[test]
    fn every_character_is_what_the_tables_say() {
        for c in '\0'..=char::MAX {
            assert_eq!(traits(c), look_up(c), "U+{:04X}", u32::from(c));
        }
    }

    /// A script without spaces has no case: its characters are handed out as they are.
    #[test]
    fn unspaced_characters_do_not_fold() {
        for c in ('\0'..=char::MAX).filter(|&c| class_of(c) == Class::Unspaced) {
            assert_eq!(traits(c).folded, Some(c), "U+{:04X}", u32::from(c));
        }
    }
}
