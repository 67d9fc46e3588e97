//! `context`: where the owner of the store is, and what they do.

use rusqlite::named_params;
use serde::Serialize;

use super::label::Label;
use super::moment::{Moment, Zone};
use super::{Refusal, Reply, Store};
use crate::args::Context;

/// Longest text of a state, in characters.
const MAX_CHARS: usize = 1_000;

#[derive(Serialize)]
struct State {
    read: String,
    since: String,
    until: Option<String>,
    text: String,
    #[serde(skip_serializing_if = "Label::is_absent")]
    ifc: Label,
}

/// The state that holds at a time, or else the latest one that holds in some part between two times. One row, since one label is one row's.
pub(crate) fn reply(store: &Store, args: &Context) -> Result<Reply, Refusal> {
    let moment = |text: &Option<String>| Moment::read(text.as_deref(), Zone::default());
    let at = moment(&args.at)?.map(Moment::first);
    let since = at.or(moment(&args.since)?.map(Moment::first));
    let until = at.or(moment(&args.until)?.map(Moment::last));
    let sql = "
        SELECT strftime('%FT%TZ', since, 'unixepoch'), strftime('%FT%TZ', until, 'unixepoch'), substr(text, 1, :chars), label
        FROM state
        WHERE read = :read AND (:since IS NULL OR until IS NULL OR until > :since) AND (:until IS NULL OR since <= :until)
        ORDER BY since DESC, id
        LIMIT 1";
    let read = args.read.as_str();
    let params = named_params! { ":chars": MAX_CHARS, ":read": read, ":since": since, ":until": until };
    let state = store.row(sql, params, |row| {
        Ok(State { read: read.to_owned(), since: row.get(0)?, until: row.get(1)?, text: row.get(2)?, ifc: row.get(3)? })
    })?;
    Reply::payload(&state.ok_or(Refusal::NoState)?)
}
