//! The commands, one file each.

pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod search;
pub(crate) mod tokens;
