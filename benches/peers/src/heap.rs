//! What the counting program found: the memory of an index and the allocations of a query.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// What one engine needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    /// Bytes of the index on the heap, after the build.
    pub bytes: usize,
    /// Allocations of a query, in the mean.
    pub allocations: f64,
    /// How many of them the answer alone takes, where that is known.
    pub of_answer: Option<f64>,
}

/// By number of documents and engine.
#[derive(Debug, Default)]
pub struct Memories(HashMap<(usize, String), Memory>);

impl Memories {
    /// What an engine needs for so many documents.
    #[must_use]
    pub fn of(&self, documents: usize, engine: &str) -> Option<Memory> {
        self.0.get(&(documents, engine.to_owned())).copied()
    }
}

/// One line of what the counting program prints.
#[derive(Debug, PartialEq)]
pub struct Line<'a> {
    /// Documents.
    pub documents: usize,
    /// The engine's name.
    pub engine: &'a str,
    /// What it needs.
    pub memory: Memory,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Memory { bytes, allocations, of_answer } = self.memory;
        write!(f, "{}\t{bytes}\t{allocations}\t{}\t{}", self.documents, of_answer.unwrap_or(-1.0), self.engine)
    }
}

impl<'a> Line<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let mut parts = line.splitn(5, '\t');
        let documents = parts.next()?.parse().ok()?;
        let bytes = parts.next()?.parse().ok()?;
        let allocations = parts.next()?.parse().ok()?;
        let of_answer = parts.next()?.parse().ok()?;
        let memory = Memory { bytes, allocations, of_answer: Some(of_answer).filter(|of| *of >= 0.0) };
        Some(Self { documents, engine: parts.next()?, memory })
    }
}

/// A line that cannot be read.
#[derive(Debug)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a line of the counting program: {}", self.0)
    }
}

impl std::error::Error for Unreadable {}

impl FromStr for Memories {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let lines = text.lines().map(|line| {
            let Line { documents, engine, memory } = Line::parse(line).ok_or_else(|| Unreadable(line.to_owned()))?;
            Ok(((documents, engine.to_owned()), memory))
        });
        Ok(Self(lines.collect::<Result<_, _>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        for of_answer in [None, Some(1.0)] {
            let memory = Memory { bytes: 1_234, allocations: 2.5, of_answer };
            let line = Line { documents: 100, engine: "a, b", memory };
            let memories: Memories = line.to_string().parse().unwrap();
            assert_eq!(memories.of(100, "a, b"), Some(memory));
            assert_eq!(memories.of(101, "a, b"), None);
        }
        assert!("100\t1".parse::<Memories>().is_err());
    }
}
