//! Tokenizers beside each other: megabytes a second on the same lines, in turn.
//!
//! [`lines`] makes them, [`contestants`] are those that read them, [`rates`] takes the times and [`report`] makes the tables.

pub mod contestants;
pub mod lines;
pub mod rates;
pub mod report;
