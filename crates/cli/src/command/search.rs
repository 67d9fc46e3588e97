//! `toolsift search`: the tools for a request.

use serde::Serialize;
use toolsift::contracts::chars_prefix;
use toolsift::prelude::*;
use toolsift::tokenizer::MAX_QUERY_CHARS;

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::output::{DIM, GOOD, Output, STRONG, WARN, harmless, styled};
use crate::sources::{Tools, query};

/// The answer as a machine reads it.
#[derive(Serialize)]
struct Json<'a> {
    query: &'a str,
    terms: &'a [String],
    unmatched: &'a [String],
    hits: Vec<JsonHit<'a>>,
}

#[derive(Serialize)]
struct JsonHit<'a> {
    id: &'a ToolId,
    score: Score,
    strength: Strength,
    standing: Standing,
    description: String,
}

pub(crate) fn run(args: &args::Search, output: &mut Output) -> Result<Outcome, CliError> {
    let query = query(&args.query)?;
    let tools = Tools::read(&args.sources)?;
    let answer = tools.ranker.index().search(&query, tools.ranker.stopwords(), usize::from(args.limit));
    if output.is_json() {
        output.json(&Json {
            query: chars_prefix(&query, MAX_QUERY_CHARS),
            terms: &answer.terms,
            unmatched: &answer.unmatched,
            hits: answer
                .hits
                .iter()
                .map(|found| JsonHit {
                    id: &found.id,
                    score: found.score,
                    strength: found.strength,
                    standing: found.standing,
                    description: tools.listing(&found.id),
                })
                .collect(),
        })?;
    } else {
        print(&tools, &answer, output)?;
    }
    Ok(if answer.hits.is_empty() { Outcome::NoHit } else { Outcome::Hit })
}

fn print(tools: &Tools, answer: &Answer, output: &mut Output) -> Result<(), CliError> {
    if answer.hits.is_empty() {
        let size = tools.tools.len();
        output.line(&format!("no match among {size} tool{}", if size == 1 { "" } else { "s" }))?;
    } else {
        let rows = answer.hits.iter().map(|hit| {
            let trusted = hit.standing == Standing::Trusted;
            let description = harmless(&tools.listing(&hit.id));
            vec![
                styled(STRONG, &harmless(hit.id.as_str())),
                hit.score.to_string(),
                styled(
                    match hit.strength {
                        Strength::Exact | Strength::Strong => GOOD,
                        _ => WARN,
                    },
                    hit.strength.as_str(),
                ),
                if trusted { "trusted".to_owned() } else { styled(WARN, "untrusted") },
                if trusted { description } else { styled(DIM, &description) },
            ]
        });
        output.table(&["tool", "score", "strength", "standing", "description"], rows.collect(), &[1])?;
    }
    if !answer.unmatched.is_empty() {
        let unmatched = answer.unmatched.iter().take(16).map(|term| harmless(term)).collect::<Vec<_>>().join(", ");
        output.line(&styled(DIM, &format!("in no tool: {unmatched}")))?;
    }
    Ok(())
}
