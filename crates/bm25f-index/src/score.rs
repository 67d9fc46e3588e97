//! Scores as integers.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Serialize, Serializer};

/// A relevance score in units of 1/65,536, so that a sum does not depend on its order.
///
/// A term gives at most about 32, and at most 16 terms take part, so that a sum is far from the end of its range.
///
/// ```
/// use toolsift_bm25f_index::Score;
///
/// assert_eq!(Score::from_units(98_304).as_f64(), 1.5);
/// assert_eq!(Score::from_units(98_304).to_string(), "1.500");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(u32);

/// Units of a score of 1.
const UNIT: f64 = 65_536.0;

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
        Self((value * UNIT).round() as u32)
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
