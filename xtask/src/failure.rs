//! How a command ends when it does not succeed, and what a check found.

use std::fmt;
use std::process::ExitCode;

use crate::output;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It was called wrongly.
    Usage(String),
    /// It ran, and something is not as it should be.
    Failed(String),
}

impl Failure {
    /// 2 for a wrong call, 1 for everything else.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::Failed(_) => ExitCode::FAILURE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Failed(text) => f.write_str(text),
        }
    }
}

/// One thing that a check found wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Problem {
    file: String,
    line: Option<usize>,
    text: String,
}

impl Problem {
    /// A problem of a whole file.
    pub(crate) fn in_file(file: impl Into<String>, text: impl Into<String>) -> Self {
        Self { file: file.into(), line: None, text: text.into() }
    }

    /// A problem of one line, counted from 1.
    pub(crate) fn at(file: impl Into<String>, line: usize, text: impl Into<String>) -> Self {
        Self { file: file.into(), line: Some(line), text: text.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.text),
            None => write!(f, "{}: {}", self.file, self.text),
        }
    }
}

/// Prints every problem, by file and line, and fails where there is one.
pub(crate) fn report(command: &str, mut problems: Vec<Problem>) -> Result<(), Failure> {
    if problems.is_empty() {
        return Ok(());
    }
    problems.sort();
    for problem in &problems {
        output::error(problem);
    }
    let count = problems.len();
    Err(Failure::Failed(format!("{command} found {count} problem{}", if count == 1 { "" } else { "s" })))
}
