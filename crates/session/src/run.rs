//! One run: its menu, its skills, its budget of searches, and the protocol by which they change.

mod build;
mod docs;
mod restore;

use std::collections::BTreeSet;

use serde_json::Value;
use toolsift_core::{Annotations, CatalogSnapshot, SkillSnapshot, ToolId};
use toolsift_replay::{LoopName, Position, SearchChoice};
use toolsift_trust_policy::{MAX_PLAIN_ID_CHARS, MenuSpec, is_searchable};

use crate::code::Code;
use crate::config::ToolSearchConfig;
use crate::menu::{Menu, MenuEntry, Origin, spec_chars};
use crate::meta_tool::{SearchInput, activation_spec, search_spec};
use crate::page::{Composed, Planned, loadable};
use crate::pending::{Pending, Search};
use crate::result::{Outcome, Output};
use crate::skills::{ActiveSkill, PendingSkill, SkillIndex, Skills};

/// A call that a model makes.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Call {
    /// The name of the tool.
    pub name: String,
    /// Its arguments.
    pub arguments: Value,
}

impl Call {
    /// A call.
    #[must_use]
    pub fn new(name: impl Into<String>, arguments: Value) -> Self {
        Self { name: name.into(), arguments }
    }
}

/// Longest part of a query that reaches a ranker, in characters (ADR 0125, D6).
pub const MAX_SEARCH_QUERY_CHARS: usize = 512;

/// How a meta-call begins.
#[derive(Debug)]
#[non_exhaustive]
pub enum Begin<'r> {
    /// It does not: this is its result, and nothing is recorded.
    Refused(Outcome),
    /// A search waits for hits, or for its record.
    Pending(Pending<'r>),
    /// An activation waits for the skill's instructions, or for its record.
    Skill(PendingSkill<'r>),
}

/// Whether a choice was made now or comes from a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Made {
    /// Now.
    Live,
    /// In the run that is replayed.
    Recorded,
}

/// The state of one run, without a ranker and without a journal: what [`Session`](crate::Session) and [`Replayer`](crate::Replayer)
/// share, and what a host with an asynchronous ranker or a durable store of its own drives itself.
///
/// A search goes [`begin`](Self::begin) → [`Pending::ask`] → [`Pending::offer`] → [`Pending::record`]; the host keeps the record; then
/// [`apply`](Self::apply), which alone changes the menu, live and replayed alike.
///
/// ```
/// use serde_json::json;
/// use toolsift_core::{CatalogSnapshot, Hit, ToolDefinition, ToolId};
/// use toolsift_replay::{LoopName, Position};
/// use toolsift_session::{Begin, Call, Made, Offer, Run, Setup, ToolSearchConfig};
///
/// let id = ToolId::new("charge_invoice")?;
/// let mut setup = Setup::new(LoopName::new("main")?);
/// setup.catalog = CatalogSnapshot::new(1, vec![ToolDefinition::new(id.clone())])?;
/// setup.search = Some(ToolSearchConfig::default());
/// let mut run = Run::new(setup)?;
///
/// let call = Call::new("search_tools", json!({ "query": "bill the customer" }));
/// let Begin::Pending(mut pending) = run.begin(Position { turn: 0, call: 0 }, &call) else { return Ok(()) };
/// while let Some(_ask) = pending.ask() {
///     let hits = vec![Hit::new(id.clone(), 1.0)]; // here an asynchronous ranker is awaited
///     if pending.offer(hits) == Offer::Ready {
///         break;
///     }
/// }
/// let (search, choice) = (pending.search().clone(), pending.record("mine", &[]));
/// // Here `choice.to_json()` is kept, by whatever store the host has. Only then:
/// let outcome = run.apply(&search, &choice, Made::Live);
/// assert!(outcome.output.to_json().contains("charge_invoice"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Run {
    name: LoopName,
    pub(crate) config: Option<ToolSearchConfig>,
    pub(crate) catalog: CatalogSnapshot,
    pub(crate) menu: Menu,
    pub(crate) skills: Option<Skills>,
    /// Whether searches are configured to find skills, though there may be none.
    is_discovery_on: bool,
    /// The host's words for tools, and those of the skills that were selected up front for the tools that they bring.
    vocabulary: Annotations,
    searches: usize,
    /// How many tools may still be found.
    pub(crate) findable: usize,
    /// How many entries the menu got from searches, a late search tool included.
    pub(crate) grown: usize,
    /// Whether the search tool came onto a menu that was there.
    pub(crate) search_tool_is_late: bool,
}

impl Run {
    /// The name of the loop.
    #[must_use]
    pub fn name(&self) -> &LoopName {
        &self.name
    }

    /// The menu.
    #[must_use]
    pub fn menu(&self) -> &Menu {
        &self.menu
    }

    /// The catalogue as this run knows it.
    #[must_use]
    pub fn catalog(&self) -> &CatalogSnapshot {
        &self.catalog
    }

    /// How many searches were begun.
    #[must_use]
    pub fn searches(&self) -> usize {
        self.searches
    }

