//! Tools, contexts and futures in few words.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use serde_json::json;
use toolsift_core::ToolId;
use toolsift_select::{Selection, SelectionContext, ToolSchema, ToolSelector};

/// A tool with a schema whose only word is in no prompt.
pub(crate) fn tool(id: &str, description: &str) -> ToolSchema {
    let schema = json!({ "type": "object", "properties": { "xylophone": { "type": "string" } } });
    ToolSchema::new(ToolId::new(id).unwrap(), description, schema)
}

pub(crate) fn tools(list: &[(&str, &str)]) -> Vec<ToolSchema> {
    list.iter().map(|(id, description)| tool(id, description)).collect()
}

/// The toys of the document.
pub(crate) fn read_write_search() -> Vec<ToolSchema> {
    tools(&[
        ("read_file", "Read a file from disk"),
        ("write_file", "Write a file to disk"),
        ("web_search", "Search the web for pages"),
    ])
}

pub(crate) fn prompt(prompt: &str) -> SelectionContext<'_> {
    SelectionContext::new(0).with_prompt(prompt)
}

pub(crate) fn ids<'s>(selection: &Selection<'s>) -> Vec<&'s str> {
    selection.subset().ids().collect()
}

/// What a selector makes of a prompt, as ids and, where it opened, the code behind them.
pub(crate) fn selected(selector: &dyn ToolSelector, all: &[ToolSchema], text: &str) -> String {
    shown(&selector.select(&prompt(text), all))
}

/// A selection as ids and, where it opened, the code behind them.
pub(crate) fn shown(selection: &Selection<'_>) -> String {
    let ids = ids(selection).join(" ");
    match selection.why_opened() {
        None => ids,
        Some(why) => format!("{ids} ({why})"),
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future on this thread until it ends.
pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

/// A signal that is never given.
pub(crate) fn never() -> std::future::Pending<()> {
    std::future::pending()
}
