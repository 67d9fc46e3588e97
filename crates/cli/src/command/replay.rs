//! `toolsift replay`: a golden log, served from its journal.

use toolsift::scenario::Golden;

use crate::Outcome;
use crate::args;
use crate::command::run::show;
use crate::error::CliError;
use crate::output::{GOOD, Output, WARN, harmless, styled};

pub(crate) fn run(args: &args::Replay, output: &mut Output) -> Result<Outcome, CliError> {
    let path = args.log.display().to_string();
    let in_log = |source| CliError::InFile { path: path.clone(), source: Box::new(source) };
    let log = Golden::load(&args.log).map_err(in_log)?;
    let (mut transcript, divergences) = log.scenario.replay(&log.lines, None).map_err(in_log)?;
    transcript.divergences = divergences.iter().map(ToString::to_string).collect();
    show(&transcript, output)?;
    if !output.is_json() {
        for divergence in &transcript.divergences {
            output.line(&styled(WARN, &harmless(divergence)))?;
        }
        if divergences.is_empty() {
            output.line(&styled(GOOD, "record and run agree"))?;
        }
    }
    Ok(if divergences.is_empty() { Outcome::Hit } else { Outcome::NoHit })
}
