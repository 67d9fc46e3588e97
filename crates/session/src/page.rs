//! What a choice gives: its page, what of it fits onto the menu, and the note beside it.

use std::sync::Arc;

use toolsift_core::{SkillDefinition, Text, ToolDefinition, ToolId};
use toolsift_replay::{SearchChoice, admit};
use toolsift_trust_policy::{MenuSpec, listing, skill_listing, taints_result, tool_spec};

use crate::menu::spec_chars;
use crate::pending::Search;
use crate::result::{FoundSkill, FoundTool, Note, SearchResult, note_text};
use crate::run::Run;
use crate::words::unmatched;

impl Run {
    /// What a choice would give, without giving it. Of the tools that fit, those that were `chosen` are loaded, or all.
    pub(crate) fn compose(&self, search: &Search, choice: &SearchChoice, chosen: Option<&[String]>) -> Composed {
        let page = admit(&choice.results, |id| self.is_admissible(id), search.limit);
        let Plan { fitting: mut loaded, left_out } = self.plan(&page);
        if let Some(chosen) = chosen {
            loaded.retain(|planned| chosen.contains(&planned.spec.name));
        }
        let left = search.limit - page.len();
        let skills = admit(choice.skills.as_deref().unwrap_or_default(), |id| self.is_findable_skill(id), left);
        let on_menu = admit(&choice.on_menu, |id| self.is_available(id), search.limit);
        let note = self.note(page.len(), skills.len(), loaded.len(), left_out, on_menu.len());
        let unmatched = unmatched(&search.query, &choice.unmatched);
        let on_the_page = page.iter().filter_map(|id| self.catalog.get(id));
        let on_the_menu = on_menu.iter().filter_map(|id| self.menu.get(id)?.tool.as_deref());
        let tainted = on_the_page.clone().chain(on_the_menu).any(taints_result);
        let tools = on_the_page
            .map(|tool| FoundTool {
                name: tool.id.clone(),
                description: listing(tool),
                loaded: loaded.iter().any(|planned| planned.spec.name == tool.id.as_str()),
            })
            .collect();
        let finds_skills = self.finds_skills();
        let findable = |id: &String| self.skills.as_ref()?.findable(id);
        let found = |skill: &SkillDefinition| FoundSkill { id: skill.id.clone(), description: skill_listing(skill) };
        let skills = finds_skills.then(|| skills.iter().filter_map(findable).map(found).collect());
        let result = SearchResult { tools, skills, note: note_text(note, finds_skills, &unmatched, &on_menu) };
        Composed { result, note, loaded, tainted }
    }

    /// Why a page is as it is.
    fn note(&self, page: usize, skills: usize, loaded: usize, left_out: bool, on_menu: usize) -> Option<Note> {
        if loaded < page {
            Some(if left_out { Note::MenuFull } else { Note::NotLoadable })
        } else if page > 0 {
            None
        } else if skills > 0 {
            Some(Note::OnlySkills)
        } else if on_menu > 0 {
            Some(Note::AllLoaded)
        } else if self.is_exhausted() {
            Some(Note::NothingDeferred)
        } else {
            Some(Note::NoMatch)
        }
    }

    /// Which tools of a page fit onto the menu: in the order of the page, skipping what does not fit.
    pub(crate) fn plan(&self, page: &[String]) -> Plan {
        let mut plan = Plan::default();
        let Some(config) = &self.config else { return plan };
        let (mut count, mut all_chars) = (self.menu.found(), self.menu.found_chars());
        for tool in page.iter().filter_map(|id| self.catalog.shared(id)) {
            let Some(spec) = loadable(tool) else { continue };
            if count >= config.max_loaded {
                plan.left_out = true;
                break;
            }
            let chars = spec_chars(&spec);
            if config.max_menu_chars.is_none_or(|most| all_chars + chars <= most) {
                count += 1;
                all_chars += chars;
                plan.fitting.push(Planned { spec, tool: tool.clone(), chars });
            } else {
                plan.left_out = true;
            }
        }
        plan
    }
}

/// The spec of a tool that a search may put on the menu: not one whose description is tainted, whoever wrote it (ADR 0125, review round 1).
pub(crate) fn loadable(tool: &ToolDefinition) -> Option<MenuSpec> {
    let tainted = tool.description.as_ref().is_some_and(Text::is_tainted);
    if tainted { None } else { tool_spec(tool).ok() }
}

/// A result before it takes effect.
pub(crate) struct Composed {
    pub(crate) result: SearchResult,
    pub(crate) note: Option<Note>,
    /// The tools of the page that join the menu, in its order.
    pub(crate) loaded: Vec<Planned>,
    pub(crate) tainted: bool,
}

/// What of a page can join the menu.
#[derive(Default)]
pub(crate) struct Plan {
    pub(crate) fitting: Vec<Planned>,
    /// Whether a tool that could be on a menu did not fit.
    left_out: bool,
}

/// A tool that fits onto the menu.
pub(crate) struct Planned {
    pub(crate) spec: MenuSpec,
    pub(crate) tool: Arc<ToolDefinition>,
    pub(crate) chars: usize,
}

/// The ids of a page, as a ranker gave them.
pub(crate) fn texts<'i>(ids: impl IntoIterator<Item = &'i ToolId>) -> Vec<String> {
    ids.into_iter().map(ToString::to_string).collect()
}
