//! The tools that come with a skill.

use std::sync::Arc;

use toolsift_core::{SkillDefinition, ToolDefinition, ToolId};
use toolsift_trust_policy::MenuSpec;

use crate::menu::Origin;
use crate::page::loadable;
use crate::run::Run;

/// Most tools that a skill brings; more are a configuration error, and after a change of the registry are left out. The documents give none.
pub const MAX_SKILL_TOOLS: usize = 256;

impl Run {
    /// The tools of a skill that are on the menu once it is active, whoever put them there.
    pub(crate) fn brought_by(&self, skill: &SkillDefinition) -> Vec<ToolId> {
        let mut ids: Vec<ToolId> = Vec::new();
        for tool in skill.tools.iter().take(MAX_SKILL_TOOLS) {
            let is_there = match self.menu.get(tool.id.as_str()) {
                Some(entry) => entry.origin != Origin::Meta,
                None => self.brought_spec(tool).is_some(),
            };
            if is_there && !ids.contains(&tool.id) {
                ids.push(tool.id.clone());
            }
        }
        ids
    }

    /// The spec of a tool of a skill, if it can be on the menu: its name is no meta-tool's and its description is not tainted.
    fn brought_spec(&self, tool: &ToolDefinition) -> Option<MenuSpec> {
        let is = |name: Option<&String>| name.is_some_and(|name| name == tool.id.as_str());
        let is_meta = is(self.config.as_ref().map(|config| &config.tool_name))
            || is(self.skills.as_ref().map(|skills| &skills.config.tool_name));
        if is_meta { None } else { loadable(tool) }
    }

    /// Puts the tools of a skill on the menu, behind everything else. A search never offers them again.
    pub(crate) fn bring(&mut self, skill: &SkillDefinition) {
        for tool in skill.tools.iter().take(MAX_SKILL_TOOLS) {
            if self.menu.contains(tool.id.as_str()) {
                continue;
            }
            let Some(spec) = self.brought_spec(tool) else { continue };
            if self.is_admissible(tool.id.as_str()) {
                self.findable = self.findable.saturating_sub(1);
            }
            self.menu.append(spec, Some(Arc::new(tool.clone())), Origin::Activation);
        }
    }
}
