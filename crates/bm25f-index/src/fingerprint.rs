//! What an index was made of, as one hash.

use sha2::{Digest, Sha256};
use toolsift_core::{Ranking, SearchDoc, Standing, lower_hex};
use toolsift_tokenizer::{TOKENIZER_VERSION, unicode_versions};

use crate::RANKING_VERSION;
use crate::index::Params;

/// The SHA-256 of the versions, the parameters and the documents in the order of their numbers, each text as much as was read of it.
/// Every text is preceded by its length and 1, and a 0 ends a field, so that no two inputs look alike.
pub(crate) struct Fingerprint {
    hash: Sha256,
    /// What is to be hashed next: many small parts at once.
    parts: Vec<u8>,
}

/// How much is hashed at once, in bytes, or a document more: what stays in the nearest cache.
const AT_ONCE: usize = 1 << 13;

impl Fingerprint {
    /// That of so many documents, none of which has come yet.
    pub(crate) fn new(documents: usize, params: &Params) -> Self {
        let mut all = Self { hash: Sha256::new(), parts: Vec::new() };
        all.add_text("toolsift-bm25f-index");
        let unicode = unicode_versions();
        let versions = (unicode.letters, unicode.normalization, unicode.case_folding);
        all.add_text(&format!("{RANKING_VERSION} {TOKENIZER_VERSION} {versions:?}"));
        let guarded = if params.ranking == Ranking::Plain { "" } else { ", guarded" };
        all.add_text(&format!("length floor {}{guarded}", params.length_floor));
        all.number(documents as u64);
        all
    }

    /// Takes what is not in the fields of the next document.
    pub(crate) fn add_document(&mut self, doc: &SearchDoc) {
        if self.parts.len() >= AT_ONCE {
            self.hash.update(&self.parts);
            self.parts.clear();
        }
        self.parts.push(u8::from(doc.standing == Standing::Trusted));
        // The namespace decides what the local name is.
        self.add_text(doc.namespace.as_deref().unwrap_or_default());
    }

    /// Takes what was read of a field's next text.
    pub(crate) fn add_text(&mut self, text: &str) {
        self.number(text.len() as u64 + 1);
        self.parts.extend_from_slice(text.as_bytes());
    }

    /// Ends a field: no text has this length.
    pub(crate) fn end_field(&mut self) {
        self.number(0);
    }

    pub(crate) fn finish(self) -> String {
        lower_hex(&self.hash.chain_update(&self.parts).finalize())
    }

    /// A number in as many bytes as it has groups of seven bits, the lowest first; all but the last have the highest bit.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.parts.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.parts.push(number.to_le_bytes()[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_by_hand() {
        let parts = |number| {
            let mut fingerprint = Fingerprint { hash: Sha256::new(), parts: Vec::new() };
            fingerprint.number(number);
            fingerprint.parts
        };
        for (number, bytes) in [
            (0, &[0][..]),
            (1, &[1]),
            (127, &[0x7f]),
            (128, &[0x80, 1]),
            (300, &[0xac, 2]),
            (16_383, &[0xff, 0x7f]),
            (16_384, &[0x80, 0x80, 1]),
            (u64::MAX, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
        ] {
            assert_eq!(parts(number), bytes, "{number}");
        }
    }
}
