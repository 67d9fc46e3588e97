//! What a handle stands for.

use serde_json::{Value, json};
use toolsift_core::{ToolId, canonical_json};

use super::token::Token;
use crate::label::Label;
use crate::row::{Admitted, LabelSource};

/// A row that a model saw, as it saw it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Referent {
    /// Its handle.
    pub token: Token,
    /// The tool that observed it.
    pub source: ToolId,
    /// The row as the model saw it: bounded, without its label.
    pub value: Value,
    /// The label it was measured with.
    pub label: Label,
    /// Where that came from.
    pub label_source: LabelSource,
}

impl Referent {
    pub(super) fn new(token: Token, source: &ToolId, row: &Admitted) -> Self {
        Self {
            token,
            source: source.clone(),
            value: row.value.clone(),
            label: row.label.clone(),
            label_source: row.source,
        }
    }

    /// What makes it the same row: everything but the token.
    pub(super) fn key(&self) -> String {
        key(&self.source, &self.value, &self.label, self.label_source)
    }

    pub(super) fn to_value(&self) -> Value {
        let mut value = identity(&self.source, &self.value, &self.label, self.label_source);
        if let Some(members) = value.as_object_mut() {
            members.insert("token".to_owned(), self.token.as_str().into());
        }
        value
    }
}

/// The key of a row that is about to be held.
pub(super) fn key_of(source: &ToolId, row: &Admitted) -> String {
    key(source, &row.value, &row.label, row.source)
}

fn key(source: &ToolId, value: &Value, label: &Label, label_source: LabelSource) -> String {
    canonical_json(&identity(source, value, label, label_source))
}

fn identity(source: &ToolId, value: &Value, label: &Label, label_source: LabelSource) -> Value {
    json!({
        "kind": "document",
        "source": source.as_str(),
        "value": value,
        "label": label.to_value(),
        "labelSource": label_source.as_str(),
    })
}

/// The address of a cell that a host's own tools work on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Address {
    /// Its handle.
    pub token: Token,
    /// Where the cell is.
    pub address: String,
}

/// What a run has observed, as whoever writes its result takes it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Observed<'a> {
    /// A cell, by its address.
    Cell(&'a Address),
    /// A row, which becomes a document where the result names it.
    Document(&'a Referent),
}
