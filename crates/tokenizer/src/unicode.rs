//! The general path: any text, one pass over its normal form.

use std::ops::ControlFlow;

use unicode_normalization::char::is_combining_mark;

use crate::camel::{Ahead, Class, is_boundary};
use crate::normalize::{fold_case, nfkc_prefix};
use crate::plural;
use crate::scripts::is_unspaced;
use crate::term::MAX_TERM_CHARS;

pub(crate) fn for_each_term(
    text: &str,
    max_chars: usize,
    visit: &mut impl FnMut(&str) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let text = nfkc_prefix(text, max_chars);
    let mut run = String::new();
    let mut before = Class::Separator;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let class = match class_of(c) {
            // A mark goes with the character before it; at the start of a run there is none, and it is no word.
            Class::Mark => before,
            class => class,
        };
        let changes_kind = (before == Class::Unspaced) != (class == Class::Unspaced);
        if class == Class::Separator || changes_kind || is_boundary(before, class, || ahead(&chars)) {
            finish(&mut run, before, visit)?;
        }
        if class != Class::Separator {
            run.push(c);
        }
        before = class;
    }
    finish(&mut run, before, visit)
}

pub(crate) fn class_of(c: char) -> Class {
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

/// What follows, marks left aside. Only a capital asks, and only its own marks and those of the next letter are passed
/// over, so that all these looks ahead together read the text at most twice.
fn ahead(chars: &std::str::Chars<'_>) -> Ahead {
    let mut bases = chars.clone().map(|c| (c, class_of(c))).filter(|&(_, class)| class != Class::Mark);
    let next = bases.next();
    Ahead::new(next, bases.next().map(|(_, class)| class))
}

/// Hands out the terms of a finished run and empties it.
fn finish(run: &mut String, class: Class, visit: &mut impl FnMut(&str) -> ControlFlow<()>) -> ControlFlow<()> {
    if run.is_empty() {
        return ControlFlow::Continue(());
    }
    let flow = if class == Class::Unspaced { pairs(run, visit) } else { word(run, visit) };
    run.clear();
    flow
}

/// The overlapping pairs of a run without spaces; a run of one character is its own term.
fn pairs(run: &str, visit: &mut impl FnMut(&str) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut starts = run.char_indices().map(|(start, _)| start).chain([run.len()]);
    let mut first = starts.next().unwrap_or_default();
    let mut second = starts.next().unwrap_or_default();
    if second == run.len() {
        return visit(run);
    }
    for end in starts {
        visit(run.get(first..end).unwrap_or_default())?;
        (first, second) = (second, end);
    }
    ControlFlow::Continue(())
}

/// The one term of a word.
fn word(run: &str, visit: &mut impl FnMut(&str) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut folded = fold_case(run).into_owned().into_bytes();
    let chars = folded.iter().filter(|&&byte| !is_continuation(byte)).count();
    let keep = plural::fold(&mut folded, chars);
    folded.truncate(keep);
    let folded = String::from_utf8(folded).unwrap_or_default();
    let end = folded.char_indices().nth(MAX_TERM_CHARS).map_or(folded.len(), |(end, _)| end);
    visit(folded.get(..end).unwrap_or_default())
}

/// Whether a byte of UTF-8 goes on a character that began before it.
fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}
