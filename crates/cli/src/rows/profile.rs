//! `profile`: whose store this is.

use rusqlite::named_params;
use serde::Serialize;

use super::label::Label;
use super::{Refusal, Reply, Store};

/// Longest text of a profile, in characters.
const MAX_CHARS: usize = 4_000;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Profile {
    has_profile: bool,
    name: String,
    email: String,
    zone: String,
    about: String,
    #[serde(skip_serializing_if = "Label::is_absent")]
    ifc: Label,
}

/// What stands in for a profile: nothing is made up.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NoProfile {
    has_profile: bool,
}

/// The profile. A store without one says so, and the exit code is 1.
pub(crate) fn reply(store: &Store) -> Result<Reply, Refusal> {
    let sql = "
        SELECT substr(name, 1, :chars), substr(email, 1, :chars), substr(zone, 1, :chars), substr(about, 1, :chars), label
        FROM profile
        LIMIT 1";
    let profile = store.row(sql, named_params! { ":chars": MAX_CHARS }, |row| {
        Ok(Profile {
            has_profile: true,
            name: row.get(0)?,
            email: row.get(1)?,
            zone: row.get(2)?,
            about: row.get(3)?,
            ifc: row.get(4)?,
        })
    })?;
    match profile {
        Some(profile) => Reply::payload(&profile),
        None => Reply::fallback(&NoProfile { has_profile: false }),
    }
}
