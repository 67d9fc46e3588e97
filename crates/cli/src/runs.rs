//! From the command line to a scenario with what it gets besides its file, and to what is said of its skills.

use std::path::Path;
use std::sync::Arc;

use toolsift::contracts::SkillId;
use toolsift::replay::FolderStore;
use toolsift::scenario::{Scenario, ScenarioError};
use toolsift::session::{Discovery, SkillCatalog};

use crate::args::{self, Additions};
use crate::error::CliError;
use crate::output::warning;
use crate::sources::{registry, warn_of_odd_ids};

/// Adds to a scenario the skills of folders, and the store of instructions.
pub(crate) fn add(scenario: &mut Scenario, file: &Path, additions: &Additions) -> Result<(), CliError> {
    if !additions.skills.folders.is_empty() {
        add_skills(scenario, file, &additions.skills)?;
    }
    if let Some(folder) = &additions.store {
        let of_the_store = |source| CliError::File { path: folder.display().to_string(), source };
        scenario.instructions.store = Some(Arc::new(FolderStore::open(folder).map_err(of_the_store)?));
    }
    Ok(())
}

fn add_skills(scenario: &mut Scenario, file: &Path, skills: &args::Skills) -> Result<(), CliError> {
    let (skills, loader) = registry(skills)?;
    scenario.instructions.loader = Arc::new(loader);
    let catalog = scenario.skill_activation.as_ref().map(|settings| &settings.config.catalog);
    let list = match catalog {
        Some(SkillCatalog::List(list)) => Some(list),
        _ => None,
    };
    let known = scenario.skills.iter().chain(list.into_iter().flatten());
    let known: Vec<&SkillId> = known.map(|skill| &skill.id).collect();
    if let Some(twice) = skills.iter().find(|skill| known.contains(&&skill.definition.id)) {
        let (id, place) = (twice.definition.id.clone(), twice.place.clone());
        return Err(CliError::SkillTwice { id, scenario: file.display().to_string(), place });
    }
    if catalog.is_none() {
        warning("the scenario has no `skillActivation`: nothing activates the skills of --skills");
    } else if list.is_some() {
        warning("`skillActivation.catalog` of the scenario is a list: nothing activates the skills of --skills");
    }
    scenario.skills.extend(skills.into_iter().map(|skill| skill.definition));
    Ok(())
}

/// Says on standard error which skills a model is told nothing of, or not all.
pub(crate) fn report_skills(scenario: &Scenario) -> Result<(), ScenarioError> {
    let Some(settings) = &scenario.skill_activation else { return Ok(()) };
    let skills = match &settings.config.catalog {
        SkillCatalog::List(list) => list,
        _ => &scenario.skills,
    };
    let is_selected = |id: &SkillId| scenario.selected_skills.iter().any(|selected| selected == id.as_str());
    warn_of_odd_ids(skills.iter().map(|skill| &skill.id).filter(|id| !is_selected(id)));
    let Some(index) = scenario.skill_index()? else { return Ok(()) };
    let names = |ids: &[SkillId]| ids.iter().map(SkillId::as_str).collect::<Vec<_>>().join(", ");
    if !index.unlisted.is_empty() {
        let so =
            if settings.config.discovery == Discovery::Index { "cannot be activated" } else { "only searches find" };
        warning(&format!("not in the index of skills, so that they {so}: {}", names(&index.unlisted)));
    }
    if !index.cut.is_empty() {
        warning(&format!("cut descriptions in the index of skills: {}", names(&index.cut)));
    }
    Ok(())
}
