//! The raw text of lists of tools: `rmcp` reads a definition into a type of its own and drops what that has no field for.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// One page of a list, as it was written.
#[derive(Debug, Clone)]
pub(super) struct Page {
    /// The definitions, each as the server wrote it.
    pub(super) tools: Vec<Box<RawValue>>,
    /// The cursor of the next page. An empty one is a cursor like any other.
    pub(super) next: Option<String>,
    /// How long the list may be kept, in milliseconds.
    pub(super) ttl_ms: Option<u64>,
}

/// Where the transports put the pages that pass through them. It holds one: pages are asked for one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Tap(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    /// Whether a page is waited for; otherwise nothing is read twice.
    open: bool,
    page: Option<(Value, Page)>,
    /// Whether a message was dropped for its length.
    overlong: bool,
}

#[derive(Deserialize)]
struct Message<'a> {
    id: Value,
    #[serde(borrow)]
    result: &'a RawValue,
}

#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    tools: Vec<&'a RawValue>,
    #[serde(borrow, rename = "nextCursor", default)]
    next: Option<&'a RawValue>,
    #[serde(borrow, rename = "ttlMs", default)]
    ttl_ms: Option<&'a RawValue>,
}

impl Tap {
    /// Waits for a page from now on.
    pub(super) fn open(&self) {
        *self.inner() = Inner { open: true, ..Inner::default() };
    }

    /// Takes the page that answers a request, and closes the tap.
    pub(super) fn take(&self, id: &Value) -> Option<Page> {
        let mut inner = self.inner();
        inner.open = false;
        inner.page.take().filter(|(of, _)| of == id).map(|(_, page)| page)
    }

    /// Whether a message was dropped for its length while a page was waited for.
    pub(super) fn is_overlong(&self) -> bool {
        self.inner().overlong
    }

    /// Says that a message was dropped for its length.
    pub(super) fn overlong(&self) {
        self.inner().overlong = true;
    }

    /// Whether messages are read.
    pub(super) fn is_open(&self) -> bool {
        self.inner().open
    }

    /// Reads a message of the server; anything but a page passes.
    pub(super) fn message(&self, bytes: &[u8]) {
        if !self.is_open() {
            return;
        }
        let Ok(message) = serde_json::from_slice::<Message<'_>>(bytes) else { return };
        let Ok(answer) = serde_json::from_str::<Answer<'_>>(message.result.get()) else { return };
        let text = |raw: Option<&RawValue>| raw.and_then(|raw| serde_json::from_str(raw.get()).ok());
        let page = Page {
            tools: answer.tools.into_iter().map(RawValue::to_owned).collect(),
            next: text(answer.next),
            ttl_ms: answer.ttl_ms.and_then(|raw| serde_json::from_str(raw.get()).ok()),
        };
        self.inner().page = Some((message.id, page));
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_page_keeps_what_was_written() {
        let tap = Tap::default();
        let message = br#"{"result":{"tools":[{"name":"a", "execution":{"taskSupport":"optional"}}],"nextCursor":"","ttlMs":5},"jsonrpc":"2.0","id":7}"#;
        tap.message(message);
        assert!(tap.take(&json!(7)).is_none(), "it was not open");
        tap.open();
        for other in [&b"{}"[..], b"not json", br#"{"id":7,"result":{}}"#, br#"{"id":7,"error":{"code":1}}"#] {
            tap.message(other);
        }
        tap.message(message);
        let page = tap.take(&json!(7)).unwrap();
        assert_eq!(page.tools[0].get(), r#"{"name":"a", "execution":{"taskSupport":"optional"}}"#);
        assert_eq!((page.next.as_deref(), page.ttl_ms), (Some(""), Some(5)));
        tap.open();
        tap.message(message);
        assert!(tap.take(&json!(8)).is_none(), "it answers another request");
    }
}
