//! What the tests of the gateway share.

pub(crate) mod fixture;
pub(crate) mod modern;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use toolsift_mcp::{Config, Gateway};

/// A configuration with servers of the fixture, by their names and kinds, and our own keys beside them.
pub(crate) fn config(servers: &[(&str, &str)], own: Value) -> Config {
    let servers: serde_json::Map<String, Value> =
        servers.iter().map(|(name, kind)| ((*name).to_owned(), fixture::entry(kind))).collect();
    let file = json!({ "mcpServers": servers, "toolsift": own }).to_string();
    Config::parse(file.as_bytes(), "test.json", Path::new("."), &|_| None).unwrap()
}

/// A gateway over them.
pub(crate) fn start(servers: &[(&str, &str)], own: Value) -> Arc<Gateway> {
    Gateway::start(config(servers, own)).unwrap()
}

/// The same, with every server reached or given up.
pub(crate) async fn ready(servers: &[(&str, &str)], own: Value) -> Arc<Gateway> {
    let gateway = start(servers, own);
    gateway.settled(Duration::from_secs(60)).await;
    gateway
}

/// The answer of one of the gateway's tools, as JSON.
pub(crate) async fn ask(gateway: &Gateway, tool: &str, arguments: Value) -> Value {
    let answer = gateway.ask(tool, arguments.as_object().unwrap()).await.unwrap();
    let text = answer.text();
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

/// The ids that a search finds.
pub(crate) async fn found(gateway: &Gateway, query: &str) -> Vec<String> {
    let page = ask(gateway, "search_tools", json!({ "query": query })).await;
    page["tools"].as_array().unwrap().iter().map(|tool| tool["id"].as_str().unwrap().to_owned()).collect()
}

/// Waits until something holds, for ten seconds at most.
pub(crate) async fn until(mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..200 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it did not come to hold");
}
