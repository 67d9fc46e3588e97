//! Where a run's rankers come from, and when they are built.

use std::sync::Arc;

use toolsift_core::{RankError, SearchDoc, ToolRanker, ToolRankerFactory};

use crate::error::ConfigError;
use crate::run::Run;

/// Where a ranker of a run comes from.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum RankerSource {
    /// The built-in ranker, built over the run's documents at the first search. The facade fills this.
    BuiltIn(Arc<dyn ToolRankerFactory>),
    /// A ranker that the host built, perhaps over more than this run may search, and shares between runs.
    Custom(Arc<dyn ToolRanker>),
    /// A ranker of the host's, built over the run's documents at the first search.
    Factory(Arc<dyn ToolRankerFactory>),
}

impl RankerSource {
    /// Checks what can be checked before a search.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        match self {
            Self::Custom(ranker) if ranker.kind().is_empty() => Err(ConfigError::EmptyKind),
            _ => Ok(()),
        }
    }
}

/// Where the rankers of a run come from: that of tools, and that of skills where searches find skills.
///
/// The built-in ranker ranks both in one index unless there is another one of skills. A custom one of tools never sees a skill.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Rankers {
    /// That of tools.
    pub tools: RankerSource,
    /// That of skills; left out, the built-in one of tools. Beside a custom one of tools it must be given where searches find skills.
    pub skills: Option<RankerSource>,
}

impl Rankers {
    /// Rankers of tools and of skills.
    #[must_use]
    pub fn new(tools: RankerSource, skills: RankerSource) -> Self {
        Self { tools, skills: Some(skills) }
    }
}

impl From<RankerSource> for Rankers {
    fn from(tools: RankerSource) -> Self {
        Self { tools, skills: None }
    }
}

/// The rankers of a run, each built when it is needed.
#[derive(Debug)]
pub(crate) struct RankerSlots {
    tools: RankerSlot,
    /// Where two rank.
    skills: Option<RankerSlot>,
}

impl RankerSlots {
    /// The rankers, and to the run how they share the work.
    pub(crate) fn new(rankers: Rankers, run: &mut Run) -> Result<Self, ConfigError> {
        let Rankers { tools, skills } = rankers;
        tools.check()?;
        skills.iter().try_for_each(RankerSource::check)?;
        let is_built_in = |source: &RankerSource| matches!(source, RankerSource::BuiltIn(_));
        let of_skills = skills.as_ref().filter(|source| !is_built_in(source));
        if run.discovery_is_off() && of_skills.is_some() {
            return Err(ConfigError::SkillRankerWithoutDiscovery);
        }
        let Some(run_skills) = run.skills.as_mut().filter(|skills| skills.in_searches()) else {
            return Ok(Self { tools: RankerSlot::new(tools), skills: None });
        };
        run_skills.ranked_with_tools = is_built_in(&tools) && of_skills.is_none();
        if run_skills.ranked_with_tools {
            return Ok(Self { tools: RankerSlot::new(tools), skills: None });
        }
        let skills = skills.or_else(|| Some(tools.clone()).filter(is_built_in)).ok_or(ConfigError::NoSkillRanker)?;
        Ok(Self { tools: RankerSlot::new(tools), skills: Some(RankerSlot::new(skills)) })
    }
}

impl RankerSlots {
    /// The ranker of tools, which ranks skills among them unless another one does.
    pub(crate) fn of_tools(&mut self, run: &Run) -> Result<Arc<dyn ToolRanker>, RankError> {
        let (catalog, registry) = run.generations();
        if run.ranks_together() {
            return self.tools.get((catalog, registry), || run.combined_search_docs());
        }
        // Another state of the skills is none of its business.
        self.tools.get((catalog, 0), || run.search_docs())
    }

    /// Whether another ranker ranks the skills.
    pub(crate) fn are_two(&self) -> bool {
        self.skills.is_some()
    }

    /// The ranker of skills, where two rank.
    pub(crate) fn of_skills(&mut self, run: &Run) -> Result<Arc<dyn ToolRanker>, RankError> {
        match &mut self.skills {
            Some(slot) => slot.get((0, run.generations().1), || run.skill_search_docs()),
            None => Err(RankError::Unavailable("no ranker of skills".into())),
        }
    }
}

/// A ranker of a run, built when it is needed and kept while what it ranks stays the same.
#[derive(Debug)]
struct RankerSlot {
    source: RankerSource,
    built: Option<((u64, u64), Arc<dyn ToolRanker>)>,
}

impl RankerSlot {
    fn new(source: RankerSource) -> Self {
        Self { source, built: None }
    }

    /// The ranker. A factory that fails is asked again at the next search; one that succeeds, once for the documents of a generation.
    fn get(
        &mut self,
        generation: (u64, u64),
        docs: impl FnOnce() -> Arc<[SearchDoc]>,
    ) -> Result<Arc<dyn ToolRanker>, RankError> {
        let factory = match &self.source {
            RankerSource::Custom(ranker) => return Ok(ranker.clone()),
            RankerSource::BuiltIn(factory) | RankerSource::Factory(factory) => factory,
        };
        if let Some((of, ranker)) = &self.built {
            if *of == generation {
                return Ok(ranker.clone());
            }
        }
        let ranker = factory.build(&docs())?;
        if ranker.kind().is_empty() {
            tracing::warn!(code = "ranker_factory", "the ranker factory built a ranker without a kind");
            return Err(RankError::Unavailable("a ranker without a kind".into()));
        }
        self.built = Some((generation, ranker.clone()));
        Ok(ranker)
    }
}
