//! `OpenAI` Chat Completions, and the many servers that speak it.
//!
//! There is no deferral here: the `tools` array grows at its end as the menu does, and the name of a tool never changes.
//! `OpenAI` itself takes at most 128 tools a request; other servers have limits of their own, so that none is checked here.

use serde_json::{Value, json};
use toolsift_trust_policy::MenuSpec;

use super::spec::{Lister, parameters};
use super::{Names, WireError};

/// The `tools` array of a menu, in its order. `strict` is left out, which means off here: a third party's schema rarely fits it.
///
/// # Errors
///
/// [`WireError::Unnamed`] and [`WireError::Twice`].
///
/// # Example
///
/// ```
/// use serde_json::json;
/// use toolsift_session::wire::{Names, chat};
/// use toolsift_trust_policy::MenuSpec;
///
/// let menu = [MenuSpec::of_the_host("ping", "Answers.", json!({ "type": "object" }))];
/// let tools = chat::tools(&Names::of(["ping"]), &menu)?;
/// assert_eq!(tools[0]["function"]["name"], "ping");
/// # Ok::<(), toolsift_session::wire::WireError>(())
/// ```
pub fn tools<'a>(names: &'a Names, menu: impl IntoIterator<Item = &'a MenuSpec>) -> Result<Vec<Value>, WireError> {
    let mut lister = Lister::default();
    menu.into_iter()
        .map(|spec| {
            let named = lister.next(names, spec)?;
            let function = json!({
                "name": named.name,
                "description": named.spec.description,
                "parameters": parameters(&named.spec.input_schema),
            });
            Ok(json!({ "type": "function", "function": function }))
        })
        .collect()
}

/// The message that answers a call, a search's as any other's. An error is a text too.
#[must_use]
pub fn tool_message(tool_call_id: &str, text: &str) -> Value {
    json!({ "role": "tool", "tool_call_id": tool_call_id, "content": text })
}
