//! What an index was made of, as one hash.

use sha2::{Digest, Sha256};
use toolsift_core::{SearchDoc, Standing, lower_hex};
use toolsift_tokenizer::{TOKENIZER_VERSION, unicode_versions};

use crate::RANKING_VERSION;
use crate::index::Params;

/// The SHA-256 of the versions, the parameters and the documents in the order of their numbers, each text as much as was read of it.
/// Every part is preceded by its length, so that no two inputs look alike.
pub(crate) struct Fingerprint {
    hash: Sha256,
    /// What is to be hashed next: many small parts at once.
    parts: Vec<u8>,
}

/// How much is hashed at once, in bytes, or a document more: what stays in the nearest cache.
const AT_ONCE: usize = 1 << 13;

/// The length of a list that is still being written: where it goes, and how long the list is.
pub(crate) struct Open {
    place: usize,
    len: u64,
}

impl Fingerprint {
    /// That of so many documents, none of which has come yet.
    pub(crate) fn new(documents: usize, params: &Params) -> Self {
        let mut all = Self { hash: Sha256::new(), parts: Vec::new() };
        all.text("toolsift-bm25f-index");
        let unicode = unicode_versions();
        let versions = (unicode.letters, unicode.normalization, unicode.case_folding);
        all.text(&format!("{RANKING_VERSION} {TOKENIZER_VERSION} {versions:?}"));
        all.text(&format!("length floor {}", params.length_floor));
        all.number(documents as u64);
        all
    }

    /// Takes what is not in the fields of the next document.
    pub(crate) fn add_document(&mut self, doc: &SearchDoc) {
        if self.parts.len() >= AT_ONCE {
            self.hash.update(&self.parts);
            self.parts.clear();
        }
        self.text(match doc.standing {
            Standing::Trusted => "trusted",
            _ => "untrusted",
        });
        // The namespace decides what the local name is.
        self.text(doc.namespace.as_deref().unwrap_or_default());
    }

    /// Begins the next field, whose texts are still to be counted.
    pub(crate) fn open_field(&mut self) -> Open {
        let place = self.parts.len();
        self.number(0);
        Open { place, len: 0 }
    }

    /// Takes what was read of a field's next text.
    pub(crate) fn add_text(&mut self, field: &mut Open, text: &str) {
        field.len += 1;
        self.text(text);
    }

    /// Ends a field.
    pub(crate) fn close_field(&mut self, field: Open) {
        let len = self.parts.get_mut(field.place..).and_then(<[u8]>::first_chunk_mut);
        len.into_iter().for_each(|len| *len = field.len.to_le_bytes());
    }

    pub(crate) fn finish(self) -> String {
        lower_hex(&self.hash.chain_update(&self.parts).finalize())
    }

    fn number(&mut self, number: u64) {
        self.parts.extend_from_slice(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.parts.extend_from_slice(text.as_bytes());
    }
}
