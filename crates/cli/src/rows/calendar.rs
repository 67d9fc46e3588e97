//! `calendar list`: the events of some days.

use rusqlite::named_params;
use serde::Serialize;

use super::label::Label;
use super::moment::{Moment, Zone};
use super::store::MAX_WORD_CHARS;
use super::{Refusal, Reply, Store};
use crate::args::CalendarList;

/// Most events of a list.
const MAX_EVENTS: usize = 500;

/// Longest text of an event, in characters.
const MAX_CHARS: usize = 500;

#[derive(Serialize)]
struct Event {
    id: String,
    starts: String,
    ends: String,
    title: String,
    place: String,
    #[serde(skip_serializing_if = "Label::is_absent")]
    ifc: Label,
}

/// Lists the events that take place in some part between two days, both included, in the order of their beginnings. Without days, or with `--all`, all of them.
pub(crate) fn reply(store: &Store, args: &CalendarList) -> Result<Reply, Refusal> {
    let day = |text: &Option<String>| Moment::read(text.as_deref(), Zone::default());
    let (from, to) = (day(&args.from)?, day(&args.to)?);
    let sql = "
        SELECT substr(id, 1, :word_chars), strftime('%FT%TZ', starts, 'unixepoch'), strftime('%FT%TZ', ends, 'unixepoch'),
               substr(title, 1, :chars), substr(place, 1, :chars), label
        FROM event
        WHERE (:from IS NULL OR ends >= :from) AND (:to IS NULL OR starts <= :to)
        ORDER BY starts, id
        LIMIT :limit";
    let params = named_params! {
        ":word_chars": MAX_WORD_CHARS,
        ":chars": MAX_CHARS,
        ":from": from.map(Moment::first),
        ":to": to.map(Moment::last),
        ":limit": MAX_EVENTS,
    };
    Reply::payload(&store.rows(sql, params, |row| {
        Ok(Event {
            id: row.get(0)?,
            starts: row.get(1)?,
            ends: row.get(2)?,
            title: row.get(3)?,
            place: row.get(4)?,
            ifc: row.get(5)?,
        })
    })?)
}
