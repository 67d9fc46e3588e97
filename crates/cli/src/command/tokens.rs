//! `toolsift tokens`: the terms that a text becomes.

use serde::Serialize;
use toolsift::tokenizer::{MAX_FIELD_CHARS, query_terms, terms};

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::output::{DIM, Output, harmless, styled};
use crate::sources::{stopwords, text};

/// The terms as a machine reads them.
#[derive(Serialize)]
struct Json {
    /// As text of a tool.
    field: Vec<String>,
    /// As a query.
    query: Vec<String>,
}

pub(crate) fn run(args: &args::Tokens, output: &mut Output) -> Result<Outcome, CliError> {
    let text = text(&args.text, MAX_FIELD_CHARS)?;
    let found = Json { field: terms(&text, MAX_FIELD_CHARS), query: query_terms(&text, &stopwords(&args.stopwords)?) };
    if output.is_json() {
        output.json(&found)?;
    } else {
        for (title, terms) in [("of a tool", &found.field), ("of a query", &found.query)] {
            let terms = terms.iter().map(|term| harmless(term)).collect::<Vec<_>>().join(" ");
            output.line(&format!("{} {terms}", styled(DIM, &format!("{title:<10}"))))?;
        }
    }
    Ok(if found.field.is_empty() { Outcome::NoHit } else { Outcome::Hit })
}
