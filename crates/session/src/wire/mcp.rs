//! The Model Context Protocol's `Tool`, without loss: what is written here and read back is the same spec.
//!
//! Ids and schemas are written as they are. MCP asks for ids of 1 to 128 characters of `A-Z a-z 0-9 _ - .` (SEP-986, a SHOULD), and requires
//! a schema that is an object: a spec with another one is written all the same and refused on the way back.

use serde_json::{Value, json};
use toolsift_core::ToolId;
use toolsift_trust_policy::MenuSpec;

use super::WireError;

/// The tools of a menu, in its order: the `tools` of a `tools/list` answer.
pub fn tools<'a>(menu: impl IntoIterator<Item = &'a MenuSpec>) -> Vec<Value> {
    menu.into_iter().map(tool).collect()
}

/// One tool: `name`, `description` and `inputSchema`. [`MenuSpec::cut`] has no place there.
#[must_use]
pub fn tool(spec: &MenuSpec) -> Value {
    json!({ "name": spec.name, "description": spec.description, "inputSchema": spec.input_schema })
}

/// The spec that [`tool`] has written. Other fields are not read.
///
/// This believes every word. The definition of a third party goes through `toolsift-catalog` and the trust policy instead.
///
/// # Errors
///
/// [`WireError::Field`] for a `name` that is no id, a `description` that is no text, and an `inputSchema` that is no object.
///
/// # Example
///
/// ```
/// use serde_json::json;
/// use toolsift_session::wire::mcp;
/// use toolsift_trust_policy::MenuSpec;
///
/// let spec = MenuSpec::of_the_host("math.hypot", "Length of a vector.", json!({ "type": "object" }));
/// assert_eq!(mcp::spec(&mcp::tool(&spec))?, spec);
/// assert_eq!(mcp::spec(&json!({})).unwrap_err().to_string(), "mcp tool: field `name`: must be an id");
/// # Ok::<(), toolsift_session::wire::WireError>(())
/// ```
pub fn spec(tool: &Value) -> Result<MenuSpec, WireError> {
    let field = |field, problem| WireError::Field { field, problem };
    let name = tool.get("name").and_then(Value::as_str).filter(|name| ToolId::new(name).is_ok());
    let name = name.ok_or_else(|| field("name", "must be an id"))?;
    let description = match tool.get("description") {
        None => "",
        Some(description) => description.as_str().ok_or_else(|| field("description", "must be a text"))?,
    };
    let schema = tool.get("inputSchema").filter(|schema| schema.is_object());
    let schema = schema.ok_or_else(|| field("inputSchema", "must be an object"))?;
    Ok(MenuSpec::of_the_host(name, description, schema.clone()))
}
