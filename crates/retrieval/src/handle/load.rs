//! A table that was kept: read again, and believed only where it is one that could have been written.

use serde_json::Value;
use toolsift_core::ToolId;

use super::referent::{Address, Referent};
use super::table::{HandleTable, address_key};
use super::token::Token;
use crate::error::RetrievalError;
use crate::fields::Fields;
use crate::json;
use crate::label::Label;
use crate::limits::MAX_HELD;
use crate::row::LabelSource;

impl HandleTable {
    /// Reads a table.
    ///
    /// # Errors
    ///
    /// [`RetrievalError::Table`] where it is of another version or shape, where a token is none or of the wrong kind, a source empty, a label none, the source of a label
    /// neither `row` nor `query`, or where a token or what it stands for is given twice.
    pub fn parse(bytes: &[u8]) -> Result<Self, RetrievalError> {
        let value = json::read(bytes).ok_or(fault("not valid JSON"))?;
        let fields = closed(&value, &["version", "salt", "entries", "referents"])?;
        if fields.get("version").and_then(Value::as_u64) != Some(1) {
            return Err(fault("the version is not 1"));
        }
        let salt = text(fields, "salt").ok_or(fault("the salt is not a text"))?;
        let mut table = Self::new(salt).map_err(|_| fault("the salt is not an identity of a run"))?;
        for entry in list(fields, "entries", "the entries are not a list")? {
            table.read_address(entry)?;
        }
        for entry in list(fields, "referents", "the referents are not a list")? {
            table.read_referent(entry)?;
        }
        if table.len() > MAX_HELD {
            return Err(fault("more is held than a table holds"));
        }
        Ok(table)
    }

    fn read_address(&mut self, entry: &Value) -> Result<(), RetrievalError> {
        let fields = closed(entry, &["token", "address"])?;
        let token = token(fields, false)?;
        let address = text(fields, "address").filter(|text| !text.is_empty()).ok_or(fault("an address is empty"))?;
        let key = address_key(address);
        if self.holds(&token) {
            return Err(fault("a token is given twice"));
        }
        let address = Address { token, address: address.to_owned() };
        if self.insert_address(address, &key) { Ok(()) } else { Err(fault("an address is given twice")) }
    }

    fn read_referent(&mut self, entry: &Value) -> Result<(), RetrievalError> {
        let fields = closed(entry, &["token", "kind", "source", "value", "label", "labelSource"])?;
        let token = token(fields, true)?;
        if fields.get("kind").and_then(Value::as_str) != Some("document") {
            return Err(fault("a referent is of no known kind"));
        }
        let source = text(fields, "source").and_then(|text| ToolId::new(text).ok());
        let value = fields.get("value").ok_or(fault("a referent has no value"))?;
        let label_source = match text(fields, "labelSource") {
            Some("row") => LabelSource::Row,
            Some("query") => LabelSource::Query,
            _ => return Err(fault("the source of a label is neither `row` nor `query`")),
        };
        let referent = Referent {
            source: source.ok_or(fault("a source is no id of a tool"))?,
            value: value.clone(),
            label: fields.get("label").and_then(Label::read).ok_or(fault("a label is none"))?,
            label_source,
            token,
        };
        if self.holds(&referent.token) {
            return Err(fault("a token is given twice"));
        }
        let key = referent.key();
        if self.insert(referent, &key) { Ok(()) } else { Err(fault("a row is given twice")) }
    }
}

const fn fault(fault: &'static str) -> RetrievalError {
    RetrievalError::Table { fault }
}

fn closed<'a>(value: &'a Value, known: &[&str]) -> Result<Fields<'a>, RetrievalError> {
    let fields = Fields::open(value).ok_or(fault("a part of it is not an object"))?;
    match fields.unknown(known) {
        None => Ok(fields),
        Some(_) => Err(fault("a part of it has an unknown field")),
    }
}

fn text<'a>(fields: Fields<'a>, name: &str) -> Option<&'a str> {
    fields.get(name)?.as_str()
}

fn list<'a>(fields: Fields<'a>, name: &str, wrong: &'static str) -> Result<&'a [Value], RetrievalError> {
    fields.get(name).and_then(Value::as_array).map(Vec::as_slice).ok_or(fault(wrong))
}

fn token(fields: Fields<'_>, is_row: bool) -> Result<Token, RetrievalError> {
    let token = text(fields, "token").and_then(Token::read).filter(|token| token.is_row() == is_row);
    token.ok_or(fault("a token is none, or of another kind"))
}
