//! The best k of many, in memory for k.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::score::Score;

/// Collects scored documents and keeps the best `k`: higher score first, smaller document number on a tie.
#[derive(Debug)]
pub(crate) struct TopK {
    k: usize,
    /// The worst kept one on top.
    heap: BinaryHeap<Reverse<(Score, Reverse<u32>)>>,
}

impl TopK {
    /// Room for `k` of at most `candidates` documents.
    pub(crate) fn new(k: usize, candidates: usize) -> Self {
        let k = k.min(candidates);
        Self { k, heap: BinaryHeap::with_capacity(k) }
    }

    /// Offers a document.
    ///
    /// # Complexity
    ///
    /// O(log k).
    pub(crate) fn offer(&mut self, document: u32, score: Score) {
        let entry = Reverse((score, Reverse(document)));
        if self.heap.len() < self.k {
            self.heap.push(entry);
        } else if let Some(mut worst) = self.heap.peek_mut() {
            if entry < *worst {
                *worst = entry;
            }
        }
    }

    /// The kept documents, best first.
    pub(crate) fn into_sorted(self) -> impl Iterator<Item = (u32, Score)> {
        self.heap.into_sorted_vec().into_iter().map(|Reverse((score, Reverse(document)))| (document, score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ADR-048: however many are offered, the heap never holds more than k.
    #[test]
    fn the_heap_is_bounded_and_ties_go_to_the_smaller_number() {
        let mut top = TopK::new(3, 1_000);
        for document in (0..1_000).rev() {
            top.offer(document, Score::from_units(if document == 500 { 9 } else { 7 }));
            assert!(top.heap.len() <= 3);
        }
        let kept: Vec<_> = top.into_sorted().map(|(document, score)| (document, score.units())).collect();
        assert_eq!(kept, [(500, 9), (0, 7), (1, 7)]);
    }

    #[test]
    fn nothing_asked_nothing_kept() {
        let mut top = TopK::new(0, 10);
        top.offer(1, Score::from_units(1));
        assert_eq!(top.into_sorted().count(), 0);
        assert_eq!(TopK::new(usize::MAX, 10).k, 10);
    }
}
