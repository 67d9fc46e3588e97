//! Who ranks in a scenario: the built-in index, or a script.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use toolsift_bm25f_index::{Bm25fFactory, Params, Stopwords};
use toolsift_core::{Hit, RankError, Ranking, ToolId, ToolRanker};
use toolsift_session::RankerSource;

use crate::error::ScenarioError;

/// Who ranks.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(from = "Wire")]
#[non_exhaustive]
pub enum RankerChoice {
    /// A ranker that is not scripted, by its kind: `"bm25f"`.
    #[default]
    BuiltIn,
    /// A script: an answer for each time that the ranker is asked.
    Scripted {
        /// The kind that records name.
        kind: String,
        /// The answers, in order; when they are used up the ranker is unavailable.
        answers: Vec<Answer>,
    },
}

/// What a scripted ranker answers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "ranker.answers: expected a list of ids, `{ \"error\": … }` or `{ \"terminal\": … }`")]
#[non_exhaustive]
pub enum Answer {
    /// Hits, by id.
    Hits(Vec<ToolId>),
    /// It cannot answer now.
    Error(AnswerError),
    /// It ends the run.
    Terminal(AnswerTerminal),
}

/// `{ "error": "…" }`: the cause, which no model sees.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AnswerError {
    /// The cause.
    pub error: String,
}

/// `{ "terminal": "…" }`: the cause, which no model sees.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AnswerTerminal {
    /// The cause.
    pub terminal: String,
}

/// The two JSON forms.
#[derive(Deserialize)]
#[serde(untagged, expecting = "ranker: expected \"bm25f\", or `{ \"kind\": …, \"answers\": […] }`")]
enum Wire {
    Named(BuiltInName),
    Scripted(ScriptedWire),
}

#[derive(Deserialize)]
enum BuiltInName {
    #[serde(rename = "bm25f")]
    Bm25f,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptedWire {
    kind: String,
    answers: Vec<Answer>,
}

impl From<Wire> for RankerChoice {
    fn from(wire: Wire) -> Self {
        match wire {
            Wire::Named(BuiltInName::Bm25f) => Self::BuiltIn,
            Wire::Scripted(ScriptedWire { kind, answers }) => Self::Scripted { kind, answers },
        }
    }
}

impl RankerChoice {
    /// The ranker, with the stopwords and the ranking that the scenario asks for.
    pub(crate) fn source(&self, stopwords: Option<&[String]>, ranking: Ranking) -> Result<RankerSource, ScenarioError> {
        Ok(match self {
            Self::BuiltIn => {
                let stopwords = match stopwords {
                    Some(words) => Stopwords::new(words)?,
                    None => Stopwords::default(),
                };
                let params = Params::default().with_ranking(ranking);
                RankerSource::BuiltIn(Arc::new(Bm25fFactory::new(stopwords).with_params(params)))
            }
            Self::Scripted { kind, answers } => RankerSource::Custom(Arc::new(Script {
                kind: kind.clone(),
                answers: answers.clone(),
                asked: AtomicUsize::new(0),
            })),
        })
    }
}

/// A ranker that says what it was told to.
#[derive(Debug)]
struct Script {
    kind: String,
    answers: Vec<Answer>,
    asked: AtomicUsize,
}

impl ToolRanker for Script {
    fn kind(&self) -> &str {
        &self.kind
    }

    fn rank(&self, _query: &str, _limit: usize) -> Result<Vec<Hit>, RankError> {
        // The session asks in the order of the calls, so that the count is a function of the scenario.
        match self.answers.get(self.asked.fetch_add(1, Ordering::Relaxed)) {
            Some(Answer::Hits(ids)) => Ok(ids.iter().map(|id| Hit::new(id.clone(), 1.0)).collect()),
            Some(Answer::Error(answer)) => Err(RankError::Unavailable(answer.error.clone().into())),
            Some(Answer::Terminal(answer)) => Err(RankError::Terminal(answer.terminal.clone().into())),
            None => Err(RankError::Unavailable("the script is at its end".into())),
        }
    }
}
