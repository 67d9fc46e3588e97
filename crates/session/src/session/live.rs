//! Decisions that are made now: ranked or loaded, recorded, applied.

use toolsift_core::RankError;
use toolsift_replay::{DecisionKind, Journal, Line, Position};

use super::Session;
use crate::code::Code;
use crate::error::SessionError;
use crate::pending::Asks;
use crate::result::Outcome;
use crate::run::{Begin, Call, Made};
use crate::words::MAX_TERMS_READ;

impl Session {
    /// One decision, or the code of one that failed.
    pub(super) fn decide(
        &mut self,
        kind: DecisionKind,
        at: Position,
        call: &Call,
        journal: &mut dyn Journal,
    ) -> Result<Result<Outcome, Code>, SessionError> {
        match kind {
            DecisionKind::Skill => self.activate(at, call, journal),
            _ => self.search(at, call, journal),
        }
    }

    /// One search: ranked, recorded, applied.
    fn search(
        &mut self,
        at: Position,
        call: &Call,
        journal: &mut dyn Journal,
    ) -> Result<Result<Outcome, Code>, SessionError> {
        let mut pending = match self.run.begin_search(at, call) {
            Ok(pending) => pending,
            Err(code) => return Ok(Err(code)),
        };
        let Some(tools) = answered(self.rankers.of(Asks::Tools, pending.run()))? else {
            return Ok(Err(unavailable()));
        };
        while let Some(ask) = pending.ask() {
            // Each ranker is built when it is asked: where one before it has no answer, it is neither.
            let hits = match answered(self.rankers.of(ask.of, pending.run()))? {
                Some(ranker) => answered(ranker.rank(ask.query, ask.limit))?,
                None => None,
            };
            let Some(hits) = hits else { return Ok(Err(unavailable())) };
            pending.offer(hits);
        }
        let search = pending.search().clone();
        let mut unmatched = tools.unmatched(&search.query);
        unmatched.truncate(MAX_TERMS_READ);
        let mut skills = None;
        for asks in [Asks::Untrusted, Asks::Skills] {
            if !self.rankers.has(asks) {
                continue;
            }
            // Where nothing of its kind is left to be found it was not asked; what it knows and who it is are of interest still.
            let Some(ranker) = answered(self.rankers.of(asks, pending.run()))? else {
                return Ok(Err(unavailable()));
            };
            let unknown = ranker.unmatched(&search.query);
            unmatched.retain(|term| unknown.iter().take(MAX_TERMS_READ).any(|unknown| unknown == term));
            skills = Some(ranker).filter(|_| asks == Asks::Skills);
        }
        let mut choice = pending.record(tools.kind(), &unmatched);
        choice.skill_ranker = skills.map(|skills| skills.kind().to_owned());
        if choice.ranker.is_empty() || choice.skill_ranker.as_ref().is_some_and(String::is_empty) {
            return Ok(Err(unavailable()));
        }
        let strengths = pending.strengths(tools.ceiling(&search.query));
        journal.append(&Line::search(self.run.name(), at, &choice))?;
        let mut outcome = self.run.apply(&search, &choice, Made::Live);
        outcome.strengths = strengths;
        Ok(Ok(outcome))
    }

    /// One activation: loaded, kept, recorded, applied.
    fn activate(
        &mut self,
        at: Position,
        call: &Call,
        journal: &mut dyn Journal,
    ) -> Result<Result<Outcome, Code>, SessionError> {
        let pending = match self.run.begin(at, call) {
            Begin::Skill(pending) => pending,
            Begin::Refused(outcome) => return Ok(Err(outcome.output.code().unwrap_or(Code::InstructionsUnavailable))),
            Begin::Pending(_) => return Ok(Err(Code::ToolNotOnMenu)),
        };
        let Some(text) = self.instructions.load(pending.skill())? else {
            return Ok(Err(Code::InstructionsUnavailable));
        };
        let (activation, choice) = (pending.activation().clone(), pending.record(&text));
        self.instructions.keep(&activation.skill, &choice, &text)?;
        journal.append(&Line::skill(self.run.name(), at, &choice))?;
        Ok(Ok(self.run.activate(&activation, &choice, Some(&text), Made::Live)))
    }
}

/// An answer, or none where there is none now. One that ends the run is an error.
fn answered<T>(answer: Result<T, RankError>) -> Result<Option<T>, SessionError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error @ RankError::Terminal(_)) => Err(SessionError::Terminal(error)),
        Err(_) => Ok(None),
    }
}

/// The host's logs say that a search failed and not why: the cause may hold anybody's text.
fn unavailable() -> Code {
    tracing::warn!(code = Code::SearchUnavailable.as_str(), "a search has no ranking");
    Code::SearchUnavailable
}
