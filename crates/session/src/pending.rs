//! A search between its question and its record.

use toolsift_core::limits::{MAX_RANK_ASK, MAX_RANK_ROUNDS};
use toolsift_core::{Hit, Ranking, ToolId};
use toolsift_replay::{Position, SearchChoice};

use crate::page::texts;
use crate::result::Output;
use crate::run::Run;
use crate::words::unmatched;

/// A search that was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Search {
    /// Where in the loop it stands.
    pub at: Position,
    /// The query as the model wrote it.
    pub query: String,
    /// How many hits it may have.
    pub limit: usize,
}

/// A question to a ranker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ask<'a> {
    /// Which ranker is asked.
    pub of: Asks,
    /// The raw query.
    pub query: &'a str,
    /// How many hits.
    pub limit: usize,
}

/// Which ranker is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Asks {
    /// That of tools, or of trusted ones where the others are ranked apart. It never sees a skill.
    Tools,
    /// That of un-vouched tools, where they are ranked apart. It is asked behind that of trusted ones.
    Untrusted,
    /// That of skills, under their own ids. It is asked behind the others.
    Skills,
}

/// What becomes of offered hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Offer {
    /// There is another question: too many hits may not be found, or un-vouched tools or skills are to be ranked, too.
    AskMore,
    /// They are enough, or there are no more.
    Ready,
}

/// A search that waits for hits. It borrows the run, so that there is one at a time; dropping it changes nothing but the count of searches.
#[derive(Debug)]
pub struct Pending<'r> {
    run: &'r mut Run,
    search: Search,
    /// The question that is open.
    asks: Option<Asks>,
    ask: usize,
    round: u32,
    /// Of the ranker of tools.
    tools: Vec<Found>,
    /// Of the ranker of un-vouched tools.
    untrusted: Vec<Found>,
    /// Of the ranker of skills.
    skills: Vec<String>,
    on_menu: Vec<ToolId>,
    /// How many of them were known before the open question.
    on_menu_before: usize,
}

/// What a ranker of tools found.
#[derive(Debug)]
enum Found {
    /// A tool with its score.
    Tool(ToolId, f64),
    /// A skill that is ranked among the tools.
    Skill(String),
}

impl Found {
    fn as_tool(&self) -> Option<(&ToolId, f64)> {
        match self {
            Self::Tool(id, score) => Some((id, *score)),
            Self::Skill(_) => None,
        }
    }

    fn as_skill(&self) -> Option<&String> {
        match self {
            Self::Tool(..) => None,
            Self::Skill(id) => Some(id),
        }
    }
}

/// What of each list is on a page, in this order but for skills that are ranked among the tools.
struct Page<'p> {
    tools: &'p [Found],
    untrusted: &'p [Found],
    skills: &'p [String],
}

impl<'r> Pending<'r> {
    pub(crate) fn new(run: &'r mut Run, search: Search) -> Self {
        let mut pending = Self {
            run,
            search,
            asks: None,
            ask: 0,
            round: 0,
            tools: Vec::new(),
            untrusted: Vec::new(),
            skills: Vec::new(),
            on_menu: Vec::new(),
            on_menu_before: 0,
        };
        pending.on_menu = pending.named_on_menu();
        pending.open_next();
        pending
    }

    /// Opens the next question, if there is one.
    fn open_next(&mut self) {
        let asked = self.asks;
        let all = [Asks::Tools, Asks::Untrusted, Asks::Skills];
        self.asks = all.into_iter().filter(|asks| Some(*asks) > asked).find(|asks| self.is_due(*asks));
        self.round = 1;
        self.on_menu_before = self.on_menu.len();
        let hidden = match self.asks {
            Some(Asks::Tools) if self.is_together() => self.run.unfindable() + self.run.active_skills().len(),
            Some(Asks::Tools | Asks::Untrusted) => self.run.unfindable(),
            _ => self.run.active_skills().len(),
        };
        self.ask = (self.search.limit + hidden).min(MAX_RANK_ASK);
    }

