//! `toolsift run`: a scenario, live.

use toolsift::prelude::*;
use toolsift::scenario::{Scenario, SkillUse, Transcript};

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::output::{DIM, Output, STRONG, WARN, harmless, styled};
use crate::runs::{add, report_skills};
use crate::sources::read_text;

pub(crate) fn run(args: &args::Run, output: &mut Output) -> Result<Outcome, CliError> {
    let name = args.scenario.display().to_string();
    let in_file = |source| CliError::InFile { path: name.clone(), source: Box::new(source) };
    let mut scenario = Scenario::parse(&read_text(&args.scenario)?).map_err(in_file)?;
    add(&mut scenario, &args.scenario, &args.additions)?;
    report_skills(&scenario).map_err(in_file)?;
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
    show(&transcript, scenario.skill_use(&transcript).map_err(in_file)?.as_ref(), output)?;
    Ok(if transcript.aborted.is_none() { Outcome::Hit } else { Outcome::NoHit })
}

/// Prints a transcript: the prompt, what each turn gave, how the menu grew, and how many skills were found and activated.
pub(crate) fn show(transcript: &Transcript, skills: Option<&SkillUse>, output: &mut Output) -> Result<(), CliError> {
    if output.is_json() {
        return output.json(transcript);
    }
    for line in transcript.system_prompt.lines() {
        output.line(&styled(DIM, &harmless(line)))?;
    }
    let mut known = 0;
    for (place, turn) in transcript.turns.iter().enumerate() {
        let new: Vec<String> = turn.menu.iter().skip(known).map(|name| harmless(name)).collect();
        let grown = if new.is_empty() { String::new() } else { format!(", new: {}", new.join(", ")) };
        let compacted = if turn.compacted { ", compacted" } else { "" };
        let menu = format!("{} on the menu{compacted}{grown}", turn.menu.len());
        output.line(&format!("{} {menu}", styled(STRONG, &format!("turn {place}"))))?;
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
    if let Some(SkillUse { offered, shown, activated, .. }) = skills {
        let (shown, activated) = (shown.len(), activated.len());
        output.line(&format!("skills: {offered} offered, {shown} shown by searches, {activated} activated"))?;
    }
    if let Some(reason) = transcript.aborted {
        output.line(&styled(WARN, &format!("the run broke off: {reason}")))?;
    }
    Ok(())
}
