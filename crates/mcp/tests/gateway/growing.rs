//! Mode growing: a menu for each connection.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::common::{ready, start, until};
use crate::protocol::{Client, call, call_named, eras, listen, piped, text};
use rmcp::model::CallToolResult;
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, Peer, RoleClient};
use rmcp::transport::StreamableHttpClientTransport;
use serde_json::{Value, json};
use toolsift_mcp::{Gateway, GatewayServer, State, replay};

/// Our own keys with the mode.
fn growing(mut own: Value) -> Value {
    own["mode"] = json!("growing");
    own
}

async fn listed(peer: &Peer<RoleClient>) -> Vec<String> {
    let tools = peer.list_tools(None).await.unwrap().tools;
    tools.iter().map(|tool| serde_json::to_string(tool).unwrap()).collect()
}

async fn names(peer: &Peer<RoleClient>) -> Vec<String> {
    peer.list_tools(None).await.unwrap().tools.into_iter().map(|tool| tool.name.into_owned()).collect()
}

fn code(result: &CallToolResult) -> Value {
    assert_eq!(result.is_error, Some(true));
    text(result)["error"]["code"].clone()
}

/// S29, S37, S38, S41, S77: what a search loads joins the list at its end, the client is told, and it is called by its name with the same context as any tool. What was not loaded is refused, and the run goes on.
#[tokio::test]
async fn a_menu_grows() {
    let gateway = ready(&[("hub", "plain")], growing(json!({ "servers": { "hub": { "vouch": true } } }))).await;
    let (client, heard) = piped(&gateway, ClientLifecycleMode::Initialize).await;
    let peer = client.peer();
    let first = listed(peer).await;
    assert_eq!(names(peer).await, ["search_tools"]);
    let early = call(peer, "hub__create_issue", json!({ "title": "x" })).await;
    assert_eq!(code(&early), "tool_not_on_menu");
    assert_eq!(
        code(&call(peer, "no_such_tool", json!({})).await),
        "tool_not_on_menu",
        "what is hidden and what is not there answer alike"
    );
    let page = call(peer, "search_tools", json!({ "query": "create an issue" })).await;
    assert_eq!(text(&page)["tools"][0]["name"], "hub__create_issue");
    assert_eq!(text(&page)["tools"][0]["loaded"], true);
    until(async || heard.list_changes() == 1).await;
    let second = listed(peer).await;
    assert!(second.starts_with(&first) && second.len() > first.len());
    assert!(second[1].contains("Opens an issue") && second[1].contains(r#""readOnlyHint":true"#), "{}", second[1]);
    let called = call(peer, "hub__create_issue", json!({ "title": "x" })).await;
    assert_eq!(text(&called)["arguments"], json!({ "title": "x" }));
    assert!(text(&called)["_meta"]["progressToken"].is_number(), "{}", text(&called));
    let wrong = call(peer, "hub__create_issue", json!({ "name": "x" })).await;
    assert_eq!(code(&wrong), "invalid_arguments");
    call(peer, "search_tools", json!({ "query": "create an issue" })).await;
    assert_eq!(listed(peer).await, second, "nothing was left to find, so that nothing moved");
    assert_eq!(heard.list_changes(), 1);
}

/// Each connection has a menu of its own, and the older wire is the only one: a client of 2026-07-28 is refused, on a pipe and over HTTP, and one that can speak both gets the older.
#[tokio::test]
async fn one_session_a_connection_on_the_older_wire() {
    let gateway = ready(&[("hub", "plain")], growing(json!({}))).await;
    let address = listen(gateway.clone()).await;
    let url = format!("http://{address}/mcp");
    let [older, newer] = eras();
    let http = async |era| {
        Client::default().serve_with_lifecycle(StreamableHttpClientTransport::from_uri(url.clone()), era).await
    };
    let one = http(older).await.unwrap();
    let other = http(ClientLifecycleMode::Initialize).await.unwrap();
    assert_eq!(other.peer_info().unwrap().protocol_version.as_str(), "2025-11-25");
    call(one.peer(), "search_tools", json!({ "query": "create an issue" })).await;
    assert!(names(one.peer()).await.contains(&"hub__create_issue".to_owned()));
    assert_eq!(names(other.peer()).await, ["search_tools"]);
    assert!(http(newer.clone()).await.is_err());
    // A gateway asks for the newer one first, and takes the older.
    let file = json!({ "mcpServers": { "inner": { "url": url } } }).to_string();
    let outer =
        Gateway::start(toolsift_mcp::Config::parse(file.as_bytes(), "t", Path::new("."), &|_| None).unwrap()).unwrap();
    outer.settled(Duration::from_secs(20)).await;
    let health = outer.health()[0].health.clone();
    assert_eq!((health.state, health.protocol.as_deref()), (State::Ready, Some("2025-11-25")));
    let (near, far) = tokio::io::duplex(1 << 16);
    let server = GatewayServer::new(gateway);
    tokio::spawn(async move { rmcp::ServiceExt::serve(server, far).await });
    assert!(Client::default().serve_with_lifecycle(near, newer).await.is_err());
}

/// S67, S73: what is always loaded is there from the start, and a menu is bounded: what no longer fits is named as not loaded, and cannot be called.
#[tokio::test]
async fn a_menu_has_bounds() {
    let own = json!({ "alwaysLoaded": ["hub__echo", "hub__gone"], "limits": { "maxLoaded": 1, "maxSearches": 2, "handles": 1 } });
    let gateway = ready(&[("hub", "plain"), ("more", "plain")], growing(own)).await;
    let (client, _) = piped(&gateway, ClientLifecycleMode::Initialize).await;
    assert_eq!(names(client.peer()).await, ["search_tools", "hub__echo"]);
    let page = call(client.peer(), "search_tools", json!({ "query": "create issue" })).await;
    let loaded: Vec<(Value, Value)> = text(&page)["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| (tool["name"].clone(), tool["loaded"].clone()))
        .collect();
    assert_eq!(loaded, [(json!("hub__create_issue"), json!(true)), (json!("more__create_issue"), json!(false))]);
    assert_eq!(code(&call(client.peer(), "more__create_issue", json!({ "title": "x" })).await), "tool_not_on_menu");
    call(client.peer(), "search_tools", json!({ "query": "progress" })).await;
    let over = call(client.peer(), "search_tools", json!({ "query": "progress" })).await;
    assert_eq!(code(&over), "search_limit_reached");
    // No place is left for another connection, until this one goes; over HTTP not even for its session.
    let transport = StreamableHttpClientTransport::from_uri(format!("http://{}/mcp", listen(gateway.clone()).await));
    assert!(Client::default().serve_with_lifecycle(transport, ClientLifecycleMode::Initialize).await.is_err());
    let (other, _) = piped(&gateway, ClientLifecycleMode::Initialize).await;
    assert!(other.list_tools(None).await.is_err());
    drop(client);
    until(async || {
        let (another, _) = piped(&gateway, ClientLifecycleMode::Initialize).await;
        another.list_tools(None).await.is_ok()
    })
    .await;
}

/// Over HTTP a place is a session's, from its beginning until the client ends it.
#[tokio::test]
async fn a_place_is_a_sessions() {
    let gateway = ready(&[], growing(json!({ "limits": { "handles": 1 } }))).await;
    let url = format!("http://{}/mcp", listen(gateway).await);
    let connect = async || {
        let transport = StreamableHttpClientTransport::from_uri(url.clone());
        Client::default().serve_with_lifecycle(transport, ClientLifecycleMode::Initialize).await
    };
    let first = connect().await.unwrap();
    assert!(connect().await.is_err());
    first.cancel().await.unwrap();
    until(async || connect().await.is_ok()).await;
}

/// S27, S53: a server that comes late is found from then on and the client is told that it can search; of one that has gone a tool stays listed and is refused.
#[tokio::test]
async fn servers_come_and_go() {
    let gateway = start(&[("hub", "very-slow-start")], growing(json!({ "servers": { "hub": { "vouch": true } } })));
    let (client, heard) = piped(&gateway, ClientLifecycleMode::Initialize).await;
    let peer = client.peer();
    assert_eq!(names(peer).await, [""; 0], "nothing can be searched");
    until(async || heard.list_changes() == 1).await;
    assert_eq!(names(peer).await, ["search_tools"]);
    call(peer, "search_tools", json!({ "query": "die" })).await;
    call(peer, "search_tools", json!({ "query": "create an issue" })).await;
    let before = listed(peer).await;
    assert!(before.iter().any(|tool| tool.contains(r#""readOnlyHint":true,"destructiveHint""#)), "{before:?}");
    let lost = call(peer, "hub__die", json!({})).await;
    assert_eq!(code(&lost), "server_lost");
    until(async || gateway.health()[0].health.state != State::Ready).await;
    assert_eq!(code(&call(peer, "hub__die", json!({})).await), "tool_unavailable");
    let page = call(peer, "search_tools", json!({ "query": "die" })).await;
    assert_eq!(text(&page)["servers"]["hub"], "down", "{}", text(&page));
    assert_eq!(listed(peer).await, before);
}

async fn recording(root: &Path) -> Arc<Gateway> {
    let skills = root.join("skills/month-end");
    fs::create_dir_all(&skills).unwrap();
    let skill = "---\nname: month-end\ndescription: Closes the books.\n---\nClose the ledger first.";
    fs::write(skills.join("SKILL.md"), skill).unwrap();
    // More words than a short file holds.
    let mut words: serde_json::Map<String, Value> =
        (0..1_000).map(|n| (format!("none_{n}"), json!({ "aliases": ["a".repeat(100)] }))).collect();
    words.insert("echo".to_owned(), json!({ "aliases": ["parrot"] }));
    let own = json!({
        "records": root.join("records"), "skills": [root.join("skills")], "alwaysLoaded": ["hub__grow"],
        "servers": { "hub": { "vouch": true, "tools": words } },
    });
    ready(&[("hub", "plain")], growing(own)).await
}

/// S36, S42, S75: the record of a connection gives what the model read and the same menu, without a server, a skill or an index; a call stands in it by its own name, a changed catalogue where it changed. A record that was cut off replays as far as it goes.
#[tokio::test]
async fn a_connection_is_replayed() {
    let temp = tempfile::tempdir().unwrap();
    let gateway = recording(temp.path()).await;
    let (idle, _) = piped(&gateway, ClientLifecycleMode::Initialize).await;
    assert_eq!(names(idle.peer()).await.len(), 3);
    drop(idle);
    let (client, _) = piped(&gateway, ClientLifecycleMode::Initialize).await;
    let peer = client.peer();
    let mut answers = Vec::new();
    const LONG_NAME: &str = "long";
    for (name, arguments) in [
        ("search_tools", json!({ "query": "parrot" })),
        ("hub__echo", json!({ "handle": "a server's own" })),
        ("search_tools", json!({ "query": "" })),
        ("search_tools", json!({ "query": "q".repeat(1 << 20) })),
        ("hub__create_issue", json!({ "title": "x" })),
        (LONG_NAME, json!({})),
        ("search_tools", json!({ "query": "close the books" })),
        ("activate_skill", json!({ "name": "month-end" })),
        ("hub__grow", json!({})),
    ] {
        // As long as no line of a record may be.
        let name = if name == LONG_NAME { name.repeat(1 << 17) } else { name.to_owned() };
        answers.push(call_named(peer, name, arguments).await);
    }
    until(async || gateway.health()[0].health.tools.len() == 11).await;
    let menu = names(peer).await;
    answers.push(call(peer, "search_tools", json!({ "query": "fresh tool" })).await);
    let last = names(peer).await;
    assert!(last.starts_with(&menu) && last[menu.len()..].contains(&"hub__fresh_tool".to_owned()), "{last:?}");
    drop((client, gateway));
    fs::remove_dir_all(temp.path().join("skills")).unwrap();
    let folders: Vec<_> =
        fs::read_dir(temp.path().join("records")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let mut sessions = folders.iter().filter(|folder| folder.join("config.json").is_file());
    let (folder, other) = (sessions.next().unwrap(), sessions.next());
    assert_eq!(other, None, "who only lists leaves no record");
    let replayed = replay(folder).unwrap();
    assert_eq!(replayed.divergences, [""; 0]);
    assert_eq!(replayed.menu, last);
    let turn = |at: usize| &replayed.turns[at];
    let calls: Vec<&str> = replayed.turns.iter().map(|turn| turn.call.as_str()).collect();
    assert_eq!(calls[8..], ["hub__grow", "tools/list", "search_tools"]);
    for (at, answer) in [(0, 0), (3, 3), (6, 6), (7, 7), (10, 9)] {
        let result: Value = serde_json::from_str(turn(at).result.as_ref().unwrap()).unwrap();
        assert_eq!(result, text(&answers[answer]), "turn {at}");
    }
    assert_eq!(turn(1).arguments, json!({ "handle": "a server's own" }));
    for (at, refused) in [(2, "invalid_tool_input"), (4, "tool_not_on_menu"), (5, "tool_not_on_menu")] {
        assert_eq!(turn(at).refused.as_deref(), Some(refused));
        assert_eq!(code(&answers[at]), refused);
    }
    assert_eq!(text(&answers[7])["instructions"], "Close the ledger first.");
    // The process ended when the last search was asked and not decided.
    let journal = fs::read(folder.join("journal.jsonl")).unwrap();
    let last = journal[..journal.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    fs::write(folder.join("journal.jsonl"), &journal[..last]).unwrap();
    let open = replay(folder).unwrap();
    assert_eq!((open.turns[10].unfinished, open.turns[10].refused.as_deref(), open.divergences), (true, None, vec![]));
    let whole = fs::read(folder.join("turns.jsonl")).unwrap();
    for cut in (0..whole.len()).step_by(97) {
        fs::write(folder.join("turns.jsonl"), &whole[..cut]).unwrap();
        let ends = whole[..cut].iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(replay(folder).unwrap().turns.len(), ends, "cut at {cut}");
    }
}

/// A connection that only lists and waits leaves no record, whatever servers do meanwhile; with its first call everything is written that a replay needs. Ranking is that of the latest configuration.
#[tokio::test]
async fn a_record_begins_with_the_first_call() {
    let temp = tempfile::tempdir().unwrap();
    let gateway = recording(temp.path()).await;
    let sessions = || {
        let folders = fs::read_dir(temp.path().join("records")).unwrap().map(|entry| entry.unwrap().path());
        folders.filter(|folder| folder.join("config.json").is_file()).collect::<Vec<_>>()
    };
    let (client, _) = piped(&gateway, ClientLifecycleMode::Initialize).await;
    listed(client.peer()).await;
    let own = json!({ "ranking": "guarded", "records": temp.path().join("records"), "servers": { "more": { "vouch": true } } });
    gateway.reload(&crate::common::config(&[("hub", "plain"), ("more", "plain")], growing(own))).unwrap();
    gateway.settled(Duration::from_secs(20)).await;
    listed(client.peer()).await;
    assert!(sessions().is_empty());
    let page = call(client.peer(), "search_tools", json!({ "query": "create an issue" })).await;
    let replayed = replay(&sessions()[0]).unwrap();
    assert_eq!(replayed.divergences, [""; 0]);
    let calls: Vec<&str> = replayed.turns.iter().map(|turn| turn.call.as_str()).collect();
    assert_eq!(calls.last(), Some(&"search_tools"));
    assert!(calls.len() > 1 && calls[..calls.len() - 1].iter().all(|call| *call == "tools/list"), "{calls:?}");
    let turns = fs::read_to_string(sessions()[0].join("turns.jsonl")).unwrap();
    let states: Vec<&str> = turns.lines().filter(|line| line.contains("tools/list")).collect();
    assert!(states.iter().all(|line| line.contains(r#""catalog":"#)), "each is another: {states:?}");
    let result: Value = serde_json::from_str(replayed.turns.last().unwrap().result.as_ref().unwrap()).unwrap();
    assert_eq!(result, text(&page));
    let (later, _) = piped(&gateway, ClientLifecycleMode::Initialize).await;
    call(later.peer(), "search_tools", json!({ "query": "create an issue" })).await;
    let rankings: Vec<String> =
        sessions().iter().map(|folder| fs::read_to_string(folder.join("config.json")).unwrap()).collect();
    assert_eq!(rankings.iter().filter(|config| config.contains(r#""ranking":"guarded""#)).count(), 1);
    assert_eq!(rankings.iter().filter(|config| config.contains(r#""ranking":"plain""#)).count(), 1);
}

/// What a growing list needs is refused where the list is fixed, and what differs on a reload is named.
#[tokio::test]
async fn the_mode_is_configured() {
    let file = json!({ "mcpServers": {}, "toolsift": { "alwaysLoaded": ["a__b"] } }).to_string();
    let config = toolsift_mcp::Config::parse(file.as_bytes(), "t", Path::new("."), &|_| None);
    assert_eq!(
        config.unwrap_err().to_string(),
        "t: field `toolsift.alwaysLoaded` needs the mode `growing`: a fixed list has no menu"
    );
    let gateway = ready(&[], json!({})).await;
    let reloaded = gateway.reload(&crate::common::config(&[], growing(json!({})))).unwrap();
    assert_eq!(reloaded.restart, ["mode"]);
}
