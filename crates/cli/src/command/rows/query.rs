//! `toolsift rows query`: what a model would be shown of a host's rows.

use std::path;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use toolsift::contracts::{canonical_json, chars_prefix};
use toolsift::retrieval::limits::MAX_FILE_BYTES;
use toolsift::retrieval::{Cancel, Ceiling, Code, Label, Retrieval, RetrievalConfig, Transport};

use crate::Outcome;
use crate::args::StoreQuery;
use crate::error::CliError;
use crate::output::{DIM, GOOD, Output, WARN, harmless, styled};
use crate::sources::text;

/// Longest summary of a row, in characters.
const MAX_SUMMARY_CHARS: usize = 160;

/// The run whose handles are made where the transport names none.
const RUN: &str = "query";

pub(super) fn run(args: &StoreQuery, output: &mut Output) -> Result<Outcome, CliError> {
    let arguments = serde_json::from_str(&text(&args.arguments, MAX_FILE_BYTES)?).map_err(CliError::Arguments)?;
    let observed = args.observed.as_deref().map_or_else(|| Ok(Label::default()), label)?;
    let ceilings = args.max_confidentiality.iter().map(|json| ceiling(json)).collect::<Result<Vec<_>, _>>()?;
    let file = path::absolute(&args.config).map_err(|source| {
        let path = args.config.display().to_string();
        CliError::File { path, source }
    })?;
    let config = RetrievalConfig::load(Some(&file))?;
    let run = match config.as_ref().map(|config| &config.transport) {
        Some(Transport::Direct { run_id, .. }) => run_id.clone(),
        _ => RUN.to_owned(),
    };
    let retrieval = Retrieval::open(&run, config, ceilings)?;
    let outcome = retrieval.call(args.tool, &arguments, &observed, &Cancel::new());
    if output.is_json() {
        output.json(&RawValue::from_string(outcome.model)?)?;
    } else if outcome.code.is_some() {
        refusal(&serde_json::from_str(&outcome.model)?, output)?;
    } else {
        result(&serde_json::from_str(&outcome.model)?, output)?;
    }
    Ok(match outcome.code {
        None if outcome.observation.is_some() => Outcome::Hit,
        None | Some(Code::NotFound) => Outcome::NoHit,
        Some(Code::Contested) => Outcome::Contested,
        Some(_) => Outcome::Refused,
    })
}

fn ceiling(json: &str) -> Result<Ceiling, CliError> {
    let read = serde_json::from_str(json).ok().and_then(|value| Ceiling::read(&value));
    read.ok_or_else(|| CliError::Ceiling(json.to_owned()))
}

fn label(json: &str) -> Result<Label, CliError> {
    let read = serde_json::from_str(json).ok().and_then(|value| Label::read(&value));
    read.ok_or_else(|| CliError::Label(json.to_owned()))
}

/// What a model reads instead of a result.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Refusal {
    code: String,
    message: String,
    host_code: Option<String>,
}

fn refusal(refusal: &Refusal, output: &mut Output) -> Result<(), CliError> {
    let Refusal { code, message, host_code } = refusal;
    let host = host_code.as_ref().map(|code| format!(" The host's code is {code}.")).unwrap_or_default();
    output.line(&format!("{} {}", styled(WARN, code), harmless(&format!("{message}{host}"))))
}

/// What a model reads of a result.
#[derive(Deserialize)]
struct Shown {
    notice: String,
    admitted: u64,
    withheld: u64,
    omitted: u64,
    truncated: bool,
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(tag = "status", rename_all = "lowercase", rename_all_fields = "camelCase")]
enum Entry {
    Admitted {
        label: Disclosed,
        label_source: String,
        value: Map<String, Value>,
        #[serde(default)]
        handle: String,
        #[serde(default)]
        truncated: bool,
    },
    Withheld {
        reason_code: String,
    },
}

/// Of each clause the types of its alternatives.
#[derive(Deserialize)]
struct Disclosed {
    confidentiality: Vec<Vec<String>>,
}

fn result(shown: &Shown, output: &mut Output) -> Result<(), CliError> {
    let Shown { admitted, withheld, omitted, .. } = shown;
    let unseen = |status: &str, why: &str| {
        vec![styled(WARN, status), String::new(), String::new(), String::new(), styled(DIM, &harmless(why))]
    };
    let mut rows: Vec<_> = shown
        .entries
        .iter()
        .map(|entry| match entry {
            Entry::Admitted { label, label_source, value, handle, truncated } => vec![
                styled(GOOD, "admitted"),
                harmless(&label.summary()),
                if label_source == "query" { styled(WARN, "assumed") } else { harmless(label_source) },
                harmless(handle),
                format!(
                    "{}{}",
                    if *truncated { styled(WARN, "(cut) ") } else { String::new() },
                    harmless(&summary(value))
                ),
            ],
            Entry::Withheld { reason_code } => unseen("withheld", reason_code),
        })
        .collect();
    if *omitted > 0 {
        rows.push(unseen("omitted", &format!("{omitted} more, for which the result has no room")));
    }
    if !rows.is_empty() {
        output.table(&["status", "label", "from", "handle", "row"], rows, &[])?;
    }
    let cut = if shown.truncated { ", truncated" } else { "" };
    output.line(&format!("{admitted} admitted, {withheld} withheld, {omitted} omitted{cut}"))?;
    output.line(&styled(DIM, &harmless(&shown.notice)))
}

impl Disclosed {
    /// The clauses that all hold, and of each the alternatives of which one does.
    fn summary(&self) -> String {
        let clauses: Vec<String> = self.confidentiality.iter().map(|types| types.join(" or ")).collect();
        if clauses.is_empty() { "public".to_owned() } else { clauses.join(", ") }
    }
}

/// What a row is about, on one line: the first two of the members that say so in most stores, or else all of it.
fn summary(value: &Map<String, Value>) -> String {
    const TELLING: [&str; 10] =
        ["title", "subject", "name", "snippet", "text", "source", "about", "note", "headings", "id"];
    let texts: Vec<&str> = TELLING.iter().filter_map(|name| value.get(*name)?.as_str()).take(2).collect();
    let all = if texts.is_empty() { canonical_json(&Value::Object(value.clone())) } else { texts.join(": ") };
    let line = all.split_whitespace().collect::<Vec<_>>().join(" ");
    match chars_prefix(&line, MAX_SUMMARY_CHARS) {
        cut if cut.len() < line.len() => format!("{cut}…"),
        whole => whole.to_owned(),
    }
}
