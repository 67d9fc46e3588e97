//! The part of a gateway that can be exchanged while it runs: its servers and its skills.

use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use toolsift::contracts::{Ranking, SkillSnapshot};
use toolsift_catalog::{FolderInstructions, Skill, load_skills};

use crate::config::Config;
use crate::error::GatewayError;
use crate::upstream::Upstream;

/// Servers and skills as a configuration names them. It never changes; a reload makes another one, which shares the servers that are the same.
#[derive(Debug)]
pub(super) struct Setup {
    /// In the order of their names.
    servers: Vec<Arc<Running>>,
    pub(super) skills: SkillSnapshot,
    pub(super) instructions: FolderInstructions,
    pub(super) ranking: Ranking,
}

/// A server and the task that keeps it connected. Dropping it ends both.
#[derive(Debug)]
struct Running {
    upstream: Arc<Upstream>,
    task: JoinHandle<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What a reload did, by the names of servers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Reloaded {
    /// Servers that are new.
    pub added: Vec<String>,
    /// Servers that are gone.
    pub removed: Vec<String>,
    /// Servers that are configured otherwise than before, and were connected anew.
    pub changed: Vec<String>,
    /// Servers that are as they were, with their connections.
    pub kept: Vec<String>,
    /// Fields of the configuration that differ and take effect when the gateway is started anew.
    pub restart: Vec<&'static str>,
}

impl Setup {
    /// Starts what a configuration names, taking servers over from another setup where they are the same.
    pub(super) fn new(
        config: &Config,
        before: Option<&Self>,
        version: &watch::Sender<u64>,
    ) -> Result<(Self, Reloaded), GatewayError> {
        let mut skills = Vec::<Skill>::new();
        for folder in &config.skills {
            let loaded = load_skills(folder)?;
            loaded.failures.iter().for_each(|failure| tracing::warn!(%failure, "a skill was passed over"));
            skills.extend(loaded.skills);
        }
        let instructions = FolderInstructions::new(&skills)?;
        let skills = SkillSnapshot::new(skills.into_iter().map(|skill| skill.definition).collect())?;
        let (mut servers, mut reloaded) = (Vec::new(), Reloaded::default());
        let running = |name: &str| before?.servers.iter().find(|running| running.upstream.name() == name);
        for server in &config.servers {
            match running(&server.name) {
                Some(same) if same.upstream.config() == server => {
                    reloaded.kept.push(server.name.clone());
                    servers.push(same.clone());
                    continue;
                }
                Some(_) => reloaded.changed.push(server.name.clone()),
                None => reloaded.added.push(server.name.clone()),
            }
            let upstream = Arc::new(Upstream::new(server.clone(), config.limits, version.clone()));
            let polled = upstream.clone();
            let task = tokio::spawn(async move { polled.run().await });
            servers.push(Arc::new(Running { upstream, task }));
        }
        let gone = before.into_iter().flat_map(Self::upstreams).map(|upstream| upstream.name());
        let gone = gone.filter(|name| !config.servers.iter().any(|server| server.name == *name));
        reloaded.removed.extend(gone.map(str::to_owned));
        Ok((Self { servers, skills, instructions, ranking: config.ranking }, reloaded))
    }

    /// The servers, in the order of their names.
    pub(super) fn upstreams(&self) -> impl Iterator<Item = &Arc<Upstream>> {
        self.servers.iter().map(|running| &running.upstream)
    }
}
