//! When a transcript is to be compacted.

use serde::Deserialize;

use crate::config::check_cap;
use crate::error::ConfigError;

/// The highest size after which a transcript is compacted, in bytes. The documents give none.
pub const MAX_AFTER_BYTES: usize = 1 << 30;

/// When a transcript is compacted. Leaving it out leaves that to the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct CompactionConfig {
    /// The size of the results since the last compaction, in bytes, that makes one due.
    pub after_bytes: usize,
}

impl CompactionConfig {
    /// A compaction after some bytes.
    #[must_use]
    pub const fn new(after_bytes: usize) -> Self {
        Self { after_bytes }
    }

    pub(crate) fn check(self) -> Result<(), ConfigError> {
        check_cap("compaction.afterBytes", self.after_bytes, MAX_AFTER_BYTES)
    }
}

/// Counts the results of a run, each at its [accounted size](crate::Outcome::accounted_bytes), which is the same live and replayed.
///
/// [`Session`](crate::Session) and [`Replayer`](crate::Replayer) have one of their own; a host that drives a [`Run`](crate::Run) itself counts with this.
///
/// ```
/// use toolsift_session::{CompactionConfig, Meter};
///
/// let mut meter = Meter::new(Some(CompactionConfig::new(100)));
/// meter.count(99);
/// assert!(!meter.fires(1));
/// meter.count(1);
/// assert!(!meter.fires(0), "never ahead of the first turn");
/// assert!(meter.fires(1) && !meter.fires(2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meter {
    after_bytes: Option<u64>,
    counted: u64,
}

impl Meter {
    /// A meter that has counted nothing; without a configuration it never fires.
    #[must_use]
    pub fn new(config: Option<CompactionConfig>) -> Self {
        Self { after_bytes: config.map(|config| config.after_bytes as u64), counted: 0 }
    }

    /// Counts a result, if it is to fire at all.
    pub fn count(&mut self, bytes: u64) {
        if self.after_bytes.is_some() {
            self.counted = self.counted.saturating_add(bytes);
        }
    }

    /// The bytes since the last compaction.
    #[must_use]
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// Whether a compaction is due ahead of a turn. Then it begins to count anew.
    pub fn fires(&mut self, turn: u64) -> bool {
        let is_due = turn > 0 && self.after_bytes.is_some_and(|after| self.counted >= after);
        if is_due {
            self.counted = 0;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_fires_once_for_so_many_bytes_and_never_ahead_of_the_first_turn() {
        let mut meter = Meter::new(Some(CompactionConfig::new(100)));
        for (bytes, turn, fires, counted) in [
            (99, 1, false, 99),
            (1, 0, false, 100),
            (0, 1, true, 0),
            (0, 2, false, 0),
            (250, 3, true, 0),
            (99, 4, false, 99),
        ] {
            meter.count(bytes);
            assert_eq!((meter.fires(turn), meter.counted()), (fires, counted), "{bytes} bytes, then turn {turn}");
        }
        let mut off = Meter::new(None);
        off.count(u64::MAX);
        assert_eq!((off.fires(1), off.counted()), (false, 0));
    }
}
