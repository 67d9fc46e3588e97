//! The gateway as MCP clients see it, in both eras, on a pipe and over HTTP. The client is `rmcp`'s.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{ready, until};
use rmcp::ClientHandler;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, ProgressNotificationParam, ProtocolVersion,
    RequestMetaObject, ResultType, ServerResult,
};
use rmcp::service::{
    ClientLifecycleMode, ClientServiceExt, NotificationContext, Peer, PeerRequestOptions, RoleClient, RunningService,
    ServiceExt,
};
use rmcp::transport::StreamableHttpClientTransport;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use toolsift_mcp::{Config, Gateway, GatewayServer, HttpServer, State};

/// What a client was told unasked.
#[derive(Default)]
struct Heard {
    progress: Vec<f64>,
    list_changes: usize,
}

#[derive(Clone, Default)]
pub(crate) struct Client(Arc<Mutex<Heard>>);

impl Client {
    fn progress(&self) -> Vec<f64> {
        self.0.lock().unwrap().progress.clone()
    }

    pub(crate) fn list_changes(&self) -> usize {
        self.0.lock().unwrap().list_changes
    }
}

impl ClientHandler for Client {
    async fn on_progress(&self, progress: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.0.lock().unwrap().progress.push(progress.progress);
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.0.lock().unwrap().list_changes += 1;
    }
}

pub(crate) fn eras() -> [ClientLifecycleMode; 2] {
    let modern = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    [ClientLifecycleMode::Initialize, modern]
}

/// A client on a pipe.
pub(crate) async fn piped(
    gateway: &Arc<Gateway>,
    era: ClientLifecycleMode,
) -> (RunningService<RoleClient, Client>, Client) {
    let (near, far) = tokio::io::duplex(1 << 16);
    let server = GatewayServer::new(gateway.clone());
    tokio::spawn(async move { server.serve(far).await.unwrap().waiting().await });
    let client = Client::default();
    (client.clone().serve_with_lifecycle(near, era).await.unwrap(), client)
}

pub(crate) async fn call(peer: &Peer<RoleClient>, name: &'static str, arguments: Value) -> CallToolResult {
    call_named(peer, name.to_owned(), arguments).await
}

pub(crate) async fn call_named(peer: &Peer<RoleClient>, name: String, arguments: Value) -> CallToolResult {
    let params = CallToolRequestParams::new(name).with_arguments(arguments.as_object().unwrap().clone());
    peer.call_tool(params).await.unwrap()
}

pub(crate) fn text(result: &CallToolResult) -> Value {
    serde_json::from_str(&result.content[0].as_text().unwrap().text).unwrap()
}

