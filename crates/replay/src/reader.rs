//! A journal line by line, with the one kind of damage that a crash leaves behind forgiven.

use std::io::{BufRead, Read};

use crate::chain::Chain;
use crate::error::JournalError;
use crate::line::{Line, MAX_LINE_BYTES};
use crate::version::JOURNAL_FORMAT;

/// Reads the lines of a journal one after the other.
///
/// A line counts once its line end was written. What follows the last line end is a torn tail, NULs included, and is left
/// out; a complete line that is wrong is an error. If the first line carries a hash chain, every line must continue it.
///
/// # Complexity
///
/// Holds one line, at most [`MAX_LINE_BYTES`], in memory.
#[derive(Debug)]
pub struct JournalReader<R> {
    source: R,
    line: usize,
    kept: u64,
    chain: Option<Chain>,
    done: bool,
}

impl<R: BufRead> JournalReader<R> {
    /// A reader from the beginning of a journal.
    pub fn new(source: R) -> Self {
        Self { source, line: 0, kept: 0, chain: None, done: false }
    }

    /// How many bytes the lines that were read have: where the next line belongs.
    #[must_use]
    pub fn kept_bytes(&self) -> u64 {
        self.kept
    }

    /// The hash chain so far, if the journal has one.
    pub(crate) fn into_chain(self) -> Option<Chain> {
        self.chain
    }

    fn read(&mut self) -> Result<Option<Line>, JournalError> {
        let Some(mut bytes) = self.read_bytes()? else { return Ok(None) };
        self.line += 1;
        let line = self.line;
        let damaged = |problem| JournalError::Damaged { line, problem };
        self.kept += bytes.len() as u64 + 1;
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        let text = std::str::from_utf8(&bytes).map_err(|_| damaged("not valid UTF-8"))?;
        let text = self.unchained(text)?;
        let read = Line::read(&text);
        if line == 1 {
            return match read {
                Ok(Line::Header(header)) => {
                    header.check_readable()?;
                    Ok(Some(Line::Header(header)))
                }
                _ => Err(JournalError::NotAJournal { format: JOURNAL_FORMAT }),
            };
        }
        match read {
            Ok(Line::Header(_)) => Err(damaged("a second header")),
            Ok(line) => Ok(Some(line)),
            Err(problem) => Err(damaged(problem)),
        }
    }

    /// The next complete line without its end, or nothing where only a torn tail is left.
    fn read_bytes(&mut self) -> Result<Option<Vec<u8>>, JournalError> {
        let mut bytes = Vec::new();
        let limit = MAX_LINE_BYTES + CHAIN_BYTES + 2;
        self.source.by_ref().take(limit as u64).read_until(b'\n', &mut bytes)?;
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            return Ok(Some(bytes));
        }
        // Too long, or the tail: which of them, the rest of the source tells.
        if bytes.len() == limit && self.comes_to_a_line_end()? {
            return Err(JournalError::Damaged { line: self.line + 1, problem: "longer than a line may be" });
        }
        Ok(None)
    }

    /// Reads on without keeping anything; whether a line end comes.
    fn comes_to_a_line_end(&mut self) -> Result<bool, JournalError> {
        loop {
            let buffer = self.source.fill_buf()?;
            if buffer.is_empty() {
                return Ok(false);
            }
            if buffer.contains(&b'\n') {
                return Ok(true);
            }
            let read = buffer.len();
            self.source.consume(read);
        }
    }

    /// A line without its link of the hash chain, which is checked.
    fn unchained(&mut self, text: &str) -> Result<String, JournalError> {
        if self.line == 1 {
            self.chain = Chain::is_sealed(text).then(Chain::new);
        }
        match &mut self.chain {
            Some(chain) => chain.open(text).ok_or(JournalError::BrokenChain { line: self.line }),
            // A link that no chain leads to: the one before it was taken away or damaged.
            None if Chain::is_sealed(text) => Err(JournalError::BrokenChain { line: self.line }),
            None => Ok(text.to_owned()),
        }
    }
}

/// Room for the link of a hash chain.
const CHAIN_BYTES: usize = 128;

impl<R: BufRead> Iterator for JournalReader<R> {
    type Item = Result<Line, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let line = self.read().transpose();
        self.done = !matches!(line, Some(Ok(_)));
        line
    }
}

/// All lines of a journal.
///
/// # Errors
///
/// A [`JournalError`] for a store that fails and for damage that no crash leaves; see [`JournalReader`].
pub fn read_lines(source: impl BufRead) -> Result<Vec<Line>, JournalError> {
    JournalReader::new(source).collect()
}
