//! Everything that can be found and called at one moment, of all servers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use toolsift::contracts::{Annotations, CatalogSnapshot, Ranking, SkillSnapshot, ToolDefinition, ToolId};
use toolsift::prelude::{Answer, Params, Searcher, Stopwords};
use toolsift::trust_policy::{
    combined_search_docs, is_offerable_skill_id, is_searchable, skill_search_docs, tool_search_docs,
};

use crate::config::VouchRule;
use crate::ids::canonical_id;
use crate::known::Known;
use crate::record::Stored;
use crate::upstream::{State, Upstream, UpstreamTool};

/// A tool and the server that it is called on.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) tool: Arc<UpstreamTool>,
    pub(crate) server: Arc<Upstream>,
}

/// One state of the catalogue: it never changes, and a search works on one from its beginning to its end.
#[derive(Debug)]
pub(crate) struct Live {
    /// Which state of the servers it was made of.
    pub(crate) version: u64,
    /// What can be found.
    pub(crate) known: Known,
    /// The tools of servers that are there.
    entries: BTreeMap<ToolId, Entry>,
    /// The tools of servers that are not, as they last were.
    away: BTreeSet<ToolId>,
    /// What servers that have not been there yet listed in an earlier process: it can be found and described, and not called.
    unconfirmed: BTreeMap<ToolId, Arc<ToolDefinition>>,
    /// Made for the first search. Nothing, where there is more than an index holds: then tools can be called and not found.
    searcher: OnceLock<Option<Searcher>>,
    snapshot: OnceLock<CatalogSnapshot>,
    /// Whether un-vouched tools are ranked apart.
    pub(crate) ranking: Ranking,
    /// The host's words for tools.
    pub(crate) annotations: Annotations,
    /// The digest of what is known, where records are kept.
    pub(crate) catalog: String,
    /// Ids that two servers' tools came to; the first server by name has it.
    pub(crate) clashes: Vec<ToolId>,
}

impl Live {
    /// The catalogue of some servers as they are now.
    ///
    /// # Complexity
    ///
    /// Linear in the tools. The index is built by the first search.
    pub(crate) fn build<'u>(
        version: u64,
        upstreams: impl Iterator<Item = &'u Arc<Upstream>>,
        skills: &SkillSnapshot,
        ranking: Ranking,
        stored: &Stored,
    ) -> Self {
        let (mut entries, mut away) = (BTreeMap::<ToolId, Entry>::new(), BTreeSet::new());
        let mut unconfirmed = BTreeMap::new();
        let (mut annotations, mut clashes) = (Annotations::new(), Vec::new());
        for server in upstreams {
            let health = server.health();
            if health.connections == 0 {
                for definition in stored.get(server.name()).into_iter().flatten() {
                    let mut definition = definition.clone();
                    // A word that is bound to a digest is checked when the server has said what it says today.
                    definition.trust_json_schema_text = server.config().vouch == VouchRule::Everything;
                    unconfirmed.insert(definition.id.clone(), Arc::new(definition));
                }
            }
            for (tool, words) in &server.config().tools {
                if let Ok(id) = ToolId::new(canonical_id(server.name(), tool)) {
                    annotations.entry(id).or_insert_with(|| words.clone());
                }
            }
            for tool in health.tools.iter() {
                let id = &tool.definition.id;
                if health.state != State::Ready {
                    away.insert(id.clone());
                } else if entries.contains_key(id) {
                    clashes.push(id.clone());
                } else {
                    entries.insert(id.clone(), Entry { tool: tool.clone(), server: server.clone() });
                }
            }
        }
        unconfirmed.retain(|id, _| !entries.contains_key(id));
        away.extend(unconfirmed.keys().cloned());
        let confirmed = || entries.values().map(|entry| &entry.tool.definition);
        let definitions = || confirmed().chain(unconfirmed.values());
        let searchable = definitions().filter(|tool| is_searchable(tool, annotations.contains_key(&tool.id)));
        let tools = searchable.map(|tool| (tool.id.clone(), tool.clone())).collect();
        let known = Known { tools, skills: skills.clone() };
        let (searcher, snapshot, catalog) = (OnceLock::new(), OnceLock::new(), String::new());
        Self { version, known, entries, away, unconfirmed, searcher, snapshot, ranking, annotations, catalog, clashes }
    }

    /// The best hits for a query, if there is an index.
    ///
    /// # Complexity
    ///
    /// The first one as an index over all tools.
    pub(crate) fn search(&self, query: &str, limit: usize) -> Option<Answer> {
        Some(self.searcher.get_or_init(|| self.index()).as_ref()?.search(query, limit))
    }

    fn index(&self) -> Option<Searcher> {
        let docs = tool_search_docs(self.known.tools.values().map(Arc::as_ref), &self.annotations);
        let offerable = self.known.skills.skills().filter(|skill| is_offerable_skill_id(skill.id.as_str()));
        let docs = combined_search_docs(&docs, &skill_search_docs(offerable));
        let searcher = Searcher::build(&docs, &Params::default().with_ranking(self.ranking), Stopwords::default());
        searcher.inspect_err(|error| tracing::error!(%error, "the index cannot be built")).ok()
    }

    /// What can be found, as sessions take it. They share it.
    pub(crate) fn snapshot(&self) -> CatalogSnapshot {
        self.snapshot.get_or_init(|| self.known.snapshot(self.version)).clone()
    }

    /// A tool that can be called.
    pub(crate) fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.get(id)
    }

    /// The definition of a tool that can be described.
    pub(crate) fn definition(&self, id: &str) -> Option<&ToolDefinition> {
        let confirmed = self.entries.get(id).map(|entry| &entry.tool.definition);
        confirmed.or_else(|| self.unconfirmed.get(id)).map(Arc::as_ref)
    }

    /// The tools that each server that is there has confirmed, by the servers' names.
    pub(crate) fn confirmed(&self) -> BTreeMap<&str, Vec<&ToolDefinition>> {
        let mut confirmed = BTreeMap::<&str, Vec<&ToolDefinition>>::new();
        for entry in self.entries.values() {
            confirmed.entry(entry.server.name()).or_default().push(&entry.tool.definition);
        }
        confirmed
    }

    /// Whether a tool is known and its server is not there.
    pub(crate) fn is_away(&self, id: &str) -> bool {
        self.away.contains(id)
    }
}
