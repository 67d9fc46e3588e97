//! The best k: a short list is kept sorted, a long one is cut now and then.

/// Up to here a list is kept sorted.
const SORTED: usize = 8;

/// The best so far and the score that a document must exceed.
#[derive(Debug, Default)]
pub(super) struct Top {
    keys: Vec<u64>,
    k: usize,
    pub(super) threshold: u16,
}

impl Top {
    /// Empties the list. At least `k` documents are known to score more than `threshold`.
    #[inline]
    pub(super) fn start(&mut self, k: usize, threshold: u16) {
        self.keys.clear();
        self.k = k;
        self.threshold = threshold;
    }

    /// Takes a key whose score exceeds the threshold.
    #[inline]
    pub(super) fn offer(&mut self, key: u64) {
        if self.k <= SORTED {
            if self.keys.len() == self.k {
                self.keys.pop();
            }
            let mut at = self.keys.len();
            self.keys.push(key);
            while at > 0 && self.keys[at - 1] < key {
                self.keys.swap(at - 1, at);
                at -= 1;
            }
            if self.keys.len() == self.k {
                self.raise(self.k - 1);
            }
        } else {
            self.keys.push(key);
            if self.keys.len() == self.k * 4 {
                self.cut();
            }
        }
    }

    fn cut(&mut self) {
        if self.keys.len() > self.k {
            self.keys.select_nth_unstable_by(self.k - 1, |a, b| b.cmp(a));
            self.raise(self.k - 1);
            self.keys.truncate(self.k);
        }
    }

    #[inline]
    fn raise(&mut self, place: usize) {
        self.threshold = self.threshold.max((self.keys[place] >> 32) as u16);
    }

    /// The documents, best first.
    #[inline]
    pub(super) fn finish(&mut self, found: &mut Vec<u32>) {
        if self.k > SORTED {
            self.cut();
            self.keys.sort_unstable_by(|a, b| b.cmp(a));
        }
        found.extend(self.keys.iter().map(|&key| !(key as u32)));
    }
}
