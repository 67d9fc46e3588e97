//! The path of ASCII text: the same terms as the general path, without allocation.
//!
//! Words are handed out as they lie in a copy in small letters, or in the text itself where it is short. Only one that still has
//! a capital, or that ends in another letter than there, is written anew.

use std::ops::{ControlFlow, Range};

use crate::block::{self, Block};
use crate::camel::{Ahead, Class};
use crate::plural;
use crate::term::MAX_TERM_CHARS;

/// Hands the terms of a text, all of it ASCII, to `visit`.
pub(crate) fn for_each_term(text: &str, visit: &mut impl FnMut(&str) -> ControlFlow<()>) -> ControlFlow<()> {
    if text.len() <= block::BYTES {
        // A copy of so little does not pay.
        return piece_terms(text, text, visit);
    }
    let mut lower = Lower::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(piece_len(rest));
        // Only a piece that is one long word has no copy. Its terms are written one by one.
        piece_terms(piece, lower.of(piece).unwrap_or(piece), visit)?;
        rest = after;
    }
    ControlFlow::Continue(())
}

/// Hands out the terms of a piece, as they lie in a copy of it.
fn piece_terms(piece: &str, copy: &str, visit: &mut impl FnMut(&str) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut open = Open::default();
    let (mut base, mut rest) = (0, piece.as_bytes());
    while let Some((bytes, after)) = rest.split_first_chunk() {
        open.read(piece, copy, base, Block::of(bytes), visit)?;
        (base, rest) = (base + block::BYTES, after);
    }
    // Separators stand for what is not there, so that the last word ends.
    open.read(piece, copy, base, Block::of_rest(rest), visit)
}

/// How much of a text is taken at once, in bytes: a few sentences.
const PIECE: usize = 256;

/// The length of the first piece of a text: up to a separator, so that it divides no word, and no longer than [`PIECE`] but
/// for a word that is.
fn piece_len(text: &str) -> usize {
    let is_separator = |byte: &u8| !byte.is_ascii_alphanumeric();
    let bytes = text.as_bytes();
    let Some((first, rest)) = bytes.split_at_checked(PIECE) else { return bytes.len() };
    match first.iter().rposition(is_separator) {
        Some(last) => last + 1,
        None => PIECE + rest.iter().position(is_separator).unwrap_or(rest.len()),
    }
}

/// Memory for a piece in small letters.
struct Lower([u8; PIECE]);

impl Lower {
    /// How many bytes are made small at once.
    const AT_ONCE: usize = 16;

    #[inline]
    fn new() -> Self {
        Self([0; PIECE])
    }

    /// A piece in small letters, if it is not too long.
    #[inline]
    fn of(&mut self, piece: &str) -> Option<&str> {
        let Self(bytes) = self;
        bytes.get_mut(..piece.len())?.copy_from_slice(piece.as_bytes());
        let sixteens = bytes.chunks_exact_mut(Self::AT_ONCE).take(piece.len().div_ceil(Self::AT_ONCE));
        sixteens.for_each(<[u8]>::make_ascii_lowercase);
        std::str::from_utf8(bytes.get(..piece.len())?).ok()
    }
}

/// The word that is being read across the end of a block.
#[derive(Debug, Default)]
struct Open {
    /// The block before.
    before: Block,
    /// Where the word begins, where that block ends within one.
    start: usize,
}

