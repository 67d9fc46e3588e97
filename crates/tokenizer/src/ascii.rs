//! The path of ASCII text: the same terms as the general path, without allocation.

use std::ops::{ControlFlow, Range};

use crate::camel::{Ahead, Class, is_boundary};
use crate::plural;
use crate::term::MAX_TERM_CHARS;

pub(crate) fn for_each_term(text: &[u8], visit: &mut impl FnMut(&str) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut word = Word::new();
    let mut before = Class::Separator;
    for (place, &byte) in text.iter().enumerate() {
        let class = Class::of_ascii(byte);
        if class == Class::Separator || is_boundary(before, class, || ahead(text, place)) {
            word.finish(visit)?;
        }
        if class != Class::Separator {
            word.push(byte.to_ascii_lowercase());
        }
        before = class;
    }
    word.finish(visit)
}

/// Hands the words that are divided inside to `visit`, each in one piece as a term, with the places of its parts among all terms.
pub(crate) fn for_each_joined_term(text: &[u8], visit: &mut impl FnMut(&str, Range<usize>)) {
    let mut place = 0;
    for word in text.split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let first = place;
        if !word.iter().any(u8::is_ascii_uppercase) {
            place += 1;
            continue;
        }
        let (mut after_digit, mut joins) = (false, true);
        let _ = for_each_term(word, &mut |part: &str| {
            place += 1;
            joins &= !after_digit;
            after_digit = part.ends_with(|c: char| c.is_ascii_digit());
            ControlFlow::Continue(())
        });
        if joins && place - first > 1 {
            let mut whole = Word::new();
            word.iter().for_each(|byte| whole.push(byte.to_ascii_lowercase()));
            let _ = whole.finish(&mut |term: &str| {
                visit(term, first..place);
                ControlFlow::Continue(())
            });
        }
    }
}

fn ahead(text: &[u8], place: usize) -> Ahead {
    let after = |distance| text.get(place + distance).copied();
    Ahead::new(after(1).map(|byte| (byte.into(), Class::of_ascii(byte))), after(2).map(Class::of_ascii))
}

/// How much of a word is kept. A plural fold takes at most three letters off the end and a term has at most
/// [`MAX_TERM_CHARS`], so the end of a word longer than this cannot reach its term.
const WORD_BYTES: usize = MAX_TERM_CHARS + 3;

/// The word that is being read.
struct Word {
    bytes: [u8; WORD_BYTES],
    /// Its whole length, which may be more than is kept.
    len: usize,
}

impl Word {
    fn new() -> Self {
        Self { bytes: [0; WORD_BYTES], len: 0 }
    }

    fn push(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(self.len) {
            *slot = byte;
        }
        self.len += 1;
    }

    fn finish(&mut self, visit: &mut impl FnMut(&str) -> ControlFlow<()>) -> ControlFlow<()> {
        let len = std::mem::take(&mut self.len);
        if len == 0 {
            return ControlFlow::Continue(());
        }
        let keep = match self.bytes.get_mut(..len) {
            Some(word) => plural::fold(word, len),
            None => len,
        };
        let term = self.bytes.get(..keep.min(MAX_TERM_CHARS)).unwrap_or_default();
        visit(std::str::from_utf8(term).unwrap_or_default())
    }
}
