//! Words to numbers: open addressing over hashes of 64 bits. The words themselves are not kept: that two of some thousand share a hash is
//! less likely than a fault of the machine.

/// The words of an index.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    /// A word's hash and its number plus one; 0 is free.
    slots: Vec<(u64, u32)>,
    words: u32,
}

impl Dictionary {
    /// The number of a known word.
    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<u32> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize & mask;
        loop {
            let (known, number) = *self.slots.get(at)?;
            if known == hash {
                return number.checked_sub(1);
            }
            if number == 0 {
                return None;
            }
            at = (at + 1) & mask;
        }
    }

    /// The number of a word, a new one if it is new.
    #[inline]
    pub(super) fn intern(&mut self, hash: u64) -> u32 {
        if let Some(number) = self.get(hash) {
            return number;
        }
        if self.words as usize * 2 >= self.slots.len() {
            self.grow();
        }
        self.words += 1;
        self.place(hash, self.words);
        self.words - 1
    }

    fn place(&mut self, hash: u64, number: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].1 != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = (hash, number);
    }

    fn grow(&mut self) {
        let larger = vec![(0, 0); (self.slots.len() * 2).max(1_024)];
        let smaller = std::mem::replace(&mut self.slots, larger);
        smaller.into_iter().filter(|(_, number)| *number > 0).for_each(|(hash, number)| self.place(hash, number));
    }
}

/// The hashes of a text's words: what stands between blanks, eight bytes at a time.
#[derive(Debug)]
pub(super) struct Words<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    #[inline]
    pub(super) fn new(text: &'a str) -> Self {
        Self { text: text.as_bytes(), at: 0 }
    }

    /// The next eight bytes, with blanks behind the end.
    #[inline]
    fn eight(&self) -> u64 {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if let Some(eight) = rest.first_chunk() {
            return u64::from_le_bytes(*eight);
        }
        let mut eight = [b' '; 8];
        eight[..rest.len()].copy_from_slice(rest);
        u64::from_le_bytes(eight)
    }
}

impl Iterator for Words<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        while self.at < self.text.len() {
            let start = self.at;
            let mut hash = 0;
            loop {
                let eight = self.eight();
                let blanks = blanks(eight);
                let before = blanks.trailing_zeros() / 8;
                // All eight where there is no blank.
                let word = eight & u64::MAX.checked_shr(64 - 8 * before).unwrap_or(0);
                hash = mix(hash ^ word);
                self.at += before as usize;
                if blanks != 0 {
                    break;
                }
            }
            let length = self.at - start;
            self.at += 1;
            if length > 0 {
                return Some(hash);
            }
        }
        None
    }
}

/// The highest bit of the first byte that is a blank; bytes behind it may be marked, too.
#[inline]
fn blanks(eight: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let zero_if_blank = eight ^ (ONES * b' ' as u64);
    zero_if_blank.wrapping_sub(ONES) & !zero_if_blank & (ONES << 7)
}

#[inline]
fn mix(state: u64) -> u64 {
    let product = u128::from(state ^ 0xA076_1D64_78BD_642F) * 0xE703_7ED1_A0B4_28DB;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn words_keep_their_numbers_while_it_grows() {
        let mut dictionary = Dictionary::default();
        let hash = |n: u32| Words::new(&format!("{n}{}", "x".repeat(n as usize % 21))).next().unwrap();
        assert_eq!(dictionary.get(hash(0)), None);
        for n in 0..5_000 {
            assert_eq!(dictionary.intern(hash(n)), n);
        }
        for n in 0..5_000 {
            assert_eq!(dictionary.get(hash(n)), Some(n));
            assert_eq!(dictionary.intern(hash(n)), n);
        }
        assert_eq!(dictionary.get(hash(5_000)), None);
    }

    /// A word has one hash wherever it stands and whatever surrounds it, and two words have two.
    #[test]
    fn words_are_what_stands_between_blanks() {
        let words: Vec<String> = (1..=20).map(|length| "abcdefghijklmnopqrst"[..length].to_owned()).collect();
        let alone: Vec<u64> = words.iter().flat_map(|word| Words::new(word)).collect();
        let by_hash: HashMap<u64, &String> = alone.iter().copied().zip(&words).collect();
        assert_eq!((alone.len(), by_hash.len()), (20, 20));
        for blanks in 1..10 {
            let blank = " ".repeat(blanks);
            let text = format!("{blank}{}{blank}", words.join(&blank));
            assert_eq!(Words::new(&text).collect::<Vec<_>>(), alone, "{text}");
        }
        assert_eq!(Words::new("").chain(Words::new("          ")).count(), 0);
    }
}
