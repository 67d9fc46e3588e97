//! Texts under their digests.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use toolsift::contracts::lower_hex;

use crate::error::GatewayError;

/// Longest text on a shelf, in bytes: a list of 100,000 ids and digests, or a definition as large as a message may be, with room.
const MAX_SHELVED_BYTES: u64 = 64 << 20;

/// A folder of texts, each under the lower-case hexadecimal SHA-256 of its UTF-8, so that a text is kept once whoever needs it, and one that was edited is not there.
#[derive(Debug, Clone)]
pub(super) struct Shelf(PathBuf);

impl Shelf {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// Keeps a text, and answers its digest. It is written under another name and then renamed, so that a crash leaves a whole text or none.
    pub(super) fn keep(&self, text: &str) -> Result<String, GatewayError> {
        let digest = lower_hex(&Sha256::digest(text));
        let path = self.path(&digest);
        if path.exists() {
            return Ok(digest);
        }
        let write = || {
            std::fs::create_dir_all(&self.0)?;
            let unfinished = self.0.join(format!("{digest}.{}.part", std::process::id()));
            let mut file = std::fs::File::create(&unfinished)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            std::fs::rename(&unfinished, &path)
        };
        write().map_err(|source| GatewayError::file(&path, source))?;
        Ok(digest)
    }

    /// The text of a digest, if it is there and is that text.
    pub(super) fn text(&self, digest: &str) -> Option<String> {
        // Whatever else a record says is no name of a file here.
        if digest.len() != 64 || !digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return None;
        }
        let mut text = String::new();
        let file = std::fs::File::open(self.path(digest)).ok()?;
        file.take(MAX_SHELVED_BYTES).read_to_string(&mut text).ok()?;
        (lower_hex(&Sha256::digest(&text)) == digest).then_some(text)
    }

    fn path(&self, digest: &str) -> PathBuf {
        Path::new(&self.0).join(format!("{digest}.json"))
    }
}
