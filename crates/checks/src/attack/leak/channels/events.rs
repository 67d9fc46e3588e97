//! What reaches a host's logs.

use std::fmt::{Debug, Write};
use std::sync::mpsc::{Sender, channel};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Does something and answers every event and span of it as a text.
pub(super) fn during<T>(work: impl FnOnce() -> T) -> (String, T) {
    let (sender, told) = channel();
    let done = tracing::subscriber::with_default(Listener(sender), work);
    (told.try_iter().collect(), done)
}

struct Listener(Sender<String>);

impl Listener {
    fn tell(&self, record: impl FnOnce(&mut Text)) {
        let mut text = Text::default();
        record(&mut text);
        // Nobody listens any more: nothing is lost.
        drop(self.0.send(text.0));
    }
}

impl Subscriber for Listener {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.tell(|text| span.record(text));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        self.tell(|text| values.record(text));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        self.tell(|text| event.record(text));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a text does not fail.
        write!(self.0, "{field}={value:?} ").unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_heard_with_their_fields() {
        let (heard, done) = during(|| {
            tracing::warn!(code = "here", "said");
            5
        });
        assert_eq!(done, 5);
        assert!(heard.contains("code=\"here\"") && heard.contains("said"), "{heard}");
    }
}
