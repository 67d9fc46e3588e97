//! What the prompt says of skills.

use toolsift_core::{SkillDefinition, SkillId};
use toolsift_trust_policy::{is_skill_listing_cut, skill_index_line};

use super::{Discovery, SkillActivationConfig};

/// What stands in the prompt before the first turn, and what does not. It is made once and never rewritten.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SkillIndex {
    /// The text: a heading, a line a skill, and how many more there are. In mode `search` one fixed line.
    pub text: String,
    /// The skills that are listed, in the order of their ids.
    pub listed: Vec<SkillId>,
    /// Those of them of whose description's first line a part is missing.
    pub cut: Vec<SkillId>,
    /// The skills that did not fit. In mode `index` they cannot be activated.
    pub unlisted: Vec<SkillId>,
}

impl SkillIndex {
    /// The index of some skills, which come in the order of their ids.
    pub(crate) fn new<'a>(
        config: &SkillActivationConfig,
        search_tool: Option<&str>,
        skills: impl Iterator<Item = &'a SkillDefinition>,
    ) -> Self {
        let (mut index, activate) = (Self::default(), &config.tool_name);
        let find = search_tool.unwrap_or_default();
        if config.discovery == Discovery::Search {
            index.text = format!("Skills: find them with `{find}`, then load one with `{activate}`.");
            return index;
        }
        index.text = format!("Skills: load one with `{activate}` when its description fits the task.");
        let mut left = config.max_index_bytes;
        for skill in skills {
            // The first that does not fit ends the index, so that what is listed is a head of the registry and not a choice by length.
            let is_open = index.unlisted.is_empty() && index.listed.len() < config.max_index;
            let Some(line) = is_open.then(|| skill_index_line(skill)).filter(|line| line.len() < left) else {
                index.unlisted.push(skill.id.clone());
                continue;
            };
            left -= line.len() + 1;
            index.text.push('\n');
            index.text.push_str(&line);
            index.listed.push(skill.id.clone());
            if is_skill_listing_cut(skill) {
                index.cut.push(skill.id.clone());
            }
        }
        if !index.unlisted.is_empty() {
            let hint =
                if config.discovery == Discovery::Both { format!("; find them with `{find}`") } else { String::new() };
            index.text.push_str(&format!("\n- (+{} more skills not listed{hint})", index.unlisted.len()));
        }
        if !index.unlisted.is_empty() || !index.cut.is_empty() {
            let (unlisted, cut) = (index.unlisted.len(), index.cut.len());
            tracing::warn!(code = "skill_index", unlisted, cut, "the index of skills leaves something out");
        }
        index
    }
}
