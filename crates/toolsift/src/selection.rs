//! The default wiring of per-turn selection.

use std::sync::Arc;

use toolsift_bm25f_index::IndexError;
use toolsift_core::{SearchDoc, ToolDefinition};
use toolsift_select::{RankerSelector, ToolSchema};
use toolsift_tokenizer::Stopwords;
use toolsift_trust_policy::{WITHHELD, tool_spec};

use crate::wiring::build_ranker;

/// The tools as a model may be told about them, in their order: what selectors read, and what a request carries.
///
/// A tool that may be on no menu is left out: one of the host's own with a tainted description, a third party's with an odd id. What is withheld of a third party's tool is read by no
/// selector either.
///
/// ```
/// use toolsift::prelude::*;
///
/// let mut tool: ToolDefinition = serde_json::from_str(r#"{ "id": "crm__find", "description": "Best!", "origin": "remote" }"#)?;
/// assert_eq!(tool_schemas([&tool])[0].description(), "Third-party tool; description withheld");
/// tool.trust_json_schema_text = true;
/// assert_eq!(tool_schemas([&tool])[0].description(), "Best!");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Complexity
///
/// As [`tool_spec`] for each tool.
#[must_use]
pub fn tool_schemas<'t>(tools: impl IntoIterator<Item = &'t ToolDefinition>) -> Vec<ToolSchema> {
    let schema = |tool: &ToolDefinition| {
        let spec = tool_spec(tool).ok()?;
        let is_withheld = spec.description == WITHHELD;
        let schema = ToolSchema::new(tool.id.clone(), spec.description, spec.input_schema);
        Some(if is_withheld { schema.with_placeholder() } else { schema })
    };
    tools.into_iter().filter_map(schema).collect()
}

/// The selector to begin with: the built-in ranker over some documents, with the default parameters.
///
/// ```
/// use toolsift::prelude::*;
///
/// let mut charge = ToolDefinition::new(ToolId::new("charge_invoice")?);
/// charge.aliases = vec!["bill the customer".to_owned()];
/// let tools = [charge, ToolDefinition::new(ToolId::new("refund_payment")?)];
///
/// let selector = ranker_selector(&tool_search_docs(&tools, &Annotations::new()), Stopwords::default())?;
/// let all = tool_schemas(&tools);
/// let context = SelectionContext::new(0).with_prompt("please bill the customer");
/// let selection = selector.select(&context, &all);
/// assert_eq!(selection.subset().ids().collect::<Vec<_>>(), ["charge_invoice"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`build_ranker`].
pub fn ranker_selector(docs: &[SearchDoc], stopwords: Stopwords) -> Result<RankerSelector, IndexError> {
    Ok(RankerSelector::new(Arc::new(build_ranker(docs, stopwords)?)))
}
