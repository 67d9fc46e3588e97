//! Anthropic Messages: `defer_loading` and `tool_reference`.
//!
//! A tool that may be called later is listed from the start or whenever it is found, at the end and with `defer_loading: true`. Such a tool is
//! no part of the cached prefix, and the model sees it where a search's result refers to it. So `menu` is what the run *begins* with and
//! `deferred` what may be or was found, the whole catalogue or the found tools alone; a tool never moves from the second to the first.
//!
//! Shapes: npm `@anthropic-ai/sdk` 1.14.0 (`Tool`, `ToolResultBlockParam`, `ToolReferenceBlockParam`) and the page on the tool search tool;
//! that found tools alone may be listed, and late, as [pi](https://github.com/earendil-works/pi/pull/6474) does.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use toolsift_trust_policy::MenuSpec;

use super::spec::{Lister, Named, parameters};
use super::{Names, WireError};

/// Most tools of a request with deferred ones, by the page on the tool search tool.
pub const MAX_TOOLS: usize = 10_000;

/// A cache breakpoint behind one tool of the menu, and with it behind all before it.
///
/// It names a tool that stays where it is, so that a growing menu keeps its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheAfter<'a> {
    id: &'a str,
    hour: bool,
}

impl<'a> CacheAfter<'a> {
    /// A breakpoint behind the tool with this id, for the five minutes that are the default.
    #[must_use]
    pub const fn new(id: &'a str) -> Self {
        Self { id, hour: false }
    }

    /// The same for an hour.
    #[must_use]
    pub const fn for_an_hour(self) -> Self {
        Self { hour: true, ..self }
    }

    fn control(self) -> Value {
        if self.hour { json!({ "type": "ephemeral", "ttl": "1h" }) } else { json!({ "type": "ephemeral" }) }
    }
}

/// The `tools` array: the menu, then the deferred tools, each in its order.
///
/// A deferred tool never carries `cache_control`, which the provider refuses
/// ([anthropics/claude-code#86743](https://github.com/anthropics/claude-code/issues/86743)).
///
/// # Errors
///
/// [`WireError::Unnamed`]; [`WireError::Twice`], also for a tool on the menu and deferred; [`WireError::AllDeferred`];
/// [`WireError::TooMany`]; [`WireError::CacheTool`].
///
/// # Example
///
/// ```
/// use serde_json::json;
/// use toolsift_core::canonical_json;
/// use toolsift_session::wire::Names;
/// use toolsift_session::wire::anthropic::{CacheAfter, search_answer, tools};
/// use toolsift_trust_policy::MenuSpec;
///
/// let spec = |name| MenuSpec::of_the_host(name, "…", json!({ "type": "object" }));
/// let (menu, found) = ([spec("search_tools")], [spec("charge_invoice")]);
/// let names = Names::of(["search_tools", "charge_invoice"]);
/// let tools = tools(&names, &menu, &found, Some(CacheAfter::new("search_tools")))?;
/// assert_eq!(tools[1]["defer_loading"], true);
///
/// let answer = search_answer(&names, &tools, "toolu_1", ["charge_invoice"], "Found one.")?;
/// assert_eq!(
///     canonical_json(&answer.result),
///     r#"{"content":[{"tool_name":"charge_invoice","type":"tool_reference"}],"tool_use_id":"toolu_1","type":"tool_result"}"#
/// );
/// # Ok::<(), toolsift_session::wire::WireError>(())
/// ```
pub fn tools<'a>(
    names: &'a Names,
    menu: impl IntoIterator<Item = &'a MenuSpec>,
    deferred: impl IntoIterator<Item = &'a MenuSpec>,
    cache: Option<CacheAfter<'_>>,
) -> Result<Vec<Value>, WireError> {
    let mut lister = Lister::default();
    let mut tools = Vec::new();
    let mut cached = false;
    for spec in menu {
        let mut tool = plain(&lister.next(names, spec)?);
        if let Some(cache) = cache.filter(|cache| cache.id == spec.name) {
            set(&mut tool, "cache_control", cache.control());
            cached = true;
        }
        tools.push(tool);
    }
    if let Some(cache) = cache.filter(|_| !cached) {
        return Err(WireError::CacheTool { id: cache.id.to_owned() });
    }
    let plain_tools = tools.len();
    for spec in deferred {
        let mut tool = plain(&lister.next(names, spec)?);
        set(&mut tool, "defer_loading", true.into());
        tools.push(tool);
    }
    if plain_tools == tools.len() {
        return Ok(tools);
    }
    if plain_tools == 0 {
        return Err(WireError::AllDeferred);
    }
    if tools.len() > MAX_TOOLS {
        return Err(WireError::TooMany { actual: tools.len(), limit: MAX_TOOLS });
    }
    Ok(tools)
}

fn plain(named: &Named<'_>) -> Value {
    json!({
        "name": named.name,
        "description": named.spec.description,
        "input_schema": parameters(&named.spec.input_schema),
    })
}

fn set(tool: &mut Value, field: &str, value: Value) {
    if let Some(tool) = tool.as_object_mut() {
        tool.insert(field.to_owned(), value);
    }
}

/// What answers a search.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SearchAnswer {
    /// The `tool_result` block.
    pub result: Value,
    /// A `text` block that must stand behind *all* `tool_result` blocks of the message.
    pub text: Option<Value>,
}

/// The result of a search: references to what it found, and its text beside them; without a find the text alone.
///
/// `tools` is the array of the very request that this result goes into.
///
/// Uncertain: the types allow text and references in one result, the provider's page is silent, and
/// [Strands](https://strandsagents.com/docs/api/typescript/ToolReferenceBlock/index.md) sends references only where a result holds nothing
/// else. Kept apart they are right either way.
///
/// # Errors
///
/// [`WireError::Unnamed`], and [`WireError::NotListed`] for a tool that `tools` does not list as deferred, which the provider refuses with
/// the whole request.
pub fn search_answer<'a>(
    names: &Names,
    tools: &[Value],
    tool_use_id: &str,
    found: impl IntoIterator<Item = &'a str>,
    text: &str,
) -> Result<SearchAnswer, WireError> {
    let listed: BTreeSet<&str> = tools
        .iter()
        .filter(|tool| tool.get("defer_loading") == Some(&Value::Bool(true)))
        .filter_map(|tool| tool.get("name")?.as_str())
        .collect();
    let references = found
        .into_iter()
        .map(|id| {
            let name = names.name(id).ok_or_else(|| WireError::Unnamed { id: id.to_owned() })?;
            if !listed.contains(name) {
                return Err(WireError::NotListed { id: id.to_owned() });
            }
            Ok(json!({ "type": "tool_reference", "tool_name": name }))
        })
        .collect::<Result<Vec<_>, _>>()?;
    if references.is_empty() {
        return Ok(SearchAnswer { result: text_result(tool_use_id, text), text: None });
    }
    let result = json!({ "type": "tool_result", "tool_use_id": tool_use_id, "content": references });
    // An empty text block is refused.
    let text = (!text.is_empty()).then(|| json!({ "type": "text", "text": text }));
    Ok(SearchAnswer { result, text })
}

/// Any other result: a text.
#[must_use]
pub fn text_result(tool_use_id: &str, text: &str) -> Value {
    json!({ "type": "tool_result", "tool_use_id": tool_use_id, "content": text })
}

/// A refusal or a failure. The text must not be empty, or the provider refuses it.
#[must_use]
pub fn error_result(tool_use_id: &str, text: &str) -> Value {
    json!({ "type": "tool_result", "tool_use_id": tool_use_id, "content": text, "is_error": true })
}
