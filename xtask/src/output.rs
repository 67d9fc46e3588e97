//! The only place that prints.
//!
//! A closed pipe (`cargo xtask rows | head`) is no error, so a failed write is dropped.

use std::fmt::Display;
use std::io::Write;

/// One line to stdout.
pub(crate) fn line(text: impl Display) {
    drop(writeln!(std::io::stdout().lock(), "{text}"));
}

/// One error to stderr.
pub(crate) fn error(text: impl Display) {
    drop(writeln!(std::io::stderr().lock(), "error: {text}"));
}
