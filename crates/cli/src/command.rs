//! The commands, one file each.

pub(crate) mod audit;
pub(crate) mod docs;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod replay;
pub(crate) mod replay_check;
#[cfg(feature = "rows")]
pub(crate) mod rows;
pub(crate) mod run;
pub(crate) mod search;
pub(crate) mod select;
pub(crate) mod tokens;
