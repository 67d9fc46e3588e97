//! Objects whose members are known.

use serde_json::{Map, Value};

/// The members of an object, by name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// An object that may have other members, too.
    pub(crate) fn open(value: &'a Value) -> Option<Self> {
        value.as_object().map(Self)
    }

    /// The member of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name)
    }

    /// The first name that is not among the known ones, in the order of their bytes: a map's own order depends on the features of the program.
    pub(crate) fn unknown(&self, known: &[&str]) -> Option<&'a str> {
        self.0.keys().map(String::as_str).filter(|name| !known.contains(name)).min()
    }
}
