//! Small files, read no further than their cap.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

use crate::limits::MAX_FILE_BYTES;

/// The bytes of a file of at most [`MAX_FILE_BYTES`].
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    // To open a pipe is to wait for whoever writes into it.
    if !fs::metadata(path)?.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, "not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_FILE_BYTES {
        return Err(Error::new(ErrorKind::InvalidData, "the file is too large"));
    }
    Ok(bytes)
}
