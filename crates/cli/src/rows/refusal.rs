//! Why the store gives no rows.

use rusqlite::ErrorCode;

/// Why a command has no payload. None says more than its code: whoever asks for a model must not pass on paths or what SQLite thinks of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// No live person is meant. The exit code says so.
    NotFound,
    /// More than one live person is meant. The exit code says so.
    Contested,
    /// Nothing names the folder of a store.
    NoStore,
    /// There is no store in the folder, or it cannot be opened.
    Missing,
    /// It is a database and not a store.
    Foreign,
    /// It is a store of another version.
    OtherVersion,
    /// Somebody else holds it.
    Busy,
    /// It is no database, it is broken, or a value in it is of another type or over the limit.
    Unreadable,
    /// A time is no date and no date with a time.
    BadTime,
    /// A zone is neither `UTC` nor an offset.
    BadZone,
    /// No row comes from such a source.
    UnknownSource,
    /// No page has the id.
    UnknownPage,
    /// Nothing is known of the time that was asked for.
    NoState,
}

impl Refusal {
    /// The code of `{ "ok": false, "code": "…" }`.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Contested => "contested",
            Self::NoStore => "no_store",
            Self::Missing => "store_missing",
            Self::Foreign => "store_foreign",
            Self::OtherVersion => "store_other_version",
            Self::Busy => "store_busy",
            Self::Unreadable => "store_unreadable",
            Self::BadTime => "bad_time",
            Self::BadZone => "bad_zone",
            Self::UnknownSource => "unknown_source",
            Self::UnknownPage => "unknown_page",
            Self::NoState => "no_state",
        }
    }
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::CannotOpen) => Self::Missing,
            _ => Self::Unreadable,
        }
    }
}
