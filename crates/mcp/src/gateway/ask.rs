//! The four tools.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::MetaObject;
use serde::Serialize;
use serde_json::{Map, Value, json};
use tokio::time::Instant;
use toolsift::contracts::{InstructionLoader, SkillId, chars_prefix};
use toolsift::replay::{Position, SkillChoice, instructions_digest};
use toolsift::session::{MAX_INSTRUCTION_BYTES, MAX_SEARCH_QUERY_CHARS};
use toolsift::trust_policy::{is_offerable_skill_id, tool_spec};

use super::answer::Answered;
use super::{FIRST_SEARCH_PATIENCE, Gateway};
use crate::activation::Activated;
use crate::error::GatewayError;
use crate::handle::Memory;
use crate::live::Entry;
use crate::page::{Page, choice};
use crate::refusal::Refusal;
use crate::status::Away;
use crate::tools::{ACTIVATE, Asked, CALL, DESCRIBE, SEARCH};
use crate::upstream::{CallAs, CallFault, Hints, Relay};

/// Longest id that nobody has and an answer names, in characters.
const MAX_ECHO_CHARS: usize = 128;

/// What a client says beside the arguments of a call.
#[derive(Debug, Default)]
pub(crate) struct Request {
    /// Where progress goes.
    pub(crate) relay: Option<Relay>,
    /// The keys of `_meta` that are passed on.
    pub(crate) trace: MetaObject,
}

/// A tool as `describe_tools` shows it.
#[derive(Serialize)]
struct Described<'d> {
    id: &'d str,
    description: &'d str,
    #[serde(rename = "inputSchema")]
    input_schema: &'d Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Hints>,
}

/// A tool that `describe_tools` cannot show.
#[derive(Serialize)]
struct NotDescribed<'d> {
    id: &'d str,
    error: Code,
}

#[derive(Serialize)]
struct Code {
    code: &'static str,
    message: &'static str,
}

impl From<Refusal> for Code {
    fn from(refusal: Refusal) -> Self {
        Self { code: refusal.as_str(), message: refusal.message() }
    }
}

impl Gateway {
    /// Answers a call of one of the fixed tools, as [`tools`](Self::tools) lists them. Nothing, where there is no such tool.
    ///
    /// This is what the servers of the gateway do with a client's `tools/call`; a program that embeds the gateway calls it directly.
    pub async fn ask(&self, tool: &str, arguments: &Map<String, Value>) -> Option<Answered> {
        self.ask_with(tool, arguments, Request::default(), std::future::pending()).await
    }

    pub(crate) async fn ask_with(
        &self,
        tool: &str,
        arguments: &Map<String, Value>,
        request: Request,
        cancelled: impl Future<Output = ()>,
    ) -> Option<Answered> {
        self.tools.iter().find(|known| known.name == tool)?;
        let Some(asked) = Asked::read(tool, arguments) else { return Some(Refusal::InvalidToolInput.into()) };
        if let Asked::Search { .. } = asked {
            self.found_out(FIRST_SEARCH_PATIENCE).await;
        }
        let answer = match self.memory(&asked) {
            Err(refusal) => Err(refusal),
            Ok(memory) => self.answer(asked, arguments, memory, request, cancelled).await,
        };
        Some(answer.unwrap_or_else(Answered::from))
    }

    /// What is remembered under the handle of a call, or under a new one where the call makes one.
    fn memory(&self, asked: &Asked) -> Result<Option<Arc<Mutex<Memory>>>, Refusal> {
        let records = self.records.as_ref();
        match (asked.handle(), asked) {
            (Some(handle), _) => self.handles.get(handle, records).map(Some),
            (None, Asked::Search { .. } | Asked::Activate { .. }) => self.handles.mint(records).map(Some),
            // Neither needs anything remembered.
            (None, Asked::Describe { .. } | Asked::Call { .. }) => Ok(None),
        }
    }

