//! The formula, in one place: the build and the explanation call the same functions.

use crate::field::{Field, TERM_FREQUENCY_CLAMP, TEXT_POOL_CUT};
use crate::score::Score;

/// How fast repeated evidence saturates (ADR 0125, D5).
///
/// The score of a document is, over the query's terms t,
///
/// ```text
/// score = Σ_t idf(t) · x · (k1 + 1) / (k1 + x)
/// x     = Σ_f weight_f · min(tf, 2) / (1 − b + b · max(1, length_f / average_f))
/// idf   = ln(1 + (N − n + ½) / (n + ½))
/// ```
///
/// where description and parameters together add at most 2 to x, `length_f` counts the kept terms of field f, `average_f` is taken over
/// the documents that have the field, n documents hold t in any field, and N is their number. Each t's share is rounded to a [`Score`] when the
/// index is built. With the floor `max(1, …)` a short field earns nothing, so that two stuffed words of description do not beat an honest name.
pub const K1: f64 = 1.2;

/// How much the length of a field counts (ADR 0125, D5).
pub const B: f64 = 0.75;

/// Fewest documents whose statistics a [guarded](toolsift_core::Ranking::Guarded) index uses. Below it every term counts as rare as one of one document in so many:
/// which rareness that is moves no hit, since all terms have the same, and with this one a score is of the size that it has from there on.
pub const MIN_STATISTICS: usize = 50;

/// How often a term stands in each field of a document, up to the clamp: two bits a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Frequencies(u16);

impl Frequencies {
    /// Counts one more occurrence, up to the clamp.
    #[inline]
    pub(crate) fn add(&mut self, field: Field) {
        self.0 += u16::from(self.of(field) < TERM_FREQUENCY_CLAMP) << (2 * field as u16);
    }

    #[inline]
    pub(crate) fn of(self, field: Field) -> u8 {
        (self.0 >> (2 * field as u16) & 3) as u8
    }
}

/// Something for each field.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct PerField<T>(pub(crate) [T; 5]);

impl<T: Copy + Default> PerField<T> {
    pub(crate) fn of(&self, field: Field) -> T {
        self.0.get(field as usize).copied().unwrap_or_default()
    }

    pub(crate) fn from_fn(value: impl FnMut(Field) -> T) -> Self {
        Self(Field::ALL.map(value))
    }
}

/// How rare a term is.
pub(crate) fn idf(documents: usize, with_term: usize) -> f64 {
    let (all, with) = (count(documents), count(with_term));
    libm::log(1.0 + (all - with + 0.5) / (with + 0.5))
}

/// A count as a number: exact, since an index holds far fewer than 2^53 of anything.
#[expect(clippy::cast_precision_loss, reason = "counts are below 2^53")]
pub(crate) fn count(n: usize) -> f64 {
    n as f64
}

/// The length of a field against the average, floored at 1 unless the floor is off.
pub(crate) fn length_ratio(length: u32, average: f64, floor: bool) -> f64 {
    if average <= 0.0 {
        return 1.0;
    }
    let ratio = f64::from(length) / average;
    if floor { ratio.max(1.0) } else { ratio }
}

/// What a length ratio divides by.
pub(crate) fn norm(length_ratio: f64) -> f64 {
    1.0 - B + B * length_ratio
}

/// What a term adds to the weighted frequency by standing in a field so often: as many as [`Frequencies`] may tell apart, so that each has one.
pub(crate) type Shares = [f64; 4];

/// The shares of a field with some weight and norm.
pub(crate) fn shares(weight: f64, norm: f64) -> Shares {
    std::array::from_fn(|tf| weight * count(tf) / norm)
}

/// What each field adds to the weighted frequency, the text pool already cut.
#[inline]
pub(crate) fn weighted(frequencies: Frequencies, shares: &PerField<Shares>) -> PerField<f64> {
    let mut x = PerField([0.0; 5]);
    for ((x, shares), field) in x.0.iter_mut().zip(&shares.0).zip(Field::ALL) {
        // Two bits are less than four.
        *x = shares.get(usize::from(frequencies.of(field))).copied().unwrap_or_default();
    }
    let [.., description, parameters] = &mut x.0;
    let pool = *description + *parameters;
    if pool > TEXT_POOL_CUT {
        *description *= TEXT_POOL_CUT / pool;
        *parameters = TEXT_POOL_CUT - *description;
    }
    x
}

/// What one term adds to the score of a document: at least one unit, so that a match is a hit.
#[inline]
pub(crate) fn impact(idf: f64, x: &PerField<f64>) -> Score {
    let x: f64 = x.0.iter().sum();
    Score::nearest(idf * saturated(x)).max(Score::from_units(1))
}

/// The saturation of a weighted frequency.
#[inline]
pub(crate) fn saturated(x: f64) -> f64 {
    x * (K1 + 1.0) / (K1 + x)
}

/// No weighted frequency is higher: twice in every field, of average length or, without the floor, next to no length.
pub(crate) fn highest_x(floor: bool) -> f64 {
    let clamp = f64::from(TERM_FREQUENCY_CLAMP);
    let shortest = if floor { 1.0 } else { 1.0 - B };
    clamp * (Field::Name.weight() + Field::Aliases.weight() + Field::Tags.weight()) / shortest + TEXT_POOL_CUT
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each step by hand: k1 = 1.2, b = 0.75, weights 3, 2, 2, 1, 1.
    #[test]
    fn steps_by_hand() {
        for (got, expected) in [
            // ln 4/3 and ln 22/7.
            (idf(1, 1), 0.2876820724518),
            (idf(10, 3), 1.1451323043030),
            (length_ratio(5, 10.0, true), 1.0),
            (length_ratio(5, 10.0, false), 0.5),
            (length_ratio(20, 10.0, true), 2.0),
            (length_ratio(5, 0.0, false), 1.0),
            (norm(1.0), 1.0),
            (norm(3.0), 2.5),
            (saturated(0.0), 0.0),
            (saturated(1.2), 1.1),
            // Twice in fields of 3 + 2 + 2, and the pool's 2; without the floor at a norm of a quarter.
            (highest_x(true), 16.0),
            (highest_x(false), 58.0),
        ] {
            assert!((got - expected).abs() < 1e-12, "{got} for {expected}");
        }
    }
}