    /// What the prompt before the first turn says of skills, and what it leaves out. Nothing, where no skill can be activated.
    #[must_use]
    pub fn skill_index(&self) -> Option<&SkillIndex> {
        self.skills.as_ref().map(|skills| &skills.index)
    }

    /// The skills that are active, in the order of their activation; those that were selected up front are not among them.
    #[must_use]
    pub fn active_skills(&self) -> &[ActiveSkill] {
        self.skills.as_ref().map(|skills| skills.active.as_slice()).unwrap_or_default()
    }

    /// Whether a call is a search of this run.
    #[must_use]
    pub fn is_search(&self, call: &Call) -> bool {
        self.config.as_ref().is_some_and(|config| config.tool_name == call.name) && self.menu.contains(&call.name)
    }

    /// The menu's entry of a tool that may be called, or why it may not. What is hidden and what does not exist answer alike.
    ///
    /// This is the first gate: the host's own approvals and effects come behind it, for a found tool as for any other.
    ///
    /// # Errors
    ///
    /// [`Code::ToolNotOnMenu`], or [`Code::ToolUnavailable`] where the catalogue no longer has it.
    pub fn is_callable(&self, name: &str) -> Result<&MenuEntry, Code> {
        match self.menu.get(name) {
            Some(entry) if entry.confirmed => Ok(entry),
            Some(_) => Err(Code::ToolUnavailable),
            None => Err(Code::ToolNotOnMenu),
        }
    }

    /// The most that the specs on the menu can come to, in characters: what is there, and the largest tools that may still be found. What skills may still bring is not
    /// in it, since it counts against no budget of searches.
    ///
    /// # Complexity
    ///
    /// Every tool that may be found is specified and measured.
    #[must_use]
    pub fn worst_case_chars(&self) -> usize {
        let Some(config) = &self.config else { return self.menu.spec_chars() };
        let mut sizes: Vec<usize> = self
            .allowed(config)
            .filter(|tool| self.is_admissible(tool.id.as_str()))
            .filter_map(loadable)
            .map(|spec| spec_chars(&spec))
            .collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let more: usize = sizes.iter().take(config.max_loaded.saturating_sub(self.menu.found())).sum();
        let left = config.max_menu_chars.map_or(more, |most| most.saturating_sub(self.menu.found_chars()));
        self.menu.spec_chars() + more.min(left)
    }

    /// Takes another state of the catalogue; only between turns. What is on the menu stays there: a tool that is gone is refused when it is called.
    pub fn refresh(&mut self, catalog: CatalogSnapshot) {
        self.catalog = catalog;
        let catalog = &self.catalog;
        self.menu.confirm(|id| catalog.get(id.as_str()).is_some());
        self.count_findable();
        self.append_late_search_tool();
    }

    /// Takes another state of the skills that may be activated; only between turns. The index stays as the model has read it, active skills stay active, and what
    /// they brought stays on the menu: a tool whose skill has left, or no longer brings it, is refused when it is called. What is given here replaces a configured list as
    /// well as the registry: it must hold no skill that the run may not activate.
    pub fn refresh_skills(&mut self, registry: SkillSnapshot) {
        let Some(skills) = self.skills.as_mut() else { return };
        skills.refresh(registry);
        let definitions = skills.active.iter().filter_map(|active| skills.snapshot.get(active.skill.as_str()));
        let brought: BTreeSet<&ToolId> = definitions.flat_map(|skill| &skill.tools).map(|tool| &tool.id).collect();
        self.menu.confirm_activated(|id| brought.contains(id));
        self.append_late_search_tool();
    }

    /// Over a growing catalogue the search tool comes late, and stays.
    fn append_late_search_tool(&mut self) {
        if let Some(spec) = self.due_search_tool() {
            self.menu.append(spec, None, Origin::Meta);
            self.search_tool_is_late = true;
            self.grown += 1;
        }
    }

