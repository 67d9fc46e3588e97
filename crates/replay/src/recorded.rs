//! A journal's lines, by what a run asks for.

use std::collections::{BTreeMap, BTreeSet};

use crate::choice::SearchChoice;
use crate::error::{Divergence, DivergenceKind, JournalError};
use crate::id::{DecisionKind, LoopName, Position, compaction_id, decision_id, parse_decision_id, turn_id};
use crate::line::{Decision, End, Line, Source};
use crate::skill_choice::SkillChoice;
use crate::version::Header;

/// The decisions and marks of a journal. Order is that of turns and calls within a loop, never that of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recorded {
    header: Option<Header>,
    decisions: BTreeMap<String, Decision>,
    marks: BTreeMap<String, BTreeMap<u64, String>>,
    ends: Vec<End>,
    /// The latest turn and call of each loop that something is recorded for.
    latest: BTreeMap<LoopName, Position>,
    duplicates: Vec<Divergence>,
}

impl Recorded {
    /// Sorts lines. Of two records of one decision, or two codes of one call, the first counts and the other is a divergence.
    ///
    /// # Errors
    ///
    /// What [`Header::check_readable`] refuses.
    ///
    /// # Complexity
    ///
    /// O(n log n) in the lines.
    pub fn from_lines<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Result<Self, JournalError> {
        let mut recorded = Self::default();
        for line in lines {
            match line {
                Line::Header(header) => {
                    header.check_readable()?;
                    recorded.header.get_or_insert_with(|| header.clone());
                }
                Line::Decision(decision) => recorded.add_decision(decision),
                Line::Mark(mark) => {
                    for (call, code) in &mark.outcomes {
                        recorded.add_outcome(&mark.turn, *call, code);
                    }
                }
                Line::End(end) => recorded.ends.push(end.clone()),
            }
        }
        Ok(recorded)
    }

    fn add_decision(&mut self, decision: &Decision) {
        match self.decisions.get(&decision.id) {
            None => {
                self.decisions.insert(decision.id.clone(), decision.clone());
                if let Some((name, at)) = reached(&decision.id) {
                    self.reaches(name, at);
                }
            }
            Some(first) => self.duplicates.push(Divergence::new(
                DivergenceKind::Duplicate,
                decision.id.as_str(),
                format!("one record, of {:?}", first.source),
                format!("another, of {:?}", decision.source),
            )),
        }
    }

    fn add_outcome(&mut self, turn: &str, call: u64, code: &str) {
        let outcomes = self.marks.entry(turn.to_owned()).or_default();
        if let Some(first) = outcomes.get(&call) {
            let (expected, recorded) = (format!("one code, {first:?}"), format!("another, {code:?}"));
            self.duplicates.push(Divergence::new(DivergenceKind::Duplicate, turn, expected, recorded));
            return;
        }
        outcomes.insert(call, code.to_owned());
        let turn = turn
            .split_once("#turn:")
            .and_then(|(name, turn)| Some((LoopName::new(name).ok()?, crate::id::number(turn)?)));
        if let Some((name, turn)) = turn {
            self.reaches(name, Position { turn, call });
        }
    }

    fn reaches(&mut self, name: LoopName, at: Position) {
        let latest = self.latest.entry(name).or_insert(at);
        *latest = at.max(*latest);
    }

    /// The header, if there was one.
    #[must_use]
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// The recorded choice of a search, read leniently. A record of another source is none; see [`other_source`](Self::other_source).
    #[must_use]
    pub fn search(&self, name: &LoopName, at: Position) -> Option<SearchChoice> {
        self.choice(&decision_id(name, at, DecisionKind::Search), Source::ToolSearch).map(SearchChoice::read)
    }

    /// The recorded choice of an activation, read leniently. A record of another source is none.
    #[must_use]
    pub fn skill(&self, name: &LoopName, at: Position) -> Option<SkillChoice> {
        self.choice(&decision_id(name, at, DecisionKind::Skill), Source::SkillActivation).map(SkillChoice::read)
    }

    /// Whether a compaction ahead of a turn is recorded. A record of another source is none.
    #[must_use]
    pub fn compaction(&self, name: &LoopName, turn: u64) -> bool {
        self.choice(&compaction_id(name, turn), Source::Compaction).is_some()
    }

    fn choice(&self, id: &str, source: Source) -> Option<&str> {
        let decision = self.decisions.get(id).filter(|decision| decision.source == source.as_str());
        decision.map(|decision| decision.choice.as_str())
    }

    /// The divergence of a decision whose record names another source.
    #[must_use]
    pub fn other_source(&self, id: &str, source: Source) -> Option<Divergence> {
        let decision = self.decisions.get(id).filter(|decision| decision.source != source.as_str())?;
        Some(Divergence::new(DivergenceKind::OtherSource, id, source.as_str(), decision.source.as_str()))
    }

    /// The recorded code of a call that ended without a decision.
    #[must_use]
    pub fn outcome(&self, name: &LoopName, at: Position) -> Option<&str> {
        self.marks.get(&turn_id(name, at.turn))?.get(&at.call).map(String::as_str)
    }

    /// Whether something is recorded of this loop for a later call or turn, so that this one lies in the recorded past.
    #[must_use]
    pub fn is_past(&self, name: &LoopName, at: Position) -> bool {
        self.latest.get(name).is_some_and(|latest| at < *latest)
    }

    /// Whether something is recorded of this loop for a turn or a later one.
    #[must_use]
    pub fn reaches_turn(&self, name: &LoopName, turn: u64) -> bool {
        self.latest.get(name).is_some_and(|latest| turn <= latest.turn)
    }

    /// Whether the journal says that this loop came to its end.
    #[must_use]
    pub fn has_ended(&self, name: &LoopName) -> bool {
        self.ends.iter().any(|end| end.name == name.as_str())
    }

    /// The records that came twice.
    #[must_use]
    pub fn duplicates(&self) -> &[Divergence] {
        &self.duplicates
    }

    /// The decisions of a loop that a run did not ask for, in the order of their ids.
    #[must_use]
    pub fn not_asked(&self, name: &LoopName, asked: &BTreeSet<String>) -> Vec<Divergence> {
        let of_the_loop = |id: &str| id.split_once("#turn:").is_some_and(|(of, _)| of == name.as_str());
        let extra =
            self.decisions.values().filter(|decision| of_the_loop(&decision.id) && !asked.contains(&decision.id));
        extra
            .map(|decision| {
                Divergence::new(DivergenceKind::NotAsked, decision.id.as_str(), "no decision", decision.source.as_str())
            })
            .collect()
    }
}

/// How far an id says that its loop has come: to a call, or for anything else of a turn (its mark, its compaction) to its beginning.
fn reached(id: &str) -> Option<(LoopName, Position)> {
    if let Some((name, at, _)) = parse_decision_id(id) {
        return Some((name, at));
    }
    let (name, rest) = id.split_once("#turn:")?;
    let turn = crate::id::number(rest.strip_suffix(":compact").unwrap_or(rest))?;
    Some((LoopName::new(name).ok()?, Position { turn, call: 0 }))
}
