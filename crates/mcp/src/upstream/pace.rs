//! How often a server is asked for something.

use std::time::Duration;

/// How long to wait before a server that is away is tried again, at first; it doubles with each failure.
pub(super) const FIRST_RETRY: Duration = Duration::from_millis(500);
/// The longest such wait.
pub(super) const LAST_RETRY: Duration = Duration::from_secs(60);
/// How long a connection must have lasted for the next wait to be the first one again.
pub(super) const LASTING: Duration = Duration::from_secs(30);
/// The shortest time between two lists of one server, whatever it says of changes and of how long a list may be kept: a server must not make the gateway list all the time.
pub(super) const SHORTEST_RELIST: Duration = Duration::from_secs(1);
/// The longest time that a list is kept where the server gives one.
pub(super) const LONGEST_TTL: Duration = Duration::from_secs(24 * 60 * 60);
