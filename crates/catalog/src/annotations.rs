//! Words that a host attaches to tools, in a file of its own.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use toolsift_core::{Annotations, ToolId, Vocabulary};

use crate::error::CatalogError;
use crate::pairs::pairs;
use crate::place::{Place, Places};
use crate::source;

/// Reads a file `{ "tool id": { "tags": ["…"], "aliases": ["…"] } }`. `name` is what errors call it.
///
/// Both fields may be left out. Whether such a tool exists is not asked here.
///
/// # Errors
///
/// A [`CatalogError`] for text that is not JSON, for an id that no contract can hold or that comes twice, for a field
/// other than these two, and for a field that is no list of strings: a slip of the pen must not lose an annotation.
///
/// # Complexity
///
/// Linear in the bytes, and O(log n) an id.
///
/// ```
/// let file = br#"{ "github__create_issue": { "aliases": ["file a bug"] } }"#;
/// let annotations = toolsift_catalog::parse_annotations(file, "annotations.json")?;
/// assert_eq!(annotations["github__create_issue"].aliases, ["file a bug"]);
/// # Ok::<(), toolsift_catalog::CatalogError>(())
/// ```
pub fn parse_annotations(bytes: &[u8], name: &str) -> Result<Annotations, CatalogError> {
    let text = source::text(bytes, name)?;
    let mut places = Places::new(name, text);
    let value: &RawValue = serde_json::from_str(text).map_err(|error| source::not_json(&places, &error))?;
    let place = places.of(value.get());
    let expected = "an object of annotations by the ids of their tools";
    let tools = pairs(value).ok_or(CatalogError::Shape { place, expected })?;
    let mut seen: BTreeMap<ToolId, Place> = BTreeMap::new();
    let mut annotations = Annotations::new();
    for (id, raw) in tools {
        let place = places.of(raw.get());
        let id = ToolId::new(id).map_err(|source| CatalogError::Id { place: place.clone(), field: "id", source })?;
        if let Some(first) = seen.insert(id.clone(), place.clone()) {
            return Err(CatalogError::DuplicateId { id, first, second: place });
        }
        let words = vocabulary(raw).map_err(|problem| CatalogError::Annotation {
            place: place.clone(),
            id: id.clone(),
            problem,
        })?;
        annotations.insert(id, words);
    }
    Ok(annotations)
}

fn vocabulary(raw: &RawValue) -> Result<Vocabulary, &'static str> {
    let (mut tags, mut aliases) = (None, None);
    for (field, value) in pairs(raw).ok_or("must be an object")? {
        let (words, twice, wrong) = match field.as_str() {
            "tags" => (&mut tags, "field `tags` is given twice", "field `tags` must be a list of valid strings"),
            "aliases" => {
                (&mut aliases, "field `aliases` is given twice", "field `aliases` must be a list of valid strings")
            }
            _ => return Err("has a field other than `tags` and `aliases`"),
        };
        if words.is_some() {
            return Err(twice);
        }
        *words = Some(serde_json::from_str::<Vec<String>>(value.get()).map_err(|_| wrong)?);
    }
    let mut vocabulary = Vocabulary::default();
    vocabulary.tags = tags.unwrap_or_default();
    vocabulary.aliases = aliases.unwrap_or_default();
    Ok(vocabulary)
}
