//! One run: its menu, its budget of searches, and the protocol by which both change.

use serde_json::Value;
use toolsift_core::{CatalogSnapshot, SearchDoc, ToolDefinition};
use toolsift_replay::{LoopName, Position, SearchChoice, admit};
use toolsift_trust_policy::{MAX_PLAIN_ID_CHARS, MenuSpec, is_searchable, tool_search_docs, tool_spec};

use crate::code::Code;
use crate::config::{Setup, ToolSearchConfig};
use crate::error::ConfigError;
use crate::menu::{Menu, MenuEntry, Origin, spec_chars};
use crate::meta_tool::{SearchInput, search_spec};
use crate::page::{Composed, Planned, loadable};
use crate::pending::{Pending, Search};
use crate::result::{Outcome, Output};

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

/// How a search begins.
#[derive(Debug)]
#[non_exhaustive]
pub enum Begin<'r> {
    /// It does not: this is its result, and nothing is recorded.
    Refused(Outcome),
    /// It waits for hits, or for its record.
    Pending(Pending<'r>),
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
    searches: usize,
    /// How many tools may still be found.
    findable: usize,
}

impl Run {
    /// A run at its beginning.
    ///
    /// # Errors
    ///
    /// A [`ConfigError`] that names the field.
    pub fn new(setup: Setup) -> Result<Self, ConfigError> {
        let Setup { name, tools, skill_tools, catalog, search } = setup;
        let mut run = Self { name, config: None, catalog, menu: Menu::default(), searches: 0, findable: 0 };
        let mut menu = Menu::default();
        for (field, tools, origin) in [("tools", tools, Origin::Definition), ("skillTools", skill_tools, Origin::Skill)]
        {
            for tool in tools {
                if origin == Origin::Definition && menu.contains(tool.id.as_str()) {
                    return Err(ConfigError::NameTaken { field, name: tool.id.to_string() });
                }
                let spec = tool_spec(&tool).map_err(|source| ConfigError::Policy { field, source })?;
                menu.append(spec, Some(tool), origin);
            }
        }
        let Some(config) = search else {
            run.menu = menu;
            return Ok(run);
        };
        config.check()?;
        if menu.contains(&config.tool_name) || run.catalog.get(&config.tool_name).is_some() {
            return Err(ConfigError::NameTaken { field: "toolSearch.toolName", name: config.tool_name });
        }
        for id in &config.always_loaded {
            let field = "toolSearch.alwaysLoaded";
            let tool =
                run.catalog.get(id.as_str()).ok_or_else(|| ConfigError::UnknownTool { field, id: id.clone() })?;
            let spec = tool_spec(tool).map_err(|source| ConfigError::Policy { field, source })?;
            menu.append(spec, Some(tool.clone()), Origin::AlwaysLoaded);
        }
        run.config = Some(config);
        // What may be searched depends on the menu, and whether the search tool leads the menu on what may be searched.
        run.menu = menu;
        run.count_findable();
        if let Some(spec) = run.due_search_tool() {
            run.menu = run.menu.led_by(spec);
        }
        Ok(run)
    }

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

    /// The documents of the tools that may be searched: what a ranker of this run may know. Tools that are on the menu are among them.
    #[must_use]
    pub fn search_docs(&self) -> std::sync::Arc<[SearchDoc]> {
        match &self.config {
            Some(config) => tool_search_docs(self.allowed(config), &config.annotations),
            None => std::sync::Arc::default(),
        }
    }

    /// The most that the specs on the menu can come to, in characters: what is there, and the largest tools that may still be found.
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
        if let Some(spec) = self.due_search_tool() {
            // Over a growing catalogue it comes late, and stays.
            self.menu.append(spec, None, Origin::Meta);
        }
    }

    /// Begins a search: reads its arguments, then counts it. A refused one counts nothing.
    ///
    /// # Complexity
    ///
    /// Constant.
    pub fn begin(&mut self, at: Position, call: &Call) -> Begin<'_> {
        let input = match self.input(call) {
            Ok(input) => input,
            Err(code) => return Begin::Refused(Outcome::refused(code)),
        };
        self.searches += 1;
        let search = Search { at, query: input.query, limit: input.limit };
        Begin::Pending(Pending::new(self, search))
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
        let bytes = output.to_json().len() as u64;
        /// Longest result that a record may claim, in bytes.
        const MAX_RESULT_BYTES: u64 = 1 << 20;
        let recorded = choice.result_bytes.filter(|bytes| made == Made::Recorded && *bytes <= MAX_RESULT_BYTES);
        Outcome { output, tainted, accounted_bytes: recorded.unwrap_or(bytes), strengths: Vec::new() }
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

    /// Whether nothing is left to be found.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.findable == 0
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
        self.menu.append_found(spec, tool, chars);
    }

    fn allowed<'a>(&'a self, config: &'a ToolSearchConfig) -> impl Iterator<Item = &'a ToolDefinition> {
        // A tool of the definition or of a skill stands in for one of the catalogue with its id.
        let own = |id: &str| {
            let entry = self.menu.get(id).filter(|entry| matches!(entry.origin, Origin::Definition | Origin::Skill));
            entry.and_then(|entry| entry.tool.as_ref())
        };
        let allowed = self.catalog.tools().filter(|tool| config.allows(tool.id.as_str()));
        allowed.map(move |tool| own(tool.id.as_str()).unwrap_or(tool))
    }

    /// The search tool, if it is to be on the menu and is not there yet.
    fn due_search_tool(&self) -> Option<MenuSpec> {
        let config = self.config.as_ref()?;
        (!self.menu.contains(&config.tool_name) && !self.is_exhausted()).then(|| search_spec(config))
    }

    /// Sets what a checkpoint says, within what is allowed, and answers what is not there any more. The search tool stands among the found
    /// tools where it came late.
    pub(crate) fn restore(&mut self, found: &[String], leads: bool, searches: usize) -> Vec<String> {
        let Some(config) = self.config.clone() else { return found.to_vec() };
        self.searches = searches.min(config.max_searches);
        let late = found.iter().position(|name| *name == config.tool_name);
        if late.is_some() {
            self.menu = self.menu.without_meta();
        } else if leads && !self.menu.contains(&config.tool_name) {
            self.menu = self.menu.led_by(search_spec(&config));
        }
        let found_before = found.get(..late.unwrap_or(found.len())).unwrap_or_default();
        let found_after = late.and_then(|late| found.get(late + 1..)).unwrap_or_default();
        self.load_all(found_before, config.max_loaded);
        if late.is_some() {
            self.menu.append(search_spec(&config), None, Origin::Meta);
        }
        self.load_all(found_after, config.max_loaded);
        found.iter().filter(|name| !self.menu.contains(name)).cloned().collect()
    }

    fn load_all(&mut self, found: &[String], cap: usize) {
        let found = admit(found, |id| self.is_admissible(id), cap);
        self.plan(&found).fitting.into_iter().for_each(|planned| self.load(planned));
    }
}
