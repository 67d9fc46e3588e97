//! `toolsift replay`: a recorded run, served from its journal.

use std::path::Path;

use toolsift::replay::{Line, read_lines};
use toolsift::scenario::{Golden, Scenario};

use crate::Outcome;
use crate::args;
use crate::command::run::show;
use crate::error::CliError;
use crate::output::{GOOD, Output, WARN, harmless, styled, warning};
use crate::runs::{add, report_skills};
use crate::sources::{read, read_text};

pub(crate) fn run(args: &args::Replay, output: &mut Output) -> Result<Outcome, CliError> {
    if let Some(folder) = &args.additions.store {
        // A replay fills nothing, so that a folder that is not there is a wrong one.
        std::fs::read_dir(folder).map_err(|source| CliError::File { path: folder.display().to_string(), source })?;
    }
    #[cfg(feature = "gateway")]
    if args.journal.is_none() && toolsift_mcp::is_recorded_session(&args.run) {
        return crate::gateway::replay(&args.run, output);
    }
    let in_file = |source| CliError::InFile { path: args.run.display().to_string(), source: Box::new(source) };
    let (mut scenario, lines) = match &args.journal {
        Some(journal) => (Scenario::parse(&read_text(&args.run)?).map_err(in_file)?, lines_of(journal)?),
        None => {
            let log = Golden::load(&args.run).map_err(in_file)?;
            (log.scenario, log.lines)
        }
    };
    add(&mut scenario, &args.run, &args.additions)?;
    report_skills(&scenario).map_err(in_file)?;
    if !lines.iter().any(|line| matches!(line, Line::End(_))) {
        warning("the journal has no end line: the run was not finished, or the journal was cut");
    }
    let (mut transcript, divergences) = scenario.replay(&lines, None).map_err(in_file)?;
    transcript.divergences = divergences.iter().map(ToString::to_string).collect();
    show(&transcript, scenario.skill_use(&transcript).map_err(in_file)?.as_ref(), output)?;
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

fn lines_of(journal: &Path) -> Result<Vec<Line>, CliError> {
    let of_the_journal = |source| CliError::Journal { path: journal.display().to_string(), source };
    read_lines(read(journal)?.as_slice()).map_err(of_the_journal)
}
