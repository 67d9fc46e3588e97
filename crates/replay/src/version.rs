//! The format of a journal, and the behaviours that a run relied on.

use serde::{Deserialize, Serialize};

use crate::error::JournalError;

/// What the header of a journal calls its format.
pub const JOURNAL_FORMAT: &str = "toolsift-journal";
/// The version that is written. It rises with any change that an older reader would misread.
pub const JOURNAL_VERSION: u64 = 1;
/// The oldest version that is read.
pub const OLDEST_JOURNAL_VERSION: u64 = 1;

/// A behaviour that changed in the course of versions, so that a replay must know which one its run had.
///
/// Numbers are given once and never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Behaviour {
    /// 1: search records carry the size of their result, which the compaction meter counts on a replay.
    SearchResultBytes,
}

impl Behaviour {
    /// Every behaviour, in the order of its number.
    pub const ALL: [Self; 1] = [Self::SearchResultBytes];

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u64 {
        match self {
            Self::SearchResultBytes => 1,
        }
    }

    /// The behaviour of a number.
    #[must_use]
    pub fn from_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|behaviour| behaviour.number() == number)
    }
}

/// The first line of a journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Header {
    /// [`JOURNAL_FORMAT`].
    pub format: String,
    /// The version of the format.
    pub version: u64,
    /// The numbers of the run's [`Behaviour`]s.
    #[serde(default)]
    pub behaviours: Vec<u64>,
}

impl Header {
    /// The header of a journal that is written now.
    #[must_use]
    pub fn current() -> Self {
        Self {
            format: JOURNAL_FORMAT.to_owned(),
            version: JOURNAL_VERSION,
            behaviours: Behaviour::ALL.map(Behaviour::number).into(),
        }
    }

    /// Whether the run had a behaviour.
    #[must_use]
    pub fn has(&self, behaviour: Behaviour) -> bool {
        self.behaviours.contains(&behaviour.number())
    }

    /// Whether this reader can replay such a journal.
    ///
    /// # Errors
    ///
    /// [`JournalError::NotAJournal`], [`JournalError::Version`] or [`JournalError::Behaviour`].
    pub fn check_readable(&self) -> Result<(), JournalError> {
        if self.format != JOURNAL_FORMAT {
            return Err(JournalError::NotAJournal { format: JOURNAL_FORMAT });
        }
        if !(OLDEST_JOURNAL_VERSION..=JOURNAL_VERSION).contains(&self.version) {
            return Err(JournalError::Version {
                found: self.version,
                oldest: OLDEST_JOURNAL_VERSION,
                newest: JOURNAL_VERSION,
            });
        }
        match self.behaviours.iter().find(|number| Behaviour::from_number(**number).is_none()) {
            Some(&found) => Err(JournalError::Behaviour { found }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_behaviours_are_one_to_one() {
        for (place, behaviour) in Behaviour::ALL.into_iter().enumerate() {
            assert_eq!(behaviour.number(), place as u64 + 1);
            assert_eq!(Behaviour::from_number(behaviour.number()), Some(behaviour));
        }
        assert_eq!(Behaviour::from_number(0), None);
    }

    #[test]
    fn a_header_has_the_behaviours_that_it_lists() {
        let header = |behaviours: &[u64]| Header { behaviours: behaviours.into(), ..Header::current() };
        for (behaviours, expected) in [(&[1][..], true), (&[7, 1], true), (&[], false), (&[7, 0], false)] {
            assert_eq!(header(behaviours).has(Behaviour::SearchResultBytes), expected, "{behaviours:?}");
        }
    }

    /// CF-040: another version or an unknown behaviour is refused and named.
    #[test]
    fn what_is_not_known_is_refused() {
        let current = Header::current();
        assert!(current.check_readable().is_ok());
        let check = |header: Header, message: &str| {
            assert_eq!(header.check_readable().unwrap_err().to_string(), message);
        };
        check(Header { version: 2, ..current.clone() }, "journal version 2: versions 1 to 1 are read");
        check(Header { version: 0, ..current.clone() }, "journal version 0: versions 1 to 1 are read");
        check(
            Header { behaviours: vec![1, 99], ..current.clone() },
            "journal behaviour 99 is not known to this version",
        );
        check(Header { format: "x".into(), ..current }, "journal line 1: not a toolsift-journal header");
    }
}
