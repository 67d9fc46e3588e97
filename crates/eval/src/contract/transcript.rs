//! Everything that a ranker answers to the questions of the suite.

use toolsift_core::{Hit, RankError, ToolRanker};

use super::corpus::Question;

/// The limits that each question is asked with, in rising order.
const LIMITS: [usize; 5] = [0, 1, 5, 20, usize::MAX];

/// The answers of one ranker, in the order of the questions.
pub(super) struct Transcript {
    pub(super) entries: Vec<Entry>,
}

/// The answers to one question.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) answers: Vec<(usize, Answer)>,
    pub(super) unmatched: Vec<String>,
}

/// One answer. Why a ranker is unavailable is its own business.
pub(super) enum Answer {
    Hits(Vec<Hit>),
    Unavailable,
    Terminal,
}

impl Transcript {
    /// Asks every question, first to last.
    pub(super) fn take(ranker: &dyn ToolRanker, questions: &[Question]) -> Self {
        Self { entries: questions.iter().map(|question| Entry::take(ranker, question)).collect() }
    }

    /// Asks every question, last to first, so that an answer that depends on the questions before it comes out.
    pub(super) fn take_backwards(ranker: &dyn ToolRanker, questions: &[Question]) -> Self {
        let mut entries: Vec<Entry> = questions.iter().rev().map(|question| Entry::take(ranker, question)).collect();
        entries.reverse();
        Self { entries }
    }

    /// Whether any question was answered, be it by no hit or by the end of the run.
    pub(super) fn is_answered(&self) -> bool {
        self.entries.iter().flat_map(|entry| &entry.answers).any(|(_, answer)| !matches!(answer, Answer::Unavailable))
    }

    /// The first question that has two answers.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        self.entries.iter().zip(&other.entries).find_map(|(one, other)| one.difference(other))
    }
}

impl Entry {
    fn take(ranker: &dyn ToolRanker, question: &Question) -> Self {
        let answer = |limit| match ranker.rank(&question.text, limit) {
            Ok(hits) => Answer::Hits(hits),
            Err(RankError::Terminal(_)) => Answer::Terminal,
            Err(_) => Answer::Unavailable,
        };
        Self {
            name: question.name,
            answers: LIMITS.iter().map(|limit| (*limit, answer(*limit))).collect(),
            unmatched: ranker.unmatched(&question.text),
        }
    }

    fn difference(&self, other: &Self) -> Option<String> {
        let name = self.name;
        for ((limit, one), (_, other)) in self.answers.iter().zip(&other.answers) {
            if let (Answer::Hits(one), Answer::Hits(other)) = (one, other) {
                if !same(one.iter(), other.iter()) {
                    return Some(format!("{name}, limit {limit}"));
                }
            }
        }
        (self.unmatched != other.unmatched).then(|| format!("{name}, unmatched terms"))
    }
}

/// Whether two lists hold the same ids with the same scores to the bit: a score that is not a number equals itself.
pub(super) fn same<'a>(one: impl Iterator<Item = &'a Hit>, other: impl Iterator<Item = &'a Hit>) -> bool {
    fn parts<'a>(hits: impl Iterator<Item = &'a Hit>) -> impl Iterator<Item = (&'a str, u64)> {
        hits.map(|hit| (hit.id.as_str(), hit.score.to_bits()))
    }
    parts(one).eq(parts(other))
}
