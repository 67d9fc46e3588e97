//! `people`: the card of one person or group.

use rusqlite::named_params;
use serde::Serialize;

use super::label::Label;
use super::store::MAX_WORD_CHARS;
use super::{Refusal, Reply, Store, person};
use crate::args::PersonShape;

/// Most keys that a card names.
const MAX_KEYS: usize = 50;

/// Longest text of a card, in characters.
const MAX_CHARS: usize = 4_000;

#[derive(Serialize)]
struct Person {
    id: String,
    kind: String,
    name: String,
    #[serde(flatten)]
    card: Option<Card>,
    #[serde(skip_serializing_if = "Label::is_absent")]
    ifc: Label,
}

#[derive(Serialize)]
struct Card {
    note: String,
    keys: Vec<String>,
    /// How many rows of the store name them.
    hits: u64,
}

/// Looks a person up. Without a shape it is the card.
pub(crate) fn reply(store: &Store, query: &str, shape: Option<PersonShape>) -> Result<Reply, Refusal> {
    let id = person::resolve(store, query)?;
    let card = match shape {
        Some(PersonShape::Summary) => None,
        Some(PersonShape::Card) | None => Some(card(store, &id)?),
    };
    let sql = "SELECT substr(id, 1, :word_chars), substr(kind, 1, :word_chars), substr(name, 1, :chars), label FROM person WHERE id = :id";
    let person =
        store.row(sql, named_params! { ":id": id, ":word_chars": MAX_WORD_CHARS, ":chars": MAX_CHARS }, |row| {
            Ok(Person { id: row.get(0)?, kind: row.get(1)?, name: row.get(2)?, card, ifc: row.get(3)? })
        })?;
    Reply::payload(&person.ok_or(Refusal::NotFound)?)
}

fn card(store: &Store, id: &str) -> Result<Card, Refusal> {
    let keys = "SELECT substr(key, 1, :word_chars) FROM person_key WHERE person = :id ORDER BY key LIMIT :keys";
    let note = "SELECT substr(note, 1, :chars) FROM person WHERE id = :id";
    Ok(Card {
        note: store.value(note, named_params! { ":id": id, ":chars": MAX_CHARS })?,
        keys: store.rows(
            keys,
            named_params! { ":id": id, ":word_chars": MAX_WORD_CHARS, ":keys": MAX_KEYS },
            |row| row.get(0),
        )?,
        hits: store.value("SELECT count(*) FROM hit_person WHERE person = :id", named_params! { ":id": id })?,
    })
}
