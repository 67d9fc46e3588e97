//! Everything that can be found and called at one moment, of all servers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use toolsift::bm25f_index::IndexError;
use toolsift::contracts::{Annotations, Ranking, SkillSnapshot, ToolId};
use toolsift::prelude::{Answer, Params, Searcher, Stopwords};
use toolsift::trust_policy::{
    combined_search_docs, is_offerable_skill_id, is_searchable, skill_search_docs, tool_search_docs,
};

use crate::known::Known;
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
    searcher: Searcher,
    /// Ids that two servers' tools came to; the first server by name has it.
    pub(crate) clashes: Vec<ToolId>,
}

impl Live {
    /// The catalogue of some servers as they are now.
    ///
    /// # Complexity
    ///
    /// As an index over all tools.
    pub(crate) fn build(
        version: u64,
        upstreams: &[Arc<Upstream>],
        skills: &SkillSnapshot,
        ranking: Ranking,
    ) -> Result<Self, IndexError> {
        let (mut entries, mut away) = (BTreeMap::new(), BTreeSet::new());
        let (mut annotations, mut clashes) = (Annotations::new(), Vec::new());
        for server in upstreams {
            let health = server.health();
            for tool in health.tools.iter() {
                let id = &tool.definition.id;
                if health.state != State::Ready {
                    away.insert(id.clone());
                } else if entries.contains_key(id) {
                    clashes.push(id.clone());
                } else {
                    if let Some(words) = server.config().tools.get(&tool.name) {
                        annotations.insert(id.clone(), words.clone());
                    }
                    entries.insert(id.clone(), Entry { tool: tool.clone(), server: server.clone() });
                }
            }
        }
        let definitions = || entries.values().map(|entry| &entry.tool.definition);
        let docs = tool_search_docs(definitions(), &annotations);
        let offerable = skills.skills().filter(|skill| is_offerable_skill_id(skill.id.as_str()));
        let docs = combined_search_docs(&docs, &skill_search_docs(offerable));
        let searcher = Searcher::build(&docs, &Params::default().with_ranking(ranking), Stopwords::default())?;
        let searchable = definitions().filter(|tool| is_searchable(tool, annotations.contains_key(&tool.id)));
        let tools = searchable.map(|tool| (tool.id.clone(), Arc::new(tool.clone()))).collect();
        let known = Known { tools, skills: skills.clone() };
        Ok(Self { version, known, entries, away, searcher, clashes })
    }

    /// The best hits for a query.
    pub(crate) fn search(&self, query: &str, limit: usize) -> Answer {
        self.searcher.search(query, limit)
    }

    /// A tool that can be called.
    pub(crate) fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.get(&ToolId::new(id).ok()?)
    }

    /// Whether a tool is known and its server is not there.
    pub(crate) fn is_away(&self, id: &str) -> bool {
        ToolId::new(id).is_ok_and(|id| self.away.contains(&id))
    }
}
