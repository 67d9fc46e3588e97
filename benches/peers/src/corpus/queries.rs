//! What is asked.

use std::collections::HashMap;

use super::Corpus;
use super::random::Random;
use super::vocabulary::Vocabulary;
use super::words::FUNCTION_WORDS;
use crate::plan::Length;

/// A query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Lower-case words with one blank between.
    pub text: String,
    /// The document whose words it has.
    pub target: Option<u32>,
}

/// The queries of each length.
#[derive(Debug)]
pub struct Queries {
    of_length: Vec<(Length, Vec<Query>)>,
}

/// Words of a query that are its target's own, at most.
const OWN_WORDS: usize = 8;

/// How many orders of the most frequent terms are asked.
const WORST: usize = 16;

impl Queries {
    /// Makes `each` queries of each length, and the worst ones.
    #[must_use]
    pub fn new(corpus: &Corpus, each: usize) -> Self {
        let vocabulary = Vocabulary::new();
        let mut random = Random(60);
        let mut of_length = Vec::new();
        for length in Length::ALL {
            let queries = match length {
                Length::Terms(terms) => (0..each).map(|_| targeted(corpus, terms, &vocabulary, &mut random)).collect(),
                Length::Worst => worst(corpus, &mut random),
            };
            of_length.push((length, queries));
        }
        Self { of_length }
    }

    /// Those of a length.
    #[must_use]
    pub fn of(&self, length: Length) -> &[Query] {
        self.of_length.iter().find(|(of, _)| *of == length).map_or(&[], |(_, queries)| queries)
    }
}

/// A word of a document's name, others of anywhere in it; beyond eight, words that anybody may use.
fn targeted(corpus: &Corpus, terms: usize, vocabulary: &Vocabulary, random: &mut Random) -> Query {
    let target = random.below(corpus.documents.len());
    let document = &corpus.documents[target];
    let name: Vec<&str> = document.fields[0].split(' ').collect();
    let mut words = vec![*random.of(&name)];
    let mut others: Vec<&str> = document.merged.split(' ').filter(|word| !FUNCTION_WORDS.contains(word)).collect();
    while words.len() < terms.min(OWN_WORDS) && !others.is_empty() {
        let word = others.swap_remove(random.below(others.len()));
        if !words.contains(&word) {
            words.push(word);
        }
    }
    while words.len() < terms {
        let word = vocabulary.things.draw(random);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    Query { text: words.join(" "), target: Some(target as u32) }
}

/// The sixteen terms that the most documents have, in several orders.
fn worst(corpus: &Corpus, random: &mut Random) -> Vec<Query> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for document in &corpus.documents {
        let mut words: Vec<&str> = document.merged.split(' ').collect();
        words.sort_unstable();
        words.dedup();
        words.into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
    }
    let mut words: Vec<_> = counts.into_iter().filter(|(word, _)| !FUNCTION_WORDS.contains(word)).collect();
    words.sort_unstable_by_key(|&(word, count)| (std::cmp::Reverse(count), word));
    let mut words: Vec<&str> = words.into_iter().take(16).map(|(word, _)| word).collect();
    let mut shuffled = || {
        (1..words.len()).rev().for_each(|last| words.swap(last, random.below(last + 1)));
        Query { text: words.join(" "), target: None }
    };
    (0..WORST).map(|_| shuffled()).collect()
}
