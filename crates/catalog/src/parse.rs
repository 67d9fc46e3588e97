//! Bytes to tools, in whichever of the known shapes they come.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::catalog::Entry;
use crate::error::CatalogError;
use crate::place::Places;
use crate::source;
use crate::wire::{Author, tool};

/// Reads the tools of a source. `name` is what errors call it.
///
/// A source is an array of tools; or one or more JSON values, one a line or not (JSON Lines), each of them a tool, a
/// `tools/list` result `{ "tools": […] }`, or a whole answer `{ "result": { "tools": […] } }`. A byte-order mark is skipped.
/// A tool has a `name` or an `id` (which wins), and may have `description`, `tags`, `aliases`, `namespace` and `inputSchema`;
/// other fields are ignored.
///
/// # Errors
///
/// A [`CatalogError`] with the line, and where there is one the field, for anything else. Nothing is half read.
///
/// # Complexity
///
/// Linear in the bytes.
pub fn parse(bytes: &[u8], name: &str, author: Author) -> Result<Vec<Entry>, CatalogError> {
    let text = source::text(bytes, name)?;
    let mut places = Places::new(name, text);
    let mut entries = Vec::new();
    let values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let mut any = false;
    for value in values {
        let value = value.map_err(|error| source::not_json(&Places::new(name, text), &error))?;
        any = true;
        places.of(value.get());
        for raw in tools_of(value, &places)? {
            let place = places.of(raw.get());
            entries.push(Entry { tool: tool(raw, author, &places)?, place });
        }
    }
    if any { Ok(entries) } else { Err(CatalogError::Empty { name: name.to_owned() }) }
}

/// What tells a list of tools, or an answer that holds one, from a tool.
#[derive(Deserialize)]
struct Listing<'a> {
    #[serde(borrow)]
    tools: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
}

/// The tools of one value of a source.
fn tools_of<'a>(value: &'a RawValue, places: &Places<'_>) -> Result<Vec<&'a RawValue>, CatalogError> {
    let shape = |expected| CatalogError::Shape { place: places.here(), expected };
    if value.get().starts_with('[') {
        return list(value).ok_or_else(|| shape("a list of tools"));
    }
    if !value.get().starts_with('{') {
        return Err(shape("a tool, a list of tools or a tools/list answer"));
    }
    let once = "an object that gives each of its fields once";
    let listing: Listing<'a> = serde_json::from_str(value.get()).map_err(|_| shape(once))?;
    let tools = match (listing.tools, listing.result) {
        (Some(tools), _) => tools,
        (None, Some(result)) if result.get().starts_with('{') => {
            let result: Listing<'a> = serde_json::from_str(result.get()).map_err(|_| shape(once))?;
            result.tools.ok_or_else(|| shape("`result` to have `tools`"))?
        }
        (None, Some(_)) => return Err(shape("`result` to be an object")),
        (None, None) => return Ok(vec![value]),
    };
    list(tools).ok_or_else(|| shape("`tools` to be a list"))
}

/// The elements of an array.
fn list(value: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(value.get()).ok()
}
