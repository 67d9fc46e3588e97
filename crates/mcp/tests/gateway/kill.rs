//! Servers that are killed from outside, with a call under way.
#![cfg(unix)]

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use crate::common::{ask, config, fixture, ready, until};
use serde_json::{Value, json};
use tokio::time::Instant;
use toolsift_mcp::{Config, Gateway, State};

/// Longer than anything here takes, and shorter than the time-out of a call.
const SOON: Duration = Duration::from_secs(5);

fn kill(pid: u64) {
    assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap().success());
}

fn is_there(gateway: &Gateway, connections: u64) -> bool {
    let health = &gateway.health()[0].health;
    health.state == State::Ready && health.connections >= connections
}

/// A process is killed in the middle of a call: the call ends at once and says so, and the server is started again.
#[tokio::test]
async fn a_process() {
    let gateway = ready(&[("hub", "plain")], json!({})).await;
    let pid = ask(&gateway, "call_tool", json!({ "id": "hub__pid" })).await.as_u64().unwrap();
    let began = Instant::now();
    let (lost, ()) = tokio::join!(ask(&gateway, "call_tool", json!({ "id": "hub__hang" })), async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        kill(pid);
    });
    assert_eq!(lost["error"]["code"], "server_lost");
    assert!(began.elapsed() < SOON);
    until(async || is_there(&gateway, 2)).await;
    let other = ask(&gateway, "call_tool", json!({ "id": "hub__pid" })).await.as_u64().unwrap();
    assert_ne!(other, pid);
}

/// A server over HTTP in a process of its own: a gateway, in the mode that makes it live in one era or the other.
fn serve(mode: &str, port: u16) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "serve_when_asked", "--nocapture", "--ignored"]);
    command.env(fixture::KIND, format!("http {mode} {port}")).stdin(Stdio::null()).stdout(Stdio::null());
    command.spawn().unwrap()
}

/// What the process runs.
pub(crate) fn serve_http(mode: &str, port: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let own = json!({ "mode": mode, "servers": { "hub": { "vouch": true } } });
        let mut config = config(&[("hub", "plain")], own);
        if mode == "growing" {
            config
                .always_loaded
                .extend(["hub__hang", "hub__echo"].map(|id| toolsift::contracts::ToolId::new(id).unwrap()));
        }
        let gateway = Gateway::start(config).unwrap();
        gateway.settled(Duration::from_secs(20)).await;
        let address = format!("127.0.0.1:{port}").parse().unwrap();
        toolsift_mcp::HttpServer::bind(gateway, address).await.unwrap().serve().await;
    });
}

/// A server over HTTP is killed in the middle of a call, in both eras: the call ends at once and says so, results name the server, and it is found again when it is back.
#[tokio::test]
async fn over_http() {
    for (mode, protocol, hang, echo) in [
        ("fixed", "2026-07-28", call_inner("hub__hang"), call_inner("hub__echo")),
        ("growing", "2025-11-25", json!({ "id": "inner__hub__hang" }), json!({ "id": "inner__hub__echo" })),
    ] {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut inner = serve(mode, port);
        let gateway = outer(port);
        until(async || is_there(&gateway, 1)).await;
        assert_eq!(gateway.health()[0].health.protocol.as_deref(), Some(protocol));
        let began = Instant::now();
        let (lost, ()) = tokio::join!(ask(&gateway, "call_tool", hang), async {
            tokio::time::sleep(Duration::from_millis(500)).await;
            kill(u64::from(inner.id()));
        });
        inner.wait().unwrap();
        assert_eq!(lost["error"]["code"], "server_lost", "{mode}: {lost}");
        assert!(began.elapsed() < SOON, "{mode}");
        until(async || matches!(gateway.health()[0].health.state, State::Down(_))).await;
        let page = ask(&gateway, "search_tools", json!({ "query": "echo" })).await;
        assert_eq!(page["servers"]["inner"], "down", "{mode}");
        let mut again = serve(mode, port);
        until(async || is_there(&gateway, 2)).await;
        let answer = ask(&gateway, "call_tool", echo).await;
        assert!(answer["name"] == "echo", "{mode}: {answer}");
        again.kill().unwrap();
        again.wait().unwrap();
    }
}

fn call_inner(id: &str) -> Value {
    json!({ "id": "inner__call_tool", "arguments": { "id": id } })
}

fn outer(port: u16) -> Arc<Gateway> {
    let file = json!({ "mcpServers": { "inner": { "url": format!("http://127.0.0.1:{port}/mcp") } } }).to_string();
    Gateway::start(Config::parse(file.as_bytes(), "test.json", std::path::Path::new("."), &|_| None).unwrap()).unwrap()
}
