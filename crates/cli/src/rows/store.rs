//! The file: made once, and opened to be read and nothing else.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::types::FromSql;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Params, Row};

use super::Refusal;

/// Longest id, or other short word of a row, that is passed on, in characters.
pub(super) const MAX_WORD_CHARS: usize = 500;

/// The name of the file in the folder of a store.
pub(super) const FILE: &str = "rows.db";

/// What stands in the header of a store and of no other database: "rows".
const APPLICATION_ID: i32 = 0x726f_7773;

/// The version of the schema.
const VERSION: i32 = 1;

/// Longest text, row or statement that SQLite deals with, in bytes: a value beyond it is an error.
const MAX_VALUE_BYTES: i32 = 1024 * 1024;

/// How long to wait for somebody who writes.
const PATIENCE: Duration = Duration::from_secs(1);

/// A store, open for reading.
#[derive(Debug)]
pub(crate) struct Store {
    connection: Connection,
}

impl Store {
    /// Opens the store of a folder.
    ///
    /// The file may be anybody's: nothing in it runs that could write or call a function which is not SQLite's own, and no value of it is longer than the limit.
    pub(crate) fn open(folder: &Path) -> Result<Self, Refusal> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(folder.join(FILE), flags)?;
        connection.busy_timeout(PATIENCE)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
        let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        if pragma("application_id")? != APPLICATION_ID {
            return Err(Refusal::Foreign);
        }
        if pragma("user_version")? != VERSION {
            return Err(Refusal::OtherVersion);
        }
        Ok(Self { connection })
    }

    /// Makes an empty store in a new file, fills it, and gives it its mark last: what was not filled to the end is no store.
    pub(super) fn create(path: &Path, fill: impl FnOnce(&Connection) -> rusqlite::Result<()>) -> rusqlite::Result<()> {
        let mut connection = Connection::open(path)?;
        let transaction = connection.transaction()?;
        transaction.execute_batch(include_str!("schema.sql"))?;
        fill(&transaction)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.commit()
    }

    /// The rows of a statement, which says itself how many at most.
    pub(super) fn rows<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, Refusal> {
        let mut statement = self.connection.prepare(sql)?;
        let rows = statement.query_map(params, read)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The first row of a statement, if it has one.
    pub(super) fn row<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, Refusal> {
        Ok(self.connection.query_row(sql, params, read).optional()?)
    }

    /// The only value of a statement that always has a row.
    pub(super) fn value<T: FromSql>(&self, sql: &str, params: impl Params) -> Result<T, Refusal> {
        Ok(self.connection.query_row(sql, params, |row| row.get(0))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever SQL were to come through, an open store cannot be written, and neither can its schema.
    #[test]
    fn an_open_store_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let insert = "INSERT INTO state (id, read, since, text) VALUES ('a', 'where', 0, '')";
        Store::create(&folder.path().join(FILE), |connection| connection.execute_batch(insert)).unwrap();
        let store = Store::open(folder.path()).unwrap();
        for sql in ["DELETE FROM state", "PRAGMA user_version = 7", "CREATE TABLE more (id)"] {
            let error = store.connection.execute_batch(sql).unwrap_err();
            assert_eq!(error.sqlite_error_code(), Some(rusqlite::ErrorCode::ReadOnly), "{sql}");
        }
        assert_eq!(store.value::<i64>("SELECT count(*) FROM state", []), Ok(1));
    }

    #[test]
    fn a_store_that_was_not_filled_to_the_end_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        Store::create(&path, |connection| connection.execute_batch("INSERT INTO nowhere VALUES (1)")).unwrap_err();
        assert_eq!(Store::open(folder.path()).unwrap_err(), Refusal::Foreign);
    }
}