impl Open {
    /// Hands out the words that end in a block, which begins at `base`, as they lie in `copy`.
    #[inline]
    fn read(
        &mut self,
        text: &str,
        copy: &str,
        base: usize,
        block: Block,
        visit: &mut impl FnMut(&str) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let small = block.after_small(&self.before);
        let mut inner = block.upper & small;
        let mut of_acronym = block.upper & block.after_upper(&self.before);
        // Seldom anything: a capital after a capital.
        while of_acronym != 0 {
            let bit = of_acronym & of_acronym.wrapping_neg();
            if ahead(text.as_bytes(), base + bit.trailing_zeros() as usize) == Ahead::Small {
                inner |= bit;
            }
            of_acronym ^= bit;
        }
        let after_word = small | block.after_upper(&self.before);
        let mut starts = block.word & !after_word | inner;
        let mut ends = !block.word & after_word | inner;
        // Starts and ends take turns, and a word that is open has had its start.
        let mut start = if self.before.ends_in_word() { self.start } else { next(&mut starts, base) };
        while ends != 0 {
            let end = next(&mut ends, base);
            word(copy.get(start..end).unwrap_or_default(), visit)?;
            start = next(&mut starts, base);
        }
        self.start = start;
        self.before = block;
        ControlFlow::Continue(())
    }
}

/// The place of the first of the marks, which is taken away.
#[inline]
fn next(marks: &mut u64, base: usize) -> usize {
    let place = base + marks.trailing_zeros() as usize;
    *marks &= marks.wrapping_sub(1);
    place
}

fn ahead(text: &[u8], place: usize) -> Ahead {
    let after = |distance| text.get(place + distance).copied();
    Ahead::new(after(1).map(|byte| (byte.into(), Class::of_ascii(byte))), after(2).map(Class::of_ascii))
}

/// The term of a word. The rule for capitals begins a new word at each one that does not follow another, so that a word that
/// begins with none has none.
#[inline]
fn word(word: &str, visit: &mut impl FnMut(&str) -> ControlFlow<()>) -> ControlFlow<()> {
    if word.as_bytes().first().is_some_and(u8::is_ascii_uppercase) {
        return rewritten(word, visit);
    }
    let stem = plural::fold(word.as_bytes(), || word.len());
    if stem.and_y {
        return rewritten(word, visit);
    }
    visit(word.get(..stem.keep.min(MAX_TERM_CHARS)).unwrap_or_default())
}

/// How much of a word is read. A plural fold takes at most three letters off the end and a term has at most
/// [`MAX_TERM_CHARS`], so the end of a word longer than this cannot reach its term.
const WORD_BYTES: usize = MAX_TERM_CHARS + 3;

/// A word that is written anew, with NULs after it. Where it lies and how long it is suits a check of sixteen bytes at once.
#[repr(align(16))]
struct Written([u8; WORD_BYTES.next_multiple_of(16)]);

/// The term of a word with capitals anywhere or with another end.
fn rewritten(word: &str, visit: &mut impl FnMut(&str) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut written = Written([0; WORD_BYTES.next_multiple_of(16)]);
    let Written(bytes) = &mut written;
    let len = word.len().min(WORD_BYTES);
    bytes.iter_mut().zip(word.as_bytes()).for_each(|(to, from)| *to = *from);
    bytes.make_ascii_lowercase();
    let stem = plural::fold(bytes.get(..len).unwrap_or_default(), || len);
    let mut keep = stem.keep;
    if stem.and_y {
        if let Some(slot) = bytes.get_mut(keep) {
            *slot = b'y';
            keep += 1;
        }
    }
    let written = std::str::from_utf8(bytes).unwrap_or_default();
    visit(written.get(..keep.min(MAX_TERM_CHARS)).unwrap_or_default())
}

/// Hands the words that are divided inside to `visit`, each in one piece as a term, with the places of its parts among all terms.
pub(crate) fn for_each_joined_term(text: &str, visit: &mut impl FnMut(&str, Range<usize>)) {
    let has_capital = text.bytes().fold(false, |any, byte| any | byte.is_ascii_uppercase());
    if !has_capital {
        return;
    }
    let mut place = 0;
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let first = place;
        if !word.bytes().any(|byte| byte.is_ascii_uppercase()) {
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
            let _ = rewritten(word, &mut |term: &str| {
                visit(term, first..place);
                ControlFlow::Continue(())
            });
        }
    }
}
