//! Sixty-four bytes of ASCII at once: which of them belong to words, and which are capitals.

/// How many bytes a block has: as many as a word of the machine has bits.
pub(crate) const BYTES: usize = 64;

/// How many bytes are classified at once.
const LANES: usize = 8;

/// The classes of a block, a bit a byte, the first byte in the lowest one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Block {
    /// Letters and digits.
    pub(crate) word: u64,
    /// Capitals.
    pub(crate) upper: u64,
}

impl Block {
    /// Of ASCII bytes.
    #[inline]
    pub(crate) fn of(bytes: &[u8; BYTES]) -> Self {
        let mut block = Self::default();
        let mut rest = bytes.as_slice();
        for number in 0..BYTES / LANES {
            if let Some((eight, after)) = rest.split_first_chunk() {
                block.add(number, *eight);
                rest = after;
            }
        }
        block
    }

    /// Of fewer, with separators after them.
    #[inline]
    pub(crate) fn of_rest(bytes: &[u8]) -> Self {
        let mut block = Self::default();
        let (mut number, mut rest) = (0, bytes);
        while let Some((eight, after)) = rest.split_first_chunk() {
            block.add(number, *eight);
            (number, rest) = (number + 1, after);
        }
        let mut last = [0; LANES];
        last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        block.add(number, last);
        block
    }

    /// Eight bytes more. Each is below 128, so that a sum with less than 128 stays in its byte and has the highest bit where
    /// the byte reaches a bound.
    #[inline]
    fn add(&mut self, number: usize, eight: [u8; LANES]) {
        let bytes = u64::from_le_bytes(eight);
        let reaches = |bytes: u64, bound: u8| bytes.wrapping_add(every(0x80 - bound));
        // Without this bit a letter is a capital, and with it a small one.
        let lower = bytes | every(0x20);
        let letters = reaches(lower, b'a') & !reaches(lower, b'z' + 1);
        let digits = reaches(bytes, b'0') & !reaches(bytes, b'9' + 1);
        let shift = number * LANES;
        self.word |= gathered(letters | digits) << shift;
        self.upper |= gathered(letters & !(bytes << 2)) << shift;
    }

    /// The bytes that follow a small letter or a digit; the first follows the last of the block before.
    #[inline]
    pub(crate) fn after_small(&self, before: &Self) -> u64 {
        after(self.word & !self.upper, before.word & !before.upper)
    }

    /// The bytes that follow a capital.
    #[inline]
    pub(crate) fn after_upper(&self, before: &Self) -> u64 {
        after(self.upper, before.upper)
    }

    /// Whether its last byte belongs to a word.
    #[inline]
    pub(crate) fn ends_in_word(&self) -> bool {
        self.word >> (BYTES - 1) == 1
    }
}

/// The same byte eight times.
const fn every(byte: u8) -> u64 {
    u64::from_le_bytes([byte; LANES])
}

/// The highest bits of eight bytes side by side.
#[inline]
fn gathered(bytes: u64) -> u64 {
    // Each factor's bit carries one byte's bit to its place in the highest byte; no two meet.
    ((bytes & every(0x80)) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[inline]
fn after(marks: u64, before: u64) -> u64 {
    marks << 1 | before >> (BYTES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every ASCII byte in every place.
    #[test]
    fn a_bit_a_byte() {
        for byte in 0..0x80_u8 {
            for place in 0..BYTES {
                let mut bytes = [b' '; BYTES];
                bytes[place] = byte;
                let rest = &bytes[..=place];
                let mut blocks = vec![Block::of(&bytes)];
                if place + 1 < BYTES {
                    blocks.push(Block::of_rest(rest));
                }
                for block in blocks {
                    assert_eq!(block.word, u64::from(byte.is_ascii_alphanumeric()) << place, "{byte} at {place}");
                    assert_eq!(block.upper, u64::from(byte.is_ascii_uppercase()) << place, "{byte} at {place}");
                }
            }
        }
    }
}
