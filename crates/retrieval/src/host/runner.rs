//! The seam between this crate and a process.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A program to run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CommandRequest {
    /// The program, by its absolute path. No shell reads it.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// All that its environment holds, apart from the path on which it finds other programs.
    pub env: Vec<(&'static str, OsString)>,
}

/// What a program that ended gave.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CommandOutput {
    /// What it printed. What it printed as errors is not read at all.
    pub stdout: Vec<u8>,
    /// How it ended, or nothing where a signal ended it.
    pub exit: Option<i32>,
}

impl CommandOutput {
    /// An output.
    #[must_use]
    pub fn new(stdout: impl Into<Vec<u8>>, exit: Option<i32>) -> Self {
        Self { stdout: stdout.into(), exit }
    }
}

/// Why there is no output. The causes stay with the runner: they quote paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The program did not start.
    #[error("the program could not be started")]
    NotStarted,
    /// The program took too long and was stopped.
    #[error("the program took too long")]
    TimedOut,
    /// The program printed too much and was stopped.
    #[error("the program printed too much")]
    TooMuchOutput,
    /// The turn was given up and the program was stopped.
    #[error("the turn was given up")]
    Cancelled,
}

/// Runs programs. [`HostProcess`](super::HostProcess) starts processes; a host with a sandbox of its own implements this.
pub trait CommandRunner: fmt::Debug + Send + Sync {
    /// Runs a program to its end, or stops it.
    ///
    /// # Errors
    ///
    /// [`RunError`] where there is no output.
    fn run(&self, request: &CommandRequest, cancel: &Cancel) -> Result<CommandOutput, RunError>;
}

/// A sign that a turn is given up. Clones share it, and it cannot be taken back.
///
/// ```
/// use toolsift_retrieval::Cancel;
///
/// let cancel = Cancel::new();
/// let other = cancel.clone();
/// other.cancel();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A sign that is not given yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives it.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it was given.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
