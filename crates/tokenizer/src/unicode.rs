//! The general path: any text, one pass over its normal form. Words of nothing but ASCII take the path of ASCII.

use std::ops::ControlFlow;

use crate::ascii;
use crate::camel::{Ahead, Class, is_boundary};
use crate::normalize::{ascii_len, first_chars, fold_case, nfkc_prefix};
use crate::plural;
use crate::term::MAX_TERM_CHARS;
use crate::traits::{Traits, class_of, traits};

pub(crate) fn for_each_term(
    text: &str,
    max_chars: usize,
    visit: &mut impl FnMut(&str) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let text = nfkc_prefix(text, max_chars);
    let mut folded = String::new();
    let mut rest: &str = &text;
    while !rest.is_empty() {
        // An ASCII separator keeps apart what stands on either side of it.
        let ascii = ascii_len(rest);
        let (plain, other) = rest.split_at(if ascii == rest.len() { ascii } else { last_separator(rest, ascii) });
        ascii::for_each_term(plain, visit)?;
        let (stretch, after) = other.split_at(next_separator(other, ascii - plain.len()));
        words(stretch, &mut folded, visit)?;
        rest = after;
    }
    ControlFlow::Continue(())
}

/// The place after the last ASCII separator of the first `end` bytes, all of them ASCII.
fn last_separator(text: &str, end: usize) -> usize {
    let ascii = text.as_bytes().get(..end).unwrap_or_default();
    ascii.iter().rposition(|byte| !byte.is_ascii_alphanumeric()).map_or(0, |place| place + 1)
}

/// The place of the first ASCII separator from `start` on.
fn next_separator(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes().get(start..).unwrap_or_default();
    let is_separator = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
    bytes.iter().position(is_separator).map_or(text.len(), |place| start + place)
}

/// Hands out the terms of a stretch in normal form. `folded` is empty before and after.
fn words(stretch: &str, folded: &mut String, visit: &mut impl FnMut(&str) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut run = Run { stretch, start: 0, folded };
    let mut before = Class::Separator;
    let mut chars = stretch.chars();
    let mut place = 0;
    while let Some(c) = chars.next() {
        let after = stretch.len() - chars.as_str().len();
        let Traits { class, folded, .. } = traits(c);
        let class = match class {
            // A mark goes with the character before it; at the start of a run there is none, and it is no word.
            Class::Mark => before,
            class => class,
        };
        let changes_kind = (before == Class::Unspaced) != (class == Class::Unspaced);
        if class == Class::Separator || changes_kind || is_boundary(before, class, || ahead(&chars)) {
            run.finish(place, before, visit)?;
        }
        match class {
            Class::Separator => run.start = after,
            // Handed out as it is.
            Class::Unspaced => {}
            _ => run.push(c, folded, place),
        }
        before = class;
        place = after;
    }
    run.finish(place, before, visit)
}

/// What follows, marks left aside. Only a capital asks, and only its own marks and those of the next letter are passed
/// over, so that all these looks ahead together read the text at most twice.
fn ahead(chars: &std::str::Chars<'_>) -> Ahead {
    let mut bases = chars.clone().map(|c| (c, class_of(c))).filter(|&(_, class)| class != Class::Mark);
    let next = bases.next();
    Ahead::new(next, bases.next().map(|(_, class)| class))
}

/// The run that is being read.
struct Run<'a> {
    stretch: &'a str,
    /// Where it begins.
    start: usize,
    /// Its folded form, from the first character on that folding changes.
    folded: &'a mut String,
}

impl Run<'_> {
    /// Takes one more character, at `place`.
    #[inline]
    fn push(&mut self, c: char, folded: Option<char>, place: usize) {
        if self.folded.is_empty() {
            if folded == Some(c) {
                return;
            }
            self.folded.push_str(self.stretch.get(self.start..place).unwrap_or_default());
        }
        match folded {
            Some(folded) => self.folded.push(folded),
            None => self.folded.push_str(&fold_case(c.encode_utf8(&mut [0; 4]))),
        }
    }

    /// Hands out the terms of the run, which ends at `place`, and begins another.
    fn finish(
        &mut self,
        place: usize,
        class: Class,
        visit: &mut impl FnMut(&str) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let run = self.stretch.get(self.start..place).unwrap_or_default();
        self.start = place;
        if run.is_empty() {
            return ControlFlow::Continue(());
        }
        if class == Class::Unspaced {
            return pairs(run, visit);
        }
        let flow = word(run, self.folded, visit);
        self.folded.clear();
        flow
    }
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

/// The one term of a word, of which `folded` is the folded form, or empty where that is the word itself.
fn word(run: &str, folded: &mut String, visit: &mut impl FnMut(&str) -> ControlFlow<()>) -> ControlFlow<()> {
    let word = if folded.is_empty() { run } else { folded.as_str() };
    let stem = plural::fold(word.as_bytes(), || word.chars().count());
    if !stem.and_y {
        return visit(first_chars(word.get(..stem.keep).unwrap_or_default(), MAX_TERM_CHARS));
    }
    if folded.is_empty() {
        folded.push_str(run);
    }
    folded.truncate(stem.keep);
    folded.push('y');
    visit(first_chars(folded, MAX_TERM_CHARS))
}
