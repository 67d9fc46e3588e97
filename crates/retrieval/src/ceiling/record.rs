//! The record of a ceiling that another program writes for a run.

use std::path::Path;

use super::Ceiling;
use crate::fields::Fields;
use crate::file;
use crate::host::{Facet, read_facets};
use crate::json;

/// A read-ceiling record: `{ "loomReadCeiling": [clause], "facets": ["name"], "facetSource": "text" }`. Other members are ignored, since another program adds them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CeilingRecord {
    /// What it grants.
    pub(crate) ceiling: Ceiling,
    /// The facets it was written for.
    pub(crate) facets: Vec<Facet>,
}

impl CeilingRecord {
    /// The record of a file, or nothing: a record that cannot be read in any way is never "no ceiling".
    pub(crate) fn load(path: &Path) -> Option<Self> {
        Self::read(&file::read(path).ok()?)
    }

    /// A record of bytes. Unlike a declared ceiling, one without clauses is refused: a scope of nothing was not written by the program that makes these.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let value = json::read(bytes)?;
        let fields = Fields::open(&value)?;
        let clauses = fields.get("loomReadCeiling")?;
        if clauses.as_array().is_none_or(Vec::is_empty) || fields.get("facetSource")?.as_str()?.is_empty() {
            return None;
        }
        Some(Self { ceiling: Ceiling::read(clauses)?, facets: read_facets(fields.get("facets")?)? })
    }
}
