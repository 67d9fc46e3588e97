//! The commands, one file each.

pub(crate) mod audit;
#[cfg(feature = "gateway")]
pub(crate) mod catalog;
pub(crate) mod docs;
#[cfg(feature = "gateway")]
pub(crate) mod doctor;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod replay;
pub(crate) mod replay_check;
#[cfg(feature = "rows")]
pub(crate) mod rows;
pub(crate) mod run;
pub(crate) mod search;
pub(crate) mod select;
#[cfg(feature = "gateway")]
pub(crate) mod serve;
pub(crate) mod tokens;
