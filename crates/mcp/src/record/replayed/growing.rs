//! The record of a connection with a menu.

use std::path::Path;
use std::sync::Arc;

use toolsift::replay::{
    DecisionKind, Divergence, DivergenceKind, FolderStore, LoopName, Position, Recorded, decision_id,
};
use toolsift::session::{Call, Replayer};

use super::super::config::SessionConfig;
use super::super::layout::{CONFIG, instructions};
use super::super::turn::{LISTED, Turn};
use super::{Definitions, Replayed, ReplayedTurn};
use crate::error::GatewayError;
use crate::gateway::Answered;
use crate::growing::{answer, beginning};

pub(super) fn replay(
    folder: &Path,
    config: SessionConfig,
    turns: Vec<Turn>,
    name: LoopName,
    recorded: Recorded,
    definitions: &Definitions,
    replayed: &mut Replayed,
) -> Result<(), GatewayError> {
    let Replayed { turns: served, divergences, menu, .. } = replayed;
    let problem =
        |problem: String| GatewayError::Record { path: folder.join(CONFIG).display().to_string(), line: 1, problem };
    // Which state of the catalogue it is only has to differ from the one before.
    let mut version = 1;
    let known = definitions.known(&config.catalog, divergences);
    let mut setup = beginning(name.clone(), known.snapshot(version), &known.skills, config.tool_search.of_a_session());
    // A replay writes nothing, not even a folder; without one it says which instructions are missing.
    let folder = instructions(&definitions.root);
    if folder.is_dir()
        && let Ok(store) = FolderStore::open(folder)
    {
        setup.instructions.store = Some(Arc::new(store));
    }
    let mut replayer = Replayer::new(setup, recorded).map_err(|error| problem(error.to_string()))?;
    for turn in turns {
        if let Some(catalog) = &turn.catalog {
            version += 1;
            let known = definitions.known(catalog, divergences);
            replayer.refresh(known.snapshot(version));
            replayer.refresh_skills(known.skills);
        }
        let mut replayed = ReplayedTurn::of(&turn);
        if turn.call != LISTED {
            let call = Call::new(&turn.call, turn.arguments.clone());
            let settled = replayer.settle(turn.turn, std::slice::from_ref(&call));
            let mut settled = settled.map_err(|error| problem(error.to_string()))?;
            let outcome = settled.outcomes.remove(&0);
            let code = match &outcome {
                Some(outcome) => outcome.output.code(),
                None => replayer.run().is_callable(&turn.call).err(),
            };
            replayed.refused = code.map(|code| code.as_str().to_owned());
            if let Some(Answered::Own(result)) = outcome.map(|outcome| answer(&outcome, &turn.servers)) {
                replayed.result = Some(result);
            }
        }
        served.push(replayed);
    }
    let mut differences = replayer.finish();
    if let Some(last) = served.last_mut() {
        let at = Position { turn: last.turn, call: 0 };
        let ids = [DecisionKind::Search, DecisionKind::Skill].map(|kind| decision_id(&name, at, kind));
        let is_open =
            |difference: &Divergence| difference.kind == DivergenceKind::Missing && ids.contains(&difference.id);
        if differences.iter().any(is_open) {
            (last.unfinished, last.refused) = (true, None);
            differences.retain(|difference| !is_open(difference));
        }
    }
    divergences.extend(differences.iter().map(ToString::to_string));
    menu.extend(replayer.run().menu().names().map(str::to_owned));
    Ok(())
}
