//! The angle between two vectors.

/// Most dimensions of a vector; a longer one has no angle with any. Ours: models have some thousands at most.
pub const MAX_DIMENSIONS: usize = 65_536;

/// The cosine of the angle between two vectors, where they have one: not if one is longer than the other or than [`MAX_DIMENSIONS`], is all zeros or holds something infinite.
///
/// Sums run in the order of the dimensions, in doubles, with additions, products, a division and a square root, all of which IEEE 754 fixes to the bit.
pub(super) fn cosine(a: &[f32], b: &[f32]) -> Option<f64> {
    if a.len() != b.len() || a.len() > MAX_DIMENSIONS {
        return None;
    }
    let product = |a: &[f32], b: &[f32]| a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + f64::from(*a) * f64::from(*b));
    let cosine = product(a, b) / (product(a, a).sqrt() * product(b, b).sqrt());
    cosine.is_finite().then_some(cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// LOOP-040: by hand, with numbers whose roots are whole.
    #[test]
    fn angles_by_hand() {
        for (a, b, expected) in [
            (vec![3.0, 4.0], vec![3.0, 4.0], 1.0),
            (vec![3.0, 4.0], vec![30.0, 40.0], 1.0),
            (vec![3.0, 4.0], vec![-3.0, -4.0], -1.0),
            (vec![1.0, 0.0], vec![0.0, 5.0], 0.0),
            (vec![3.0, 4.0], vec![5.0, 12.0], 63.0 / 65.0),
            (vec![f32::MAX, 0.0], vec![f32::MAX, 0.0], 1.0),
            (vec![f32::MIN_POSITIVE, 0.0], vec![1.0, 0.0], 1.0),
        ] {
            assert_eq!(cosine(&a, &b).map(f64::to_bits), Some(f64::to_bits(expected)), "{a:?} {b:?}");
        }
    }

    /// LOOP-042: what has no angle has no score.
    #[test]
    fn no_angle() {
        for (a, b) in [
            (vec![0.0, 0.0], vec![1.0, 0.0]),
            (vec![1.0, 0.0], vec![0.0, 0.0]),
            (vec![1.0], vec![1.0, 0.0]),
            (vec![], vec![]),
            (vec![f32::NAN], vec![1.0]),
            (vec![f32::INFINITY], vec![1.0]),
            (vec![1.0; MAX_DIMENSIONS + 1], vec![1.0; MAX_DIMENSIONS + 1]),
        ] {
            assert_eq!(cosine(&a, &b), None);
        }
        assert!(cosine(&vec![1.0; MAX_DIMENSIONS], &vec![1.0; MAX_DIMENSIONS]).is_some());
    }
}
