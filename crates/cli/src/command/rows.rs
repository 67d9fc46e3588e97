//! `toolsift rows`: a small store, what asks it, and what a model would be shown of it.

mod init;
mod query;
mod serve;

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::output::Output;

pub(crate) fn run(args: &args::Rows, output: &mut Output) -> Result<Outcome, CliError> {
    match args {
        args::Rows::Init { dir } => init::run(dir, output),
        args::Rows::Query(args) => query::run(args, output),
        args::Rows::Serve { command } => serve::run(command, output),
    }
}
