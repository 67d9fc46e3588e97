//! Terms to numbers: one arena of text and one table.

use std::hash::{BuildHasher, Hasher};
use std::ops::Range;

use ahash::RandomState;

/// The terms of an index, numbered in the order in which they came.
///
/// All texts lie one behind the other; the table holds of each its number and half of its hash, so that a look-up that fails rarely reads a text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dictionary {
    text: String,
    /// Where each term ends.
    ends: Vec<u32>,
    /// Open addressing with linear probing; its length is a power of two, and at most three quarters of them are taken.
    slots: Vec<Slot>,
    hasher: RandomState,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    /// The upper half of the hash.
    tag: u32,
    /// The number and 1; 0 where the slot is free.
    term: u32,
}

/// A term's number leaves the highest bit to those who tell terms from other words.
const MAX_TERMS: u32 = 1 << 31;

/// More terms, or more of their text, than can be numbered.
pub(crate) struct Full;

impl Dictionary {
    /// What hashes terms.
    pub(crate) fn hasher(&self) -> &RandomState {
        &self.hasher
    }

    /// The hash of a term, as [`get`](Self::get) wants it.
    #[inline]
    pub(crate) fn hash(&self, term: &str) -> u64 {
        hash(&self.hasher, term)
    }

    /// The number of a term with its hash.
    pub(crate) fn get(&self, hash: u64, term: &str) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let (tag, mut place) = (tag(hash), first(tag(hash), mask));
        loop {
            let slot = self.slots.get(place)?;
            let number = slot.term.checked_sub(1)?;
            if slot.tag == tag && self.bytes(number) == term.as_bytes() {
                return Some(number);
            }
            place = (place + 1) & mask;
        }
    }

    /// The number of a term with its hash, new or known.
    #[inline]
    pub(crate) fn number(&mut self, hash: u64, term: &str) -> Result<u32, Full> {
        if let Some(number) = self.get(hash, term) {
            return Ok(number);
        }
        self.take(hash, term)
    }

    /// Numbers a new term.
    #[cold]
    #[inline(never)]
    fn take(&mut self, hash: u64, term: &str) -> Result<u32, Full> {
        let number = u32::try_from(self.ends.len()).ok().filter(|number| *number < MAX_TERMS).ok_or(Full)?;
        let end = u32::try_from(self.text.len() + term.len()).map_err(|_| Full)?;
        if (self.ends.len() + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        self.text.push_str(term);
        self.ends.push(end);
        self.take_slot(Slot { tag: tag(hash), term: number + 1 });
        Ok(number)
    }

    /// Lets go of room that nothing needs.
    pub(crate) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// The text of a term.
    pub(crate) fn term(&self, number: u32) -> &str {
        self.text.get(self.range(number)).unwrap_or_default()
    }

    /// The same as bytes, where nothing is asked of it as a text.
    #[inline]
    fn bytes(&self, number: u32) -> &[u8] {
        self.text.as_bytes().get(self.range(number)).unwrap_or_default()
    }

    #[inline]
    fn range(&self, number: u32) -> Range<usize> {
        let number = number as usize;
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default();
        let end = self.ends.get(number).copied().unwrap_or_default();
        start as usize..end as usize
    }

    fn grow(&mut self) {
        const LEAST: usize = 64;
        let larger = vec![Slot::default(); (self.slots.len() * 2).max(LEAST)];
        let smaller = std::mem::replace(&mut self.slots, larger);
        smaller.into_iter().filter(|slot| slot.term != 0).for_each(|slot| self.take_slot(slot));
    }

    fn take_slot(&mut self, taken: Slot) {
        let Some(mask) = self.slots.len().checked_sub(1) else { return };
        let mut place = first(taken.tag, mask);
        while let Some(slot) = self.slots.get_mut(place) {
            if slot.term == 0 {
                *slot = taken;
                return;
            }
            place = (place + 1) & mask;
        }
    }
}

/// The hash of a text. Its length is in what it makes of the bytes.
#[inline]
pub(crate) fn hash(hasher: &RandomState, text: &str) -> u64 {
    let mut hasher = hasher.build_hasher();
    hasher.write(text.as_bytes());
    hasher.finish()
}

fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// The first place for a term. It is made of the tag, so that a larger table needs no hash again.
fn first(tag: u32, mask: usize) -> usize {
    tag as usize & mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_order_and_stay() {
        let mut dictionary = Dictionary::default();
        assert_eq!(dictionary.get(dictionary.hash("a"), "a"), None);
        let terms: Vec<String> = (0..10_000).map(|n| format!("t{n}")).collect();
        for round in 0..2 {
            for (place, term) in terms.iter().enumerate() {
                assert_eq!(
                    dictionary.number(dictionary.hash(term), term).ok(),
                    u32::try_from(place).ok(),
                    "round {round}"
                );
            }
        }
        assert_eq!(dictionary.ends.len(), 10_000);
        for (place, term) in terms.iter().enumerate() {
            assert_eq!(dictionary.get(dictionary.hash(term), term), u32::try_from(place).ok());
        }
        for stranger in ["", "t", "t10000", "t00"] {
            assert_eq!(dictionary.get(dictionary.hash(stranger), stranger), None, "{stranger:?}");
        }
    }

    /// By hand: of 64 places 48 are three quarters, and so on.
    #[test]
    fn three_quarters_are_taken_at_most() {
        let mut dictionary = Dictionary::default();
        let mut places = vec![];
        for number in 0..200 {
            let term = format!("t{number}");
            assert!(dictionary.number(dictionary.hash(&term), &term).is_ok());
            places.push(dictionary.slots.len());
        }
        for (terms, expected) in [(1, 64), (48, 64), (49, 128), (96, 128), (97, 256), (192, 256), (193, 512)] {
            assert_eq!(places[terms - 1], expected, "with {terms} terms");
        }
    }
}
