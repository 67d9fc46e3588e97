//! Which instance the host's program talks to.

use std::ffi::OsString;
use std::path::PathBuf;

use serde_json::Value;

use super::config::{closed, path, required};
use crate::error::RetrievalError;
use crate::fields::Fields;
use crate::limits::MAX_RUN_ID_CHARS;

/// How the host's program reaches its store. It is told by its environment alone, so no argument can say otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Transport {
    /// Through the queue of a broker, which runs reads and searches with what it was started with.
    Broker {
        /// Where the queue is.
        queue_path: PathBuf,
    },
    /// On one instance.
    Direct {
        /// Where the instance is.
        instance_dir: PathBuf,
        /// Who the run is.
        run_id: String,
        /// Who writes; nothing here does, so that it is carried and not used.
        actor: Option<String>,
    },
}

impl Transport {
    /// The variables that the program is started with.
    #[must_use]
    pub fn environment(&self) -> Vec<(&'static str, OsString)> {
        match self {
            Self::Broker { queue_path } => {
                vec![("LOOM_PAGE_RPC_QUEUE", queue_path.into()), ("LOOM_SEARCH_BROKER_QUEUE", queue_path.into())]
            }
            Self::Direct { instance_dir, run_id, .. } => {
                vec![("LOOM_INSTANCE_DIR", instance_dir.into()), ("LOOM_DISPATCH_ID", run_id.into())]
            }
        }
    }

    pub(super) fn read(value: &Value) -> Result<Self, RetrievalError> {
        let field = |field, rule| RetrievalError::Field { field, rule };
        let kind = Fields::open(value).and_then(|fields| fields.get("kind")?.as_str());
        match kind {
            Some("broker") => {
                let fields = closed(value, "transport", &["kind", "queuePath"])?;
                Ok(Self::Broker { queue_path: required(fields, "queuePath", "transport.queuePath")?.into() })
            }
            Some("direct") => {
                let fields = closed(value, "transport", &["kind", "instanceDir", "runId", "actor"])?;
                let actor = match fields.get("actor") {
                    None => None,
                    Some(_) => Some(required(fields, "actor", "transport.actor")?.to_owned()),
                };
                Ok(Self::Direct {
                    instance_dir: required(fields, "instanceDir", "transport.instanceDir")?.into(),
                    run_id: required(fields, "runId", "transport.runId")?.to_owned(),
                    actor,
                })
            }
            _ => Err(field("transport.kind", "must be `broker` or `direct`")),
        }
    }

    pub(super) fn validate(&self) -> Result<(), RetrievalError> {
        match self {
            Self::Broker { queue_path } => path("transport.queuePath", queue_path),
            Self::Direct { instance_dir, run_id, actor } => {
                path("transport.instanceDir", instance_dir)?;
                identity("transport.runId", run_id)?;
                actor.as_deref().map_or(Ok(()), |actor| identity("transport.actor", actor))
            }
        }
    }
}

fn identity(field: &'static str, text: &str) -> Result<(), RetrievalError> {
    let length = text.chars().take(MAX_RUN_ID_CHARS + 1).count();
    if (1..=MAX_RUN_ID_CHARS).contains(&length) && text.trim() == text && !text.chars().any(char::is_control) {
        return Ok(());
    }
    let rule = "must have 1 to 128 characters, no blanks around it and no control characters";
    Err(RetrievalError::Field { field, rule })
}
