//! A table that holds document numbers and nothing of what they are found by.

use toolsift_core::limits::MAX_DOCUMENTS;

/// Document numbers by a hash of something that is read from the documents: open addressing, a quarter of it free at least.
///
/// An entry holds, from the top, 11 bits of the hash, whether a second document has the same, and the document's number and 1.
#[derive(Debug, Clone, Default)]
pub(super) struct Table(Vec<u32>);

/// Where the number ends.
const NUMBER_BITS: u32 = 20;
const AMBIGUOUS: u32 = 1 << NUMBER_BITS;
const NUMBER: u32 = AMBIGUOUS - 1;
const TAG: u32 = !(NUMBER | AMBIGUOUS);
const _: () = assert!(MAX_DOCUMENTS < NUMBER as usize, "a document has a number of so many bits");

impl Table {
    pub(super) fn new(entries: usize) -> Self {
        Self(vec![0; entries + entries / 3 + 1])
    }

    /// The place of the document with that hash which `is` the one, or a free one.
    pub(super) fn find(&mut self, hash: u64, is: impl Fn(u32) -> bool) -> Slot<'_> {
        let len = self.0.len();
        let mut place = start(hash, len);
        while let Some(entry) = self.0.get(place).filter(|entry| **entry != 0) {
            if entry & TAG == tag(hash) && is((entry & NUMBER) - 1) {
                break;
            }
            place = after(place, len);
        }
        Slot(self.0.get_mut(place), tag(hash))
    }

    /// The documents with that hash which `is` lets pass, and whether others have the same.
    pub(super) fn all<'t>(
        &'t self,
        hash: u64,
        is: impl Fn(u32) -> bool + 't,
    ) -> impl Iterator<Item = (u32, bool)> + 't {
        let len = self.0.len();
        let mut place = start(hash, len);
        std::iter::from_fn(move || {
            while let Some(entry) = self.0.get(place).copied().filter(|entry| *entry != 0) {
                place = after(place, len);
                if entry & TAG == tag(hash) && is((entry & NUMBER) - 1) {
                    return Some(((entry & NUMBER) - 1, entry & AMBIGUOUS != 0));
                }
            }
            None
        })
    }

    /// The one document with that hash that `is` lets pass, unless a second one has the same.
    pub(super) fn unique<'t>(&'t self, hash: u64, is: impl Fn(u32) -> bool + 't) -> Option<u32> {
        self.all(hash, is).next().filter(|(_, is_ambiguous)| !is_ambiguous).map(|(document, _)| document)
    }
}

/// A place of a table, taken by what was sought or free; and the tag of what is put there.
pub(super) struct Slot<'t>(Option<&'t mut u32>, u32);

impl Slot<'_> {
    /// Puts a document here, or marks the one that is here as ambiguous.
    pub(super) fn take_or_mark(self, document: u32) {
        match self.0 {
            Some(entry) if *entry == 0 => *entry = self.1 | (document + 1),
            Some(entry) => *entry |= AMBIGUOUS,
            None => {}
        }
    }

    /// Puts a document here and answers the one that was here.
    pub(super) fn replace(self, document: u32) -> Option<u32> {
        let was = std::mem::replace(self.0?, self.1 | (document + 1));
        (was & NUMBER).checked_sub(1)
    }
}

/// The first place for a hash: the same share of the table as the hash is of all hashes, so that the length may be any.
#[expect(clippy::cast_possible_truncation, reason = "it is less than the length")]
fn start(hash: u64, len: usize) -> usize {
    ((u128::from(hash) * len as u128) >> 64) as usize
}

fn after(place: usize, len: usize) -> usize {
    if place + 1 < len { place + 1 } else { 0 }
}

/// Taken from the lower half, since the upper one says where the entry is.
#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
fn tag(hash: u64) -> u32 {
    hash as u32 & TAG
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: a quarter of all hashes is a quarter of the places.
    #[test]
    fn hashes_are_spread_over_the_table() {
        for (hash, of_100, of_7) in [(0, 0, 0), (1 << 62, 25, 1), (1 << 63, 50, 3), (3 << 62, 75, 5), (u64::MAX, 99, 6)]
        {
            assert_eq!((start(hash, 100), start(hash, 7), start(hash, 1)), (of_100, of_7, 0), "{hash:#x}");
        }
    }
}
