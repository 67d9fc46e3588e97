//! The fields that are read of front matter.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::yaml::{Pair, Value};
use crate::error::CatalogError;
use crate::place::Place;

/// What a diagnostic may name: the fields of the standard and the two of ours.
const KNOWN: [&str; 8] =
    ["name", "description", "license", "compatibility", "metadata", "allowed-tools", "tags", "aliases"];

/// What an author wrote about a skill.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) compatibility: Option<String>,
    pub(super) tags: Vec<String>,
    pub(super) aliases: Vec<String>,
}

impl Fields {
    /// The fields of front matter. What is not needed and has another type is ignored with a diagnostic.
    pub(super) fn of(front: Value, source: &Arc<str>, out: &mut Vec<Diagnostic>) -> Result<Self, CatalogError> {
        let place = |line| Place { source: source.clone(), line };
        let pairs = match front {
            Value::Map(pairs) => pairs,
            Value::Null => Vec::new(),
            Value::Text(_) | Value::List(_) => {
                return Err(CatalogError::Shape { place: place(2), expected: "front matter to be a mapping" });
            }
        };
        let (mut name, mut description) = (None, None);
        let mut fields = Self::default();
        let mut seen = BTreeSet::new();
        for Pair { key, line, value } in pairs {
            let known = KNOWN.into_iter().find(|known| *known == key);
            if !seen.insert(key) {
                match known {
                    Some(field @ ("name" | "description")) => {
                        return Err(CatalogError::Field { place: place(line), field, problem: "given twice" });
                    }
                    Some(field) => out.push(Diagnostic::RepeatedField { line, field }),
                    None => out.push(Diagnostic::RepeatedUnknownField { line }),
                }
                continue;
            }
            match (known, value) {
                (_, Value::Null) => {}
                (Some("name"), value) => name = Some(text(value, "name", place(line))?),
                (Some("description"), value) => description = Some(text(value, "description", place(line))?),
                (Some("compatibility"), Value::Text(text)) => fields.compatibility = Some(text),
                (Some(field @ "compatibility"), _) => {
                    out.push(Diagnostic::IgnoredField { line, field, expected: "a string" });
                }
                (Some("metadata"), Value::Map(pairs)) => fields.metadata(pairs, out),
                (Some(field @ "metadata"), _) => {
                    out.push(Diagnostic::IgnoredField { line, field, expected: "a mapping" });
                }
                (Some(field @ ("tags" | "aliases")), value) => match strings(value) {
                    Some(words) if field == "tags" => fields.tags.extend(words),
                    Some(words) => fields.aliases.extend(words),
                    None => out.push(Diagnostic::IgnoredField { line, field, expected: "a list of strings" }),
                },
                (Some(_) | None, _) => {}
            }
        }
        let missing = |field| CatalogError::Field { place: place(1), field, problem: "missing" };
        fields.name = name.ok_or_else(|| missing("name"))?;
        fields.description = description.ok_or_else(|| missing("description"))?;
        Ok(fields)
    }

    /// The tags and aliases in `metadata`, where the standard allows strings only: they are separated by commas.
    fn metadata(&mut self, pairs: Vec<Pair>, out: &mut Vec<Diagnostic>) {
        let mut seen = BTreeSet::new();
        for Pair { key, line, value } in pairs {
            let target = match key.as_str() {
                "tags" => Some(("metadata.tags", &mut self.tags)),
                "aliases" => Some(("metadata.aliases", &mut self.aliases)),
                _ => None,
            };
            let again = !seen.insert(key.clone());
            match (target, value) {
                (Some((field, _)), _) if again => out.push(Diagnostic::RepeatedField { line, field }),
                (None, _) if again => out.push(Diagnostic::RepeatedUnknownField { line }),
                (None, _) | (_, Value::Null) => {}
                (Some((_, words)), Value::Text(text)) => {
                    words.extend(text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned));
                }
                (Some((field, _)), Value::List(_) | Value::Map(_)) => {
                    out.push(Diagnostic::IgnoredField { line, field, expected: "a string" });
                }
            }
        }
    }
}

/// A field that must be a string with something in it.
fn text(value: Value, field: &'static str, place: Place) -> Result<String, CatalogError> {
    match value {
        Value::Text(text) if text.trim().is_empty() => Err(CatalogError::Field { place, field, problem: "empty" }),
        Value::Text(text) => Ok(text),
        _ => Err(CatalogError::Field { place, field, problem: "must be a string" }),
    }
}

/// The elements of a list of nothing but strings.
fn strings(value: Value) -> Option<Vec<String>> {
    let Value::List(list) = value else { return None };
    let text = |value| match value {
        Value::Text(text) => Some(text),
        _ => None,
    };
    list.into_iter().map(text).collect()
}
