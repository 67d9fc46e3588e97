//! Where a run's lines go.

use crate::error::JournalError;
use crate::line::Line;

/// A store of lines. What [`append`](Self::append) accepted must survive a crash: only then may the decision take effect.
pub trait Journal {
    /// Writes a line and makes it last.
    ///
    /// # Errors
    ///
    /// A [`JournalError`] where the line may not have been kept; then it must not take effect.
    fn append(&mut self, line: &Line) -> Result<(), JournalError>;

    /// How many lines there are, the header included.
    fn line_count(&self) -> u64;
}

/// A journal in memory, for tests and for hosts that keep lines elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemoryJournal(Vec<Line>);

impl MemoryJournal {
    /// A journal without lines.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The lines so far.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.0
    }
}

impl Journal for MemoryJournal {
    fn append(&mut self, line: &Line) -> Result<(), JournalError> {
        // A line that a file would refuse is refused here, too.
        line.to_json()?;
        if matches!(line, Line::Header(_)) && !self.0.is_empty() {
            return Err(JournalError::SecondHeader);
        }
        self.0.push(line.clone());
        Ok(())
    }

    fn line_count(&self) -> u64 {
        self.0.len() as u64
    }
}
