//! Scores as integers.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Serialize, Serializer};

/// A relevance score in units of 1/128, so that a sum does not depend on its order.
///
/// What a term adds is rounded when the index is built: a term gives at most about 29 and at most 16 terms take part, so that a sum fits into 16 bits. A finer unit changes no figure of
/// `docs/evaluation.md` by more than .002 and costs twice the memory traffic.
///
/// ```
/// use toolsift_bm25f_index::Score;
///
/// assert_eq!(Score::from_units(192).as_f64(), 1.5);
/// assert_eq!(Score::from_units(192).to_string(), "1.500");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(u32);

/// Units of a score of 1.
const UNIT: f64 = 128.0;

impl Score {
    /// A score of so many units.
    #[must_use]
    pub const fn from_units(units: u32) -> Self {
        Self(units)
    }

    /// The score in units.
    #[must_use]
    pub const fn units(self) -> u32 {
        self.0
    }

    /// The score as a number; exact.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / UNIT
    }

    /// The nearest score to a number that is not negative.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, which is what is wanted"
    )]
    pub(crate) fn nearest(value: f64) -> Self {
        let units = value * UNIT;
        let whole = units as u32;
        // Half a unit is rounded up. There is no instruction for that everywhere, and this is exact.
        Self(whole.saturating_add(u32::from(units - f64::from(whole) >= 0.5)))
    }
}

/// The most that a term may add, in units: 16 of them fit into 16 bits. No formula reaches it with as many documents as an index may hold.
pub(crate) const MAX_IMPACT: u16 = 4_095;

impl Score {
    /// The score of an impact or of a sum of impacts.
    pub(crate) fn of_impact(impact: u16) -> Self {
        Self(u32::from(impact))
    }

    /// The score as an impact.
    pub(crate) fn to_impact(self) -> u16 {
        u16::try_from(self.0).unwrap_or(u16::MAX).min(MAX_IMPACT)
    }
}

impl Add for Score {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::default(), Add::add)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.as_f64())
    }
}

impl Serialize for Score {
    /// As a number.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_f64())
    }
}
