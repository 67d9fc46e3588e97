//! Where in which source something stands.

use std::fmt;
use std::sync::Arc;

/// A line of a source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Place {
    /// The name of the source: a file's path, or whatever the caller of the parser named it.
    pub source: Arc<str>,
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} line {}", self.source, self.line)
    }
}

/// Turns ascending byte offsets of a text into places, reading the text once.
#[derive(Debug)]
pub(crate) struct Places<'a> {
    source: Arc<str>,
    text: &'a str,
    offset: usize,
    line: usize,
}

impl<'a> Places<'a> {
    pub(crate) fn new(source: &str, text: &'a str) -> Self {
        Self { source: source.into(), text, offset: 0, line: 1 }
    }

    /// The place of a part of the text. Parts must come in their order.
    pub(crate) fn of(&mut self, part: &str) -> Place {
        // The part is a slice of the text, so the distance of their addresses is its offset.
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let between = self.text.as_bytes().get(self.offset..offset).unwrap_or_default();
        self.line += between.iter().filter(|&&byte| byte == b'\n').count();
        self.offset = self.offset.max(offset);
        self.here()
    }

    /// The place of the end of the text.
    pub(crate) fn end(&mut self) -> Place {
        self.of(self.text.get(self.text.len()..).unwrap_or_default())
    }

    /// The place of the part that was asked for last.
    pub(crate) fn here(&self) -> Place {
        Place { source: self.source.clone(), line: self.line }
    }

    /// The place of an error that knows its line in a part beginning at the current place.
    pub(crate) fn inside(&self, error: &serde_json::Error) -> Place {
        Place { source: self.source.clone(), line: self.line + error.line().saturating_sub(1) }
    }
}
