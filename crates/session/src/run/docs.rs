//! What the rankers of a run may know.

use std::sync::Arc;

use toolsift_core::{Ranking, SearchDoc, Standing, ToolDefinition};
use toolsift_trust_policy::{combined_search_docs, standing, tool_search_docs};

use super::Run;
use crate::config::ToolSearchConfig;
use crate::menu::Origin;
use crate::skills::Skills;

impl Run {
    /// The documents of the tools that may be searched: what a ranker of this run may know. Tools that are on the menu are among them. Where un-vouched tools are
    /// ranked apart, one ranker may know those of one [standing](SearchDoc::standing), and another those of the other.
    #[must_use]
    pub fn search_docs(&self) -> Arc<[SearchDoc]> {
        self.search_docs_of(|_| true)
    }

    /// Those of some of the tools.
    pub(crate) fn search_docs_of(&self, wanted: impl Fn(Standing) -> bool) -> Arc<[SearchDoc]> {
        let Some(config) = &self.config else { return Arc::default() };
        // A tool under the key of a skill came with a later state of the catalogue: no ranker of a run with skills may know it.
        let is_key = |tool: &ToolDefinition| self.finds_skills() && tool.id.as_skill().is_some();
        let tools = self.allowed(config).filter(|tool| wanted(standing(tool)) && !is_key(tool));
        tool_search_docs(tools, &self.vocabulary)
    }

    /// The documents of the skills that searches find, under their own ids: what a ranker of skills may know. Active ones are among them.
    #[must_use]
    pub fn skill_search_docs(&self) -> Arc<[SearchDoc]> {
        self.skills.as_ref().map(Skills::docs).unwrap_or_default()
    }

    /// Those of some of the tools and those of the skills in one, the latter under their keys.
    pub(crate) fn with_skills(&self, tools: &[SearchDoc]) -> Arc<[SearchDoc]> {
        combined_search_docs(tools, &self.skill_search_docs())
    }

    /// Whether un-vouched tools are ranked apart from trusted ones.
    pub(crate) fn is_guarded(&self) -> bool {
        self.config.as_ref().is_some_and(|config| config.ranking == Ranking::Guarded)
    }

    /// Whether a tool of the catalogue is trusted.
    pub(crate) fn is_trusted(&self, id: &str) -> bool {
        self.catalog.get(id).is_some_and(|tool| standing(tool) == Standing::Trusted)
    }

    /// The tools of the catalogue that lie in the namespaces.
    pub(super) fn allowed<'a>(&'a self, config: &'a ToolSearchConfig) -> impl Iterator<Item = &'a ToolDefinition> {
        // A tool of the definition or of a skill stands in for one of the catalogue with its id.
        let own = |id: &str| {
            let entry = self.menu.get(id).filter(|entry| matches!(entry.origin, Origin::Definition | Origin::Skill));
            entry.and_then(|entry| entry.tool.as_deref())
        };
        let allowed = self.catalog.tools().filter(|tool| config.allows(tool.id.as_str()));
        allowed.map(move |tool| own(tool.id.as_str()).unwrap_or(tool))
    }
}
