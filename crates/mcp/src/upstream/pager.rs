//! Lists of tools, page by page, under caps. `rmcp`'s own `list_all_tools` ends only when the server wants it to.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams, ServerResult};
use rmcp::service::{Peer, PeerRequestOptions, RoleClient, ServiceError};
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::definition::{Read, UpstreamTool};
use super::fault::{Fault, FaultCode};
use super::health::ListProblem;
use super::tap::{Page, Tap};
use crate::config::{Limits, ServerConfig, VouchRule};

/// Most problems of one kind that are kept of a list.
const MAX_PROBLEMS: usize = 20;
/// Longest cursor, in bytes. The protocol gives none; this is more than any page of a list needs to name.
const MAX_CURSOR_BYTES: usize = 16 << 10;

/// What a server listed.
#[derive(Debug, Clone)]
pub(super) struct Listing {
    /// Its usable tools, each id once, in the order of their ids.
    pub(super) tools: Vec<Arc<UpstreamTool>>,
    /// The raw definitions, all of them, in the server's order.
    pub(super) raw: Vec<Box<RawValue>>,
    /// What was wrong.
    pub(super) problems: Vec<ListProblem>,
    /// How long the list may be kept; the shortest that a page says.
    pub(super) ttl: Option<Duration>,
}

/// Lists the tools of a server.
pub(super) async fn list(
    peer: &Peer<RoleClient>,
    tap: &Tap,
    config: &ServerConfig,
    limits: &Limits,
) -> Result<Listing, Fault> {
    let deadline = Instant::now() + limits.list();
    let (mut raw, mut problems, mut ttl) = (Vec::new(), Vec::new(), None::<u64>);
    let (mut cursor, mut cursors) = (None::<String>, BTreeSet::new());
    let (mut bytes, mut dropped) = (0u64, 0);
    for number in 0.. {
        if number == limits.pages {
            problems.push(ListProblem::TooManyPages { limit: limits.pages });
            break;
        }
        let left = deadline.saturating_duration_since(Instant::now());
        let (page, of_page) = match page(peer, tap, cursor.clone(), left).await {
            Ok(page) => page,
            // What has come is worth more than nothing, except where nothing has.
            Err(ServiceError::Timeout { .. }) if number > 0 => {
                problems.push(ListProblem::TooSlow { seconds: limits.list_seconds });
                break;
            }
            Err(_) if tap.is_overlong() => {
                let said = format!("a page of its list has more than {} bytes", limits.message_bytes);
                return Err(Fault::of(config, FaultCode::Protocol, &said));
            }
            Err(error) => return Err(Fault::of_request(config, &error)),
        };
        dropped += of_page;
        ttl = page.ttl_ms.map_or(ttl, |ms| Some(ttl.map_or(ms, |known| known.min(ms))));
        let size = page.tools.iter().map(|tool| tool.get().len() as u64).sum::<u64>();
        bytes = bytes.saturating_add(size);
        if bytes > limits.list_bytes {
            problems.push(ListProblem::TooManyBytes { limit: limits.list_bytes });
            break;
        }
        let room = usize::try_from(limits.tools).unwrap_or(usize::MAX).saturating_sub(raw.len());
        let is_over = page.tools.len() > room;
        raw.extend(page.tools.into_iter().take(room));
        if is_over {
            problems.push(ListProblem::TooManyTools { limit: limits.tools });
            break;
        }
        match page.next {
            None => break,
            Some(next) if next.len() <= MAX_CURSOR_BYTES && cursors.insert(next.clone()) => cursor = Some(next),
            Some(_) => {
                problems.push(ListProblem::RepeatedCursor);
                break;
            }
        }
    }
    if dropped > 0 {
        problems.push(ListProblem::InvalidHeaders { count: dropped });
    }
    let tools = read(&raw, config, &mut problems);
    Ok(Listing { tools, raw, problems, ttl: ttl.map(Duration::from_millis) })
}

