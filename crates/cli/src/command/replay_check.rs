//! `toolsift replay-check`: golden logs held against themselves, or against another catalogue.

use std::path::Path;

use serde::Serialize;
use toolsift::catalog::{Author, load};
use toolsift::contracts::ToolDefinition;
use toolsift::scenario::{Golden, against, find_logs, replay_check};

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::output::{DIM, GOOD, Output, STRONG, WARN, harmless, styled};

/// A log as a machine reads about it.
#[derive(Serialize)]
struct Json {
    log: String,
    runs: usize,
    problems: Vec<JsonProblem>,
}

#[derive(Serialize)]
struct JsonProblem {
    turn: Option<usize>,
    field: String,
    message: String,
}

pub(crate) fn run(args: &args::ReplayCheck, output: &mut Output) -> Result<Outcome, CliError> {
    let mut logs = Vec::new();
    for path in &args.paths {
        let found = find_logs(path)?;
        if found.is_empty() {
            return Err(CliError::NoLogs(path.display().to_string()));
        }
        logs.extend(found);
    }
    let catalog = match &args.against {
        Some(path) => Some(load(path, Author::ThirdParty)?.into_iter().map(|entry| entry.tool).collect::<Vec<_>>()),
        None => None,
    };
    let (mut runs, mut broken) = (0, 0);
    for path in &logs {
        let report = match &catalog {
            Some(catalog) => losses(path, catalog)?,
            None => checked(path)?,
        };
        runs += report.runs;
        broken += usize::from(!report.problems.is_empty());
        print(&report, args.github, output)?;
    }
    if !output.is_json() {
        let style = if broken == 0 { GOOD } else { WARN };
        let held = logs.len() - broken;
        output.line(&styled(style, &format!("{held} of {} logs hold, over {runs} runs", logs.len())))?;
    }
    Ok(if broken == 0 { Outcome::Hit } else { Outcome::NoHit })
}

fn read(path: &Path) -> Result<Golden, CliError> {
    Golden::load(path).map_err(|source| CliError::InFile { path: path.display().to_string(), source: Box::new(source) })
}

/// A log held against itself. One that cannot even be read or run is broken, and the others are still checked.
fn checked(path: &Path) -> Result<Json, CliError> {
    let log = path.display().to_string();
    let problem = |message: String| JsonProblem { turn: None, field: "log".to_owned(), message };
    Ok(match Golden::load(path).and_then(|golden| replay_check(&golden)) {
        Ok(report) => Json {
            log,
            runs: report.runs,
            problems: report
                .problems
                .into_iter()
                .map(|problem| JsonProblem { turn: problem.turn, field: problem.field, message: problem.message })
                .collect(),
        },
        Err(error) => Json { log, runs: 0, problems: vec![problem(error.to_string())] },
    })
}

/// What a log would lose on another catalogue.
fn losses(path: &Path, catalog: &[ToolDefinition]) -> Result<Json, CliError> {
    let golden = read(path)?;
    let lost = against(&golden, catalog)
        .map_err(|source| CliError::InFile { path: path.display().to_string(), source: Box::new(source) })?;
    let problem = |loss: toolsift::scenario::Loss| JsonProblem {
        turn: usize::try_from(loss.turn).ok(),
        field: loss.id,
        message: format!("loses {}{}", loss.tool, if loss.was_loaded { ", which was on the menu" } else { "" }),
    };
    Ok(Json { log: path.display().to_string(), runs: 1, problems: lost.into_iter().map(problem).collect() })
}

fn print(report: &Json, github: bool, output: &mut Output) -> Result<(), CliError> {
    if output.is_json() {
        return output.json(report);
    }
    let mark = if report.problems.is_empty() { styled(GOOD, "holds ") } else { styled(WARN, "broken") };
    output.line(&format!(
        "{mark} {} {}",
        styled(STRONG, &report.log),
        styled(DIM, &format!("{} runs", report.runs))
    ))?;
    for JsonProblem { turn, field, message } in &report.problems {
        let place = turn.map_or_else(|| field.clone(), |turn| format!("turn {turn}, {field}"));
        let text = harmless(&format!("{place}: {message}"));
        if github {
            output.line(&format!("::error file={}::{}", report.log, text.replace('%', "%25")))?;
        } else {
            output.line(&format!("  {text}"))?;
        }
    }
    Ok(())
}
