//! `toolsift select`: the tools of one request.

use serde::Serialize;
use toolsift::prelude::*;
use toolsift::select::{Estimate, MAX_KEYWORD_PROMPT_CHARS};
use toolsift::trust_policy::standing;

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::output::{DIM, Output, STRONG, WARN, harmless, styled};
use crate::sources::{Tools, text};

/// The selection as a machine reads it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Json<'a> {
    selector: &'a str,
    /// Why every tool is selected, where the selector could not tell.
    opened: Option<&'a str>,
    advertised: Vec<&'a str>,
    registered: usize,
    advertised_chars: usize,
    registered_chars: usize,
    saved_chars: usize,
    /// The SHA-256 of what is advertised.
    surface: String,
}

pub(crate) fn run(args: &args::Select, output: &mut Output) -> Result<Outcome, CliError> {
    let prompt = text(&args.prompt, MAX_KEYWORD_PROMPT_CHARS)?;
    if prompt.trim().is_empty() {
        return Err(CliError::EmptyPrompt);
    }
    let tools = Tools::read(&args.sources)?;
    let all = tool_schemas(&tools.tools);
    let selector = args.selector.build(usize::from(args.k), &args.core, tools.searcher.clone());
    let selection = selector.select(&SelectionContext::new(0).with_prompt(&prompt), &all);
    if output.is_json() {
        let estimate = selection.estimate();
        output.json(&Json {
            selector: args.selector.as_str(),
            opened: selection.why_opened().map(Opened::as_str),
            advertised: selection.subset().ids().collect(),
            registered: all.len(),
            advertised_chars: estimate.advertised_chars,
            registered_chars: estimate.registered_chars,
            saved_chars: estimate.saved_chars(),
            surface: estimate.surface.to_string(),
        })?;
    } else {
        print(&tools, &selection, output)?;
    }
    Ok(if selection.why_opened().is_none() { Outcome::Hit } else { Outcome::NoHit })
}

fn print(tools: &Tools, selection: &Selection<'_>, output: &mut Output) -> Result<(), CliError> {
    let subset = selection.subset();
    if let Some(why) = selection.why_opened() {
        output.line(&styled(WARN, &format!("every tool, because the selector cannot tell: {why}")))?;
    } else {
        let rows = subset.tools().map(|tool| {
            let definition = tools.tool(tool.id().as_str());
            let trusted = definition.is_some_and(|tool| standing(tool) == Standing::Trusted);
            let line = harmless(&tools.listing(tool.id()));
            vec![
                styled(STRONG, &harmless(tool.id().as_str())),
                tool.chars().to_string(),
                if trusted { "trusted".to_owned() } else { styled(WARN, "untrusted") },
                if trusted { line } else { styled(DIM, &line) },
            ]
        });
        output.table(&["tool", "characters", "standing", "description"], rows.collect(), &[1])?;
    }
    let Estimate { advertised_chars, registered_chars, .. } = selection.estimate();
    let saved = selection.estimate().saved_chars();
    output.line(&format!(
        "advertised {} of {} tools, {advertised_chars} of {registered_chars} characters: {saved} saved",
        subset.len(),
        subset.registered().len(),
    ))
}
