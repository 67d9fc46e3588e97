//! Time, from the host.

use std::fmt;
use std::time::Duration;

use crate::selector::BoxFuture;

/// Where a selector has its time from: this crate reads no clock and links no runtime.
///
/// With tokio it is `tokio::time::sleep` and the time since some `Instant`; a test takes a clock of its own.
pub trait Timer: fmt::Debug + Send + Sync {
    /// The time since some fixed moment. It never falls.
    fn now(&self) -> Duration;

    /// Ends when so much time has passed.
    fn sleep(&self, duration: Duration) -> BoxFuture<'_, ()>;
}
