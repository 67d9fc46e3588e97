//! What an index was made of, as one hash.

use std::borrow::Cow;

use sha2::{Digest, Sha256};
use toolsift_core::{SearchDoc, Standing, lower_hex};
use toolsift_tokenizer::{TOKENIZER_VERSION, unicode_versions};

use crate::RANKING_VERSION;
use crate::index::Params;

/// The SHA-256 of the versions, the parameters and the documents in the order of their numbers, each text as much as was read of it.
/// Every part is preceded by its length, so that no two inputs look alike.
pub(crate) struct Fingerprint(Parts);

impl Fingerprint {
    /// That of so many documents, none of which has come yet.
    pub(crate) fn new(documents: usize, params: &Params) -> Self {
        let mut hash = Parts(Sha256::new());
        hash.text("toolsift-bm25f-index");
        let unicode = unicode_versions();
        let versions = (unicode.letters, unicode.normalization, unicode.case_folding);
        hash.text(&format!("{RANKING_VERSION} {TOKENIZER_VERSION} {versions:?}"));
        hash.text(&format!("length floor {}", params.length_floor));
        hash.number(documents);
        Self(hash)
    }

    /// Takes what is not in the fields of the next document.
    pub(crate) fn add_document(&mut self, doc: &SearchDoc) {
        self.0.text(match doc.standing {
            Standing::Trusted => "trusted",
            _ => "untrusted",
        });
        // The namespace decides what the local name is.
        self.0.text(doc.namespace.as_deref().unwrap_or_default());
    }

    /// Takes what was read of the next field.
    pub(crate) fn add_texts(&mut self, texts: &[Cow<'_, str>]) {
        self.0.number(texts.len());
        texts.iter().for_each(|text| self.0.text(text));
    }

    pub(crate) fn finish(self) -> String {
        lower_hex(&self.0.0.finalize())
    }
}

struct Parts(Sha256);

impl Parts {
    fn number(&mut self, number: usize) {
        self.0.update((number as u64).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len());
        self.0.update(text.as_bytes());
    }
}