/// The list has the same bytes in both eras, before and after searches, and for every client.
#[tokio::test]
async fn the_list_is_the_same_for_everyone() {
    let gateway = ready(&[("hub", "plain")], json!({})).await;
    let mut lists = Vec::new();
    for era in eras() {
        let (client, _) = piped(&gateway, era).await;
        for _ in 0..2 {
            lists.push(serde_json::to_string(&client.list_tools(None).await.unwrap().tools).unwrap());
            call(client.peer(), "search_tools", json!({ "query": "create issue" })).await;
        }
    }
    assert!(lists.iter().all(|list| *list == lists[0]));
    assert!(lists[0].starts_with(r#"[{"name":"search_tools""#), "{}", lists[0]);
}

/// S5, S17: search, describe and call, in both eras; structured content is passed on, and a refusal is a result that the model reads.
#[tokio::test]
async fn both_eras_search_and_call() {
    let gateway = ready(&[("hub", "plain")], json!({})).await;
    for era in eras() {
        let (client, _) = piped(&gateway, era).await;
        let page = call(client.peer(), "search_tools", json!({ "query": "create_issue" })).await;
        assert_eq!(page.structured_content, Some(text(&page)));
        assert_eq!(text(&page)["tools"][0]["id"], "hub__create_issue");
        let handle = text(&page)["handle"].clone();
        let called = json!({ "id": "hub__create_issue", "arguments": { "title": "x" }, "handle": handle });
        let result = call(client.peer(), "call_tool", called).await;
        // The newer revision requires it of every result, also of one that a server of the older gave.
        let is_modern = client.peer_info().unwrap().protocol_version == ProtocolVersion::V_2026_07_28;
        assert_eq!(result.result_type, is_modern.then_some(ResultType::COMPLETE));
        assert_eq!(result.structured_content.unwrap()["arguments"], json!({ "title": "x" }));
        assert_eq!(result.content.len(), 2, "the picture is there, too");
        let refused = call(client.peer(), "call_tool", json!({ "id": "none" })).await;
        assert_eq!((refused.is_error, &text(&refused)["error"]["code"]), (Some(true), &json!("unknown_tool")));
        let unknown = client.call_tool(CallToolRequestParams::new("hub__create_issue")).await;
        assert!(unknown.is_err(), "only the fixed tools are the gateway's");
    }
}

/// Trace keys of `_meta` reach the server and nothing else of it does; progress comes back under the client's own token.
#[tokio::test]
async fn progress_and_trace_keys_pass() {
    let gateway = ready(&[("hub", "plain")], json!({})).await;
    for era in eras() {
        let (client, heard) = piped(&gateway, era).await;
        let mut meta = RequestMetaObject::new();
        meta.insert("traceparent".to_owned(), json!("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
        meta.insert("com.example/secret".to_owned(), json!("x"));
        let arguments = json!({ "id": "hub__echo" }).as_object().unwrap().clone();
        let params = CallToolRequestParams::new("call_tool").with_arguments(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let options = PeerRequestOptions::no_options().with_meta(meta);
        let sent = client.send_cancellable_request(request, options).await.unwrap();
        let ServerResult::CallToolResult(result) = sent.await_response().await.unwrap() else { panic!() };
        let got = text(&result)["_meta"].clone();
        assert_eq!(got["traceparent"], "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        assert!(got.get("com.example/secret").is_none());
        call(client.peer(), "call_tool", json!({ "id": "hub__progress" })).await;
        until(async || heard.progress().len() == 3).await;
        assert_eq!(heard.progress(), [1.0, 2.0, 3.0]);
    }
}

/// S70: a cancelled call reaches the server, and the gateway goes on.
#[tokio::test]
async fn cancellation_passes() {
    let gateway = ready(&[("hub", "plain")], json!({})).await;
    for (before, era) in eras().into_iter().enumerate() {
        let (client, _) = piped(&gateway, era).await;
        let arguments = json!({ "id": "hub__hang" }).as_object().unwrap().clone();
        let params = CallToolRequestParams::new("call_tool").with_arguments(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let sent = client.send_cancellable_request(request, PeerRequestOptions::no_options()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(300)).await;
        sent.cancel(Some("changed my mind".to_owned())).await.unwrap();
        until(async || {
            let told = call(client.peer(), "call_tool", json!({ "id": "hub__cancelled" })).await;
            text(&told).as_array().is_some_and(|ids| ids.len() == before + 1)
        })
        .await;
    }
}

/// An HTTP server of a gateway on a free port.
pub(crate) async fn listen(gateway: Arc<Gateway>) -> SocketAddr {
    // What a client over HTTP needs, even without TLS; a second call changes nothing.
    drop(rustls::crypto::ring::default_provider().install_default());
    let server = HttpServer::bind(gateway, "127.0.0.1:0".parse().unwrap()).await.unwrap();
    let address = server.address();
    tokio::spawn(server.serve());
    address
}

/// S7: a gateway behind a gateway: the outer one speaks HTTP of 2026-07-28 to the inner one, which lists its own fixed tools; the raw definitions come through.
#[tokio::test]
async fn over_http_in_both_directions() {
    let inner = listen(ready(&[("hub", "plain")], json!({ "http": { "token": "sesame-open-9" } })).await).await;
    let entry = |token: &str| {
        let headers = json!({ "Authorization": format!("Bearer {token}") });
        let server = json!({ "url": format!("http://{inner}/mcp"), "headers": headers });
        json!({ "servers": { "inner": server }, "toolsift": { "servers": { "inner": { "vouch": true } } } }).to_string()
    };
    let open = |file: String| {
        let config = Config::parse(file.as_bytes(), "test.json", std::path::Path::new("."), &|_| None).unwrap();
        Gateway::start(config).unwrap()
    };
    let outer = open(entry("sesame-open-9"));
    outer.settled(Duration::from_secs(20)).await;
    let health = outer.health()[0].health.clone();
    assert_eq!((health.state, health.protocol.as_deref()), (State::Ready, Some("2026-07-28")));
    assert!(health.tools[0].raw.starts_with('{') && health.tools.len() == 3);
    let address = listen(outer.clone()).await;
    for era in eras() {
        let transport = StreamableHttpClientTransport::from_uri(format!("http://{address}/mcp"));
        let client = Client::default().serve_with_lifecycle(transport, era).await.unwrap();
        let page =
            call(client.peer(), "search_tools", json!({ "query": "finds tools of the connected servers" })).await;
        assert_eq!(text(&page)["tools"][0]["id"], "inner__search_tools");
        let call_inner =
            json!({ "id": "inner__call_tool", "arguments": { "id": "hub__echo", "arguments": { "a": 1 } } });
        let result = call(client.peer(), "call_tool", call_inner).await;
        assert_eq!(text(&result)["arguments"], json!({ "a": 1 }));
    }
    let wrong = open(entry("sesame-open-8"));
    wrong.settled(Duration::from_secs(20)).await;
    let State::Down(fault) = &wrong.health()[0].health.state else { panic!("{:?}", wrong.health()) };
    assert_eq!(fault.code, toolsift_mcp::FaultCode::Unauthorized);
}

/// Only this machine, only without a foreign origin, only under a loopback name.
#[tokio::test]
async fn strangers_are_turned_away() {
    let gateway = ready(&[], json!({})).await;
    let wide = HttpServer::bind(gateway.clone(), "0.0.0.0:0".parse().unwrap()).await;
    assert!(
        wide.unwrap_err().to_string().ends_with("is not a loopback address, which is all that the gateway binds to")
    );
    let address = listen(gateway).await;
    let initialize = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } } });
    for (host, origin, path, status) in [
        (None, None, "/mcp", 200),
        (Some("localhost"), None, "/mcp", 200),
        (Some("evil.example"), None, "/mcp", 403),
        (None, Some("https://evil.example"), "/mcp", 403),
        (None, Some("null"), "/mcp", 403),
        (None, Some("http://localhost.evil.example"), "/mcp", 403),
        (None, Some("http://localhost:5173"), "/mcp", 200),
        (Some("[::1]:80"), Some("http://[::1]:80"), "/mcp", 200),
        (None, None, "/", 404),
        // An end without a session is refused.
        (None, None, "DELETE /mcp", 400),
    ] {
        let body = initialize.to_string();
        let (method, path) = path.split_once(' ').unwrap_or(("POST", path));
        let mut request = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", host.unwrap_or("127.0.0.1"));
        if let Some(origin) = origin {
            request.push_str(&format!("origin: {origin}\r\n"));
        }
        request.push_str("accept: application/json, text/event-stream\r\ncontent-type: application/json\r\n");
        request.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&answer), format!("HTTP/1.1 {status}"), "{host:?} {origin:?} {path}");
    }
}

/// The list of a gateway without servers or skills is there as well, and a search says that there is nothing.
#[tokio::test]
async fn nothing_configured() {
    let gateway = ready(&[], json!({})).await;
    let (client, _) = piped(&gateway, ClientLifecycleMode::Initialize).await;
    assert_eq!(client.list_all_tools().await.unwrap().len(), 3);
    let page = call(client.peer(), "search_tools", json!({ "query": "anything" })).await;
    assert_eq!(text(&page)["note"], "No tool can be searched now.");
    assert!(gateway.ask("no_such_tool", &Map::new()).await.is_none());
}
