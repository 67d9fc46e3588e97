//! What a run holds.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use toolsift_core::{ToolId, canonical_json};

use super::referent::{Address, Observed, Referent, key_of};
use super::token::{ADDRESS, ROW, Token};
use crate::error::RetrievalError;
use crate::label::Label;
use crate::limits::{MAX_HELD, MAX_RUN_ID_CHARS};
use crate::row::Measured;

/// The handles of a run: rows that it observed, and addresses of its host's cells.
///
/// A token is a function of the run, of what it stands for, and, where two begin alike, of what was held before. The same row twice has one token. A withheld row can
/// not be held.
///
/// ```
/// use serde_json::json;
/// use toolsift_core::ToolId;
/// use toolsift_retrieval::{Ceiling, HandleTable, Label, measure};
///
/// let mut table = HandleTable::new("run-1")?;
/// let row = measure(json!({ "title": "Plan" }), &Ceiling::Unlimited, &Label::default());
/// let source = ToolId::new("loom_search")?;
/// let token = table.hold(&source, &row).unwrap();
/// assert_eq!(table.hold(&source, &row), Some(token.clone()));
/// assert_eq!(table.referent(&token).unwrap().value, json!({ "title": "Plan" }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct HandleTable {
    salt: String,
    /// In the order in which they were held.
    pub(super) referents: Vec<Referent>,
    pub(super) addresses: Vec<Address>,
    by_token: BTreeMap<Token, usize>,
    /// By the SHA-256 of its key, which may be as long as a result.
    by_key: BTreeMap<[u8; 32], Token>,
}

impl HandleTable {
    /// The empty table of a run.
    ///
    /// # Errors
    ///
    /// [`RetrievalError::Field`] where the identity has not 1 to [`MAX_RUN_ID_CHARS`] characters, or holds a control character.
    pub fn new(run: &str) -> Result<Self, RetrievalError> {
        let length = run.chars().take(MAX_RUN_ID_CHARS + 1).count();
        if length == 0 || length > MAX_RUN_ID_CHARS || run.chars().any(char::is_control) {
            let rule = "an identity of a run has 1 to 128 characters and no control characters";
            return Err(RetrievalError::Field { field: "run", rule });
        }
        Ok(Self {
            salt: run.to_owned(),
            referents: Vec::new(),
            addresses: Vec::new(),
            by_token: BTreeMap::new(),
            by_key: BTreeMap::new(),
        })
    }

    /// Holds a row and says how it is called from now on. Nothing where the row is withheld, or where the table is full ([`MAX_HELD`]).
    pub fn hold(&mut self, source: &ToolId, row: &Measured) -> Option<Token> {
        let row = row.admitted()?;
        let key = key_of(source, row);
        if let Some(token) = self.by_key.get(&digest(&key)) {
            return Some(token.clone());
        }
        if self.len() >= MAX_HELD {
            return None;
        }
        let token = Token::derive(ROW, &self.salt, &key, |token| self.by_token.contains_key(token))?;
        self.insert(Referent::new(token.clone(), source, row), &key);
        Some(token)
    }

    /// Holds the address of a host's cell.
    pub fn hold_address(&mut self, address: &str) -> Option<Token> {
        let key = address_key(address);
        if let Some(token) = self.by_key.get(&digest(&key)) {
            return Some(token.clone());
        }
        if self.len() >= MAX_HELD {
            return None;
        }
        let token = Token::derive(ADDRESS, &self.salt, &key, |token| self.by_token.contains_key(token))?;
        self.insert_address(Address { token: token.clone(), address: address.to_owned() }, &key);
        Some(token)
    }

    /// The row of a token.
    #[must_use]
    pub fn referent(&self, token: &Token) -> Option<&Referent> {
        self.by_token.get(token).filter(|_| token.is_row()).and_then(|&place| self.referents.get(place))
    }

    /// The address of a token.
    #[must_use]
    pub fn address(&self, token: &Token) -> Option<&Address> {
        self.by_token.get(token).filter(|_| !token.is_row()).and_then(|&place| self.addresses.get(place))
    }

    /// Everything that is held, addresses first, each in the order in which it was held.
    pub fn observed(&self) -> impl Iterator<Item = Observed<'_>> {
        let cells = self.addresses.iter().map(Observed::Cell);
        cells.chain(self.referents.iter().map(Observed::Document))
    }

    /// The rows, in the order in which they were held.
    #[must_use]
    pub fn referents(&self) -> &[Referent] {
        &self.referents
    }

    /// The run that it belongs to.
    #[must_use]
    pub fn run(&self) -> &str {
        &self.salt
    }

    /// How much is held.
    #[must_use]
    pub fn len(&self) -> usize {
        self.referents.len() + self.addresses.len()
    }

    /// Whether nothing is held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What everything is labelled with that was made of what this run observed: whoever may observe it may observe each row, and what vouches for it vouches for each
    /// row.
    #[must_use]
    pub fn observed_label(&self) -> Label {
        let mut labels = self.referents.iter().map(|referent| &referent.label);
        let Some(first) = labels.next() else { return Label::default() };
        let mut joined = first.clone();
        for label in labels {
            joined.confidentiality.join(&label.confidentiality);
            joined.integrity.retain(|atom| label.integrity.contains(atom));
        }
        joined
    }

    /// The table as [`parse`](Self::parse) reads it, in canonical JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let entries: Vec<Value> = self
            .addresses
            .iter()
            .map(|address| json!({ "token": address.token.as_str(), "address": address.address }))
            .collect();
        let referents: Vec<Value> = self.referents.iter().map(Referent::to_value).collect();
        canonical_json(&json!({ "version": 1, "salt": self.salt, "entries": entries, "referents": referents }))
    }

    /// Takes a referent, unless its token or what it stands for is there already.
    pub(super) fn insert(&mut self, referent: Referent, key: &str) -> bool {
        let place = self.referents.len();
        let is_new = self.register(&referent.token, key, place);
        if is_new {
            self.referents.push(referent);
        }
        is_new
    }

    pub(super) fn insert_address(&mut self, address: Address, key: &str) -> bool {
        let place = self.addresses.len();
        let is_new = self.register(&address.token, key, place);
        if is_new {
            self.addresses.push(address);
        }
        is_new
    }

    fn register(&mut self, token: &Token, key: &str, place: usize) -> bool {
        let key = digest(key);
        if self.by_token.contains_key(token) || self.by_key.contains_key(&key) {
            return false;
        }
        self.by_token.insert(token.clone(), place);
        self.by_key.insert(key, token.clone());
        true
    }

    /// Whether a token is held.
    pub(super) fn holds(&self, token: &Token) -> bool {
        self.by_token.contains_key(token)
    }
}

fn digest(key: &str) -> [u8; 32] {
    Sha256::digest(key).into()
}

/// What makes two addresses one. No key of a row begins like it.
pub(super) fn address_key(address: &str) -> String {
    canonical_json(&json!(["address", address]))
}