    async fn answer(
        &self,
        asked: Asked,
        arguments: &Map<String, Value>,
        memory: Option<Arc<Mutex<Memory>>>,
        request: Request,
        cancelled: impl Future<Output = ()>,
    ) -> Result<Answered, Refusal> {
        let away = self.away();
        match (asked, memory) {
            (Asked::Search { query, limit, .. }, Some(memory)) => {
                self.search(&mut lock(&memory), &query, limit, arguments, &away)
            }
            (Asked::Activate { name, .. }, Some(memory)) => self.activate(&mut lock(&memory), &name, arguments, &away),
            (Asked::Describe { ids, .. }, memory) => {
                if let Some(memory) = memory {
                    self.turn(&mut lock(&memory), DESCRIBE, arguments, &away)?;
                }
                self.describe(&ids, &away)
            }
            (Asked::Call { id, arguments: passed, .. }, memory) => {
                if let Some(memory) = memory {
                    self.turn(&mut lock(&memory), CALL, arguments, &away)?;
                }
                self.call(&id, passed, request, cancelled).await
            }
            // `memory` gives these two one.
            (Asked::Search { .. } | Asked::Activate { .. }, None) => Err(Refusal::UnknownHandle),
        }
    }

    /// Writes what is asked, where a record is kept.
    fn turn(
        &self,
        memory: &mut Memory,
        call: &str,
        arguments: &Map<String, Value>,
        away: &Away,
    ) -> Result<Option<Position>, Refusal> {
        // What the record says of definitions is what the call works on.
        drop(self.live());
        match (&mut memory.recorder, &self.records) {
            (Some(recorder), Some(records)) => {
                let arguments = Value::Object(arguments.clone());
                recorded(recorder.turn(records, call, &arguments, away)).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Refuses a search or an activation, and writes that down.
    fn refuse(&self, memory: &mut Memory, at: Option<Position>, refusal: Refusal) -> Refusal {
        match (&mut memory.recorder, at) {
            (Some(recorder), Some(at)) => recorded(recorder.refused(at, refusal)).err().unwrap_or(refusal),
            _ => refusal,
        }
    }

    fn search(
        &self,
        memory: &mut Memory,
        query: &str,
        limit: Option<u64>,
        arguments: &Map<String, Value>,
        away: &Away,
    ) -> Result<Answered, Refusal> {
        let at = self.turn(memory, SEARCH, arguments, away)?;
        if !memory.searches.admit(Instant::now(), self.config.limits.searches_per_minute) {
            return Err(self.refuse(memory, at, Refusal::RateLimited));
        }
        let Some(live) = self.live() else { return Err(self.refuse(memory, at, Refusal::SearchUnavailable)) };
        let most = self.config.limits.per_search;
        let limit = usize::try_from(limit.unwrap_or(most).min(most)).unwrap_or(usize::MAX);
        let query = chars_prefix(query, MAX_SEARCH_QUERY_CHARS);
        let mut choice = choice(query, &live.search(query, limit));
        let page = Page::of(&memory.handle, &choice, &live.known, away).to_json();
        choice.result_bytes = Some(page.len() as u64);
        if let (Some(recorder), Some(at)) = (&mut memory.recorder, at) {
            recorded(recorder.search(at, &choice))?;
        }
        Ok(Answered::Own(page))
    }

    fn activate(
        &self,
        memory: &mut Memory,
        name: &str,
        arguments: &Map<String, Value>,
        away: &Away,
    ) -> Result<Answered, Refusal> {
        let at = self.turn(memory, ACTIVATE, arguments, away)?;
        if !memory.searches.admit(Instant::now(), self.config.limits.searches_per_minute) {
            return Err(self.refuse(memory, at, Refusal::RateLimited));
        }
        let setup = self.setup();
        let skill = SkillId::new(name).ok().filter(|id| is_offerable_skill_id(id.as_str()));
        let Some(skill) = skill.and_then(|id| setup.skills.get(id.as_str())) else {
            return Err(self.refuse(memory, at, Refusal::UnknownSkill));
        };
        let Ok(text) = setup.instructions.load(skill) else {
            return Err(self.refuse(memory, at, Refusal::InstructionsUnavailable));
        };
        // Folders are the host's own, so that their texts are not tainted; one that is has no business here.
        if text.is_tainted() {
            return Err(self.refuse(memory, at, Refusal::InstructionsUnavailable));
        }
        if text.as_str().len() > MAX_INSTRUCTION_BYTES.0 {
            return Err(self.refuse(memory, at, Refusal::InstructionsTooLarge));
        }
        let activated = Activated::new(&memory.handle, name, text.as_str().to_owned()).to_json();
        let mut choice = SkillChoice::new(&skill.id);
        choice.digest = Some(instructions_digest(text.as_str()));
        choice.bytes = serde_json::to_string(text.as_str()).ok().map(|json| json.len() as u64);
        choice.result_bytes = Some(activated.len() as u64);
        if let (Some(recorder), Some(at)) = (&mut memory.recorder, at) {
            recorded(recorder.skill(at, skill, &choice, text.as_str()))?;
        }
        Ok(Answered::Own(activated))
    }

    fn describe(&self, ids: &[String], away: &Away) -> Result<Answered, Refusal> {
        let live = self.live().ok_or(Refusal::SearchUnavailable)?;
        let mut described = Vec::new();
        for id in ids {
            let spec = match live.definition(id) {
                Some(definition) => tool_spec(definition).map_err(|_| Refusal::NotDescribable),
                None if live.is_away(id) => Err(Refusal::ToolUnavailable),
                None => Err(Refusal::UnknownTool),
            };
            let json = match &spec {
                Ok(spec) => serde_json::to_string(&Described {
                    id,
                    description: &spec.description,
                    input_schema: &spec.input_schema,
                    annotations: live.entry(id).and_then(|entry| entry.tool.hints),
                }),
                Err(refusal) => {
                    let id = chars_prefix(id, MAX_ECHO_CHARS);
                    serde_json::to_string(&NotDescribed { id, error: (*refusal).into() })
                }
            };
            described.push(json.map_err(|_| Refusal::NotDescribable)?);
        }
        let servers = match away.is_empty() {
            true => String::new(),
            false => serde_json::to_string(away).map(|away| format!(r#","servers":{away}"#)).unwrap_or_default(),
        };
        Ok(Answered::Own(format!(r#"{{"tools":[{}]{servers}}}"#, described.join(","))))
    }

    async fn call(
        &self,
        id: &str,
        arguments: Map<String, Value>,
        request: Request,
        cancelled: impl Future<Output = ()>,
    ) -> Result<Answered, Refusal> {
        let live = self.live().ok_or(Refusal::SearchUnavailable)?;
        let Some(Entry { tool, server }) = live.entry(id) else {
            return Err(if live.is_away(id) { Refusal::ToolUnavailable } else { Refusal::UnknownTool });
        };
        let arguments = Value::Object(arguments);
        let mistakes = tool.schema().map(|schema| schema.mistakes(&arguments)).unwrap_or_default();
        if !mistakes.is_empty() {
            let spec = tool_spec(&tool.definition).map_err(|_| Refusal::NotDescribable)?;
            let more = Map::from_iter([
                ("mistakes".to_owned(), json!(mistakes)),
                ("inputSchema".to_owned(), spec.input_schema),
            ]);
            return Ok(Answered::Refused(Refusal::InvalidArguments, more));
        }
        let Value::Object(arguments) = arguments else { return Err(Refusal::InvalidToolInput) };
        let call = CallAs { tool: tool.name.clone(), arguments, trace: request.trace };
        match server.call(call, request.relay, cancelled).await {
            Ok(mut result) => {
                if !tool.definition.trust_json_schema_text {
                    // Keys that clients act on are for servers that somebody vouches for.
                    result.meta = None;
                }
                Ok(Answered::Passed(Box::new(result)))
            }
            Err(CallFault::Refused { code, message }) => {
                let more = Map::from_iter([("server".to_owned(), json!({ "code": code, "message": message }))]);
                Ok(Answered::Refused(Refusal::CallRefused, more))
            }
            Err(fault) => Err(match fault {
                CallFault::Unavailable => Refusal::ToolUnavailable,
                CallFault::Lost => Refusal::ServerLost,
                CallFault::TimedOut => Refusal::CallTimedOut,
                CallFault::Cancelled => Refusal::CallCancelled,
                CallFault::InputRequired => Refusal::InputRequired,
                CallFault::Refused { .. } | CallFault::Protocol => Refusal::BadResult,
            }),
        }
    }
}

fn lock(memory: &Mutex<Memory>) -> MutexGuard<'_, Memory> {
    memory.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line that could not be written refuses the call: what is not recorded does not happen.
fn recorded<T>(written: Result<T, GatewayError>) -> Result<T, Refusal> {
    written.map_err(|error| {
        tracing::error!(%error, "a record cannot be written");
        Refusal::RecordUnavailable
    })
}