    /// Begins a meta-call: reads its arguments, and counts a search. A refused one counts nothing.
    ///
    /// # Complexity
    ///
    /// Constant.
    pub fn begin(&mut self, at: Position, call: &Call) -> Begin<'_> {
        if self.is_activation(call) {
            let asked = self.asked(call).and_then(|(skill, asked)| self.pending_skill(at, skill, &asked));
            return match asked {
                Ok(pending) => Begin::Skill(pending),
                Err(code) => Begin::Refused(Outcome::refused(code)),
            };
        }
        match self.begin_search(at, call) {
            Ok(pending) => Begin::Pending(pending),
            Err(code) => Begin::Refused(Outcome::refused(code)),
        }
    }

    pub(crate) fn begin_search(&mut self, at: Position, call: &Call) -> Result<Pending<'_>, Code> {
        let input = self.input(call)?;
        self.searches += 1;
        let search = Search { at, query: input.query, limit: input.limit };
        Ok(Pending::new(self, search))
    }

    /// Why a search would be refused, without beginning it.
    pub(crate) fn refusal(&self, call: &Call) -> Option<Code> {
        self.input(call).err()
    }

    /// What a search asks for, or why it is refused.
    fn input(&self, call: &Call) -> Result<SearchInput, Code> {
        let config = self.config.as_ref().filter(|_| self.is_search(call)).ok_or(Code::ToolNotOnMenu)?;
        let input = SearchInput::read(&call.arguments, config.max_per_search).ok_or(Code::InvalidToolInput)?;
        if self.searches < config.max_searches { Ok(input) } else { Err(Code::SearchLimitReached) }
    }

    /// Lets a choice take effect: admits its tools against what may be searched now, loads those that fit, and gives the result.
    ///
    /// # Complexity
    ///
    /// The page, at most 50 tools, whose specs are made once; nothing grows with the turns before.
    pub fn apply(&mut self, search: &Search, choice: &SearchChoice, made: Made) -> Outcome {
        let Composed { result, loaded, tainted, .. } = self.compose(search, choice, Some(&choice.loaded));
        loaded.into_iter().for_each(|planned| self.load(planned));
        let output = Output::Search(result);
        /// Longest result that a record may claim, in bytes.
        const MAX_RESULT_BYTES: u64 = 1 << 20;
        let recorded = choice.result_bytes.filter(|bytes| made == Made::Recorded && *bytes <= MAX_RESULT_BYTES);
        let mut outcome = Outcome::new(output);
        outcome.tainted = tainted;
        outcome.accounted_bytes = recorded.unwrap_or(outcome.accounted_bytes);
        outcome
    }

    /// Whether a tool may be found now: it is in the catalogue, in the namespaces, searchable under a short id, and not on the menu.
    pub(crate) fn is_admissible(&self, id: &str) -> bool {
        let Some(config) = &self.config else { return false };
        !self.menu.contains(id)
            && id != config.tool_name
            && config.allows(id)
            // A page of other ids could be longer than a line of a journal.
            && id.chars().nth(MAX_PLAIN_ID_CHARS).is_none()
            && !id.chars().any(char::is_control)
            && self.catalog.get(id).is_some_and(|tool| is_searchable(tool, config.annotations.contains_key(id)))
    }

    /// Whether a tool is on the menu and can be called.
    pub(crate) fn is_available(&self, id: &str) -> bool {
        self.menu.get(id).is_some_and(|entry| entry.origin != Origin::Meta && entry.confirmed)
    }

    /// Whether nothing is left to be found, neither tools nor skills.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.findable == 0 && self.skills.as_ref().is_none_or(Skills::is_exhausted)
    }

    /// Whether searches find skills.
    pub(crate) fn finds_skills(&self) -> bool {
        self.skills.as_ref().is_some_and(Skills::in_searches)
    }

    /// Whether no search of this run could ever find skills.
    pub(crate) fn discovery_is_off(&self) -> bool {
        !self.is_discovery_on
    }

    /// The states of the catalogue and of the registry.
    pub(crate) fn generations(&self) -> (u64, u64) {
        (self.catalog.generation(), self.skills.as_ref().map_or(0, |skills| skills.generation))
    }

    /// Whether one ranker ranks skills among the tools.
    pub(crate) fn ranks_together(&self) -> bool {
        self.skills.as_ref().is_some_and(|skills| skills.ranked_with_tools)
    }

    /// Whether a search can still show a skill.
    pub(crate) fn has_findable_skills(&self) -> bool {
        self.skills.as_ref().is_some_and(|skills| !skills.is_exhausted())
    }

    /// Whether a skill may be shown by a search now: it can be found, and it is not active.
    pub(crate) fn is_findable_skill(&self, id: &str) -> bool {
        self.skills.as_ref().is_some_and(|skills| skills.findable(id).is_some())
    }

    /// How many tools a ranker may know that are not to be found: those on the menu, and those outside the namespaces.
    pub(crate) fn unfindable(&self) -> usize {
        self.catalog.tools().len() - self.findable
    }

    /// Counts what may be found; only where the catalogue changes, since a search takes away what it loads.
    fn count_findable(&mut self) {
        self.findable = self.catalog.tools().filter(|tool| self.is_admissible(tool.id.as_str())).count();
    }

    /// Puts a tool that was found on the menu.
    fn load(&mut self, Planned { spec, tool, chars }: Planned) {
        self.findable = self.findable.saturating_sub(1);
        self.grown += 1;
        self.menu.append_found(spec, tool, chars);
    }

    /// The search tool, if it is to be on the menu and is not there yet.
    fn due_search_tool(&self) -> Option<MenuSpec> {
        let config = self.config.as_ref()?;
        let is_due = !self.menu.contains(&config.tool_name) && !self.is_exhausted();
        is_due.then(|| search_spec(config, self.skills.as_ref()))
    }

    /// The tool that activates skills, if there are any to activate.
    fn activation_tool(&self) -> Option<MenuSpec> {
        let search_tool = self.config.as_ref().map(|config| config.tool_name.as_str());
        self.skills.as_ref().map(|skills| activation_spec(&skills.config, search_tool))
    }
}
