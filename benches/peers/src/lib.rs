//! The index beside its peers: the same documents and queries, one core, engine by engine in turn.
//!
//! [`corpus`] makes documents and queries, [`engine`] is what an engine must offer and [`engines`] are those that do.
//! [`floor`] is a loop that skips ids, ties, Unicode and safety of any kind: how fast the machine lets such an index be.
//! [`measure`] takes the times, [`heap`] the memory, [`report`] makes the tables and says which bars are met.

use std::error::Error;
use std::process::ExitCode;

pub mod corpus;
pub mod engine;
pub mod engines;
pub mod floor;
pub mod heap;
pub mod measure;
pub mod plan;
pub mod report;
pub mod tokenizers;

/// How a program of this workspace ends: an error goes to stderr.
pub fn exit(result: Result<(), Box<dyn Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
