//! An optional hash chain, which names an edited journal.

use std::io::BufRead;

use sha2::{Digest, Sha256};
use toolsift_core::lower_hex;

use crate::error::JournalError;
use crate::reader::JournalReader;

/// The SHA-256 of all lines so far: each link is taken over the one before it and the line without its own.
///
/// A chain shows that a journal was changed by somebody who did not compute it anew. It is no signature.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chain(String);

const KEY: &str = ",\"chain\":\"";
const DIGITS: usize = 64;

impl Chain {
    /// The chain before the first line.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A line, which is a JSON object, with its link as the last key.
    #[must_use]
    pub fn seal(&mut self, line: &str) -> String {
        self.advance(line);
        let open = line.strip_suffix('}').unwrap_or(line);
        format!("{open}{KEY}{}\"}}", self.0)
    }

    /// Whether a line ends with a link.
    pub(crate) fn is_sealed(line: &str) -> bool {
        split(line).is_some()
    }

    /// A sealed line without its link, if that is the one that follows.
    pub(crate) fn open(&mut self, sealed: &str) -> Option<String> {
        let (line, link) = split(sealed)?;
        self.advance(&line);
        (self.0 == link).then_some(line)
    }

    fn advance(&mut self, line: &str) {
        let mut hash = Sha256::new();
        hash.update(&self.0);
        hash.update("\n");
        hash.update(line);
        self.0 = lower_hex(&hash.finalize());
    }
}

/// A sealed line taken apart.
fn split(sealed: &str) -> Option<(String, &str)> {
    let open = sealed.strip_suffix("\"}")?;
    let (rest, link) = open.split_at_checked(open.len().checked_sub(DIGITS)?)?;
    let line = rest.strip_suffix(KEY)?;
    link.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| (format!("{line}}}"), link))
}

/// Whether a journal carries a hash chain that holds from its first line to its last. A journal that was cut behind a whole line shows by its missing end line
/// ([`Recorded::has_ended`](crate::Recorded::has_ended)), as one of a run that goes on does.
///
/// # Errors
///
/// [`JournalError::BrokenChain`] at the first line that does not follow, and what [`JournalReader`] refuses.
pub fn verify_chain(source: impl BufRead) -> Result<bool, JournalError> {
    let mut reader = JournalReader::new(source);
    for line in reader.by_ref() {
        line?;
    }
    Ok(reader.into_chain().is_some())
}
