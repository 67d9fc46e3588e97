//! How often something may happen in a minute.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

const MINUTE: Duration = Duration::from_secs(60);

/// The moments of the last minute, at most as many as are allowed.
#[derive(Debug, Default)]
pub(crate) struct Rate(VecDeque<Instant>);

impl Rate {
    /// Whether something may happen now, in which case it has. Any window of a minute holds at most `most`.
    pub(crate) fn admit(&mut self, now: Instant, most: u64) -> bool {
        while self.0.front().is_some_and(|first| now.duration_since(*first) >= MINUTE) {
            self.0.pop_front();
        }
        let is_free = (self.0.len() as u64) < most;
        if is_free {
            self.0.push_back(now);
        }
        is_free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_holds_so_many() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut rate = Rate::default();
        let admitted: Vec<bool> = [0, 0, 30, 59, 60, 60, 60, 89, 90].map(|second| rate.admit(at(second), 3)).into();
        assert_eq!(admitted, [true, true, true, false, true, true, false, false, true]);
    }
}
