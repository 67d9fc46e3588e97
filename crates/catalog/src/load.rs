//! The thin layer over the file system.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use crate::catalog::Entry;
use crate::error::CatalogError;
use crate::parse::parse;
use crate::wire::Author;

/// Largest file that is read, in bytes. Real catalogues of thousands of tools have fewer than ten million. A parsed file may take fifty times as
/// much memory.
pub const MAX_FILE_BYTES: u64 = 64 << 20;

/// Reads a file, or the `.json`, `.jsonl` and `.ndjson` files of a folder in the order of their names, as [`parse`] does.
/// Other files, hidden ones and the folders inside a folder are left alone.
///
/// # Errors
///
/// A [`CatalogError`] for a path that cannot be read, a file over [`MAX_FILE_BYTES`], a folder without such a file, and whatever [`parse`] refuses.
pub fn load(path: &Path, author: Author) -> Result<Vec<Entry>, CatalogError> {
    let io = |source| CatalogError::Io { path: path.display().to_string(), source };
    if !fs::metadata(path).map_err(io)?.is_dir() {
        return load_file(path, author);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(io)? {
        let file = entry.map_err(io)?.path();
        if is_catalog(&file) {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(CatalogError::EmptyFolder { path: path.display().to_string() });
    }
    files.sort();
    let mut entries = Vec::new();
    for file in files {
        entries.append(&mut load_file(&file, author)?);
    }
    Ok(entries)
}

fn is_catalog(file: &Path) -> bool {
    let hidden = file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let known = ["json", "jsonl", "ndjson"];
    !hidden && file.is_file() && file.extension().is_some_and(|extension| known.iter().any(|known| extension == *known))
}

fn load_file(path: &Path, author: Author) -> Result<Vec<Entry>, CatalogError> {
    let name = path.display().to_string();
    let io = |source| CatalogError::Io { path: name.clone(), source };
    let mut bytes = Vec::new();
    File::open(path).map_err(io)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(CatalogError::TooLarge { path: name, limit: MAX_FILE_BYTES });
    }
    parse(&bytes, &name, author)
}
