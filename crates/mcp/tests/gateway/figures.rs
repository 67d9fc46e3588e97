//! What the gateway costs and saves, printed for `docs/performance.md`.
//!
//! ```console
//! $ cargo xtask interop    # installs the servers and writes target/interop/servers.json
//! $ TOOLSIFT_SERVERS=target/interop/servers.json cargo test --release -p toolsift-mcp --test gateway figures -- --ignored --nocapture
//! ```

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use rmcp::model::CallToolRequestParams;
use rmcp::service::{ClientLifecycleMode, ServiceExt};
use serde_json::{Value, json};
use tokio::time::Instant;
use toolsift_mcp::{Config, Gateway};

use crate::common::{ask, fixture, ready};
use crate::protocol::{call, piped};

const CALLS: usize = 500;

fn tokens(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len()
}

/// A tool as it stands on a request: name, description and schema.
fn on_a_request(tool: &Value) -> String {
    json!({ "name": tool["name"], "description": tool["description"], "inputSchema": tool["inputSchema"] }).to_string()
}

/// The list of the gateway, which is on every request, stays below a thousand tokens.
#[tokio::test]
async fn the_fixed_list_is_short() {
    let gateway = ready(&[], json!({})).await;
    let list: usize = gateway.tools().iter().map(|tool| tokens(&on_a_request(&json!(tool)))).sum();
    assert!((200..600).contains(&list), "{list}");
}

/// A task is a request that calls a tool and one that reads its result; behind the gateway a search and a description come before.
#[tokio::test]
#[ignore = "it needs the servers of `cargo xtask interop`"]
async fn tokens_of_a_task() {
    let Some(file) = std::env::var_os("TOOLSIFT_SERVERS") else { return };
    let text: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    for only in [
        &["time"][..],
        &["memory"],
        &["files"],
        &["everything", "files", "memory", "git", "time"],
        &["everything", "files", "memory", "git", "time", "sympy"],
    ] {
        let mut text = text.clone();
        for part in ["/mcpServers", "/toolsift/servers"] {
            text.pointer_mut(part).unwrap().as_object_mut().unwrap().retain(|name, _| only.contains(&name.as_str()));
        }
        let config = Config::parse(text.to_string().as_bytes(), "servers.json", Path::new("."), &|_| None).unwrap();
        let gateway = Gateway::start(config).unwrap();
        gateway.settled(Duration::from_secs(120)).await;
        let lists = gateway.raw_lists();
        let raw = lists.iter().flat_map(|(_, list)| list).map(|raw| serde_json::from_str::<Value>(raw.get()).unwrap());
        let all: usize = raw.map(|tool| tokens(&on_a_request(&tool))).sum();
        let count: usize = lists.iter().map(|(_, list)| list.len()).sum();
        let fixed: usize = gateway.tools().iter().map(|tool| tokens(&on_a_request(&json!(tool)))).sum();
        let query = match only {
            ["memory"] => "read the knowledge graph",
            ["files"] => "read a text file",
            _ => "current time in a timezone",
        };
        let page = ask(&gateway, "search_tools", json!({ "query": query })).await;
        let described = ask(&gateway, "describe_tools", json!({ "ids": [page["tools"][0]["id"]] })).await;
        let (page, described) = (tokens(&page.to_string()), tokens(&described.to_string()));
        // The page is read by three requests and the description by two.
        let task = 4 * fixed + 3 * page + 2 * described;
        println!("| {} | {count} | {all} | {fixed} | {} | {task} |", only.join(", "), 2 * all);
    }
}

/// The time that the gateway adds to a call, and that a search takes, as a client on a pipe sees it.
#[tokio::test]
#[ignore = "it measures, so that it wants a release build and a quiet machine"]
async fn overhead() {
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    let entry = fixture::entry("plain");
    let mut command = tokio::process::Command::new(entry["command"].as_str().unwrap());
    command.args(entry["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap()));
    command.env(fixture::KIND, "plain").stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().unwrap();
    let direct = ().serve((child.stdout.take().unwrap(), child.stdin.take().unwrap())).await.unwrap();
    let gateway = ready(&[("hub", "plain")], json!({ "limits": { "handlesPerMinute": 100000 } })).await;
    let (client, _) = piped(&gateway, ClientLifecycleMode::Initialize).await;
    let (mut alone, mut through, mut searches) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..CALLS {
        let began = Instant::now();
        direct.call_tool(CallToolRequestParams::new("echo")).await.unwrap();
        alone.push(began.elapsed());
        let began = Instant::now();
        call(client.peer(), "call_tool", json!({ "id": "hub__echo" })).await;
        through.push(began.elapsed());
        let began = Instant::now();
        call(client.peer(), "search_tools", json!({ "query": "create an issue" })).await;
        searches.push(began.elapsed());
    }
    println!(
        "| direct call {:?} | call through the gateway {:?} | search {:?} |",
        median(alone),
        median(through),
        median(searches)
    );
}
