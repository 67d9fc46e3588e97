//! The record of a handle.

use std::collections::BTreeSet;

use toolsift::contracts::InstructionStore;
use toolsift::replay::{DecisionKind, FolderStore, LoopName, Position, Recorded, decision_id};

use super::super::config::SessionConfig;
use super::super::layout::instructions;
use super::super::turn::{Turn, decides};
use super::{Definitions, Replayed, ReplayedTurn};
use crate::activation::Activated;
use crate::known::Known;
use crate::page::Page;

pub(super) fn replay(
    config: &SessionConfig,
    turns: Vec<Turn>,
    name: &LoopName,
    recorded: &Recorded,
    definitions: &Definitions,
    replayed: &mut Replayed,
) {
    let Replayed { turns: served, divergences, .. } = replayed;
    let known = definitions.known(&config.catalog, divergences);
    let mut replaying = Replaying { definitions, recorded, name, known };
    let mut asked = BTreeSet::new();
    let last = turns.last().map(|turn| turn.turn);
    for turn in turns {
        if let Some(catalog) = &turn.catalog {
            replaying.known = definitions.known(catalog, divergences);
        }
        let at = Position { turn: turn.turn, call: 0 };
        let mut replayed = ReplayedTurn::of(&turn);
        replayed.refused = recorded.outcome(name, at).map(str::to_owned);
        if let Some(kind) = decides(&turn.call).filter(|_| replayed.refused.is_none()) {
            let id = decision_id(name, at, kind);
            let decided = match kind {
                DecisionKind::Skill => replaying.activation(at),
                _ => replaying.search(at, &turn),
            };
            asked.insert(id.clone());
            match decided {
                Served::Result(result, divergence) => {
                    replayed.result = Some(result);
                    divergences.extend(divergence.map(|what| format!("{id}: {what}")));
                }
                Served::Refused(code) => replayed.refused = Some(code),
                Served::Missing if Some(turn.turn) == last => replayed.unfinished = true,
                Served::Missing => divergences.push(format!("{id}: missing from the journal")),
            }
        }
        served.push(replayed);
    }
    divergences.extend(recorded.not_asked(name, &asked).iter().map(ToString::to_string));
}

/// What a record has for a call.
enum Served {
    /// A result, and what is odd about it.
    Result(String, Option<String>),
    /// A refusal's code.
    Refused(String),
    /// Nothing.
    Missing,
}

struct Replaying<'r> {
    definitions: &'r Definitions,
    recorded: &'r Recorded,
    name: &'r LoopName,
    known: Known,
}

impl Replaying<'_> {
    fn search(&self, at: Position, turn: &Turn) -> Served {
        let Some(choice) = self.recorded.search(self.name, at) else { return Served::Missing };
        let result = Page::of(self.name.as_str(), &choice, &self.known, &turn.servers).to_json();
        let divergence = choice.result_bytes.filter(|bytes| *bytes != result.len() as u64);
        let divergence = divergence.map(|bytes| format!("the result had {bytes} bytes and has {}", result.len()));
        Served::Result(result, divergence)
    }

    fn activation(&self, at: Position) -> Served {
        let Some(choice) = self.recorded.skill(self.name, at) else { return Served::Missing };
        if let Some(code) = choice.refused {
            return Served::Refused(code);
        }
        let text = || {
            let skill = self.known.skill(&choice.skill)?;
            let store = FolderStore::open(instructions(&self.definitions.root)).ok()?;
            store.text(&skill.id, choice.digest.as_ref()?).ok()?
        };
        match text() {
            Some(text) => Served::Result(Activated::new(self.name.as_str(), &choice.skill, text).to_json(), None),
            None => Served::Missing,
        }
    }
}
