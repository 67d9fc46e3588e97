//! A small store of labelled rows in SQLite, and the commands by which a retrieval host asks it.
//!
//! The store decides nothing: it gives every row with the label that stands beside it, and whoever asked measures them.

pub(crate) mod calendar;
pub(crate) mod context;
mod label;
mod moment;
pub(crate) mod page;
pub(crate) mod people;
mod person;
pub(crate) mod profile;
mod refusal;
mod reply;
pub(crate) mod sample;
pub(crate) mod search;
mod store;
mod words;

pub(crate) use self::refusal::Refusal;
pub(crate) use self::reply::Reply;
pub(crate) use self::store::Store;
