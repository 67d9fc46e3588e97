//! Servers of 2026-07-28.

use std::path::Path;
use std::time::Duration;

use crate::common::{ask, modern, ready, until};
use serde_json::json;
use toolsift_mcp::{Config, Gateway, ListProblem, State};

/// Of a server of 2026-07-28 the list is asked for again when its life is over, when a subscription tells of a change, also one that was taken anew since the one before had ended; of one that says nothing it is not.
#[tokio::test]
async fn lists_of_the_newer_era() {
    let kinds = ["ttl", "tells", "again", "silent"];
    let servers = kinds.map(|kind| (kind, format!("modern {kind}")));
    let servers: Vec<(&str, &str)> = servers.iter().map(|(name, kind)| (*name, kind.as_str())).collect();
    let gateway = ready(&servers, json!({})).await;
    let health = gateway.health();
    assert!(health.iter().all(|server| server.health.protocol.as_deref() == Some("2026-07-28")), "{health:?}");
    assert!(health.iter().all(|server| server.health.tools.len() == 1), "{health:?}");
    let grown = || {
        let grown = gateway.health().into_iter().filter(|server| server.health.tools.len() == 2);
        grown.map(|server| server.name).collect::<Vec<_>>()
    };
    until(async || grown() == ["again", "tells", "ttl"]).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(grown(), ["again", "tells", "ttl"], "nothing made the silent one list again");
    let told = gateway.health()[2].health.tools.clone();
    assert!(told.iter().any(|tool| tool.name == "second_1"), "it was asked for twice and no more: {told:?}");
}

/// A definition whose headers are wrong is left out, as the protocol asks, and said; the others are called with theirs (SEP-2243).
#[tokio::test]
async fn wrong_headers_of_a_tool() {
    let url = format!("http://{}/mcp", modern::listen("headers").await);
    let file = json!({ "mcpServers": { "s": { "url": url } } }).to_string();
    let gateway = Gateway::start(Config::parse(file.as_bytes(), "t", Path::new("."), &|_| None).unwrap()).unwrap();
    gateway.settled(Duration::from_secs(20)).await;
    let health = gateway.health()[0].health.clone();
    assert_eq!((health.state, health.protocol.as_deref()), (State::Ready, Some("2026-07-28")));
    let names: Vec<&str> = health.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["plain", "region"]);
    assert_eq!(*health.problems, [ListProblem::InvalidHeaders { count: 2 }]);
    let told = ask(&gateway, "call_tool", json!({ "id": "s__region", "arguments": { "region": "north" } })).await;
    assert_eq!(told, json!({ "tool": "region", "header": "north" }));
}
