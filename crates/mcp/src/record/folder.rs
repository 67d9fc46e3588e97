//! The folder of records: what is known at each state, and what servers listed, beside the folders of sessions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolsift::contracts::{SkillDefinition, SkillSnapshot, ToolDefinition};
use toolsift::replay::FolderStore;

use super::config::SessionConfig;
use super::layout::{SERVERS, instructions, json};
use super::recorder::Recorder;
use super::shelf::Shelf;
use super::turn::LISTED;
use crate::error::GatewayError;
use crate::known::Known;
use crate::live::Live;
use crate::status::Away;

/// A list of definitions: the digest of each by its id.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    tools: BTreeMap<String, String>,
    skills: BTreeMap<String, String>,
}

/// The definitions of each server by digest, as `servers.json` has them.
type Servers = BTreeMap<String, Vec<String>>;

/// What each server listed last, by its name.
pub(crate) type Stored = BTreeMap<String, Vec<ToolDefinition>>;

/// Where the records of sessions go.
#[derive(Debug)]
pub(crate) struct Records {
    root: PathBuf,
    /// What each server listed in earlier processes.
    stored: Stored,
    /// The same and what servers have listed since, each definition by its digest.
    servers: Mutex<Servers>,
}

impl Records {
    /// The records of a folder, which is made if it is not there.
    pub(crate) fn open(root: &Path) -> Result<Self, GatewayError> {
        std::fs::create_dir_all(root).map_err(|source| GatewayError::file(root, source))?;
        let definitions = Shelf::new(root.join("definitions"));
        let servers: Servers = std::fs::read(root.join(SERVERS))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        let definition = |digest: &String| serde_json::from_str(&definitions.text(digest)?).ok();
        let of = |digests: &Vec<String>| digests.iter().filter_map(definition).collect();
        let stored = servers.iter().map(|(name, digests)| (name.clone(), of(digests))).collect();
        Ok(Self { root: root.to_owned(), stored, servers: Mutex::new(servers) })
    }

    /// Keeps what is known at a state, and answers the digest by which records name it.
    pub(crate) fn note(&self, live: &Live) -> Result<String, GatewayError> {
        let (listed, digest) = self.shelve(&live.known)?;
        let definitions = Shelf::new(self.root.join("definitions"));
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        for (name, tools) in live.confirmed() {
            let digest = |tool: &ToolDefinition| match listed.tools.get(tool.id.as_str()) {
                Some(digest) => Ok(digest.clone()),
                // It is not found by searches, and can be called.
                None => definitions.keep(&json(tool)),
            };
            servers.insert(name.to_owned(), tools.into_iter().map(digest).collect::<Result<_, _>>()?);
        }
        let path = self.root.join(SERVERS);
        let unfinished = self.root.join(format!("{SERVERS}.{}.part", std::process::id()));
        let write = || {
            std::fs::write(&unfinished, json(&*servers))?;
            std::fs::rename(&unfinished, &path)
        };
        write().map_err(|source| GatewayError::file(&path, source))?;
        Ok(digest)
    }

    /// What each server listed in earlier processes. It is what servers said, and the operator's word is not a part of it.
    pub(crate) fn stored(&self) -> &Stored {
        &self.stored
    }

    fn shelve(&self, known: &Known) -> Result<(Listed, String), GatewayError> {
        let definitions = Shelf::new(self.root.join("definitions"));
        let mut listed = Listed::default();
        for (id, tool) in &known.tools {
            listed.tools.insert(id.to_string(), definitions.keep(&json(&**tool))?);
        }
        for skill in known.skills.skills() {
            // The instructions are kept when they are delivered.
            let mut skill = skill.clone();
            skill.instructions = "".into();
            listed.skills.insert(skill.id.to_string(), definitions.keep(&json(&skill))?);
        }
        let digest = Shelf::new(self.root.join("catalogs")).keep(&json(&listed))?;
        Ok((listed, digest))
    }

    /// What a list of definitions holds, as far as its parts are there, and how many are not. Nothing, where the list itself is not.
    pub(super) fn known(root: &Path, catalog: &str) -> Option<(Known, usize)> {
        let listed: Listed = serde_json::from_str(&Shelf::new(root.join("catalogs")).text(catalog)?).ok()?;
        let definitions = Shelf::new(root.join("definitions"));
        let tool = |digest: &String| serde_json::from_str::<ToolDefinition>(&definitions.text(digest)?).ok();
        let skill = |digest: &String| serde_json::from_str::<SkillDefinition>(&definitions.text(digest)?).ok();
        let tools: Vec<ToolDefinition> = listed.tools.values().filter_map(tool).collect();
        let skills: Vec<SkillDefinition> = listed.skills.values().filter_map(skill).collect();
        let missing = listed.tools.len() + listed.skills.len() - tools.len() - skills.len();
        let known = Known {
            tools: tools.into_iter().map(|tool| (tool.id.clone(), tool.into())).collect(),
            skills: SkillSnapshot::new(skills).ok()?,
        };
        Some((known, missing))
    }

    /// The store of instructions that were delivered.
    pub(crate) fn instruction_store(&self) -> Result<FolderStore, GatewayError> {
        let folder = instructions(&self.root);
        FolderStore::open(&folder).map_err(|source| GatewayError::file(&folder, source))
    }

    /// Begins the record of a session, with the catalogues that it has taken already. What could not be begun leaves no folder, so that it can be tried again.
    pub(crate) fn begin(&self, config: &SessionConfig, states: &[(String, Away)]) -> Result<Recorder, GatewayError> {
        let folder = self.root.join(&config.name);
        std::fs::create_dir(&folder).map_err(|source| GatewayError::file(&folder, source))?;
        let begun = Recorder::begin(&self.root, config).and_then(|mut recorder| {
            let nothing = || Value::Object(serde_json::Map::new());
            states.iter().try_for_each(|(list, away)| recorder.turn(list, LISTED, nothing(), away).map(drop))?;
            Ok(recorder)
        });
        begun.inspect_err(|_| drop(std::fs::remove_dir_all(&folder)))
    }

    /// Takes the record of an earlier process up again, if there is one under a handle that can be read.
    pub(crate) fn resume(&self, handle: &str) -> Option<Recorder> {
        Recorder::resume(&self.root, handle)
    }
}
