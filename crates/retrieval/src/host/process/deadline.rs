//! The one clock of this crate. It ends things, and nothing of it reaches an output.

use std::time::{Duration, Instant};

/// A moment in the future.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    start: Instant,
    after: Duration,
}

impl Deadline {
    #[expect(
        clippy::disallowed_methods,
        reason = "a process must end some time; what it printed does not depend on when"
    )]
    pub(super) fn after(after: Duration) -> Self {
        Self { start: Instant::now(), after }
    }

    pub(super) fn is_past(self) -> bool {
        self.start.elapsed() >= self.after
    }
}
