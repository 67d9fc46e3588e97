//! A run's structured result with its handles turned into links.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::referent::Referent;
use super::table::HandleTable;
use super::token::Token;
use crate::label::Label;
use crate::limits::MAX_DEPTH;

/// Where a host keeps results and the documents that they link to.
///
/// A row that a result names becomes a document under the row's own label. A row that it does not name leaves none: it passes the same gate in a transaction that is given
/// up, and what comes of that is a receipt, which goes into the write of the result, so that the text of a result carries the label of everything its author has read.
pub trait ResultStore {
    /// What proves that a row passed the gate without being kept.
    type Receipt;
    /// What a written result is found by.
    type Link;
    /// Why the store would not.
    type Error;

    /// Keeps a row as a document under its label, and gives the value that links to it.
    ///
    /// # Errors
    ///
    /// What the store says.
    fn mint(&mut self, row: &Referent) -> Result<Value, Self::Error>;

    /// Has a row pass the gate for writing and keeps nothing of it.
    ///
    /// # Errors
    ///
    /// What the store says.
    fn observe(&mut self, row: &Referent) -> Result<Self::Receipt, Self::Error>;

    /// Gives the value that links to the cell of an address.
    ///
    /// # Errors
    ///
    /// What the store says.
    fn link(&mut self, address: &str) -> Result<Value, Self::Error>;

    /// Writes the result under a label that covers every row of the run, the receipts with it.
    ///
    /// # Errors
    ///
    /// What the store says.
    fn write(&mut self, result: &Value, label: &Label, receipts: Vec<Self::Receipt>)
    -> Result<Self::Link, Self::Error>;
}

/// A result that was written.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Written<L> {
    /// What it is found by.
    pub link: L,
    /// The label of everything that the run observed, whether the result names it or not.
    pub label: Label,
    /// The rows that became documents, in the order in which they were held.
    pub minted: Vec<Token>,
}

/// Why a result was not written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError<E> {
    /// A text or a name of a member is a handle that the run does not hold.
    #[error("{token:?} is not held by this run")]
    Unheld {
        /// The handle.
        token: String,
    },
    /// The result is nested deeper than is written.
    #[error("the result is nested more than {limit} deep")]
    TooDeep {
        /// [`MAX_DEPTH`].
        limit: usize,
    },
    /// The store would not.
    #[error("the store refused the result")]
    Store(E),
}

impl<E> WriteError<E> {
    /// The code of a refusal that is the author's fault.
    #[must_use]
    pub const fn code(&self) -> Option<&'static str> {
        match self {
            Self::Unheld { .. } => Some("unheld_handle"),
            Self::TooDeep { .. } | Self::Store(_) => None,
        }
    }
}

/// Writes a structured result. A text that is exactly a handle becomes a link: to a document that is minted of the row, once however often it is named, or to a cell. A
/// name of a member that looks like a handle must be held as well, and stays a name. Nothing reaches the store before every handle of the result is known to be held.
///
/// # Errors
///
/// [`WriteError::Unheld`] for a handle that the run does not hold, [`WriteError::TooDeep`], and what the store says.
pub fn write_result<S: ResultStore>(
    store: &mut S,
    table: &HandleTable,
    result: Value,
) -> Result<Written<S::Link>, WriteError<S::Error>> {
    let mut named = BTreeMap::new();
    collect(table, &result, 0, &mut named)?;
    let mut receipts = Vec::new();
    let mut minted = Vec::new();
    for row in table.referents() {
        if let Some(link) = named.get_mut(&row.token) {
            *link = store.mint(row).map_err(WriteError::Store)?;
            minted.push(row.token.clone());
        } else {
            receipts.push(store.observe(row).map_err(WriteError::Store)?);
        }
    }
    for (token, link) in &mut named {
        if let Some(address) = table.address(token) {
            *link = store.link(&address.address).map_err(WriteError::Store)?;
        }
    }
    let label = table.observed_label();
    let link = store.write(&replace(result, &named), &label, receipts).map_err(WriteError::Store)?;
    Ok(Written { link, label, minted })
}

/// Collects the handles that stand as values.
fn collect<E>(
    table: &HandleTable,
    value: &Value,
    depth: usize,
    named: &mut BTreeMap<Token, Value>,
) -> Result<(), WriteError<E>> {
    if depth > MAX_DEPTH {
        return Err(WriteError::TooDeep { limit: MAX_DEPTH });
    }
    match value {
        Value::String(text) => {
            if let Some(token) = held(table, text)? {
                named.insert(token, Value::Null);
            }
            Ok(())
        }
        Value::Array(values) => values.iter().try_for_each(|value| collect(table, value, depth + 1, named)),
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(key, _)| *key);
            members.into_iter().try_for_each(|(key, value)| {
                held(table, key)?;
                collect(table, value, depth + 1, named)
            })
        }
        _ => Ok(()),
    }
}

/// The handle that a text is, if it looks like one.
fn held<E>(table: &HandleTable, text: &str) -> Result<Option<Token>, WriteError<E>> {
    if !Token::is_shaped(text) {
        return Ok(None);
    }
    match Token::read(text).filter(|token| table.holds(token)) {
        Some(token) => Ok(Some(token)),
        None => Err(WriteError::Unheld { token: toolsift_core::chars_prefix(text, 64).to_owned() }),
    }
}

fn replace(value: Value, named: &BTreeMap<Token, Value>) -> Value {
    match value {
        Value::String(text) => {
            Token::read(&text).and_then(|token| named.get(&token)).cloned().unwrap_or(Value::String(text))
        }
        Value::Array(values) => values.into_iter().map(|value| replace(value, named)).collect(),
        Value::Object(members) => {
            let members = members.into_iter().map(|(key, value)| (key, replace(value, named)));
            Value::Object(members.collect::<Map<_, _>>())
        }
        other => other,
    }
}
