//! The four tools: which is asked, what is remembered, and the two that decide something.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::MetaObject;
use serde_json::{Map, Value};
use tokio::time::Instant;
use toolsift::contracts::chars_prefix;
use toolsift::replay::{Position, SkillChoice, instructions_digest};
use toolsift::session::{MAX_INSTRUCTION_BYTES, MAX_SEARCH_QUERY_CHARS};
use toolsift::trust_policy::is_offerable_skill_id;

use super::answer::Answered;
use super::describe::describe;
use super::{FIRST_SEARCH_PATIENCE, Gateway, recorded};
use crate::activation::Activated;
use crate::config::count;
use crate::handle::Memory;
use crate::live::Live;
use crate::page::{Page, choice};
use crate::record::SessionConfig;
use crate::refusal::Refusal;
use crate::status::Away;
use crate::tools::{ACTIVATE, Asked, CALL, DESCRIBE, SEARCH};
use crate::upstream::Relay;

/// What a client says beside the arguments of a call.
#[derive(Debug, Default)]
pub(crate) struct Request {
    /// Where progress goes.
    pub(crate) relay: Option<Relay>,
    /// The keys of `_meta` that are passed on.
    pub(crate) trace: MetaObject,
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
        let answer = async {
            // One state of the catalogue from here to the end, so that the record says what the call works on.
            let live = self.live()?;
            let memory = self.memory(&asked, &live)?;
            self.answer(asked, arguments, &live, memory, request, cancelled).await
        };
        Some(answer.await.unwrap_or_else(Answered::from))
    }

    /// What is remembered under the handle of a call, or under a new one where the call makes one.
    fn memory(&self, asked: &Asked, live: &Live) -> Result<Option<Arc<Mutex<Memory>>>, Refusal> {
        match (asked.handle(), asked) {
            (Some(handle), _) => self.handles.get(handle, self.records.as_ref()).map(Some),
            (None, Asked::Search { .. } | Asked::Activate { .. }) => {
                let most = self.config.limits.max_per_search();
                let begin =
                    |name: &str| self.begin(&SessionConfig::fixed(name, most, live.ranking, &live.catalog), &[]);
                self.handles.mint(begin).map(Some)
            }
            // Neither needs anything remembered.
            (None, Asked::Describe { .. } | Asked::Call { .. }) => Ok(None),
        }
    }

    async fn answer(
        &self,
        asked: Asked,
        arguments: &Map<String, Value>,
        live: &Live,
        memory: Option<Arc<Mutex<Memory>>>,
        request: Request,
        cancelled: impl Future<Output = ()>,
    ) -> Result<Answered, Refusal> {
        let away = self.away();
        let turn = |memory: &mut Memory, call| turn(memory, live, call, arguments, &away);
        match (asked, memory) {
            (Asked::Search { query, limit, .. }, Some(memory)) => {
                let memory = &mut *lock(&memory);
                let at = turn(memory, SEARCH)?;
                self.search(memory, at, live, &query, limit, &away)
            }
            (Asked::Activate { name, .. }, Some(memory)) => {
                let memory = &mut *lock(&memory);
                let at = turn(memory, ACTIVATE)?;
                self.activate(memory, at, live, &name)
            }
            (Asked::Describe { ids, .. }, memory) => {
                memory.map(|memory| turn(&mut lock(&memory), DESCRIBE)).transpose()?;
                describe(live, &ids, &away)
            }
            (Asked::Call { id, arguments: passed, .. }, memory) => {
                memory.map(|memory| turn(&mut lock(&memory), CALL)).transpose()?;
                self.call(live, &id, passed, request, cancelled).await
            }
            // `memory` gives these two one.
            (Asked::Search { .. } | Asked::Activate { .. }, None) => Err(Refusal::UnknownHandle),
        }
    }

    fn search(
        &self,
        memory: &mut Memory,
        at: Option<Position>,
        live: &Live,
        query: &str,
        limit: Option<u64>,
        away: &Away,
    ) -> Result<Answered, Refusal> {
        if !memory.searches.admit(Instant::now(), self.config.limits.searches_per_minute) {
            return Err(refuse(memory, at, Refusal::RateLimited));
        }
        let most = self.config.limits.per_search;
        let query = chars_prefix(query, MAX_SEARCH_QUERY_CHARS);
        let Some(answer) = live.search(query, count(limit.unwrap_or(most).min(most))) else {
            return Err(refuse(memory, at, Refusal::SearchUnavailable));
        };
        let mut choice = choice(query, &answer);
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
        at: Option<Position>,
        live: &Live,
        name: &str,
    ) -> Result<Answered, Refusal> {
        if !memory.searches.admit(Instant::now(), self.config.limits.searches_per_minute) {
            return Err(refuse(memory, at, Refusal::RateLimited));
        }
        let Some(skill) = live.known.skill(name).filter(|skill| is_offerable_skill_id(skill.id.as_str())) else {
            return Err(refuse(memory, at, Refusal::UnknownSkill));
        };
        let Ok(text) = self.instructions(skill) else {
            return Err(refuse(memory, at, Refusal::InstructionsUnavailable));
        };
        // Folders are the host's own, so that their texts are not tainted; one that is has no business here.
        if text.is_tainted() {
            return Err(refuse(memory, at, Refusal::InstructionsUnavailable));
        }
        if text.as_str().len() > MAX_INSTRUCTION_BYTES.0 {
            return Err(refuse(memory, at, Refusal::InstructionsTooLarge));
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
}

fn lock(memory: &Mutex<Memory>) -> MutexGuard<'_, Memory> {
    memory.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes what is asked, where a record is kept. The handle names the record and is no part of it.
fn turn(
    memory: &mut Memory,
    live: &Live,
    call: &str,
    arguments: &Map<String, Value>,
    away: &Away,
) -> Result<Option<Position>, Refusal> {
    let Some(recorder) = &mut memory.recorder else { return Ok(None) };
    let mut arguments = arguments.clone();
    arguments.remove("handle");
    recorded(recorder.turn(&live.catalog, call, Value::Object(arguments), away)).map(Some)
}

/// Refuses a search or an activation, and writes that down.
fn refuse(memory: &mut Memory, at: Option<Position>, refusal: Refusal) -> Refusal {
    match (&mut memory.recorder, at) {
        (Some(recorder), Some(at)) => recorded(recorder.refused(at, refusal)).err().unwrap_or(refusal),
        _ => refusal,
    }
}