/// One page, and how many definitions the protocol's own rules took out of it.
async fn page(
    peer: &Peer<RoleClient>,
    tap: &Tap,
    cursor: Option<String>,
    left: Duration,
) -> Result<(Page, usize), ServiceError> {
    let request = match cursor {
        None => ListToolsRequest::default(),
        cursor => ListToolsRequest::with_param(PaginatedRequestParams::default().with_cursor(cursor)),
    };
    tap.open();
    let options = PeerRequestOptions::with_timeout(left);
    let handle = peer.send_cancellable_request(ClientRequest::ListToolsRequest(request), options).await?;
    let id = handle.id.clone().into_json_value();
    let answer = tokio::select! {
        answer = handle.await_response() => answer,
        () = overlong(tap) => Err(ServiceError::TransportClosed),
    };
    let taken = tap.take(&id);
    let typed = answer?;
    let mut page = taken.ok_or(ServiceError::UnexpectedResponse)?;
    let mut dropped = 0;
    if let ServerResult::ListToolsResult(typed) = typed {
        // Every definition could be read, so that one which is missing was left out for its headers.
        let kept: BTreeSet<&str> = typed.tools.iter().map(|tool| tool.name.as_ref()).collect();
        let before = page.tools.len();
        page.tools.retain(|raw| name_of(raw).is_none_or(|name| kept.contains(name.as_str())));
        dropped = before - page.tools.len();
    }
    Ok((page, dropped))
}

/// Ends when a message was dropped for its length: the answer will not come.
async fn overlong(tap: &Tap) {
    const LOOK: Duration = Duration::from_millis(50);
    while !tap.is_overlong() {
        tokio::time::sleep(LOOK).await;
    }
}

fn name_of(raw: &RawValue) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Named {
        name: String,
    }
    serde_json::from_str::<Named>(raw.get()).ok().map(|named| named.name)
}

/// The usable tools of a list, each id once, the first of two.
fn read(raw: &[Box<RawValue>], config: &ServerConfig, problems: &mut Vec<ListProblem>) -> Vec<Arc<UpstreamTool>> {
    let mut tools: BTreeMap<String, Arc<UpstreamTool>> = BTreeMap::new();
    let mut names = BTreeSet::new();
    let (mut app_only, mut unusable, mut duplicates) = (0, 0, 0);
    for (place, raw) in raw.iter().enumerate() {
        match UpstreamTool::read(raw, config) {
            Read::Tool(tool) => {
                let id = tool.definition.id.to_string();
                names.insert(tool.name.clone());
                match tools.entry(id) {
                    Entry::Vacant(free) => drop(free.insert(Arc::from(tool))),
                    Entry::Occupied(taken) => {
                        duplicates += 1;
                        if duplicates <= MAX_PROBLEMS {
                            problems.push(ListProblem::DuplicateName { id: taken.key().clone() });
                        }
                    }
                }
            }
            Read::AppOnly => app_only += 1,
            Read::Unusable(reason) => {
                unusable += 1;
                if unusable <= MAX_PROBLEMS {
                    problems.push(ListProblem::Unusable { place, reason });
                }
            }
        }
    }
    if app_only > 0 {
        problems.push(ListProblem::AppOnly { count: app_only });
    }
    if let VouchRule::Tools(rule) = &config.vouch {
        for tool in tools.values().filter(|tool| !tool.definition.trust_json_schema_text) {
            if rule.contains_key(&tool.name) {
                problems.push(ListProblem::Changed { tool: tool.name.clone(), digest: tool.digest.clone() });
            }
        }
        let unknown = rule.keys().filter(|name| !names.contains(*name));
        problems.extend(unknown.map(|name| ListProblem::UnknownTool { tool: name.clone() }));
    }
    let unknown = config.tools.keys().filter(|name| !names.contains(*name));
    problems.extend(unknown.map(|name| ListProblem::UnknownTool { tool: name.clone() }));
    tools.into_values().collect()
}
