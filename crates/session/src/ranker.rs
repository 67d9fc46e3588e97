//! Where a run's rankers come from, and when they are built.

use std::sync::Arc;

use toolsift_core::{RankError, SearchDoc, Standing, ToolRanker, ToolRankerFactory};

use crate::error::ConfigError;
use crate::pending::Asks;
use crate::run::Run;

/// Where a ranker of a run comes from.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum RankerSource {
    /// The built-in ranker, built over the run's documents at the first search. The facade fills this. Where trusted and un-vouched tools are ranked apart, one is
    /// built over the documents of each; there may be none.
    BuiltIn(Arc<dyn ToolRankerFactory>),
    /// A ranker that the host built, perhaps over more than this run may search, and shares between runs.
    Custom(Arc<dyn ToolRanker>),
    /// A ranker of the host's, built likewise.
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
    /// Where un-vouched tools are ranked apart: the same source, built over other documents.
    untrusted: Option<RankerSlot>,
    /// Where another one ranks the skills.
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
        if run.is_guarded() && matches!(tools, RankerSource::Custom(_)) {
            return Err(ConfigError::GuardedRanker);
        }
        let untrusted = run.is_guarded().then(|| RankerSlot::new(tools.clone()));
        let mut slots = Self { tools: RankerSlot::new(tools.clone()), untrusted, skills: None };
        let Some(run_skills) = run.skills.as_mut().filter(|skills| skills.in_searches()) else { return Ok(slots) };
        run_skills.ranked_with_tools = is_built_in(&tools) && of_skills.is_none();
        if !run_skills.ranked_with_tools {
            let skills = skills.or_else(|| Some(tools).filter(is_built_in)).ok_or(ConfigError::NoSkillRanker)?;
            slots.skills = Some(RankerSlot::new(skills));
        }
        Ok(slots)
    }

    /// Whether there is such a ranker.
    pub(crate) fn has(&self, asks: Asks) -> bool {
        match asks {
            Asks::Tools => true,
            Asks::Untrusted => self.untrusted.is_some(),
            Asks::Skills => self.skills.is_some(),
        }
    }

    /// A ranker, built if it was not yet. That of tools ranks skills among them unless another one does.
    pub(crate) fn of(&mut self, asks: Asks, run: &Run) -> Result<Arc<dyn ToolRanker>, RankError> {
        let (catalog, registry) = run.generations();
        let is_guarded = self.untrusted.is_some();
        let of_tools = || run.search_docs_of(|standing| !is_guarded || standing == Standing::Trusted);
        match (asks, &mut self.untrusted, &mut self.skills) {
            (Asks::Tools, ..) if run.ranks_together() => {
                self.tools.get((catalog, registry), || run.with_skills(&of_tools()))
            }
            // Another state of the skills is none of its business.
            (Asks::Tools, ..) => self.tools.get((catalog, 0), of_tools),
            (Asks::Untrusted, Some(slot), _) => {
                slot.get((catalog, 0), || run.search_docs_of(|standing| standing != Standing::Trusted))
            }
            (Asks::Skills, _, Some(slot)) => slot.get((0, registry), || run.skill_search_docs()),
            _ => Err(RankError::Unavailable("no such ranker".into())),
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
