//! What is known of a run's record, and how the run differs from it.

use std::collections::BTreeSet;

use toolsift_core::SkillId;
use toolsift_replay::{
    DecisionKind, Divergence, DivergenceKind, LoopName, Position, Recorded, SkillChoice, Source, compaction_id,
    decision_id,
};

use crate::code::Code;
use crate::error::SessionError;
use crate::instructions::Instructions;
use crate::result::Outcome;
use crate::run::{Call, Made, Run};
use crate::skills::{Activation, Asked, name_of_skill};

/// What is known of a run's record, and how the run differs from it.
#[derive(Debug)]
pub(crate) struct Ledger {
    pub(crate) recorded: Recorded,
    /// The decisions that the run asked for.
    pub(crate) asked: BTreeSet<String>,
    pub(crate) divergences: Vec<Divergence>,
    pub(crate) latest_turn: Option<u64>,
    /// Whether everything must come from the record.
    pub(crate) closed: bool,
    /// Whether the end line was written.
    pub(crate) ended: bool,
}

/// What the record says of a call.
pub(crate) enum Looked {
    /// It has its result, and nothing is to be written.
    Served(Outcome),
    /// It has its result without a decision, which the turn's mark is to say.
    Failed(Outcome),
    /// Nothing: a decision is to be made now.
    Live(DecisionKind),
}

/// What the record holds for a call besides its choice.
struct Found {
    id: String,
    kind: DecisionKind,
    /// The code of its mark.
    code: Option<String>,
    /// A record under its id that is another source's.
    other_source: Option<Divergence>,
    /// Whether it must come from the record anyway.
    is_behind: bool,
}

impl Found {
    /// Whether the call lies in the recorded past, so that nothing is decided for it now.
    fn is_past(&self) -> bool {
        self.is_behind || self.code.is_some() || self.other_source.is_some()
    }
}

impl Ledger {
    pub(crate) fn new(recorded: Recorded) -> Self {
        Self {
            recorded,
            asked: BTreeSet::new(),
            divergences: Vec::new(),
            latest_turn: None,
            closed: false,
            ended: false,
        }
    }

    /// Serves a search from the record, or tells that it is to be made now.
    pub(crate) fn look_up(&mut self, run: &mut Run, at: Position, call: &Call) -> Looked {
        let found = self.find(run.name(), at, DecisionKind::Search);
        let choice = self.recorded.search(run.name(), at);
        if choice.is_none() && !found.is_past() {
            // A refusal is the same now as it would be on a replay.
            return match run.refusal(call) {
                Some(code) => Looked::Failed(Outcome::refused(code)),
                None => self.live(found),
            };
        }
        let search = match run.begin_search(at, call) {
            Err(code) => return Looked::Served(Outcome::refused(code)),
            Ok(pending) => pending.search().clone(),
        };
        match choice {
            Some(choice) => {
                self.asked.insert(found.id);
                Looked::Served(run.apply(&search, &choice, Made::Recorded))
            }
            None => self.refused(found, Code::from_record, Code::SearchUnavailable),
        }
    }

    /// Serves an activation from the record, or tells that it is to be made now. Instructions of an active skill are given again without a record.
    pub(crate) fn look_up_skill(
        &mut self,
        run: &mut Run,
        at: Position,
        call: &Call,
        instructions: &Instructions,
    ) -> Result<Looked, SessionError> {
        let found = self.find(run.name(), at, DecisionKind::Skill);
        let is_of_this_call =
            |choice: &SkillChoice| name_of_skill(&call.arguments).is_some_and(|name| name == choice.skill);
        let recorded = self.recorded.skill(run.name(), at);
        let choice = recorded.as_ref().filter(|choice| is_of_this_call(choice));
        let asked = match run.asked(call) {
            // What was recorded stands though the skill has left: without its tools, and without its instructions.
            Err(Code::UnknownSkill) => choice
                .and_then(|choice| SkillId::new(&choice.skill).ok())
                .map(|skill| (skill, Asked::New))
                .ok_or(Code::UnknownSkill),
            asked => asked,
        };
        let (skill, asked) = match (asked, choice) {
            (Ok((skill, Asked::Again)), _) => return self.again(run, at, skill, instructions),
            // A recorded verdict stands, whatever the registry holds by now.
            (_, Some(SkillChoice { refused: Some(verdict), .. })) => {
                let outcome = Outcome::refused(Code::from_skill_record(verdict));
                self.asked.insert(found.id);
                return Ok(Looked::Served(outcome));
            }
            (Err(code), choice) => {
                // What a mark says stands, too.
                let marked = found.code.as_deref().map(Code::from_skill_record);
                let mut outcome = Outcome::refused(marked.unwrap_or(code));
                outcome.accounted_bytes =
                    choice.and_then(|choice| run.recorded_size(choice)).unwrap_or(outcome.accounted_bytes);
                return Ok(if recorded.is_some() || found.is_past() {
                    Looked::Served(outcome)
                } else {
                    Looked::Failed(outcome)
                });
            }
            (Ok(asked), _) => asked,
        };
        match (choice, recorded.is_some()) {
            (Some(choice), _) => {
                self.asked.insert(found.id);
                let definition = run.pending_skill(at, skill.clone(), &asked);
                let text = match definition {
                    Ok(pending) => instructions.recorded(pending.skill(), choice.digest.as_deref())?,
                    Err(_) => None,
                };
                let activation = Activation { at, skill };
                Ok(Looked::Served(run.activate(&activation, choice, text.as_ref(), Made::Recorded)))
            }
            (None, true) => {
                // A record can refuse an activation and never make another one.
                self.asked.insert(found.id.clone());
                let (expected, recorded) = ("a recorded activation of the skill that is asked for", "one of another");
                self.divergences.push(Divergence::new(DivergenceKind::Missing, found.id, expected, recorded));
                Ok(Looked::Served(Outcome::refused(Code::InstructionsUnavailable)))
            }
            (None, false) if found.is_past() => {
                Ok(self.refused(found, Code::from_skill_record, Code::InstructionsUnavailable))
            }
            (None, false) => Ok(self.live(found)),
        }
    }