    /// Whether a ranker has anything left to find.
    fn is_due(&self, asks: Asks) -> bool {
        match asks {
            Asks::Tools if self.is_together() => !self.run.is_exhausted(),
            Asks::Tools => self.run.findable > 0,
            Asks::Untrusted => self.run.is_guarded() && self.run.findable > 0,
            Asks::Skills => !self.is_together() && self.run.has_findable_skills(),
        }
    }

    /// Whether the ranker of tools ranks skills among them.
    fn is_together(&self) -> bool {
        self.run.ranks_together()
    }

    pub(crate) fn run(&self) -> &Run {
        self.run
    }

    /// The search itself, which [`Run::apply`] takes.
    #[must_use]
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// What to ask next: the page, and as many more as may turn out to be on the menu, hidden or active. Nothing, where nothing is left to find or all is offered.
    #[must_use]
    pub fn ask(&self) -> Option<Ask<'_>> {
        Some(Ask { of: self.asks?, query: &self.search.query, limit: self.ask })
    }

    /// Takes the hits of the ranker that [`ask`](Self::ask) names. It reads no more of them than it asked for.
    ///
    /// # Complexity
    ///
    /// O(ask · page), the ask being at most [`MAX_RANK_ASK`], however many hits there are.
    pub fn offer(&mut self, hits: impl IntoIterator<Item = Hit>) -> Offer {
        let Some(asks) = self.asks else { return Offer::Ready };
        let (offered, found) = match asks {
            Asks::Tools | Asks::Untrusted => self.take_tools(asks, hits),
            Asks::Skills => self.take_skills(hits),
        };
        let is_enough = found == self.search.limit || offered < self.ask;
        if is_enough || self.round == MAX_RANK_ROUNDS || self.ask == MAX_RANK_ASK {
            self.open_next();
            return if self.asks.is_some() { Offer::AskMore } else { Offer::Ready };
        }
        self.ask = (self.ask * 2).min(MAX_RANK_ASK);
        self.round += 1;
        Offer::AskMore
    }

    /// Takes the hits of a ranker of tools; answers how many it read, and how many of them are for the page. Where there are two, each counts for what it ranks only.
    fn take_tools(&mut self, asks: Asks, hits: impl IntoIterator<Item = Hit>) -> (usize, usize) {
        self.on_menu.truncate(self.on_menu_before);
        let (mut offered, mut found) = (0, Vec::new());
        let (is_guarded, of_trusted) = (self.run.is_guarded(), asks == Asks::Tools);
        let has_skills = of_trusted && self.is_together();
        for hit in hits.into_iter().take(self.ask) {
            if found.len() == self.search.limit {
                // The page is full, and what comes behind it changes nothing.
                break;
            }
            offered += 1;
            let skill = hit.id.as_skill().filter(|_| has_skills);
            if let Some(skill) = skill.filter(|skill| self.run.is_findable_skill(skill)) {
                if !found.iter().filter_map(Found::as_skill).any(|known| known == skill) {
                    found.push(Found::Skill(skill.to_owned()));
                }
            } else if self.run.is_admissible(hit.id.as_str()) {
                let is_new = || !found.iter().filter_map(Found::as_tool).any(|(known, _)| *known == hit.id);
                if (!is_guarded || self.run.is_trusted(hit.id.as_str()) == of_trusted) && is_new() {
                    found.push(Found::Tool(hit.id, hit.score));
                }
            } else if self.on_menu.len() < self.search.limit
                && self.run.is_available(hit.id.as_str())
                && !self.on_menu.contains(&hit.id)
            {
                self.on_menu.push(hit.id);
            }
        }
        self.on_menu.truncate(self.search.limit);
        let count = found.len();
        if of_trusted {
            self.tools = found
        } else {
            self.untrusted = found
        }
        (offered, count)
    }

    /// Takes the hits of the ranker of skills.
    fn take_skills(&mut self, hits: impl IntoIterator<Item = Hit>) -> (usize, usize) {
        self.skills.clear();
        let mut offered = 0;
        for hit in hits.into_iter().take(self.ask) {
            if self.skills.len() == self.search.limit {
                break;
            }
            offered += 1;
            let id = hit.id.as_str();
            if self.run.is_findable_skill(id) && !self.skills.iter().any(|known| known == id) {
                self.skills.push(id.to_owned());
            }
        }
        (offered, self.skills.len())
    }

    /// What of each list is on the page. Where two rankers rank tools and skills, their hits take turns, tools first, until it is full, and one that runs out leaves its
    /// places to the other; what tools have of it trusted and un-vouched ones [share](Ranking::shares). Scores of two rankers are never compared.
    fn page(&self) -> Page<'_> {
        let (limit, skills) = (self.search.limit, self.skills.len());
        let places = limit.div_ceil(2).max(limit.saturating_sub(skills));
        let (tools, untrusted) = Ranking::shares(self.tools.len(), self.untrusted.len(), places);
        let skills = skills.min(limit - tools - untrusted);
        Page {
            tools: self.tools.get(..tools).unwrap_or_default(),
            untrusted: self.untrusted.get(..untrusted).unwrap_or_default(),
            skills: self.skills.get(..skills).unwrap_or_default(),
        }
    }

    /// The choice that follows from the offered hits, to be kept before [`Run::apply`] lets it take effect.
    ///
    /// `kind` is the kind of the ranker of tools, `terms` are those that it knows nothing of, and none of the other rankers either.
    #[must_use]
    pub fn record(&self, kind: &str, terms: &[String]) -> SearchChoice {
        let Page { tools, untrusted, skills } = self.page();
        let mut choice = SearchChoice::new(kind, &self.search.query);
        choice.results = texts(tools.iter().chain(untrusted).filter_map(Found::as_tool).map(|(id, _)| id));
        choice.skills =
            self.run.finds_skills().then(|| tools.iter().filter_map(Found::as_skill).chain(skills).cloned().collect());
        choice.on_menu = texts(&self.on_menu);
        choice.unmatched = unmatched(&self.search.query, terms);
        let composed = self.run.compose(&self.search, &choice, None);
        choice.loaded = composed.loaded.into_iter().map(|planned| planned.spec.name).collect();
        choice.note = composed.note.map(|note| note.code().to_owned());
        choice.result_bytes = Some(Output::Search(composed.result).to_json().len() as u64);
        choice
    }

    /// For the host: how good each hit of the page is, in thousandths of the ceiling of the ranker of tools. Of tools that another one ranks, nothing is said.
    #[must_use]
    pub fn strengths(&self, ceiling: Option<f64>) -> Vec<(ToolId, u16)> {
        let Some(ceiling) = ceiling.filter(|ceiling| ceiling.is_finite() && *ceiling > 0.0) else { return Vec::new() };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to 0..=1000, and NaN is 0"
        )]
        let thousandths = |score: f64| (score / ceiling * 1_000.0).clamp(0.0, 1_000.0).round() as u16;
        let tools = self.page().tools.iter().filter_map(Found::as_tool);
        tools.map(|(id, score)| (id.clone(), thousandths(score))).collect()
    }

    /// Tools on the menu that the query names.
    fn named_on_menu(&self) -> Vec<ToolId> {
        let mut named = Vec::new();
        for word in self.search.query.split(|c: char| !c.is_alphanumeric() && !"_-./:".contains(c)).take(MAX_RANK_ASK) {
            let entry = self.run.menu.get(word).filter(|_| self.run.is_available(word));
            let tool = entry.and_then(|entry| entry.tool.as_ref());
            if let Some(tool) = tool.filter(|tool| !named.contains(&tool.id)) {
                named.push(tool.id.clone());
            }
        }
        named
    }
}
