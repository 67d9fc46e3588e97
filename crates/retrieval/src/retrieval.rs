//! The tools of one run.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use toolsift_core::ToolDefinition;

use crate::ceiling::{Ceiling, CeilingRecord};
use crate::code::{Code, Refusal};
use crate::command::HostCommand;
use crate::error::RetrievalError;
use crate::handle::HandleTable;
use crate::host::{Cancel, CommandRequest, CommandRunner, HostProcess, RetrievalConfig, Rows, RunError, read_rows};
use crate::label::Label;
use crate::result::{Outcome, assemble};

/// The retrieval of one run: its configuration, its ceiling and its handles.
///
/// ```no_run
/// use std::path::Path;
/// use serde_json::json;
/// use toolsift_retrieval::{Cancel, Ceiling, HostCommand, Label, Retrieval, RetrievalConfig};
///
/// let config = RetrievalConfig::load(Some(Path::new("/private/loom/retrieval.json")))?;
/// let session = Ceiling::read(&json!(["owner", "work"])).ok_or("no ceiling")?;
/// let retrieval = Retrieval::open("run-1", config, [session])?;
///
/// let mut context = Label::default();
/// let outcome = retrieval.call(HostCommand::Search, &json!({ "query": "donuts" }), &context, &Cancel::new());
/// println!("{}", outcome.model);
/// if let Some(observation) = &outcome.observation {
///     observation.join_into(&mut context);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Retrieval {
    config: Option<RetrievalConfig>,
    ceiling: Ceiling,
    runner: Arc<dyn CommandRunner>,
    handles: Mutex<HandleTable>,
}

impl Retrieval {
    /// Opens the retrieval of a run under the meet of its ceilings; where none is given, and the configuration names no record, every label fits. Without a configuration
    /// there are no tools, and each call is refused.
    ///
    /// # Errors
    ///
    /// What [`RetrievalConfig::validate`], [`Ceiling::meet`] and [`HandleTable::new`] say. Nothing is advertised before all of it was checked.
    pub fn open(
        run: &str,
        config: Option<RetrievalConfig>,
        ceilings: impl IntoIterator<Item = Ceiling>,
    ) -> Result<Self, RetrievalError> {
        if let Some(config) = &config {
            config.validate()?;
        }
        let ceilings: Vec<Ceiling> = ceilings.into_iter().collect();
        Ok(Self {
            config,
            ceiling: Ceiling::meet_all(&ceilings)?,
            runner: Arc::new(HostProcess::default()),
            handles: Mutex::new(HandleTable::new(run)?),
        })
    }

    /// The same with a runner of the host's.
    #[must_use]
    pub fn with_runner(mut self, runner: Arc<dyn CommandRunner>) -> Self {
        self.runner = runner;
        self
    }

    /// The same with the handles that the run held before, where it is resumed.
    ///
    /// # Errors
    ///
    /// [`RetrievalError::Table`] for the table of another run: it would hold what this one has not observed.
    pub fn with_handles(mut self, handles: HandleTable) -> Result<Self, RetrievalError> {
        if handles.run() != self.lock().run() {
            return Err(RetrievalError::Table { fault: "it belongs to another run" });
        }
        self.handles = Mutex::new(handles);
        Ok(self)
    }

    /// The tools of the run: eight, or none without a configuration.
    #[must_use]
    pub fn tools(&self) -> Vec<ToolDefinition> {
        self.config.as_ref().map(RetrievalConfig::tools).unwrap_or_default()
    }

    /// A copy of what the run holds now.
    #[must_use]
    pub fn handles(&self) -> HandleTable {
        self.lock().clone()
    }

    /// Runs a command and measures what it gives. `context` is the label of what the run has observed so far.
    ///
    /// What can be wrong is told in this order, and nothing is started before the first four were asked: no configuration, a turn that was given up, a ceiling that
    /// cannot be known, wrong arguments; then a command that fails, an answer that is no JSON, a refusal of the host, another version, another shape.
    ///
    /// # Complexity
    ///
    /// The host's command, then linear in what it printed, of which at most [`MAX_OUTPUT_BYTES`](crate::limits::MAX_OUTPUT_BYTES) are read.
    #[must_use]
    pub fn call(&self, command: HostCommand, arguments: &Value, context: &Label, cancel: &Cancel) -> Outcome {
        match self.fetch(command, arguments, cancel) {
            Ok((rows, ceiling)) => assemble(command, rows, &ceiling, context, &mut self.lock()),
            Err(refusal) => {
                tracing::warn!(code = refusal.code.as_str(), tool = command.tool_name(), "a retrieval has no rows");
                refusal.into()
            }
        }
    }

    fn fetch(&self, command: HostCommand, arguments: &Value, cancel: &Cancel) -> Result<(Rows, Ceiling), Refusal> {
        let config = self.config.as_ref().ok_or(Code::NotConfigured)?;
        if cancel.is_cancelled() {
            return Err(Code::Cancelled.into());
        }
        let ceiling = self.ceiling_now(config).ok_or(Code::CeilingUnavailable)?;
        let built = command.build(arguments)?;
        let request = CommandRequest {
            program: config.cli_path.clone(),
            args: config.cli_args.iter().cloned().chain(built.args).collect(),
            env: config.transport.environment(),
        };
        let output = self.runner.run(&request, cancel).map_err(|error| match error {
            RunError::Cancelled => Code::Cancelled,
            _ => Code::CommandFailed,
        })?;
        Ok((read_rows(command, built.names_a_person, &output)?, ceiling))
    }

    /// The run's ceiling met with that of the record, where one is named. A record that cannot be read, was written for other facets, or cannot be met is not "no
    /// ceiling".
    fn ceiling_now(&self, config: &RetrievalConfig) -> Option<Ceiling> {
        let Some(path) = &config.read_ceiling_file else { return Some(self.ceiling.clone()) };
        let record = CeilingRecord::load(path)?;
        if let Some(facets) = &config.facets {
            let (mut asked, mut given) = (facets.clone(), record.facets);
            asked.sort();
            given.sort();
            if asked != given {
                return None;
            }
        }
        self.ceiling.meet(&record.ceiling).ok()
    }

    /// A holder that panicked leaves a table that is whole: its methods change it at their end.
    fn lock(&self) -> MutexGuard<'_, HandleTable> {
        self.handles.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Retrieval {
    /// Neither rows nor addresses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = self.lock().len();
        f.debug_struct("Retrieval").field("config", &self.config).field("held", &held).finish_non_exhaustive()
    }
}
