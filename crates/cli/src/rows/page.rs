//! `page`: the pages, what one is about, and its text.

use rusqlite::{Row, named_params};
use serde::Serialize;

use super::label::Label;
use super::store::MAX_WORD_CHARS;
use super::{Refusal, Reply, Store};
use crate::args::PageKind;

/// Most pages of a list, and how many it has unless told.
const MAX_PAGES: u64 = 500;

/// Longest title, in characters.
const MAX_TITLE_CHARS: usize = 500;

/// Longest text of a page, in characters.
const MAX_SOURCE_CHARS: usize = 20_000;

/// Most headings of a page that are named.
const MAX_HEADINGS: usize = 50;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Discovered {
    pages: Vec<Page<()>>,
    /// How many there are of the kind, listed or not.
    total_pages: u64,
}

/// A page with more or less of it.
#[derive(Serialize)]
struct Page<T> {
    id: String,
    kind: String,
    title: String,
    updated: String,
    #[serde(flatten)]
    more: T,
    #[serde(skip_serializing_if = "Label::is_absent")]
    ifc: Label,
}

#[derive(Serialize)]
struct Outline {
    chars: u64,
    headings: Vec<String>,
}

#[derive(Serialize)]
struct Source {
    source: String,
}

/// Lists the pages of a kind by their titles.
pub(crate) fn discover(store: &Store, kind: Option<PageKind>, limit: Option<u64>) -> Result<Reply, Refusal> {
    let kind = kind.and_then(PageKind::column);
    let of_the_kind = "FROM page WHERE :kind IS NULL OR kind = :kind";
    let sql = format!("SELECT {COLUMNS} {of_the_kind} ORDER BY title, id LIMIT :limit");
    let limit = limit.unwrap_or(MAX_PAGES).min(MAX_PAGES);
    let params =
        named_params! { ":word_chars": MAX_WORD_CHARS, ":chars": MAX_TITLE_CHARS, ":kind": kind, ":limit": limit };
    Reply::payload(&Discovered {
        pages: store.rows(&sql, params, |row| page(row, ()))?,
        total_pages: store.value(&format!("SELECT count(*) {of_the_kind}"), named_params! { ":kind": kind })?,
    })
}

/// What a page is about: its headings, and how long it is.
pub(crate) fn inspect(store: &Store, id: &str) -> Result<Reply, Refusal> {
    one(store, id, |source, chars| {
        let heading = |line: &str| Some(line.strip_prefix('#')?.trim_start_matches('#').trim().to_owned());
        let headings = source.lines().filter_map(heading).take(MAX_HEADINGS);
        Outline { chars, headings: headings.map(|line| line.chars().take(MAX_TITLE_CHARS).collect()).collect() }
    })
}

/// The text of a page.
pub(crate) fn read(store: &Store, id: &str) -> Result<Reply, Refusal> {
    one(store, id, |source, _| Source { source })
}

const COLUMNS: &str = "substr(id, 1, :word_chars), substr(kind, 1, :word_chars), substr(title, 1, :chars), strftime('%FT%TZ', updated, 'unixepoch'), label";

fn one<T: Serialize>(store: &Store, id: &str, more: impl FnOnce(String, u64) -> T) -> Result<Reply, Refusal> {
    let sql = format!("SELECT {COLUMNS}, substr(source, 1, :source_chars), length(source) FROM page WHERE id = :id");
    let params = named_params! { ":word_chars": MAX_WORD_CHARS, ":chars": MAX_TITLE_CHARS, ":source_chars": MAX_SOURCE_CHARS, ":id": id };
    let page = store.row(&sql, params, |row| page(row, more(row.get(5)?, row.get(6)?)))?;
    Reply::payload(&page.ok_or(Refusal::UnknownPage)?)
}

fn page<T>(row: &Row<'_>, more: T) -> rusqlite::Result<Page<T>> {
    Ok(Page { id: row.get(0)?, kind: row.get(1)?, title: row.get(2)?, updated: row.get(3)?, ifc: row.get(4)?, more })
}
