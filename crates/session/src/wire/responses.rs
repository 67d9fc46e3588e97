//! `OpenAI` Responses: `tool_search` that the client executes, `tool_search_output`, namespaces.
//!
//! The `tools` array is what the run begins with and does not grow: a find comes to the model in the output item, which stays in the input, and
//! the provider puts the definitions at the end of the context. The model's `tool_search_call` has the arguments of the search tool.
//!
//! Shapes: `async-openai` 0.43 (checked by deserialising), npm `openai` 6.49.0, and the guide on tool search. Uncertain, because no page says
//! it: `defer_loading: true` on the functions of an output (Codex sets it, `codex-rs/tools/src/tool_search.rs`), `status` (optional in the
//! types, sent by Codex), the length of a namespace's name (held to that of a function), and whether a namespace and a function in it have
//! a limit together (Codex gives its functions the shorter local names).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use toolsift_core::{SearchDoc, ToolId};
use toolsift_trust_policy::MenuSpec;

use super::spec::{Lister, Named, parameters};
use super::{Names, WireError};

/// Most functions of one namespace: the guide recommends fewer than ten.
pub const MAX_NAMESPACE_FUNCTIONS: usize = 9;

/// Longest name of a namespace before the number that tells its parts apart, in characters.
const MAX_NAMESPACE_CHARS: usize = 48;

/// The `tools` array of a menu, in its order, with `tool_search` in the place of the tool whose id is `search_tool`.
///
/// `strict` is `false`: left out, the provider would try to make every optional parameter required.
///
/// # Errors
///
/// [`WireError::Unnamed`] and [`WireError::Twice`].
///
/// # Example
///
/// ```
/// use serde_json::json;
/// use toolsift_session::wire::{Names, responses};
/// use toolsift_trust_policy::MenuSpec;
///
/// let schema = json!({ "type": "object", "properties": { "query": { "type": "string" } } });
/// let menu = [MenuSpec::of_the_host("search_tools", "Finds tools.", schema)];
/// let tools = responses::tools(&Names::of(["search_tools"]), "search_tools", &menu)?;
/// assert_eq!(tools[0]["type"], "tool_search");
/// assert_eq!(tools[0]["execution"], "client");
/// # Ok::<(), toolsift_session::wire::WireError>(())
/// ```
pub fn tools<'a>(
    names: &'a Names,
    search_tool: &str,
    menu: impl IntoIterator<Item = &'a MenuSpec>,
) -> Result<Vec<Value>, WireError> {
    let mut lister = Lister::default();
    menu.into_iter()
        .map(|spec| {
            let named = lister.next(names, spec)?;
            if spec.name != search_tool {
                return Ok(function(&named, false));
            }
            Ok(json!({
                "type": "tool_search",
                "execution": "client",
                "description": spec.description,
                "parameters": parameters(&spec.input_schema),
            }))
        })
        .collect()
}

/// The item that answers a `tool_search_call`, with the definitions of what was found; none for a search that found nothing or was refused,
/// since it has no place for a text.
///
/// Tools whose ids have a namespace ([`SearchDoc::namespace`]) are grouped under its name, each group where its first tool was found and in
/// parts of at most [`MAX_NAMESPACE_FUNCTIONS`] (`github`, `github_2`). A function keeps its whole name there: with or without the
/// `namespace` of a `function_call`, [`Names::id`] of its `name` is the tool. What a namespace says of itself is our sentence and no server's.
///
/// # Errors
///
/// [`WireError::Unnamed`] and [`WireError::Twice`].
///
/// # Example
///
/// ```
/// use serde_json::json;
/// use toolsift_session::wire::{Names, responses};
/// use toolsift_trust_policy::MenuSpec;
///
/// let found = [MenuSpec::of_the_host("github__get_me", "Who am I?", json!({ "type": "object" }))];
/// let output = responses::search_output(&Names::of(["github__get_me"]), "call_1", &found)?;
/// assert_eq!(output["tools"][0]["name"], "github");
/// assert_eq!(output["tools"][0]["tools"][0]["name"], "github__get_me");
/// # Ok::<(), toolsift_session::wire::WireError>(())
/// ```
pub fn search_output<'a>(
    names: &'a Names,
    call_id: &str,
    found: impl IntoIterator<Item = &'a MenuSpec>,
) -> Result<Value, WireError> {
    Ok(json!({
        "type": "tool_search_output",
        "call_id": call_id,
        "execution": "client",
        "status": "completed",
        "tools": grouped(names, found)?,
    }))
}

/// The item that answers a `function_call`, of a meta-tool as of any other. An error is a text too.
#[must_use]
pub fn function_output(call_id: &str, text: &str) -> Value {
    json!({ "type": "function_call_output", "call_id": call_id, "output": text })
}

fn function(named: &Named<'_>, deferred: bool) -> Value {
    let mut function = json!({
        "type": "function",
        "name": named.name,
        "description": named.spec.description,
        "parameters": parameters(&named.spec.input_schema),
        "strict": false,
    });
    if let Some(function) = function.as_object_mut().filter(|_| deferred) {
        function.insert("defer_loading".to_owned(), true.into());
    }
    function
}

/// One place of the output: a function without a namespace, or the first of one.
enum Place {
    Function(Value),
    Namespace(String),
}

fn grouped<'a>(names: &'a Names, found: impl IntoIterator<Item = &'a MenuSpec>) -> Result<Vec<Value>, WireError> {
    let mut lister = Lister::default();
    let mut places = Vec::new();
    let mut groups: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    // Namespaces have names of their own, as reversible as those of tools.
    let mut namespaces = Names::with_longest(MAX_NAMESPACE_CHARS);
    for spec in found {
        let function = function(&lister.next(names, spec)?, true);
        let doc = ToolId::new(&spec.name).ok().map(SearchDoc::new);
        let Some(namespace) = doc.as_ref().and_then(SearchDoc::namespace) else {
            places.push(Place::Function(function));
            continue;
        };
        let name = namespaces.add(namespace);
        if !groups.contains_key(name) {
            places.push(Place::Namespace(name.to_owned()));
        }
        groups.entry(name.to_owned()).or_default().push(function);
    }
    let mut taken: BTreeSet<String> = groups.keys().cloned().collect();
    let mut tools = Vec::new();
    for place in places {
        match place {
            Place::Function(function) => tools.push(function),
            Place::Namespace(name) => {
                let functions = groups.remove(&name).unwrap_or_default();
                for (part, functions) in functions.chunks(MAX_NAMESPACE_FUNCTIONS).enumerate() {
                    let part_name = if part == 0 { name.clone() } else { free(&name, &mut taken) };
                    tools.push(json!({
                        "type": "namespace",
                        "name": part_name,
                        "description": format!("Tools of {name}."),
                        "tools": functions,
                    }));
                }
            }
        }
    }
    Ok(tools)
}

/// The first numbered name that no namespace has.
fn free(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut number = 2_usize;
    loop {
        let candidate = format!("{name}_{number}");
        if taken.insert(candidate.clone()) {
            return candidate;
        }
        number = number.wrapping_add(1);
    }
}
