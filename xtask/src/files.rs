//! The files of the repository, committed or about to be.

use std::path::Path;
use std::process::Command;

use crate::cargo;
use crate::failure::Failure;

/// One file that is not ignored.
#[derive(Debug)]
pub(crate) struct RepoFile {
    /// Relative to the root, with `/`.
    pub(crate) path: String,
    /// Its text, or nothing where it is not UTF-8 or holds a NUL.
    pub(crate) text: Option<String>,
    /// Whether `.gitattributes` marks it `-text`: compared byte for byte, so its line endings are its own.
    pub(crate) byte_exact: bool,
}

impl RepoFile {
    /// A text file, for tests of checks.
    #[cfg(test)]
    pub(crate) fn of(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: Some(text.to_owned()), byte_exact: false }
    }

    /// Its text with its path, where it is Rust source.
    pub(crate) fn rust(&self) -> Option<(&str, &str)> {
        if !self.path.ends_with(".rs") {
            return None;
        }
        Some((self.path.as_str(), self.text.as_deref()?))
    }
}

/// All files that git tracks or would track, by path. One that is deleted but still tracked is left out.
pub(crate) fn all(root: &Path) -> Result<Vec<RepoFile>, Failure> {
    // Without the setting, git refuses to read a checkout of another user, as a build machine may have.
    let trusted = format!("safe.directory={}", root.display());
    let mut git = Command::new("git");
    git.current_dir(root).args([
        "-c",
        &trusted,
        "ls-files",
        "-z",
        "--eol",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let listing = String::from_utf8_lossy(&cargo::stdout_of(&mut git)?).into_owned();
    let mut files = Vec::new();
    for (path, byte_exact) in listing.split('\0').filter_map(entry) {
        let absolute = root.join(path);
        if !absolute.is_file() {
            continue;
        }
        let bytes = std::fs::read(&absolute);
        let bytes = bytes.map_err(|error| Failure::Failed(format!("failed to read `{path}`: {error}")))?;
        let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
        files.push(RepoFile { path: path.to_owned(), text, byte_exact });
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|a, b| a.path == b.path);
    Ok(files)
}

/// Splits one entry of `git ls-files --eol`: line endings and attributes, a tab, the path.
fn entry(entry: &str) -> Option<(&str, bool)> {
    let (facts, path) = entry.split_once('\t')?;
    Some((path, facts.split_whitespace().any(|fact| fact == "attr/-text")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_says_whether_bytes_count() {
        assert_eq!(entry("i/lf    w/lf    attr/text=auto eol=lf \ta b.rs"), Some(("a b.rs", false)));
        assert_eq!(entry("i/crlf  w/crlf  attr/-text            \tgolden/x/j.jsonl"), Some(("golden/x/j.jsonl", true)));
        assert_eq!(entry(""), None);
    }
}