    /// Gives the instructions of an active skill again, live and replayed alike: nothing of that is recorded but a failure's code.
    fn again(
        &mut self,
        run: &mut Run,
        at: Position,
        skill: SkillId,
        instructions: &Instructions,
    ) -> Result<Looked, SessionError> {
        if let Some(code) = self.recorded.outcome(run.name(), at).map(Code::from_skill_record) {
            return Ok(Looked::Served(run.not_redelivered(&skill, code)));
        }
        let text = match run.pending_skill(at, skill.clone(), &Asked::Again) {
            Ok(pending) => instructions.recorded(pending.skill(), run.pinned(&skill))?,
            Err(_) => None,
        };
        let outcome = run.redeliver(&Activation { at, skill }, text.as_ref());
        Ok(if outcome.output.code().is_some() { Looked::Failed(outcome) } else { Looked::Served(outcome) })
    }

    /// Whether a compaction that is due ahead of a turn is to be recorded now.
    pub(crate) fn is_live_compaction(&mut self, name: &LoopName, turn: u64) -> bool {
        let id = compaction_id(name, turn);
        self.asked.insert(id.clone());
        if self.recorded.compaction(name, turn) {
            return false;
        }
        let other_source = self.recorded.other_source(&id, Source::Compaction);
        if other_source.is_none() && !self.closed && !self.recorded.reaches_turn(name, turn) {
            return true;
        }
        let missing = || Divergence::new(DivergenceKind::Missing, id, "a recorded compaction", "nothing");
        self.divergences.push(other_source.unwrap_or_else(missing));
        false
    }

    /// What the record holds for a call besides its choice.
    fn find(&self, name: &LoopName, at: Position, kind: DecisionKind) -> Found {
        let id = decision_id(name, at, kind);
        let source = if kind == DecisionKind::Skill { Source::SkillActivation } else { Source::ToolSearch };
        Found {
            code: self.recorded.outcome(name, at).map(str::to_owned),
            other_source: self.recorded.other_source(&id, source),
            is_behind: self.closed || self.recorded.is_past(name, at),
            kind,
            id,
        }
    }

    fn live(&mut self, found: Found) -> Looked {
        self.asked.insert(found.id);
        Looked::Live(found.kind)
    }

    /// The result of a call that makes sense and has no record: what its mark says, or else that it is unavailable, which is a divergence.
    fn refused(&mut self, found: Found, code: impl Fn(&str) -> Code, unavailable: Code) -> Looked {
        self.asked.insert(found.id.clone());
        if let Some(name) = found.code {
            return Looked::Served(Outcome::refused(code(&name)));
        }
        let what = if found.kind == DecisionKind::Skill { "a recorded activation" } else { "a recorded search" };
        let missing = || Divergence::new(DivergenceKind::Missing, found.id, what, "nothing");
        self.divergences.push(found.other_source.unwrap_or_else(missing));
        Looked::Served(Outcome::refused(unavailable))
    }

    /// Whether a refusal is not yet in the record and may still be written.
    pub(crate) fn needs_mark(&self, run: &Run, at: Position) -> bool {
        !self.closed && self.recorded.outcome(run.name(), at).is_none() && !self.recorded.is_past(run.name(), at)
    }

    pub(crate) fn all_divergences(&self, run: &Run) -> Vec<Divergence> {
        let mut all = self.divergences.clone();
        all.extend_from_slice(self.recorded.duplicates());
        all.extend(self.recorded.not_asked(run.name(), &self.asked));
        all
    }

    pub(crate) fn enter(&mut self, turn: u64) -> Result<(), SessionError> {
        match self.latest_turn {
            Some(latest) if turn <= latest => Err(SessionError::TurnOrder { turn, latest }),
            _ => {
                self.latest_turn = Some(turn);
                Ok(())
            }
        }
    }
}
