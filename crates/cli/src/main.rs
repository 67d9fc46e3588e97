//! The `toolsift` program: find the tool that a request needs, see why, and measure how well that goes.

mod args;
mod audit;
mod command;
mod error;
mod output;
#[cfg(feature = "rows")]
mod rows;
mod runs;
mod sample;
mod selectors;
mod sources;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::output::Output;

/// How a run ended, as a process says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Something was found.
    Hit,
    /// Nothing was.
    NoHit,
    /// A host's command was refused, and its output says so.
    #[cfg(feature = "rows")]
    Refused,
    /// More than one person is meant.
    #[cfg(feature = "rows")]
    Contested,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Hit => 0,
            Outcome::NoHit => 1,
            #[cfg(feature = "rows")]
            Outcome::Refused => FAILURE,
            #[cfg(feature = "rows")]
            Outcome::Contested => 3,
        })
    }
}

/// The exit code of a wrong command line or of input that cannot be read; clap's own for the former.
const FAILURE: u8 = 2;

fn main() -> ExitCode {
    let args = Args::parse();
    args.color.write_global();
    let mut output = Output::new(args.json);
    let outcome = match &args.command {
        Command::Search(args) => command::search::run(args, &mut output),
        Command::Explain(args) => command::explain::run(args, &mut output),
        Command::Docs(args) => command::docs::run(args, &mut output),
        Command::Audit(args) => command::audit::run(args, &mut output),
        Command::Run(args) => command::run::run(args, &mut output),
        Command::Replay(args) => command::replay::run(args, &mut output),
        Command::ReplayCheck(args) => command::replay_check::run(args, &mut output),
        Command::Tokens(args) => command::tokens::run(args, &mut output),
        Command::Eval(args) => command::eval::run(args, &mut output),
        Command::Select(args) => command::select::run(args, &mut output),
        #[cfg(feature = "rows")]
        Command::Rows(args) => command::rows::run(args, &mut output),
    };
    match outcome.and_then(|outcome| output.finish().map(|()| outcome)) {
        Ok(outcome) => outcome.into(),
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            output::failure(&error);
            ExitCode::from(FAILURE)
        }
    }
}
