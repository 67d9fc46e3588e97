//! A small loop that advertises eight tools of sixty on each request: by shared words, and by the built-in index.
//!
//! `cargo run --example selector -p toolsift --features select`

use std::sync::Arc;

use serde_json::json;
use toolsift::prelude::*;

/// What became of one request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) selector: &'static str,
    pub(crate) prompt: &'static str,
    /// The ids that it carries.
    pub(crate) advertised: Vec<String>,
    /// Why it carries all of them, where it does.
    pub(crate) opened: Option<Opened>,
    pub(crate) registered: usize,
    /// What is not sent, in hundredths of all characters.
    pub(crate) saved: usize,
}

/// Ten verbs for six objects.
fn tools() -> Vec<ToolDefinition> {
    const OBJECTS: [&str; 6] = ["invoice", "payment", "shipment", "employee", "contract", "absence"];
    const VERBS: [&str; 10] =
        ["create", "list", "get", "update", "delete", "search", "export", "assign", "archive", "approve"];
    let mut tools = Vec::new();
    for (object, verb) in OBJECTS.iter().flat_map(|object| VERBS.map(|verb| (object, verb))) {
        let Ok(id) = ToolId::new(format!("{verb}_{object}")) else { continue };
        let mut tool = ToolDefinition::new(id);
        tool.description = Some(format!("Use this to {verb} one {object} of the company.").into());
        tool.input_schema = Some(json!({ "type": "object", "properties": { "id": { "type": "string" } } }));
        if verb == "approve" && *object == "absence" {
            tool.aliases = vec!["grant holidays".to_owned()];
        }
        tools.push(tool);
    }
    tools
}

/// Some requests of two loops that differ in their selector.
pub(crate) fn requests() -> Result<Vec<Request>, Box<dyn std::error::Error>> {
    let tools = tools();
    let all = tool_schemas(&tools);
    let docs = tool_search_docs(&tools, &Annotations::new());
    let selectors: [(&str, Arc<dyn ToolSelector>); 2] = [
        ("keyword", Arc::new(KeywordSelector::default())),
        ("bm25f", Arc::new(ranker_selector(&docs, Stopwords::default())?)),
    ];
    let mut requests = Vec::new();
    for prompt in ["approve the payment of last week", "grant holidays to Ada", "hum a tune"] {
        for (name, selector) in &selectors {
            // One selection serves the request, its estimate and the gate of the calls.
            let context = SelectionContext::new(0).with_prompt(prompt);
            let selection = selector.select(&context, &all);
            let estimate = selection.estimate();
            requests.push(Request {
                selector: name,
                prompt,
                advertised: selection.subset().ids().map(str::to_owned).collect(),
                opened: selection.why_opened(),
                registered: all.len(),
                saved: estimate.saved_chars() * 100 / estimate.registered_chars,
            });
        }
    }
    Ok(requests)
}

#[cfg_attr(test, expect(dead_code, reason = "the test of this example calls what it prints"))]
#[cfg_attr(not(test), expect(clippy::print_stdout, reason = "an example for people"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    for Request { selector, prompt, advertised, opened, registered, saved } in requests()? {
        println!("{selector:<7}  {prompt:?}: {} of {registered} tools, {saved} % saved", advertised.len());
        match opened {
            Some(why) => println!("         open to all: {why}"),
            None => println!("         {}", advertised.join(" ")),
        }
    }
    Ok(())
}
