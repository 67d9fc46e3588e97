//! Which word how often: Zipf's law over common words, then over rarer ones made of two common ones.

use std::collections::HashSet;

use super::random::Random;
use super::words::{SERVERS, THINGS, VERBS};

/// Words in all, besides servers and verbs: about what 100,000 tools use.
const THINGS_AND_RARER: usize = 12_000;

/// A list of words and how often each comes: the one of rank r as often as `1 / (r + flat)`.
#[derive(Debug)]
pub(super) struct Zipf {
    words: Vec<String>,
    /// The weights of all words up to each.
    sums: Vec<u64>,
}

impl Zipf {
    fn new(words: Vec<String>, flat: u64) -> Self {
        let weights = (1..=words.len() as u64).map(|rank| (1 << 40) / (rank + flat));
        let sums = weights.scan(0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        Self { sums: sums.collect(), words }
    }

    pub(super) fn draw(&self, random: &mut Random) -> &str {
        let all = self.sums.last().copied().unwrap_or(1);
        let at = random.next() % all;
        &self.words[self.sums.partition_point(|sum| *sum <= at)]
    }
}

/// The three lists that documents are made of.
#[derive(Debug)]
pub(super) struct Vocabulary {
    pub(super) servers: Zipf,
    pub(super) verbs: Zipf,
    pub(super) things: Zipf,
}

impl Vocabulary {
    pub(super) fn new() -> Self {
        Self {
            servers: Zipf::new(own(SERVERS).collect(), 12),
            verbs: Zipf::new(own(VERBS).collect(), 3),
            things: Zipf::new(things(), 12),
        }
    }
}

fn own(words: &str) -> impl Iterator<Item = String> {
    words.split_ascii_whitespace().map(str::to_owned)
}

/// The common words, then pairs of short ones, written as one word and no two alike.
fn things() -> Vec<String> {
    let mut random = Random(29);
    let common = || own(SERVERS).chain(own(VERBS)).chain(own(THINGS));
    let short: Vec<String> = common().filter(|word| (3..=6).contains(&word.len())).collect();
    let mut seen: HashSet<String> = common().collect();
    let mut things: Vec<String> = own(THINGS).collect();
    while things.len() < THINGS_AND_RARER {
        let (first, second) = (random.of(&short), random.of(&short));
        let word = format!("{first}{second}");
        // A plural of another word would be the same term to some engines and not to others.
        if !word.ends_with('s') && seen.insert(word.clone()) {
            things.push(word);
        }
    }
    things
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use toolsift_tokenizer::{Stopwords, terms};

    use super::*;

    /// Engines do the same work only where they see the same words: each is one term, no two are the same, none is a stopword.
    #[test]
    fn every_word_is_a_term_of_its_own() {
        let vocabulary = Vocabulary::new();
        let words = [&vocabulary.servers, &vocabulary.verbs, &vocabulary.things].map(|zipf| &zipf.words);
        let stopwords = Stopwords::default();
        let mut seen = HashMap::new();
        for word in words.into_iter().flatten() {
            let terms = terms(word, 100);
            assert_eq!(terms.len(), 1, "{word}");
            assert!(!stopwords.contains(&terms[0]), "{word}");
            assert_eq!(seen.insert(terms[0].clone(), word), None, "{word}");
        }
        assert_eq!(seen.len(), 48 + 88 + THINGS_AND_RARER);
    }

    #[test]
    fn the_first_word_comes_more_often_than_the_last() {
        let zipf = Zipf::new(["often", "seldom", "hardly"].map(str::to_owned).to_vec(), 0);
        let mut random = Random(1);
        let mut counts: HashMap<&str, u32> = HashMap::new();
        (0..11_000).for_each(|_| *counts.entry(zipf.draw(&mut random)).or_insert(0) += 1);
        // 6/11, 3/11 and 2/11 of the draws.
        assert!(counts["often"].abs_diff(6_000) < 200, "{counts:?}");
        assert!(counts["seldom"].abs_diff(3_000) < 200, "{counts:?}");
        assert!(counts["hardly"].abs_diff(2_000) < 200, "{counts:?}");
    }
}
