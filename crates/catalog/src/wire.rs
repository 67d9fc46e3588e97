//! One tool as it stands in a file.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;
use toolsift_core::{Origin, Text, ToolDefinition, ToolId, ToolKind};

use crate::error::CatalogError;
use crate::place::{Place, Places};

/// Who wrote a source, in the word of whoever hands it over. Nothing in a file can change that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Author {
    /// The host itself: `inputSchema` is its own, and texts are its own words.
    Host,
    /// Anybody else: a server's answer, an export, a download. `inputSchema` is taken as `jsonInputSchema`, tags and aliases are
    /// self-declared, and fields that claim trust are ignored.
    ThirdParty,
}

/// The fields that are read of a tool, each still as it was written. Others are ignored: servers send many.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wire<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    description: Option<&'a RawValue>,
    #[serde(borrow)]
    tags: Option<&'a RawValue>,
    #[serde(borrow)]
    aliases: Option<&'a RawValue>,
    #[serde(borrow)]
    namespace: Option<&'a RawValue>,
    #[serde(borrow)]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    input_schema: Option<&'a RawValue>,
}

/// Reads a tool at the current place.
pub(crate) fn tool(raw: &RawValue, author: Author, places: &Places<'_>) -> Result<ToolDefinition, CatalogError> {
    let place = places.here();
    if !raw.get().starts_with('{') {
        return Err(CatalogError::Shape { place, expected: "a tool, which is an object" });
    }
    // The text is known to be JSON and an object, so that nothing but a field given twice is left to fail.
    let wire: Wire<'_> = serde_json::from_str(raw.get()).map_err(|_| CatalogError::Shape {
        place: place.clone(),
        expected: "a tool that gives each of its fields once",
    })?;
    let (id_field, id) = match (wire.id, wire.name) {
        (Some(id), _) => ("id", id),
        (None, Some(name)) => ("name", name),
        (None, None) => return Err(CatalogError::Field { place, field: "name", problem: "missing" }),
    };
    let id: String = required(id, id_field, "must be a valid string", &place)?;
    let id = ToolId::new(id).map_err(|source| CatalogError::Id { place: place.clone(), field: id_field, source })?;
    let mut tool = ToolDefinition::new(id);
    tool.description = match author {
        Author::Host => optional(wire.description, "description", "must be a text", &place)?,
        Author::ThirdParty => {
            optional::<String>(wire.description, "description", "must be a valid string", &place)?.map(Text::from)
        }
    };
    tool.tags = optional(wire.tags, "tags", "must be a list of valid strings", &place)?.unwrap_or_default();
    tool.aliases = optional(wire.aliases, "aliases", "must be a list of valid strings", &place)?.unwrap_or_default();
    tool.namespace = optional(wire.namespace, "namespace", "must be a valid string", &place)?;
    let schema =
        optional::<Value>(wire.input_schema, "inputSchema", "nests too deep or holds a number out of range", &place)?;
    if schema.as_ref().is_some_and(|schema| !schema.is_object()) {
        return Err(CatalogError::Field { place, field: "inputSchema", problem: "must be an object" });
    }
    match author {
        Author::Host => {
            tool.input_schema = schema;
            let kind: Option<ToolKind> = optional(wire.kind, "kind", "must be `function`, `human` or `a2a`", &place)?;
            tool.kind = kind.unwrap_or_default();
        }
        Author::ThirdParty => {
            tool.json_input_schema = schema;
            tool.origin = Some(Origin::Remote);
        }
    }
    Ok(tool)
}

fn required<T: DeserializeOwned>(
    raw: &RawValue,
    field: &'static str,
    problem: &'static str,
    place: &Place,
) -> Result<T, CatalogError> {
    // The parser's own message would quote the source.
    serde_json::from_str(raw.get()).map_err(|_| CatalogError::Field { place: place.clone(), field, problem })
}

/// A field that may be left out or `null`.
fn optional<T: DeserializeOwned>(
    raw: Option<&RawValue>,
    field: &'static str,
    problem: &'static str,
    place: &Place,
) -> Result<Option<T>, CatalogError> {
    raw.map_or(Ok(None), |raw| required(raw, field, problem, place))
}
