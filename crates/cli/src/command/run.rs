//! `toolsift run`: a scenario, live.

use toolsift::prelude::*;
use toolsift::scenario::{Scenario, Transcript};

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::output::{DIM, Output, STRONG, WARN, harmless, styled};
use crate::sources::read_text;

pub(crate) fn run(args: &args::Run, output: &mut Output) -> Result<Outcome, CliError> {
    let name = args.scenario.display().to_string();
    let in_file = |source| CliError::InFile { path: name.clone(), source: Box::new(source) };
    let scenario = Scenario::parse(&read_text(&args.scenario)?).map_err(in_file)?;
    let transcript = match &args.journal {
        Some(path) => {
            let of_the_journal = |source| CliError::Journal { path: path.display().to_string(), source };
            let mut journal = FileJournal::create(path, args.chained).map_err(of_the_journal)?;
            scenario.run(&mut journal).map_err(|error| {
                // A run that could not be made leaves nothing that would be in the way of the next.
                drop(std::fs::remove_file(path));
                in_file(error)
            })?
        }
        None => scenario.run(&mut MemoryJournal::new()).map_err(in_file)?,
    };
    show(&transcript, output)?;
    Ok(if transcript.aborted.is_none() { Outcome::Hit } else { Outcome::NoHit })
}

/// Prints a transcript: what each turn gave, and how the menu grew.
pub(crate) fn show(transcript: &Transcript, output: &mut Output) -> Result<(), CliError> {
    if output.is_json() {
        return output.json(transcript);
    }
    let mut known = 0;
    for (place, turn) in transcript.turns.iter().enumerate() {
        let new: Vec<String> = turn.menu.iter().skip(known).map(|name| harmless(name)).collect();
        let grown = if new.is_empty() { String::new() } else { format!(", new: {}", new.join(", ")) };
        output.line(&format!("{} {} on the menu{grown}", styled(STRONG, &format!("turn {place}")), turn.menu.len()))?;
        known = turn.menu.len();
        for result in &turn.results {
            let fence = if result.tainted { styled(WARN, " (fenced as data)") } else { String::new() };
            output.line(&format!("  call {}{fence} {}", result.call, harmless(result.output.get())))?;
        }
        for id in &turn.records {
            output.line(&styled(DIM, &format!("  recorded {}", harmless(id))))?;
        }
        for warning in &turn.warnings {
            output.line(&styled(WARN, &format!("  {}: {}", warning.code, harmless(&warning.subject))))?;
        }
    }
    if let Some(reason) = transcript.aborted {
        output.line(&styled(WARN, &format!("the run broke off: {reason}")))?;
    }
    Ok(())
}
