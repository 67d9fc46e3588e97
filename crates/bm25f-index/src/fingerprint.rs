//! What an index was made of, as one hash.

use sha2::{Digest, Sha256};
use toolsift_core::{SearchDoc, Standing, lower_hex};
use toolsift_tokenizer::{TOKENIZER_VERSION, unicode_versions};

use crate::RANKING_VERSION;
use crate::field::{Field, texts};
use crate::index::Params;

/// The SHA-256 of the versions, the parameters and the documents in the order of their numbers, each text as much as was read of it.
/// Every part is preceded by its length, so that no two inputs look alike.
pub(crate) fn fingerprint(documents: &[&SearchDoc], params: &Params) -> String {
    let mut hash = Parts(Sha256::new());
    hash.text("toolsift-bm25f-index");
    let unicode = unicode_versions();
    let versions = (unicode.letters, unicode.normalization, unicode.case_folding);
    hash.text(&format!("{RANKING_VERSION} {TOKENIZER_VERSION} {versions:?}"));
    hash.text(&format!("length floor {}", params.length_floor));
    hash.number(documents.len());
    for doc in documents {
        hash.text(match doc.standing {
            Standing::Trusted => "trusted",
            _ => "untrusted",
        });
        // The namespace decides what the local name is.
        hash.text(doc.namespace.as_deref().unwrap_or_default());
        for field in Field::ALL {
            let texts = texts(doc, field);
            hash.number(texts.len());
            texts.iter().for_each(|text| hash.text(text));
        }
    }
    lower_hex(&hash.0.finalize())
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
