//! `search`: the rows that have some of the words.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Row, named_params};
use serde::Serialize;

use super::label::Label;
use super::moment::{Moment, Zone};
use super::store::MAX_WORD_CHARS;
use super::words::{MAX_WORDS, Words};
use super::{Refusal, Reply, Store, person};
use crate::args::{Rank, StoreSearch};

/// Most hits of an answer.
const MAX_HITS: u64 = 200;

/// How many hits an answer has unless told.
const DEFAULT_HITS: u64 = 20;

/// Most sources of a store that are known by name.
const MAX_SOURCES: usize = 100;

/// Longest title, in characters.
const MAX_TITLE_CHARS: usize = 500;

/// Longest text of a hit, in characters: more than a model is shown of one, so that it is told of the cut.
const MAX_TEXT_CHARS: usize = 5_000;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found<'a> {
    schema_version: u32,
    query: &'a str,
    hits: Vec<Hit>,
    #[serde(rename = "source_status")]
    source_status: BTreeMap<String, &'static str>,
    warnings: Vec<String>,
    truncated: bool,
}

#[derive(Serialize)]
struct Hit {
    id: String,
    source: String,
    at: String,
    title: String,
    text: String,
    #[serde(skip_serializing_if = "Label::is_absent")]
    ifc: Label,
}

/// Searches titles and texts for any of the words, titles weighing three times as much; without a query, lists what names a person.
pub(crate) fn reply(store: &Store, args: &StoreSearch) -> Result<Reply, Refusal> {
    let zone = Zone::read(args.tz.as_deref())?;
    let since = Moment::read(args.since.as_deref(), zone)?.map(Moment::first);
    let until = Moment::read(args.until.as_deref(), zone)?.map(Moment::last);
    let asked = args.sources.as_deref().map(names);
    let sources = sources(store, asked.as_ref())?;
    let person = args.person.as_deref().map(|text| person::resolve(store, text)).transpose()?;
    let words = args.query.as_deref().map(Words::of);
    let expression = words.as_ref().and_then(Words::expression);
    let mut warnings = Vec::new();
    if words.as_ref().is_some_and(|words| words.is_cut) {
        warnings.push(format!("only the first {MAX_WORDS} words of the query are searched for"));
    }
    if words.is_some() && expression.is_none() {
        warnings.push("the query has no word".to_owned());
    }
    let limit = args.limit.unwrap_or(DEFAULT_HITS).min(MAX_HITS);
    let mut hits = Vec::new();
    // A query without a word finds nothing, and no query everything.
    if expression.is_some() || words.is_none() {
        let params = named_params! {
            ":word_chars": MAX_WORD_CHARS,
            ":title_chars": MAX_TITLE_CHARS,
            ":text_chars": MAX_TEXT_CHARS,
            ":words": expression,
            ":since": since,
            ":until": until,
            ":person": person,
            ":sources": asked.map(|names| serde_json::json!(names).to_string()),
            ":limit": limit.saturating_add(1),
        };
        hits = store.rows(&statement(expression.is_some(), args.rank), params, hit)?;
    }
    let truncated = hits.len() as u64 > limit;
    hits.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Reply::payload(&Found {
        schema_version: 1,
        query: args.query.as_deref().unwrap_or_default(),
        hits,
        source_status: sources.into_iter().map(|name| (name, "ok")).collect(),
        warnings,
        truncated,
    })
}

/// The statement, put together from the texts here: what a query says is in its parameters.
fn statement(has_words: bool, rank: Option<Rank>) -> String {
    let (from, order) = match (has_words, rank) {
        (true, None | Some(Rank::Score)) => (SEARCHED, "bm25(hit_text, 3.0, 1.0), hit.id"),
        (true, Some(Rank::Recency)) => (SEARCHED, "at DESC, hit.id"),
        // A hit without words has no score.
        (false, _) => ("hit WHERE :words IS NULL", "at DESC, hit.id"),
    };
    format!(
        "SELECT substr(hit.id, 1, :word_chars), substr(hit.source, 1, :word_chars), strftime('%FT%TZ', at, 'unixepoch'), substr(hit.title, 1, :title_chars),
                substr(hit.text, 1, :text_chars), label
         FROM {from}
           AND (:since IS NULL OR at >= :since)
           AND (:until IS NULL OR at <= :until)
           AND (:person IS NULL OR hit.id IN (SELECT hit FROM hit_person WHERE person = :person))
           AND (:sources IS NULL OR hit.source IN (SELECT value FROM json_each(:sources)))
         ORDER BY {order}
         LIMIT :limit"
    )
}

const SEARCHED: &str = "hit_text JOIN hit ON hit.number = hit_text.rowid WHERE hit_text MATCH :words";

fn hit(row: &Row<'_>) -> rusqlite::Result<Hit> {
    Ok(Hit {
        id: row.get(0)?,
        source: row.get(1)?,
        at: row.get(2)?,
        title: row.get(3)?,
        text: row.get(4)?,
        ifc: row.get(5)?,
    })
}

/// The names in a list with commas.
fn names(list: &str) -> BTreeSet<&str> {
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// The sources of the store, or of them those that were asked for. One that it has not is refused: finding nothing there would say something else.
fn sources(store: &Store, asked: Option<&BTreeSet<&str>>) -> Result<Vec<String>, Refusal> {
    let sql = "SELECT DISTINCT substr(source, 1, :word_chars) FROM hit ORDER BY 1 LIMIT :sources";
    let mut known: Vec<String> =
        store.rows(sql, named_params! { ":word_chars": MAX_WORD_CHARS, ":sources": MAX_SOURCES }, |row| row.get(0))?;
    if let Some(asked) = asked {
        if asked.is_empty() || !asked.iter().all(|name| known.iter().any(|known| known == name)) {
            return Err(Refusal::UnknownSource);
        }
        known.retain(|name| asked.contains(name.as_str()));
    }
    Ok(known)
}
