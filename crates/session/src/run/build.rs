//! A run at its beginning: what the host configured, checked.

use std::sync::Arc;

use toolsift_core::{Annotations, SKILL_KEY_PREFIX, ToolDefinition};
use toolsift_trust_policy::{tool_spec, with_skill_vocabulary};

use super::Run;
use crate::config::{Setup, ToolSearchConfig};
use crate::error::ConfigError;
use crate::menu::{Menu, Origin};
use crate::meter::CompactionConfig;
use crate::skills::{Discovery, MAX_SKILL_TOOLS, Skills};

impl Run {
    /// A run at its beginning.
    ///
    /// # Errors
    ///
    /// A [`ConfigError`] that names the field.
    ///
    /// # Complexity
    ///
    /// Every skill that may be activated is looked at and each of its tools specified, so that a wrong one is an error now; of the catalogue every id is.
    pub fn new(setup: Setup) -> Result<Self, ConfigError> {
        let selected = setup.selected()?;
        setup.compaction.map_or(Ok(()), CompactionConfig::check)?;
        let Setup { name, tools, catalog, search, skills, activation, .. } = setup;
        let mut menu = Menu::default();
        let skill_tools = selected.iter().flat_map(|skill| &skill.tools).cloned().collect();
        for (field, tools, origin) in
            [("tools", tools, Origin::Definition), ("selectedSkills", skill_tools, Origin::Skill)]
        {
            for tool in tools {
                if origin == Origin::Definition && menu.contains(tool.id.as_str()) {
                    return Err(ConfigError::NameTaken { field, name: tool.id.to_string() });
                }
                let spec = tool_spec(&tool).map_err(|source| ConfigError::Policy { field, source })?;
                menu.append(spec, Some(Arc::new(tool)), origin);
            }
        }
        let search_tool = search.as_ref().map(|config| config.tool_name.as_str());
        let selected_ids = selected.iter().map(|skill| skill.id.clone()).collect();
        let is_discovery_on = activation.as_ref().is_some_and(|config| config.discovery != Discovery::Index);
        let skills = match activation {
            Some(config) => Skills::new(config, skills.as_ref(), selected_ids, search_tool)?,
            None => None,
        };
        let none = Annotations::new();
        let annotations = search.as_ref().map_or(&none, |config| &config.annotations);
        let vocabulary = with_skill_vocabulary(annotations, &selected);
        let mut run = Self {
            name,
            config: None,
            catalog,
            menu,
            skills,
            is_discovery_on,
            vocabulary,
            searches: 0,
            findable: 0,
            grown: 0,
            search_tool_is_late: false,
        };
        if let Some(config) = search {
            config.check()?;
            run.check_name("toolSearch.toolName", &config.tool_name, None)?;
            run.always_load(&config)?;
            run.config = Some(config);
        }
        run.check_skills()?;
        // What may be searched depends on the menu, and whether the search tool leads the menu on what may be searched.
        run.count_findable();
        run.menu = run.menu.led_by([run.due_search_tool(), run.activation_tool()].into_iter().flatten());
        Ok(run)
    }

    fn always_load(&mut self, config: &ToolSearchConfig) -> Result<(), ConfigError> {
        for id in &config.always_loaded {
            let field = "toolSearch.alwaysLoaded";
            let unknown = || ConfigError::UnknownTool { field, id: id.clone() };
            let tool = self.catalog.shared(id.as_str()).ok_or_else(unknown)?.clone();
            let spec = tool_spec(&tool).map_err(|source| ConfigError::Policy { field, source })?;
            self.menu.append(spec, Some(tool), Origin::AlwaysLoaded);
        }
        Ok(())
    }

    /// Whether a meta-tool's name is its own: no tool of the menu, of the catalogue or of a skill that is offered has it, nor the other meta-tool.
    fn check_name(&self, field: &'static str, name: &str, other: Option<&str>) -> Result<(), ConfigError> {
        let offered = self.skills.iter().flat_map(Skills::all_offered).flat_map(|skill| &skill.tools);
        let is_taken = self.menu.contains(name)
            || self.catalog.get(name).is_some()
            || other == Some(name)
            || offered.into_iter().any(|tool| tool.id.as_str() == name);
        if is_taken { Err(ConfigError::NameTaken { field, name: name.to_owned() }) } else { Ok(()) }
    }

    /// Checks what concerns skills and needs the rest of the run.
    fn check_skills(&self) -> Result<(), ConfigError> {
        let Some(skills) = &self.skills else { return Ok(()) };
        let search_tool = self.config.as_ref().map(|config| config.tool_name.as_str());
        self.check_name("skillActivation.toolName", &skills.config.tool_name, search_tool)?;
        let field = "skillActivation.catalog";
        for skill in skills.all_offered() {
            if skill.tools.len() > MAX_SKILL_TOOLS {
                let (actual, limit) = (skill.tools.len(), MAX_SKILL_TOOLS);
                return Err(ConfigError::SkillTools { field, skill: skill.id.clone(), actual, limit });
            }
            for tool in &skill.tools {
                tool_spec(tool).map_err(|source| ConfigError::Policy { field, source })?;
            }
        }
        let is_key = |tool: &&ToolDefinition| tool.id.as_str().starts_with(SKILL_KEY_PREFIX);
        match self.catalog.tools().find(is_key) {
            Some(tool) if skills.in_searches() => {
                Err(ConfigError::SkillKey { field: "toolSearch.catalog", id: tool.id.clone() })
            }
            _ => Ok(()),
        }
    }
}
