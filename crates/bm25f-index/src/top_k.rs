//! The best k of many.

/// Collects scored documents and keeps the best `k`: higher score first, smaller document number on a tie. Documents are offered in ascending order, but where it says otherwise.
///
/// A few are kept in order, so that the threshold is always that of the worst. More than [`FEW`] are kept unordered, up to four times as many as are wanted, and the worse are thrown away when they
/// are full, so that an offer costs a comparison and a share of that.
#[derive(Debug, Default)]
pub(crate) struct TopK {
    k: usize,
    /// Score and inverted document number in one, so that the greater is the better.
    keys: Vec<u64>,
    threshold: u16,
}

/// So many are kept in order.
const FEW: usize = 16;
/// Of more than that, so many times as many are held at most.
const ROOM: usize = 4;

impl TopK {
    /// Begins anew, with room for `k` documents, none of which may score less than `least`.
    pub(crate) fn begin(&mut self, k: usize, least: u16) {
        self.k = k;
        self.keys.clear();
        self.threshold = least.saturating_sub(1);
    }

    /// What an offer must exceed.
    #[inline]
    pub(crate) fn threshold(&self) -> u16 {
        self.threshold
    }

    /// Offers a document.
    #[inline]
    pub(crate) fn offer(&mut self, document: u32, score: u16) {
        if score > self.threshold {
            self.take(u64::from(score) << 32 | u64::from(!document));
        }
    }

    /// Offers a document that need not come behind those with smaller numbers.
    #[inline]
    pub(crate) fn offer_in_any_order(&mut self, document: u32, score: u16) {
        if score >= self.threshold && score > 0 && self.k > 0 {
            self.take(u64::from(score) << 32 | u64::from(!document));
        }
    }

    fn take(&mut self, key: u64) {
        if self.k > FEW {
            self.keys.push(key);
            if self.keys.len() >= self.k.saturating_mul(ROOM) {
                self.cut();
            }
            return;
        }
        if self.keys.len() < self.k {
            self.keys.push(key);
        } else if let Some(worst) = self.keys.last_mut().filter(|worst| **worst < key) {
            *worst = key;
        } else {
            return;
        }
        let mut kept = self.keys.as_mut_slice();
        while let Some((last, before)) = kept.split_last_mut() {
            match before.last_mut().filter(|next| **next < *last) {
                Some(next) => std::mem::swap(next, last),
                None => break,
            }
            kept = before;
        }
        if self.keys.len() == self.k {
            self.threshold = self.keys.last().map_or(u16::MAX, |worst| score_of(*worst));
        }
    }

    fn cut(&mut self) {
        if self.keys.len() > self.k {
            let (_, worst, _) = self.keys.select_nth_unstable_by(self.k - 1, |a, b| b.cmp(a));
            self.threshold = score_of(*worst);
            self.keys.truncate(self.k);
        }
    }

    /// The kept documents with their scores, best first.
    pub(crate) fn sorted(&mut self) -> impl Iterator<Item = (u32, u16)> + '_ {
        if self.k > FEW {
            self.cut();
            self.keys.sort_unstable_by(|a, b| b.cmp(a));
        }
        self.keys.iter().map(|key| (document_of(*key), score_of(*key)))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the key holds 16 bits there")]
fn score_of(key: u64) -> u16 {
    (key >> 32) as u16
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
fn document_of(key: u64) -> u32 {
    !(key as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ADR-048: however many are offered, no more than a bounded number is held.
    #[test]
    fn what_is_held_is_bounded_and_ties_go_to_the_smaller_number() {
        let mut top = TopK::default();
        top.begin(3, 0);
        for document in 0..1_000 {
            top.offer(document, if document == 500 { 9 } else { 7 });
            assert!(top.keys.len() <= 3);
        }
        assert_eq!(top.sorted().collect::<Vec<_>>(), [(500, 9), (0, 7), (1, 7)]);
    }

    #[test]
    fn nothing_asked_nothing_kept() {
        let mut top = TopK::default();
        top.begin(0, 0);
        top.offer(1, 1);
        assert_eq!(top.sorted().count(), 0);
        top.begin(usize::MAX, 0);
        top.offer(1, 1);
        top.offer(2, 0);
        assert_eq!(top.sorted().collect::<Vec<_>>(), [(1, 1)], "a score of nothing is no hit");
    }

    #[test]
    fn against_sorting() {
        let mut state = 1_u32;
        for k in [1, 2, 5, 16, 17, 40] {
            let scores: Vec<u16> = (0..500)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 28) as u16
                })
                .collect();
            let mut expected: Vec<(u32, u16)> = (0..).zip(scores.iter().copied()).filter(|(_, s)| *s > 0).collect();
            expected.sort_by_key(|&(document, score)| (std::cmp::Reverse(score), document));
            expected.truncate(k);
            let mut top = TopK::default();
            top.begin(k, 0);
            (0..).zip(&scores).for_each(|(document, score)| top.offer(document, *score));
            assert_eq!(top.sorted().collect::<Vec<_>>(), expected, "k = {k}");
        }
    }
}
