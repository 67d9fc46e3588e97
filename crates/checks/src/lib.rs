//! Checks that are too long or too destructive for unit tests, run by `cargo xtask`.

pub mod attack;
pub mod crash;
pub mod generated;
pub mod icount;
