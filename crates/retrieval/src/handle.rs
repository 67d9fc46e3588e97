//! Handles: short texts that stand for what a run has observed.

mod describe;
mod load;
mod referent;
mod swap;
mod table;
mod token;
mod writer;

pub use describe::Description;
pub use referent::{Address, Observed, Referent};
pub use swap::swap_addresses;
pub use table::HandleTable;
pub use token::Token;
pub use writer::{ResultStore, WriteError, Written, write_result};
