//! Rankers and factories that do what they are told, and write down how they were asked.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use toolsift_core::{Hit, RankError, SearchDoc, ToolRanker, ToolRankerFactory};
use toolsift_session::RankerSource;

pub(crate) use crate::factory::{Build, Factory, terminal, unavailable};
use crate::toys::id;

/// What a ranker answers.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    Hits(Vec<Hit>),
    Unavailable,
    Terminal,
}

/// Hits on some tools, the first with the highest score.
pub(crate) fn hits(names: &[&str]) -> Answer {
    let scored = names.iter().zip((0..=u16::MAX).rev());
    Answer::Hits(scored.map(|(name, score)| Hit::new(id(name), f64::from(score))).collect())
}

/// A ranker that gives its answers in turn, the last again and again.
#[derive(Debug, Default)]
pub(crate) struct Script {
    answers: Mutex<VecDeque<Answer>>,
    asked: Mutex<Vec<(String, usize)>>,
    pub(crate) unmatched: Vec<String>,
    pub(crate) ceiling: Option<f64>,
}

impl Script {
    pub(crate) fn new(answers: impl IntoIterator<Item = Answer>) -> Self {
        Self { answers: Mutex::new(answers.into_iter().collect()), ..Self::default() }
    }

    /// The queries and limits so far.
    pub(crate) fn asked(&self) -> Vec<(String, usize)> {
        self.asked.lock().unwrap().clone()
    }

    /// The limits so far.
    pub(crate) fn limits(&self) -> Vec<usize> {
        self.asked().into_iter().map(|(_, limit)| limit).collect()
    }
}

impl ToolRanker for Script {
    fn kind(&self) -> &str {
        "script"
    }

    fn rank(&self, query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
        self.asked.lock().unwrap().push((query.to_owned(), limit));
        let mut answers = self.answers.lock().unwrap();
        let answer = if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() };
        match answer {
            None => Ok(Vec::new()),
            Some(Answer::Hits(hits)) => Ok(hits),
            Some(Answer::Unavailable) => Err(unavailable()),
            Some(Answer::Terminal) => Err(terminal()),
        }
    }

    fn ceiling(&self, _: &str) -> Option<f64> {
        self.ceiling
    }

    fn unmatched(&self, _: &str) -> Vec<String> {
        self.unmatched.clone()
    }
}

/// A source of one script of answers.
pub(crate) fn scripted(answers: impl IntoIterator<Item = Answer>) -> RankerSource {
    RankerSource::Custom(Arc::new(Script::new(answers)))
}

/// A source that always gives the same hits.
pub(crate) fn always(names: &[&str]) -> RankerSource {
    scripted([hits(names)])
}

/// A ranker, and a factory, that nobody may ask.
#[derive(Debug)]
pub(crate) struct Never;

impl ToolRanker for Never {
    fn kind(&self) -> &str {
        "never"
    }

    fn rank(&self, _: &str, _: usize) -> Result<Vec<Hit>, RankError> {
        panic!("asked to rank")
    }

    fn ceiling(&self, _: &str) -> Option<f64> {
        panic!("asked for a ceiling")
    }

    fn unmatched(&self, _: &str) -> Vec<String> {
        panic!("asked for terms")
    }
}

impl ToolRankerFactory for Never {
    fn build(&self, _: &[SearchDoc]) -> Result<Arc<dyn ToolRanker>, RankError> {
        panic!("asked to build")
    }
}

/// Each source that must not be asked.
pub(crate) fn never() -> [RankerSource; 3] {
    [
        RankerSource::Custom(Arc::new(Never)),
        RankerSource::Factory(Arc::new(Never)),
        RankerSource::BuiltIn(Arc::new(Never)),
    ]
}
