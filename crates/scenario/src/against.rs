//! What the journals of yesterday would lose on the catalogue of tomorrow.

use toolsift_core::ToolDefinition;
use toolsift_replay::{DecisionKind, SearchChoice, parse_decision_id};

use crate::error::ScenarioError;
use crate::golden::Golden;
use crate::tamper::is_decision;
use crate::transcript::CallTranscript;

/// A tool that a recorded search put on the menu or showed, and that a replay on another catalogue does not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The decision.
    pub id: String,
    /// Its turn.
    pub turn: u64,
    /// The tool.
    pub tool: String,
    /// Whether it had joined the menu.
    pub was_loaded: bool,
}

/// Replays a log's journal on another catalogue and tells what it would lose.
///
/// # Errors
///
/// A [`ScenarioError`], for instance where the new catalogue lacks a tool that is always loaded.
pub fn against(log: &Golden, catalog: &[ToolDefinition]) -> Result<Vec<Loss>, ScenarioError> {
    let mut scenario = log.scenario.clone();
    scenario.catalog = catalog.to_vec();
    let (replayed, _) = scenario.replay(&log.lines, None)?;
    let mut losses = Vec::new();
    for decision in log.lines.iter().filter_map(is_decision) {
        // A skill and its tools are the registry's, which is the same.
        let Some((_, at, DecisionKind::Search)) = parse_decision_id(&decision.id) else { continue };
        let choice = SearchChoice::read(&decision.choice);
        let turn = usize::try_from(at.turn).ok().and_then(|turn| replayed.turns.get(turn));
        let menu = turn.map(|turn| turn.menu.as_slice()).unwrap_or_default();
        let pages: Vec<String> =
            turn.map(|turn| turn.results.iter().flat_map(CallTranscript::page).collect()).unwrap_or_default();
        for tool in &choice.results {
            let was_loaded = choice.loaded.contains(tool);
            let is_kept = menu.contains(tool) || !was_loaded && pages.contains(tool);
            if !is_kept {
                losses.push(Loss { id: decision.id.clone(), turn: at.turn, tool: tool.clone(), was_loaded });
            }
        }
    }
    Ok(losses)
}
