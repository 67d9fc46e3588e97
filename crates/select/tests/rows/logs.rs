//! What goes to the host's log.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use toolsift_core::{Hit, RankError, ToolRanker};
use toolsift_select::{KeywordSelector, RankerSelector};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::toys::{selected, tool};

/// Keeps every event as text.
#[derive(Default)]
struct Listener(Arc<Mutex<Vec<String>>>);

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.push_str(&format!(" {field}={value:?}"));
    }
}

impl Subscriber for Listener {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        let mut text = Text(event.metadata().level().to_string());
        event.record(&mut text);
        self.0.lock().unwrap().push(text.0);
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// What is logged while something is done.
pub(crate) fn logged(work: impl FnOnce()) -> Vec<String> {
    let listener = Listener::default();
    let events = listener.0.clone();
    tracing::subscriber::with_default(listener, work);
    let events = events.lock().unwrap();
    events.clone()
}

/// The one line of a selection that failed.
pub(crate) fn warning(code: &str) -> String {
    format!(r#"WARN message=a selection opens to every tool code="{code}""#)
}

#[derive(Debug)]
struct Failing;

impl ToolRanker for Failing {
    fn kind(&self) -> &str {
        "failing"
    }
    fn rank(&self, query: &str, _limit: usize) -> Result<Vec<Hit>, RankError> {
        Err(RankError::Unavailable(format!("said while ranking {query}").into()))
    }
}

/// LOOP-042, LOOP-048: a failure is a warning with a code; no word of a prompt, a tool or a backend is in it, and a plain miss is none.
#[test]
fn warnings_are_codes() {
    let all = [tool("hostile_name", "hostile words")];
    let failing = RankerSelector::new(Arc::new(Failing));
    let events = logged(|| assert_eq!(selected(&failing, &all, "secret"), "hostile_name (ranker_failed)"));
    assert_eq!(events, [warning("ranker_failed")]);
    let events = logged(|| {
        selected(&KeywordSelector::default(), &all, "secret");
        selected(&KeywordSelector::default(), &all, "");
    });
    assert_eq!(events, [""; 0]);
}
