//! A search between its question and its record.

use std::collections::BTreeSet;

use toolsift_core::{Hit, ToolId};
use toolsift_replay::{Position, SearchChoice};

use crate::page::texts;
use crate::result::Output;
use crate::run::Run;
use crate::words::unmatched;

/// The most that a ranker is asked for (ADR 0125, D13).
pub const MAX_RANK_ASK: usize = 1_000;
/// How often it is asked at most, the first time included (ADR 0125, D13).
pub const MAX_RANK_ROUNDS: u32 = 4;

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

/// A question to the ranker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ask<'a> {
    /// The raw query.
    pub query: &'a str,
    /// How many hits.
    pub limit: usize,
}

/// What becomes of offered hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Offer {
    /// Too many of them may not be found: ask again, for more.
    AskMore,
    /// They are enough, or there are no more.
    Ready,
}

/// A search that waits for hits. It borrows the run, so that there is one at a time; dropping it changes nothing but the count of searches.
#[derive(Debug)]
pub struct Pending<'r> {
    run: &'r mut Run,
    search: Search,
    ask: usize,
    round: u32,
    page: Vec<ToolId>,
    on_menu: Vec<ToolId>,
    scores: Vec<(ToolId, f64)>,
}

impl<'r> Pending<'r> {
    pub(crate) fn new(run: &'r mut Run, search: Search) -> Self {
        let ask = (search.limit + run.unfindable()).min(MAX_RANK_ASK);
        Self { run, search, ask, round: 1, page: Vec::new(), on_menu: Vec::new(), scores: Vec::new() }
    }

    /// The search itself, which [`Run::apply`] takes.
    #[must_use]
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// What to ask the ranker: the page, and as many more as may turn out to be on the menu or hidden. Nothing, where nothing is left to find.
    #[must_use]
    pub fn ask(&self) -> Option<Ask<'_>> {
        (!self.run.is_exhausted()).then_some(Ask { query: &self.search.query, limit: self.ask })
    }

    /// Takes the ranker's hits. It reads no more of them than it asked for.
    ///
    /// # Complexity
    ///
    /// O(ask · log ask), the ask being at most [`MAX_RANK_ASK`], however many hits there are.
    pub fn offer(&mut self, hits: impl IntoIterator<Item = Hit>) -> Offer {
        self.page.clear();
        self.on_menu = self.named_on_menu();
        self.scores.clear();
        let mut seen = BTreeSet::new();
        let mut offered = 0;
        for hit in hits.into_iter().take(self.ask) {
            offered += 1;
            if !seen.insert(hit.id.clone()) || self.page.len() == self.search.limit {
                continue;
            }
            if self.run.is_admissible(hit.id.as_str()) {
                self.scores.push((hit.id.clone(), hit.score));
                self.page.push(hit.id);
            } else if self.run.is_available(hit.id.as_str()) && !self.on_menu.contains(&hit.id) {
                self.on_menu.push(hit.id);
            }
        }
        self.on_menu.truncate(self.search.limit);
        let is_full = self.page.len() == self.search.limit;
        if is_full || offered < self.ask || self.round == MAX_RANK_ROUNDS || self.ask == MAX_RANK_ASK {
            return Offer::Ready;
        }
        self.ask = (self.ask * 2).min(MAX_RANK_ASK);
        self.round += 1;
        Offer::AskMore
    }

    /// The choice that follows from the offered hits, to be kept before [`Run::apply`] lets it take effect.
    ///
    /// `kind` is the ranker's, `terms` are those that it knows nothing of.
    #[must_use]
    pub fn record(&self, kind: &str, terms: &[String]) -> SearchChoice {
        let mut choice = SearchChoice::new(kind, &self.search.query);
        choice.results = texts(&self.page);
        choice.on_menu = texts(&self.on_menu);
        choice.unmatched = unmatched(&self.search.query, terms);
        let composed = self.run.compose(&self.search, &choice, None);
        choice.loaded = composed.loaded.into_iter().map(|planned| planned.spec.name).collect();
        choice.note = composed.note.map(|note| note.code().to_owned());
        choice.result_bytes = Some(Output::Search(composed.result).to_json().len() as u64);
        choice
    }

    /// For the host: how good each hit of the page is, in thousandths of the ceiling.
    #[must_use]
    pub fn strengths(&self, ceiling: Option<f64>) -> Vec<(ToolId, u16)> {
        let Some(ceiling) = ceiling.filter(|ceiling| ceiling.is_finite() && *ceiling > 0.0) else { return Vec::new() };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to 0..=1000, and NaN is 0"
        )]
        let thousandths = |score: f64| (score / ceiling * 1_000.0).clamp(0.0, 1_000.0).round() as u16;
        self.scores.iter().map(|(id, score)| (id.clone(), thousandths(*score))).collect()
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
