//! Instructions, kept by what they are.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};
use toolsift_core::{InstructionStore, SkillId, lower_hex};

/// Largest text that is read from a folder, in bytes: the ceiling of a skill's instructions (ADR 0125, D11).
pub const MAX_STORED_BYTES: u64 = 1 << 20;

/// The digest of instructions: the lower-case hexadecimal SHA-256 of their UTF-8 (ADR 0125, D14).
///
/// ```
/// // The empty text, as FIPS 180-4 has it.
/// assert!(toolsift_replay::instructions_digest("").starts_with("e3b0c44298fc1c149afbf4c8996fb924"));
/// ```
#[must_use]
pub fn instructions_digest(text: &str) -> String {
    lower_hex(&Sha256::digest(text))
}

/// A store that lives as long as the process.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<BTreeMap<(SkillId, String), String>>);

impl MemoryStore {
    /// A store that holds nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl InstructionStore for MemoryStore {
    fn keep(&self, skill: &SkillId, digest: &str, text: &str) -> io::Result<()> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.entry((skill.clone(), digest.to_owned())).or_insert_with(|| text.to_owned());
        Ok(())
    }

    fn text(&self, skill: &SkillId, digest: &str) -> io::Result<Option<String>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(kept.get(&(skill.clone(), digest.to_owned())).cloned())
    }
}

/// A store in a folder: a folder a skill, named by the digest of its id, and in it a file a text, named by the text's digest.
///
/// A text is written under another name, flushed to the disk and then renamed, so that a crash leaves a whole text or none. What is read is compared with its
/// name: a file that was edited counts as not kept.
///
/// ```
/// use toolsift_core::{InstructionStore, SkillId};
/// use toolsift_replay::{FolderStore, instructions_digest};
///
/// let folder = tempfile::tempdir()?;
/// let store = FolderStore::open(folder.path())?;
/// let (skill, text) = (SkillId::new("month-end")?, "Close the books.");
/// store.keep(&skill, &instructions_digest(text), text)?;
/// assert_eq!(store.text(&skill, &instructions_digest(text))?.as_deref(), Some(text));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct FolderStore(PathBuf);

impl FolderStore {
    /// The store of a folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn open(folder: impl AsRef<Path>) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self(folder.as_ref().to_owned()))
    }

    /// Where a skill's texts lie. Ids are no file names: they are hashed.
    fn of(&self, skill: &SkillId) -> PathBuf {
        self.0.join(lower_hex(&Sha256::digest(skill.as_str())))
    }
}

impl InstructionStore for FolderStore {
    fn keep(&self, skill: &SkillId, digest: &str, text: &str) -> io::Result<()> {
        let invalid = |problem| Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        if instructions_digest(text) != digest {
            return invalid("the digest is not that of the text");
        }
        if text.len() as u64 > MAX_STORED_BYTES {
            return invalid("the text is longer than a stored one may be");
        }
        let folder = self.of(skill);
        if self.text(skill, digest)?.is_none() {
            fs::create_dir_all(&folder)?;
            static WRITTEN: AtomicU64 = AtomicU64::new(0);
            let (process, number) = (std::process::id(), WRITTEN.fetch_add(1, Ordering::Relaxed));
            let unfinished = folder.join(format!("{digest}.{process}-{number}.part"));
            let mut file = File::create(&unfinished)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(unfinished, folder.join(digest))?;
        }
        // The name must have reached the disk before a record relies on it, also where another writer has put it there just now.
        #[cfg(unix)]
        for folder in [&folder, &self.0] {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    }

    fn text(&self, skill: &SkillId, digest: &str) -> io::Result<Option<String>> {
        // Whatever else a record says is no name of a file here.
        if digest.len() != 64 || !digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Ok(None);
        }
        let file = match File::open(self.of(skill).join(digest)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        let mut bytes = Vec::new();
        file.take(MAX_STORED_BYTES + 1).read_to_end(&mut bytes)?;
        let text = String::from_utf8(bytes).ok().filter(|text| text.len() as u64 <= MAX_STORED_BYTES);
        Ok(text.filter(|text| instructions_digest(text) == digest))
    }
}
