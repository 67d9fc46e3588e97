//! Rankers and factories that do what they are told, and write down how they were asked.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use toolsift_core::{Hit, RankError, ToolRanker};
use toolsift_session::{RankerSource, Rankers};

pub(crate) use crate::factory::{Build, Factory, terminal, unavailable};
use crate::toys::id;

/// What a ranker answers.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    Hits(Vec<Hit>),
    Unavailable,
    Terminal,
}

/// Hits under some names, the first with the highest score.
pub(crate) fn hits<T: AsRef<str>>(names: &[T]) -> Answer {
    let scored = names.iter().zip((0..=u16::MAX).rev());
    Answer::Hits(scored.map(|(name, score)| Hit::new(id(name.as_ref()), f64::from(score))).collect())
}

/// What several rankers were asked, in the order in which they were.
pub(crate) type Log = Arc<Mutex<Vec<String>>>;

/// A ranker that gives its answers in turn, the last again and again.
#[derive(Debug, Default)]
pub(crate) struct Script {
    kind: &'static str,
    answers: Mutex<VecDeque<Answer>>,
    log: Log,
    pub(crate) unmatched: Vec<String>,
}

impl Script {
    pub(crate) fn new(kind: &'static str, answers: impl IntoIterator<Item = Answer>) -> Self {
        Self { kind, answers: Mutex::new(answers.into_iter().collect()), ..Self::default() }
    }

    /// The same, writing into a log that it may share.
    pub(crate) fn logging(mut self, log: &Log) -> Self {
        self.log = Arc::clone(log);
        self
    }

    pub(crate) fn knowing_nothing_of(mut self, terms: &[&str]) -> Self {
        self.unmatched = crate::toys::texts(terms);
        self
    }

    pub(crate) fn custom(self) -> RankerSource {
        RankerSource::Custom(Arc::new(self))
    }

    /// A factory that builds this ranker.
    pub(crate) fn factory(self) -> Arc<Factory> {
        Factory::new([Build::Ranker(Arc::new(self))])
    }

    /// This ranker in the place of the built-in one.
    pub(crate) fn built_in(self) -> RankerSource {
        RankerSource::BuiltIn(self.factory())
    }
}

impl ToolRanker for Script {
    fn kind(&self) -> &str {
        self.kind
    }

    fn rank(&self, query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
        self.log.lock().unwrap().push(format!("{} {query} {limit}", self.kind));
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
        Some(f64::from(u16::MAX))
    }

    fn unmatched(&self, _: &str) -> Vec<String> {
        self.unmatched.clone()
    }
}

/// One ranker of tools and skills, which always gives the same hits.
pub(crate) fn one<T: AsRef<str>>(names: &[T]) -> RankerSource {
    Script::new("bm25f", [hits(names)]).built_in()
}

/// Two rankers, which always give the same hits.
pub(crate) fn two<T: AsRef<str>, S: AsRef<str>>(tools: &[T], skills: &[S]) -> Rankers {
    Rankers::new(Script::new("tools", [hits(tools)]).custom(), Script::new("skills", [hits(skills)]).custom())
}

impl Factory {
    /// The ids of the documents of each build.
    pub(crate) fn seen_ids(&self) -> Vec<Vec<String>> {
        self.seen().iter().map(|docs| docs.iter().map(|doc| doc.id.to_string()).collect()).collect()
    }
}
