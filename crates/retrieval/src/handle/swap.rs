//! Addresses in the arguments of a host's tools.

use serde_json::Value;

use super::table::HandleTable;
use super::token::Token;
use crate::limits::MAX_DEPTH;

/// Puts the address in the place of each text that is exactly the token of an address, in the arguments of a host's own tool. The token of a row stays the text it is, and
/// so does one that is unknown, a name of a member, and whatever is nested deeper than [`MAX_DEPTH`].
#[must_use]
pub fn swap_addresses(table: &HandleTable, arguments: Value) -> Value {
    swap(table, arguments, 0)
}

fn swap(table: &HandleTable, value: Value, depth: usize) -> Value {
    match value {
        Value::String(text) => {
            let address = Token::read(&text).and_then(|token| table.address(&token));
            Value::String(address.map_or(text, |address| address.address.clone()))
        }
        nested if depth >= MAX_DEPTH => nested,
        Value::Array(values) => values.into_iter().map(|value| swap(table, value, depth + 1)).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(key, value)| (key, swap(table, value, depth + 1))).collect()
        }
        other => other,
    }
}
